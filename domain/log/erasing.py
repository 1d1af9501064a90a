"""Erasing the data keys of a round and its decks: their seals are lost, their chains stay whole."""

from contextlib import suppress
from typing import Final, NamedTuple

from domain.house.hold.commands import LetErase
from domain.house.hold.decider import HOLD
from domain.kernel.decider import Origin, name_of
from domain.kernel.refusal import Refusal
from domain.kernel.text import text
from domain.log.decision import CommandInfo, Write
from domain.log.envelope import Recorded
from domain.log.erased import STREAMS, EraseKeys, KeysErased
from domain.log.errors import ConflictError, DisputedError, StillRunningError
from domain.log.store import Log
from domain.log.streams import DECKS, HOLDS, ROUNDS
from domain.shengji import events as shengji_events
from domain.sizhidao import events as sizhidao_events

_OVER: Final = frozenset(
    name_of(kind)
    for game in (sizhidao_events, shengji_events)
    for kind in (game.RoundSettled, game.RoundVoided)
)


class Erasure(NamedTuple):
    """When the keys of a stream were erased, by whom and why."""

    recorded: Recorded
    event: KeysErased


def erase(log: Log, stream: str, *, actor: str, command_id: str, reason: str) -> int:
    """Erase the data keys of a round that is over, and of its decks; return how many there were.

    The erasure is an event, written first: if it is interrupted, or was asked for before, erasing
    again finishes it. Raises `StillRunningError`, `DisputedError` while a dispute about the round
    is open (H9.6), and the log's errors.
    """
    rows = log.read_stored(stream)
    if not rows or rows[-1].topic not in _OVER:
        message = text("{stream} is not over; its keys are needed", stream=stream)
        raise StillRunningError(message)
    info = CommandInfo(
        actor=actor,
        origin=Origin.OPERATOR,
        command_id=command_id,
        target=STREAMS + stream,
        command=EraseKeys(stream=stream, reason=reason),
    )
    while erasure_of(log, stream) is None and log.answered(info) is None:
        written = Write(
            stream=info.target,
            expected_version=0,
            events=(KeysErased(stream=stream, reason=reason),),
        )
        # A dispute that is opened meanwhile writes to the hold too: then one of the two conflicts.
        with suppress(ConflictError):
            log.append((written, _let(log, stream)), info)
    return log.erase_keys(stream) + log.erase_keys(DECKS + stream.removeprefix(ROUNDS))


def _let(log: Log, stream: str) -> Write:
    """Return the erasure's part in the hold on the round. Raises `DisputedError`."""
    hold = HOLDS + stream.removeprefix(ROUNDS)
    recorded = log.read(hold)
    state = HOLD.fold(one.event for one in recorded)  # type: ignore[misc]
    decided = HOLD.decide(state, LetErase())
    if isinstance(decided, Refusal):
        raise DisputedError(str(decided))
    return Write(
        stream=hold,
        expected_version=len(recorded),
        events=decided.facts,
        command=LetErase(),
    )


def erasure_of(log: Log, stream: str) -> Erasure | None:
    """Return what is remembered of the erasure of a stream's keys, None if there was none."""
    for one in log.read(STREAMS + stream):
        if isinstance(one.event, KeysErased) and one.event.stream == stream:
            return Erasure(one, one.event)
    return None
