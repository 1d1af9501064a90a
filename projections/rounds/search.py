"""Searching rounds: by who was in them and what came of it, where, when, how they stand.

They come in the order of the time at which they were opened, and of those of one moment in that of
the log. Neither ever changes of a round, so that a page goes on where the one before it ended, by
the position of its last round, however many rounds came meanwhile.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from domain.chips.amount import MOST
from domain.games.status import Status
from projections.cases.table import DISPUTES
from projections.cases.view import DisputeStatus
from projections.cases.writer import NAME as CASES
from projections.rounds.line import Outcome
from projections.rounds.query import OUTCOME, SEATED, Found, clock_of, outcome_of, standing
from projections.rounds.table import INTERRUPTIONS, ROUNDS, SEATS
from projections.rounds.writer import NAME
from projections.store.tables import live

UNSETTLED: Final = (DisputeStatus.OPEN.value, DisputeStatus.DECIDED.value)
"""A dispute that is decided goes on until it is closed (H9.5)."""
_OF_SEAT: Final = [c for c in SEATS.c if c.name not in {"generation", "round", *ROUNDS.c.keys()}]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which rounds; None stands for all.

    `result`, `net_least` and `net_most` are of the player's seat; without a player, of some one
    seat. `winner` is a player who won it, `since` and `until` are moments of its opening, the
    second one exclusive; `opened_most` is the last position of one. `disputed` says that a dispute
    about it is not closed; with `disputed_by`, a role and a name, one of theirs.
    """

    player: str | None = None
    result: Outcome | None = None
    net_least: int | None = None
    net_most: int | None = None
    winner: str | None = None
    pot_least: int | None = None
    pot_most: int | None = None
    game: str | None = None
    table: str | None = None
    match: str | None = None
    status: Status | None = None
    since: str | None = None
    until: str | None = None
    opened_most: int | None = None
    disputed: bool | None = None
    disputed_by: str | None = None


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """Which part of them: `after` is the `opened_position` of the last one of the page before."""

    after: int | None = None
    oldest: bool = False
    limit: int = 100


ALL: Final = Wanted()
FIRST: Final = Page()


def search(
    connection: sa.Connection, wanted: Wanted = ALL, page: Page = FIRST
) -> Sequence[Found] | None:
    """Return a page of rounds, the newest first unless the oldest are to be.

    With a player or winner they have the columns of that player's seat, and its `outcome`. None if
    no round was opened at the position that the page is to go on after.
    """
    table = _leading(wanted)
    query = _order(_query(wanted), table, page)
    if page.after is not None:
        place = _place(connection, page.after)
        if place is None:
            return None
        row = sa.tuple_(table.c.started_at, table.c.opened_position)
        query = query.where(row > place if page.oldest else row < place)
    return connection.execute(query).all()


def _place(connection: sa.Connection, position: int) -> sa.Tuple | None:
    """Return at which place in the order the round is that was opened at a position."""
    query = sa.select(ROUNDS.c.started_at).where(
        ROUNDS.c.generation == live(NAME), ROUNDS.c.opened_position == position
    )
    started_at = connection.execute(query).scalar()
    return None if started_at is None else sa.tuple_(sa.literal(started_at), sa.literal(position))


def _leading(wanted: Wanted) -> sa.Table:
    """Return the table whose index has the order."""
    return SEATS if _named(wanted) else ROUNDS


def _order(query: sa.Select[Any], table: sa.Table, page: Page) -> sa.Select[Any]:
    columns = (table.c.started_at, table.c.opened_position)
    order = columns if page.oldest else [one.desc() for one in columns]
    return query.order_by(*order).limit(page.limit)


def _query(wanted: Wanted) -> sa.Select[Any]:
    """Return the query of rounds, begun from what chooses most: a player's seats, open disputes.

    A database that knows little of its tables would read all rounds in order to find those few.
    """
    named, columns = _named(wanted), standing(ROUNDS)
    source: Any = SEATS.join(ROUNDS, SEATED) if named else ROUNDS
    if named:
        columns += (*_OF_SEAT, OUTCOME)
    elif wanted.disputed:
        few = _disputed(wanted.disputed_by).subquery()
        source = few.join(source, few.c.round == ROUNDS.c.round)
    query = sa.select(*columns).select_from(source.outerjoin(INTERRUPTIONS, clock_of(ROUNDS)))
    query = query.where(ROUNDS.c.generation == live(NAME))
    for each in (_seat, _where_and_when, _standing):
        query = query.where(*each(wanted))
    return query


