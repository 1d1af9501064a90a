"""The facts of a round of either game, and a fact as a viewer may see it (Z10, S9).

Whatever is told of a round with cards in it is made of facts that went through here, so that what a
viewer may not know never gets any further.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from api.service.answers import FactAnswer
from domain.flow.address import clock, deck, game
from domain.flow.turns import cut_in, open_turn
from domain.games.rounds import ROUND, seen_by
from domain.games.status import Status
from domain.house.clock import state as clock_state
from domain.house.clock.state import Deadline, Stopped
from domain.house.deck.decider import DECK
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


_ENDED: Final[Mapping[type, Status]] = {
    sizhidao_state.Settled: Status.COMPLETE,
    sizhidao_state.Voided: Status.VOIDED,
    shengji_state.Settled: Status.COMPLETE,
    shengji_state.Voided: Status.VOIDED,
}


class Facts(NamedTuple):
    """The facts of a round, the state they lead to, how its clock stands, and its open turn.

    `decks` are the facts of its decks, whose secret may be masked. `cutters` are the seats that
    have to cut now; None unless a deck is being cut.
    """

    opened: Opened
    recorded: Sequence[Recorded]
    state: Any
    clock: clock_state.State
    decks: Sequence[Any]
    cutters: tuple[Seat, ...] | None
    turn: str | None

    @property
    def due(self) -> str | None:
        """When the clock acts, RFC 3339; None if it does not, or not yet."""
        at = self.clock
        if not isinstance(at, Deadline) or at.turn != self.turn:
            return None
        return moment_of_ms(at.due_ms)

    @property
    def status(self) -> Status:
        """How the round stands."""
        stopped = isinstance(self.clock, Stopped)
        return _ENDED.get(type(self.state), Status.INTERRUPTED if stopped else Status.OPEN)

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
    decks: list[Any] = [one.event for one in log.read(deck(round_id).stream)]
    state = ROUND.fold(one.event for one in recorded)
    stands = {game(round_id): state, deck(round_id): DECK.fold(decks)}.__getitem__
    cutting, turn = cut_in(stands, round_id, state), open_turn(stands, round_id)
    cutters = None if cutting is None else cutting.waits
    at = clock(round_id)
    timed = at.decider.fold(one.event for one in log.read(at.stream))
    name = None if turn is None else turn.name
    return Facts(opened, recorded, state, timed, decks, cutters, name)


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
