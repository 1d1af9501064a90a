"""A player's statement: what the wallet and the stacks at tables held, and every change of them."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from domain.log import streams
from projections.chips.accounts import ROUND_STREAM, SEAT, wallet
from projections.chips.entry import Kind
from projections.chips.table import JOURNAL
from projections.chips.writer import NAME as CHIPS
from projections.rounds.query import SEATED
from projections.rounds.table import ROUNDS, SEATS
from projections.rounds.writer import NAME as OF_ROUNDS
from projections.span import Span
from projections.store.tables import live

TO_TABLES: Final = (Kind.SIT.value, Kind.TOP_UP.value, Kind.STAND_UP.value)
ROUND: Final = "round"
"""The kind of a line that a round's end is; the others are those of the journal."""
AT_ONCE: Final = 1_000


class Held(NamedTuple):
    """Points of a player: in the wallet, and at tables, what lies in running rounds included."""

    wallet: int
    tables: int

    @property
    def total(self) -> int:
        """All points of the player in the house."""
        return self.wallet + self.tables


class StatementLine(NamedTuple):
    """A change: what it was, by which fact, how each part changed, and what was held after it.

    `of` is the table or the round; None for what came from outside.
    """

    position: int
    at: str
    kind: str
    of: str | None
    wallet: int
    tables: int
    after: Held


def held_by(connection: sa.Connection, player: str, span: Span) -> Held:
    """Return what a player held before `span.until`, or with all up to the position.

    Every point at a table was brought there from the wallet, or won in a round that the house's
    table started (H3, H4.3).
    """
    ours = _journal(player, span._replace(since=None)).subquery()
    moved = sa.case((ours.c.kind.in_(TO_TABLES), -ours.c.points), else_=0)
    sums = sa.select(_sum(ours.c.points), _sum(moved))
    in_wallet, brought = connection.execute(sums).one()
    won = _rounds(player, span._replace(since=None)).subquery()
    (net,) = connection.execute(sa.select(_sum(won.c.points))).one()
    return Held(int(in_wallet), int(brought) + int(net))


def statement_of(
    connection: sa.Connection, player: str, span: Span, opening: Held
) -> Iterator[StatementLine]:
    """Yield a player's lines in the order of the log, each with what was held after it.

    `opening` is what was held before: `held_by` until `span.since`.
    """
    both = sa.union_all(_journal(player, span), _rounds(player, span)).subquery()
    query = sa.select(both).order_by(both.c.position, both.c.kind)
    held = opening
    for row in connection.execute(query.execution_options(yield_per=AT_ONCE)):
        in_wallet = 0 if row.kind == ROUND else row.points
        at_tables = row.points if row.kind == ROUND else 0
        if row.kind in TO_TABLES:
            at_tables = -row.points
        held = Held(held.wallet + in_wallet, held.tables + at_tables)
        yield StatementLine(row.position, row.at, row.kind, _of(row), in_wallet, at_tables, held)


def opening_of(connection: sa.Connection, player: str, span: Span) -> Held:
    """Return what a player held when a span begins; nothing if it has no beginning."""
    if span.since is None:
        return Held(0, 0)
    return held_by(connection, player, Span(span.position, until=span.since))


def _journal(player: str, span: Span) -> sa.Select[Any]:
    lines = sa.select(
        JOURNAL.c.position,
        JOURNAL.c.entered_at.label("at"),
        JOURNAL.c.entry.label("kind"),
        JOURNAL.c.stream.label("of"),
        JOURNAL.c.points,
    )
    lines = lines.where(JOURNAL.c.generation == live(CHIPS), JOURNAL.c.account == wallet(player))
    return span.within(lines, JOURNAL.c.position, JOURNAL.c.entered_at)


def _rounds(player: str, span: Span) -> sa.Select[Any]:
    lines = sa.select(
        ROUNDS.c.ended_position.label("position"),
        ROUNDS.c.ended_at.label("at"),
        sa.literal(ROUND).label("kind"),
        ROUNDS.c.round.label("of"),
        SEATS.c.net.label("points"),
    )
    lines = lines.join_from(SEATS, ROUNDS, SEATED)
    lines = lines.where(SEATS.c.generation == live(OF_ROUNDS), SEATS.c.player == player, _HOUSED)
    return span.within(lines, ROUNDS.c.ended_position, ROUNDS.c.ended_at)


_HOUSED: Final = (
    sa.select(sa.literal(1))
    .where(
        JOURNAL.c.generation == live(CHIPS),
        JOURNAL.c.stream == streams.ROUNDS + ROUNDS.c.round,
        JOURNAL.c.account.startswith(SEAT),
        sa.not_(JOURNAL.c.account.startswith(SEAT + ROUND_STREAM)),
    )
    .correlate(ROUNDS)
    .exists()
)
"""Whether a round's points are the house's: its antes came from the seats of a table (Z3).

A round of a match moves no points (M2); one that no table started has seats of its own.
"""


def _of(row: sa.Row[Any]) -> str | None:
    if row.kind == ROUND:
        return str(row.of)
    return str(row.of).partition("/")[2] if row.kind in TO_TABLES else None


def _sum(column: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    return sa.func.coalesce(sa.func.sum(column), 0)
