"""What the house owes: wallets, stacks at tables, and what lies in running rounds (H2.4)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from api.reports.form import Check, Column, Kind, Line, Report, Told, points, text
from api.reports.office import points_of
from api.reports.source import Source
from api.reports.sums import sum_in, summed
from domain.house.wallet.events import PointsAdjusted, PointsDeposited, PointsWithdrawn
from projections.chips import accounts
from projections.chips.entry import Kind as Entry
from projections.chips.table import BALANCES, JOURNAL
from projections.chips.writer import NAME as CHIPS
from projections.rake.table import RAKE
from projections.rake.writer import NAME as OF_RAKE
from projections.store.tables import live

ALONE: Final = accounts.SEAT + accounts.ROUND_STREAM
"""What the accounts of seats begin with in rounds that no table started."""
COLUMNS: Final = (*text("item", "where"), Column("holders", Kind.COUNT), *points("points"))
Balances = Mapping[str, int]


class Place(NamedTuple):
    """Where points lie, and whether they are those of test accounts."""

    item: str
    where: str | None
    test: bool


def tell(source: Source) -> Told:
    """Return where the points of players lie as the period ends."""
    held = balances(source)
    places = _places(source, held)
    lines = (
        Line((*place[:2], len(holders), sum(holders)), place.test, quiet=not moved[place.test])
        for moved in ({test: _moved(source, test=test) for test in (False, True)},)
        for place, holders in sorted(places.items(), key=lambda one: _order(one[0]))
    )
    return Told(COLUMNS, lines, lambda: _checks(source, held, places))


def _order(place: Place) -> tuple[int, str, bool]:
    return ITEMS.index(place.item), place.where or "", place.test


ITEMS: Final = ("wallets", "stacks", "running rounds")
Places = Mapping[Place, Sequence[int]]


def balances(source: Source) -> Balances:
    """Return what every account held as the period ends: now, less what has come since then."""
    c = BALANCES.c
    query = sa.select(c.account, c.points).where(c.generation == live(CHIPS))
    held: dict[str, int] = {row.account: row.points for row in source.rows(query)}
    later = _later(source).subquery()
    high, low = summed(later.c.points, "points")
    moved = sa.select(later.c.account, high, low).group_by(later.c.account)
    for row in source.rows(moved.having(sa.or_(high != 0, low != 0))):
        held[row.account] = held.get(row.account, 0) - sum_in(row, "points")
    return {account: amount for account, amount in held.items() if amount}


def _later(source: Source) -> sa.CompoundSelect[Any]:
    """Return the lines that are not of this report: each part by an index of its own."""
    c = JOURNAL.c
    lines = sa.select(c.account, c.points).where(c.generation == live(CHIPS))
    after, until = lines.where(c.position > source.position), source.span.until
    if until is None:
        return sa.union_all(after)
    return sa.union_all(after.where(c.entered_at < until), lines.where(c.entered_at >= until))


def _places(source: Source, held: Balances) -> Places:
    """Share what players hold out over the places where it lies, test accounts apart."""
    places: dict[Place, list[int]] = defaultdict(list)
    for test in (False, True):
        places[Place(ITEMS[0], None, test)] = []
    alone = _alone(held)
    for account, amount in held.items():
        if account.startswith(accounts.WALLET):
            player = account.removeprefix(accounts.WALLET)
            places[Place(ITEMS[0], None, player in source.tests)].append(amount)
        elif account.startswith(accounts.SEAT) and not account.startswith(ALONE):
            table = account.removeprefix(accounts.SEAT).rpartition("/")[0]
            test = _sitter(source, account) in source.tests
            places[Place(ITEMS[1], table, test)].append(amount)
        elif account.startswith(accounts.ROUND):
            round_id = account.removeprefix(accounts.ROUND)
            if round_id not in alone:
                for seat, staked in _staked(source, round_id).items():
                    test = _sitter(source, seat) in source.tests
                    places[Place(ITEMS[2], round_id, test)].append(staked)
    return places


def _moved(source: Source, *, test: bool) -> bool:
    """Say whether anything of test accounts, or else of the others, changed in the period."""
    if test and not source.tests:
        return False
    c = JOURNAL.c
    query = sa.select(c.account).where(c.generation == live(CHIPS))
    query = source.span.within(query, c.position, c.entered_at)
    player = sa.func.substr(c.account, 1 + len(accounts.WALLET))
    tested = player.in_(source.test_players())
    whose = tested if test else sa.not_(tested)
    wallets = query.where(c.account.startswith(accounts.WALLET), whose).limit(1)
    if source.connection.execute(wallets).first() is not None:
        return True
    seats = query.where(c.account.startswith(accounts.SEAT)).distinct()
    return any(
        (_sitter(source, seat) in source.tests) == test
        for seat in source.connection.execute(seats).scalars().all()
        if not seat.startswith(ALONE)
    )


def _alone(held: Balances) -> frozenset[str]:
    """Return the rounds that no table started, whose points are nobody's."""
    return frozenset(
        account.removeprefix(ALONE).rpartition("/")[0]
        for account in held
        if account.startswith(ALONE)
    )


def _staked(source: Source, round_id: str) -> Balances:
    """Return what each seat has lying in a running round."""
    c = JOURNAL.c
    query = sa.select(c.account, c.points).where(
        c.generation == live(CHIPS), c.stream == f"round/{round_id}"
    )
    staked: dict[str, int] = defaultdict(int)
    for row in source.rows(source.upto.within(query, c.position, c.entered_at)):
        if row.account.startswith(accounts.SEAT):
            staked[row.account] -= row.points
    return {seat: amount for seat, amount in staked.items() if amount}


def _sitter(source: Source, seat: str) -> str | None:
    """Return who sits at a seat of a table: who sat down there last."""
    c, other = JOURNAL.c, JOURNAL.alias("other")
    sat = sa.select(c.position).where(
        c.generation == live(CHIPS), c.account == seat, c.entry == Entry.SIT.value
    )
    last = source.upto.within(sat, c.position, c.entered_at).order_by(c.position.desc()).limit(1)
    found = sa.select(other.c.account).where(
        other.c.generation == live(CHIPS),
        other.c.position == last.scalar_subquery(),
        other.c.account.startswith(accounts.WALLET),
    )
    account = source.connection.execute(found).scalar()
    return None if account is None else str(account).removeprefix(accounts.WALLET)


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
    owed = " + ".join(f"{item} {amount}" for item, amount in parts.items())
    moved = f"issued {issued} - redeemed {redeemed} + adjusted {adjusted} - rake {rake}"
    return (
        Check("all accounts add up to 0", not sum(held.values()), f"{len(held)} accounts"),
        Check(
            "issued - redeemed + adjusted - rake = liability (H2.4)",
            expected == liability,
            f"{moved} = {expected}; liability, test accounts included: {owed} = {liability}",
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


LIABILITY: Final = Report("liability", "What the house owes its players", tell, form=2)
