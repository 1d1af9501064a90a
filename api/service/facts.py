"""The facts of a round of either game, and a fact as a viewer may see it (Z10, S9).

Whatever is told of a round with cards in it is made of facts that went through here, so that what a
viewer may not know never gets any further.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from api.service.answers import FactAnswer
from domain.flow.address import clock, game
from domain.games.rounds import ROUND, seen_by, turn_of
from domain.house.clock.state import Deadline
from domain.kernel.decider import name_of
from domain.kernel.seats import Seat, seats_of
from domain.log.envelope import Recorded
from domain.log.errors import DataKeyGoneError
from domain.log.keys import HOUSE
from domain.log.store import Log
from domain.shengji import state as shengji_state
from domain.shengji.events import RoundOpened as ShengjiOpened
from domain.sizhidao import state as sizhidao_state
from domain.sizhidao.events import RoundOpened as SizhidaoOpened
from projections.moments import moment, moment_of_ms

Opened = SizhidaoOpened | ShengjiOpened
"""How a round of either game begins."""

Viewer = Seat | None
"""Who looks: a seat, or (None) everybody who has none."""


_ENDED: Final[Mapping[type, str]] = {
    sizhidao_state.Settled: "settled",
    sizhidao_state.Voided: "voided",
    shengji_state.Settled: "settled",
    shengji_state.Voided: "voided",
}


class Facts(NamedTuple):
    """The facts of a round, the state they lead to, and until when its open turn may last."""

    opened: Opened
    recorded: Sequence[Recorded]
    state: Any
    due_ms: int | None

    @property
    def turn(self) -> str | None:
        """The turn that is open."""
        return turn_of(self.state)

    @property
    def due(self) -> str | None:
        """When the clock acts, RFC 3339."""
        return None if self.due_ms is None else moment_of_ms(self.due_ms)

    @property
    def last(self) -> Recorded:
        """The last fact."""
        return self.recorded[-1]

    def seat_of(self, player: str | None) -> Seat | None:
        """Return the seat of a player in this round."""
        return seat_in(self.opened, player)

    def seen(self, viewer: Viewer) -> Iterator[Any]:
        """Yield the facts as the viewer may see them."""
        return (seen_by(viewer, one.event) for one in self.recorded)


def players_of(opened: Opened) -> tuple[str, ...]:
    """Return the players of a round from p1 upward."""
    if isinstance(opened, ShengjiOpened):
        return opened.players
    return tuple(one.player for one in opened.players)


def seat_in(opened: Opened, player: str | None) -> Seat | None:
    """Return the seat of a player in a round, None for anybody else."""
    names = players_of(opened)
    seated = zip(seats_of(len(names)), names, strict=True)
    return next((seat for seat, name in seated if name == player), None)


def facts_of(log: Log, round_id: str) -> Facts | None:
    """Return the facts of a round, None if there is no such round. Raises the log's errors."""
    recorded = log.read(game(round_id).stream)
    opened = recorded[0].event if recorded else None
    if not isinstance(opened, Opened):
        return None
    if any(one.closed for one in recorded):
        raise DataKeyGoneError(recorded[0].stream, HOUSE)
    state = ROUND.fold(one.event for one in recorded)
    return Facts(opened, recorded, state, _due(log, round_id, turn_of(state)))


def _due(log: Log, round_id: str, turn: str | None) -> int | None:
    if turn is None:
        return None
    at = clock(round_id)
    state = at.decider.fold(one.event for one in log.read(at.stream))
    return state.due_ms if isinstance(state, Deadline) and state.turn == turn else None


def fact_answer(recorded: Recorded, viewer: Viewer) -> FactAnswer:
    """Return a fact as the viewer may see it."""
    seen = seen_by(viewer, recorded.event)
    fact = msgspec.to_builtins(seen)
    del fact["type"]
    return FactAnswer(
        position=recorded.position or 0,
        stream=recorded.stream,
        version=recorded.version,
        type=name_of(type(seen)),
        at=moment(recorded.envelope.recorded_at),
        origin=recorded.envelope.origin,
        fact=fact,
    )


def status_of(state: object) -> str:
    """Return whether a round that was opened is open, settled or voided, in that word."""
    return _ENDED.get(type(state), "open")
