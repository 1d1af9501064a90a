"""What the house owes: wallets, stacks at tables, and what lies in running rounds (H2.4)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from api.reports.ask import ALL
from api.reports.form import Check, Column, Kind, Line, Report, Told, one_of, points, texts
from api.reports.gained import gained, later
from api.reports.office import points_of
from api.reports.source import Source
from api.reports.sums import sum_in, summed
from domain.chips.amount import MOST
from domain.house.wallet.events import PointsAdjusted, PointsDeposited, PointsWithdrawn
from domain.kernel.text import joined, text, word
from domain.log.streams import ROUNDS
from projections.chips import accounts
from projections.chips.table import BALANCES, JOURNAL, SITS
from projections.chips.writer import NAME as CHIPS
from projections.rake.table import RAKE
from projections.rake.writer import NAME as OF_RAKE
from projections.span import Span
from projections.store.tables import live

ALONE: Final = accounts.SEAT + accounts.ROUND_STREAM
"""What the accounts of seats begin with in rounds that no table started."""
ITEMS: Final = ("wallets", "stacks", "running rounds")
COLUMNS: Final = (
    one_of("item", *ITEMS),
    *texts("where"),
    Column("holders", Kind.COUNT),
    *points("points"),
)
Balances = Mapping[str, int]


class Place(NamedTuple):
    """Where points lie, and whether they are those of test accounts."""

    item: str
    where: str | None
    test: bool


def tell(source: Source) -> Told:
    """Return where the points of players lie as the period ends."""
    unseen, sitters = later(source), _sitters(source)
    held, moved = balances(source, unseen), _moved(source, sitters, unseen)
    places = _places(source, held, sitters)
    lines = (
        Line((*place[:2], len(holders), sum(holders)), place.test, quiet=place.test not in moved)
        for place, holders in sorted(places.items(), key=lambda one: _order(one[0]))
    )
    return Told(COLUMNS, lines, lambda: _checks(source, held, places))


def _order(place: Place) -> tuple[int, str, bool]:
    return ITEMS.index(place.item), place.where or "", place.test


Places = Mapping[Place, Sequence[int]]
Sitters = Mapping[str, str]


def balances(source: Source, unseen: Sequence[sa.Row[Any]]) -> Balances:
    """Return what every account held as the period ends: now, less what has come since then."""
    c = BALANCES.c
    query = sa.select(c.account, c.points).where(c.generation == live(CHIPS))
    held = Counter({row.account: row.points for row in source.rows(query)})
    until = source.span.until
    for row in unseen:
        if until is None or row.entered_at < until:
            held[row.account] -= row.points
    if until is not None:
        held.subtract(gained(source, Span(MOST, since=until)))
    return {account: amount for account, amount in held.items() if amount}


def _places(source: Source, held: Balances, sitters: Sitters) -> Places:
    """Share what players hold out over the places where it lies, test accounts apart."""
    places: dict[Place, list[int]] = defaultdict(list)
    tests = _apart(source)
    for test in (False,) if source.asked.accounts == ALL else (False, True):
        places[Place(ITEMS[0], None, test)] = []
    for account, amount in held.items():
        test = _owner(account, sitters) in tests
        if account.startswith(accounts.WALLET):
            places[Place(ITEMS[0], None, test)].append(amount)
        elif account.startswith(accounts.SEAT) and not account.startswith(ALONE):
            table = account.removeprefix(accounts.SEAT).rpartition("/")[0]
            places[Place(ITEMS[1], table, test)].append(amount)
    for row in _staked(source, held):
        if staked := -sum_in(row, "points"):
            test = _owner(row.account, sitters) in tests
            places[Place(ITEMS[2], row.stream.removeprefix(ROUNDS), test)].append(staked)
    return places


def _moved(source: Source, sitters: Sitters, unseen: Sequence[sa.Row[Any]]) -> Collection[bool]:
    """Return of whom wallets or seats changed in the period: of test accounts, of others."""
    tests = _apart(source)
    return {
        _owner(account, sitters) in tests
        for account in gained(source, source.span, unseen)
        if account.startswith((accounts.WALLET, accounts.SEAT)) and not account.startswith(ALONE)
    }


def _apart(source: Source) -> Collection[str]:
    """Return the test accounts, whose points lie in places of their own unless all are wanted."""
    return () if source.asked.accounts == ALL else source.tests


def _owner(account: str, sitters: Sitters) -> str | None:
    """Return whose a wallet is, or who sits at a seat."""
    if account.startswith(accounts.WALLET):
        return account.removeprefix(accounts.WALLET)
    return sitters.get(account)


def _alone(held: Balances) -> frozenset[str]:
    """Return the rounds that no table started, whose points are nobody's."""
    return frozenset(
        account.removeprefix(ALONE).rpartition("/")[0]
        for account in held
        if account.startswith(ALONE)
    )