def _named(wanted: Wanted) -> str | None:
    """Return the player whose seats lead to the rounds; who won them sat there too."""
    return wanted.player or wanted.winner


def _seat(wanted: Wanted) -> Iterator[sa.ColumnElement[bool]]:
    player = _named(wanted)
    if player is not None:
        yield SEATS.c.generation == live(NAME)
        yield SEATS.c.player == player
    if wanted.player is not None:
        yield from _came_to(SEATS, wanted)
        if wanted.winner is not None:
            yield _some_seat("winners", Wanted(player=wanted.winner, result=Outcome.WON))
        return
    if wanted.winner is not None:
        yield outcome_of(SEATS, ROUNDS) == Outcome.WON
    if any(one is not None for one in (wanted.result, wanted.net_least, wanted.net_most)):
        yield _some_seat("some", wanted)


def _came_to(seats: sa.FromClause, wanted: Wanted) -> Iterator[sa.ColumnElement[bool]]:
    """Yield what the round has to have come to for one and the same seat."""
    yield from _between(seats.c.net, wanted.net_least, wanted.net_most)
    if wanted.result is not None:
        yield outcome_of(seats, ROUNDS) == wanted.result


def _some_seat(name: str, wanted: Wanted) -> sa.ColumnElement[bool]:
    seats = SEATS.alias(name)
    there = [seats.c.generation == ROUNDS.c.generation, seats.c.round == ROUNDS.c.round]
    if wanted.player is not None:
        there.append(seats.c.player == wanted.player)
    seat = sa.select(sa.literal(1)).select_from(seats).where(*there, *_came_to(seats, wanted))
    return seat.correlate(ROUNDS).exists()


def _where_and_when(wanted: Wanted) -> Iterator[sa.ColumnElement[bool]]:
    for name in ("game", "table", "match"):
        value = getattr(wanted, name)
        if value is not None:
            yield ROUNDS.c[name] == value
    started_at = _leading(wanted).c.started_at
    if wanted.since is not None:
        yield started_at >= wanted.since
    if wanted.until is not None:
        yield started_at < wanted.until
    if wanted.opened_most is not None:
        yield _leading(wanted).c.opened_position <= wanted.opened_most


def _standing(wanted: Wanted) -> Iterator[sa.ColumnElement[bool]]:
    stopped = sa.func.coalesce(INTERRUPTIONS.c.interrupted, 0)
    match wanted.status:
        case None:
            pass
        case Status.OPEN | Status.INTERRUPTED:
            yield ROUNDS.c.status == Status.OPEN
            yield stopped == int(wanted.status is Status.INTERRUPTED)
        case _:
            yield ROUNDS.c.status == wanted.status
    if wanted.pot_least is not None or wanted.pot_most is not None:
        # With both ends SQLite takes the pots' index for a better choice than the order's.
        most = MOST if wanted.pot_most is None else wanted.pot_most
        yield from _between(ROUNDS.c.pot_total, wanted.pot_least or 0, most)
    if wanted.disputed is not None and (_named(wanted) or not wanted.disputed):
        disputed = sa.select(_disputed(wanted.disputed_by).subquery().c.round)
        yield ROUNDS.c.round.in_(disputed) if wanted.disputed else ROUNDS.c.round.not_in(disputed)


def _between(
    column: sa.ColumnElement[Any], least: int | None, most: int | None
) -> Iterator[sa.ColumnElement[bool]]:
    if least is not None:
        yield column >= least
    if most is not None:
        yield column <= most


def _disputed(by: str | None) -> sa.CompoundSelect[tuple[str]]:
    """Return the query of the rounds about which a dispute goes on, each once."""
    rows = sa.select(DISPUTES.c.round).where(DISPUTES.c.generation == live(CASES))
    if by is not None:
        rows = rows.where(DISPUTES.c.by == by)
    return sa.union(*(rows.where(DISPUTES.c.status == status) for status in UNSETTLED))
