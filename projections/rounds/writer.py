"""Rows of rounds out of facts: each round's newest form, once a batch; and of their clocks."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from domain.log import streams
from domain.log.envelope import Recorded
from domain.log.store import Log
from projections.folding import Folded
from projections.projection import Projection
from projections.rounds import interruptions, shengji, sizhidao
from projections.rounds.interruptions import interruption_row
from projections.rounds.line import Result, RoundView, SeatView
from projections.rounds.table import INTERRUPTIONS, ROUNDS, SEATS
from projections.rounds.view import project
from projections.store.tables import Change, Row

NAME: Final = "rounds"
FACTS: Final = (*sizhidao.FACTS, *shengji.FACTS, *interruptions.FACTS)
NO_RESULT: Final[Row] = dict.fromkeys(Result.__struct_fields__)


class Placed(NamedTuple):
    """A round's view, and the position at which the round was opened."""

    view: RoundView | None
    opened: int


UNOPENED: Final = Placed(None, 0)


class RoundsWriter:
    """Writes every round and its seats."""

    def __init__(self, log: Log) -> None:
        self._views = Folded(log, UNOPENED, project_placed)
        self.forget = self._views.forget

    def fold(self, facts: Sequence[Recorded]) -> Sequence[Change]:
        """Return the newest rows of the rounds that facts are about."""
        views = self._views
        newest: dict[str, Placed] = {}
        clocks: dict[str, Row] = {}
        for fact in facts:
            row = interruption_row(fact)
            if row is not None:
                clocks[fact.stream] = row
                continue
            stream = fact.stream
            before = newest.get(stream) or views.before(fact)
            newest[stream] = project_placed(before, fact)
        rounds: list[Row] = []
        seats: list[Row] = []
        for stream, placed in newest.items():
            views.keep(stream, placed)
            if placed.view is not None:
                rounds.append(round_row(stream, placed.view, placed.opened))
                seats += seat_rows(stream, placed.view, placed.opened)
        return (
            Change(ROUNDS, rounds, replaces=True),
            Change(SEATS, seats, replaces=True),
            Change(INTERRUPTIONS, [*clocks.values()], replaces=True),
        )


def project_placed(placed: Placed, fact: Recorded) -> Placed:
    """Return the view after a fact, with the position of the opening."""
    after = project(placed.view, fact)
    return Placed(after, placed.opened if placed.view is not None else fact.position or 0)


def round_row(stream: str, view: RoundView, opened: int) -> Row:
    """Return the row of a round."""
    row = {name: getattr(view, name) for name in RoundView.__struct_fields__ if name != "seats"}
    return {
        "round": stream.removeprefix(streams.ROUNDS),
        **row,
        "status": view.status.value,
        "opened_position": opened,
    }


def seat_rows(stream: str, view: RoundView, opened: int) -> list[Row]:
    """Return the rows of a round's seats."""
    round_id = stream.removeprefix(streams.ROUNDS)
    when: Row = {"started_at": view.started_at, "opened_position": opened}
    return [
        {"round": round_id, **figures_of(line), "side": line.side, **when} for line in view.seats
    ]


def figures_of(line: SeatView) -> Row:
    """Return who sits at a seat, and the figures of it."""
    result = NO_RESULT if line.result is None else msgspec.structs.asdict(line.result)
    return {
        "seat": line.seat,
        "player": line.player,
        "stack": line.stack,
        **result,
        "score": line.score,
    }


PROJECTION: Final = Projection(NAME, FACTS, (ROUNDS, SEATS, INTERRUPTIONS), RoundsWriter)