def _staked(source: Source, held: Balances) -> Iterator[sa.Row[Any]]:
    """Yield what seats gained in each running round that a table started: they staked as much."""
    c, alone = JOURNAL.c, _alone(held)
    running = {one.removeprefix(accounts.ROUND) for one in held if one.startswith(accounts.ROUND)}
    query = sa.select(c.stream, c.account, *summed(c.points, "points"))
    query = query.where(c.generation == live(CHIPS), c.account.startswith(accounts.SEAT))
    query = source.upto.within(query, c.position, c.entered_at).group_by(c.stream, c.account)
    return source.rows_of(query, c.stream, [ROUNDS + one for one in running - alone])


def _sitters(source: Source) -> Sitters:
    """Return who sat down last at each seat of a table."""
    c, other = JOURNAL.c, JOURNAL.alias("other")
    last = sa.select(c.account, sa.func.max(c.position).label("position"))
    last = last.where(SITS, c.generation == live(CHIPS), c.account.startswith(accounts.SEAT))
    sat = source.upto.within(last, c.position, c.entered_at).group_by(c.account).subquery()
    same = sa.and_(other.c.generation == live(CHIPS), other.c.position == sat.c.position)
    query = sa.select(sat.c.account, other.c.account.label("wallet")).join_from(sat, other, same)
    query = query.where(other.c.account.startswith(accounts.WALLET))
    return {
        row.account: row.wallet.removeprefix(accounts.WALLET)
        for row in source.connection.execute(query)
    }


def _checks(source: Source, held: Balances, places: Places) -> Sequence[Check]:
    parts = {
        item: sum(sum(one) for place, one in places.items() if place.item == item) for item in ITEMS
    }
    liability = sum(parts.values())
    issued, redeemed, adjusted = (
        points_of(source, source.upto, kind)
        for kind in (PointsDeposited, PointsWithdrawn, PointsAdjusted)
    )
    rake = _rake(source) - _rake_alone(held)
    expected = issued - redeemed + adjusted - rake
    detail = text(
        "issued {issued} - redeemed {redeemed} + adjusted {adjusted} - rake {rake} = {expected};"
        " liability, test accounts included: {owed} = {liability}",
        issued=issued,
        redeemed=redeemed,
        adjusted=adjusted,
        rake=rake,
        expected=expected,
        owed=joined(
            " + ",
            (
                text("{name} {value}", name=word(item), value=amount)
                for item, amount in parts.items()
            ),
        ),
        liability=liability,
    )
    return (
        Check(
            text("all accounts add up to 0"),
            not sum(held.values()),
            text("{count} accounts", count=len(held)),
        ),
        Check(
            text("issued - redeemed + adjusted - rake = liability (H2.4)"),
            expected == liability,
            detail,
        ),
    )


def _rake(source: Source) -> int:
    c = RAKE.c
    query = sa.select(*summed(c.points, "rake")).where(c.generation == live(OF_RAKE))
    found = source.connection.execute(source.upto.within(query, c.position, c.taken_at)).one()
    return sum_in(found, "rake")


def _rake_alone(held: Balances) -> int:
    """Return the rake of rounds that no table started: all their accounts add up to 0."""
    alone = _alone(held)
    seats = sum(held[account] for account in held if account.startswith(ALONE))
    return -seats - sum(held.get(accounts.pots_of(one), 0) for one in alone)


LIABILITY: Final = Report("liability", text("What the house owes its players"), tell, form=3)
