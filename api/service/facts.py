"""The facts of a round of either game, and a fact as a viewer may see it (Z10, S9).

Whatever is told of a round with cards in it is made of facts that went through here, so that what a
viewer may not know never gets any further.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from api.service.answers import FactAnswer
from domain.flow.address import Address, Kind, clock, deck, game
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


NOW: Final = 1 << 62
"""The position up to which somebody sees who sees everything at once."""
Seen = Callable[[Opened], int]
"""Says of a round's opening up to which position of the log the round may be seen (H12)."""

_ENDED: Final[Mapping[type, Status]] = {
    sizhidao_state.Settled: Status.COMPLETE,
    sizhidao_state.Voided: Status.VOIDED,
    shengji_state.Settled: Status.COMPLETE,
    shengji_state.Voided: Status.VOIDED,
}


class Facts(NamedTuple):
    """The facts of a round, the state they lead to, how its clock stands, and its open turn.

    `decks` are the facts of its decks, whose secret may be masked. `cutters` are the seats that
    have to cut now; None unless a deck is being cut. All is as it stood at position `until`.
    """

    opened: Opened
    recorded: Sequence[Recorded]
    state: Any
    clock: clock_state.State
    decks: Sequence[Any]
    cutters: tuple[Seat, ...] | None
    turn: str | None
    until: int

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


def place_of(opened: Opened, round_id: str) -> Address:
    """Return the table or the match that a round is played in, the round for one of neither."""
    if isinstance(opened, ShengjiOpened):
        return game(round_id) if opened.match is None else Address(Kind.MATCH, opened.match)
    return game(round_id) if opened.table is None else Address(Kind.TABLE, opened.table)


def everything(_: Opened) -> int:
    """Let a whole round be seen."""
    return NOW


def before(recorded: Sequence[Recorded], until: int) -> Sequence[Recorded]:
    """Return the events of a stream up to a position of the log."""
    if not recorded or (recorded[-1].position or 0) <= until:
        return recorded
    return [one for one in recorded if (one.position or 0) <= until]


def facts_of(
    log: Log, round_id: str, version: int | None = None, *, seen: Seen = everything
) -> Facts | None:
    """Return the facts of a round, None if there is no such round. Raises the log's errors.

    `seen` says of its opening up to which position it may be seen. With `version`, one that it
    has, they are as they were when that was its last fact.
    """
    whole, decks, timed = (log.read(at(round_id).stream) for at in (game, deck, clock))
    opened = whole[0].event if whole else None
    if not isinstance(opened, Opened):
        return None
    if any(one.closed for one in whole):
        raise DataKeyGoneError(whole[0].stream, HOUSE)
    until = seen(opened)
    if version is not None and version < len(whole):
        # What lies between two facts of the round in the log came of the first one of them.
        until = min(until, (whole[version].position or 0) - 1)
    recorded = before(whole, until)
    if not recorded:
        return None
    in_decks: list[Any] = [one.event for one in before(decks, until)]
    state = ROUND.fold(one.event for one in recorded)
    stands = {game(round_id): state, deck(round_id): DECK.fold(in_decks)}.__getitem__
    cutting, turn = cut_in(stands, round_id, state), open_turn(stands, round_id)
    cutters = None if cutting is None else cutting.waits
    on_clock = (one.event for one in before(timed, until))
    name = None if turn is None else turn.name
    at_clock = clock(round_id).decider.fold(on_clock)
    return Facts(opened, recorded, state, at_clock, in_decks, cutters, name, until)


def fact_answer(recorded: Recorded, viewer: Viewer) -> FactAnswer:
    """Return a fact as the viewer may see it."""
    return FactAnswer(**fact_seen(recorded, viewer))


def fact_seen(recorded: Recorded, viewer: Viewer) -> dict[str, Any]:
    """Return the same as an object of JSON, for who makes many of them."""
    seen = seen_by(viewer, recorded.event)
    fact = msgspec.to_builtins(seen)
    del fact["type"]
    return {
        "position": recorded.position or 0,
        "stream": recorded.stream,
        "version": recorded.version,
        "type": name_of(type(seen)),
        "at": moment(recorded.envelope.recorded_at),
        "origin": recorded.envelope.origin,
        "fact": fact,
    }
