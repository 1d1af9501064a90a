"""Game performance: rounds that ended, points wagered, paid out and raked (Z9.3)."""

from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from api.reports.ask import ALL
from api.reports.ended import ENDS, seats_of_ended
from api.reports.form import GAME, TABLE, Column, Kind, Line, Report, Told, counts, one_of, points
from api.reports.source import Source
from api.reports.sums import DAY, grouped, sum_in, summed
from domain.games.games import GAMES
from domain.games.status import Status
from domain.kernel.text import text
from projections.rounds.table import ROUNDS, SEATS

GROUPS: Final = (DAY, GAME, "rules", TABLE, "match")
COUNTS: Final = ("rounds", "complete", "voided", "playoffs", "hands")
POINTS: Final = ("wagered", "paid", "rake", "net")
NAMED: Final = {
    GAME: one_of(GAME, *(game.name for game in GAMES)),
    "rules": Column("rules", Kind.COUNT),
}
FIGURES: Final = (*counts(*COUNTS), *points(*POINTS))


def tell(source: Source) -> Told:
    """Return the lines, one for each value of what they are grouped by."""
    groups = source.asked.groups
    named = tuple(NAMED.get(name, Column(name)) for name in groups)
    return Told((*named, *FIGURES), _lines(source, groups))


def _lines(source: Source, groups: tuple[str, ...]) -> Iterator[Line]:
    for day, row in grouped(source, _query(source, groups), ENDS, groups):
        named = [day if name == DAY else getattr(row, f"by_{name}") for name in groups]
        figures = [int(getattr(row, name)) for name in COUNTS]
        moved = [sum_in(row, name) for name in POINTS]
        yield Line((*named, *figures, *moved), test=bool(row.test))


def _query(source: Source, groups: tuple[str, ...]) -> sa.Select[Any]:
    """Of every round that has seats of both kinds each kind counts the round, and its own seats.

    Where the accounts are all of them, the round is one.
    """
    c, of_seat = ROUNDS.c, SEATS.c
    keys = [c[name].label(f"by_{name}") for name in groups if name != DAY]
    apart = source.asked.accounts != ALL
    test = (of_seat.player.in_(source.test_players()) if apart else sa.false()).label("test")
    rounds = sa.func.count(sa.distinct(c.round))
    query = seats_of_ended(
        *keys,
        test,
        rounds.label("rounds"),
        _distinct(c.status == Status.COMPLETE.value).label("complete"),
        _distinct(c.status == Status.VOIDED.value).label("voided"),
        sa.func.count().label("hands"),
        *summed(of_seat.committed - of_seat.returned, "wagered"),
        *summed(of_seat.received, "paid"),
        *summed(of_seat.rake, "rake"),
        *summed(of_seat.net, "net"),
        _distinct(c.stages > 1).label("playoffs"),
    )
    chosen = source.filtered(query, ROUNDS, GAME, TABLE)
    split = [*keys, test] if apart else keys
    return chosen.group_by(c.generation, *split).order_by(*split)


def _distinct(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.count(sa.distinct(sa.case((condition, ROUNDS.c.round))))


PERFORMANCE: Final = Report(
    "performance",
    text("Game performance"),
    tell,
    filters=(GAME, TABLE),
    groups=GROUPS,
    usual=(DAY, GAME, "rules", TABLE),
    form=2,
)
