"""The anchors of tables and matches as they stood at any position of the log (H6.2)."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from domain.flow.address import anchors
from domain.house.anchors.commands import Command
from domain.house.anchors.decider import ANCHORS, State
from domain.house.anchors.events import AnchorDropped, Event, OfPlayer
from domain.kernel.refusal import Refusal
from domain.kernel.text import text, word
from domain.log.envelope import Recorded
from domain.log.examine import examine
from domain.log.store import Log
from replay.decks.brought import Brought

MOVED: Final = text("does not lie in the log where it was written")


def _nothing() -> None:
    """Nothing is wrong with an anchor that never was."""


class Had(NamedTuple):
    """The anchor that a player had, None for none; `wrong` says what is wrong with how it came."""

    anchor: str | None
    wrong: Callable[[], str | None] = _nothing


Anchor = Callable[[str, str, int], Had]
"""Returns what a player had as an anchor at a venue before a position of the log."""


class DamagedAnchorsError(Exception):
    """The anchors of a venue cannot be read as far as they are asked for."""


class _Stood(NamedTuple):
    """What an event left a player with; `wrong` says why the event is not what the rules make."""

    version: int
    anchor: str | None
    wrong: str | None


class _Venue(NamedTuple):
    """What every player's anchor was from which position on, as read `until` a position.

    Nothing is known of what was there at `damaged` and behind it.
    """

    until: int
    damaged: int | None
    positions: Mapping[str, Sequence[int]]
    stood: Mapping[str, Sequence[_Stood]]


class AnchorsAt:
    """Asks the streams of anchors of one log: each is read once, and again when the log grows.

    All of it is decided again. By whom an anchor was changed is looked up where a deck hangs on it.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._venues: dict[str, _Venue] = {}
        self._brought = Brought(log)

    def __call__(self, venue: str, player: str, position: int) -> Had:
        """See `Anchor`. Raises `DamagedAnchorsError`, and the log's errors."""
        known = self._venues.get(venue)
        if known is None or known.until < position:
            known = self._venues[venue] = self._read(venue)
        if known.damaged is not None and known.damaged <= position:
            raise DamagedAnchorsError
        place = bisect_left(known.positions.get(player, ()), position)
        if not place:
            return Had(None)
        stood = known.stood[player][place - 1]
        return Had(stood.anchor, partial(self._wrong, venue, stood))

    def _wrong(self, venue: str, stood: _Stood) -> str | None:
        return stood.wrong or self._brought.wrong(venue, stood.version)

    def _read(self, venue: str) -> _Venue:
        until, rows = self._log.last_position(), self._log.read_stored(anchors(venue).stream)
        recorded, fault = examine(rows)
        damaged = None if fault is None else _behind(recorded)
        positions: dict[str, list[int]] = {}
        stood: dict[str, list[_Stood]] = {}
        state, last = ANCHORS.initial, 0
        for version, one in enumerate(recorded, start=1):
            fact, position = one.event, one.position or 0
            if not isinstance(fact, Event):
                continue
            wrong = _wrong(state, one) if position > last else MOVED
            state, last = ANCHORS.evolve(state, fact), position
            if isinstance(fact, OfPlayer):
                anchor = None if isinstance(fact, AnchorDropped) else fact.anchor
                positions.setdefault(fact.player, []).append(position)
                stood.setdefault(fact.player, []).append(_Stood(version, anchor, wrong))
        return _Venue(until, damaged, positions, stood)


def _wrong(state: State, one: Recorded) -> str | None:
    """Decide an event again; say why it is not what the rules make of its command."""
    command = one.envelope.command
    if not isinstance(command, Command):
        return text("was changed by no command")
    try:
        decided = ANCHORS.decide(state, command)
    except ValueError:  # an anchor that is no hex, which no house has taken
        return text("is none")
    if isinstance(decided, Refusal):
        return text("was refused ({code}, rule {rule})", code=decided.code, rule=word(decided.rule))
    return None if decided.facts == (one.event,) else text("is not what its command made of it")


def _behind(recorded: Sequence[Recorded]) -> int:
    """Return the first position of which nothing is known, behind what was sound."""
    return (recorded[-1].position or 0) + 1 if recorded else 0
