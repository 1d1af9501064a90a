"""Erasing the data keys of a stream: what it seals is lost to everybody, its chain stays whole."""

from contextlib import suppress
from typing import Final, NamedTuple

from domain.kernel.decider import Origin, name_of
from domain.log.decision import CommandInfo, Write
from domain.log.envelope import Recorded
from domain.log.erased import STREAMS, EraseKeys, KeysErased
from domain.log.errors import ConflictError, StillRunningError
from domain.log.store import Log
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
    """Erase the data keys of a stream that is over; return how many there still were.

    The erasure is an event, written first: if it is interrupted, or was asked for before, erasing
    again finishes it. Raises `StillRunningError`, and the log's errors.
    """
    rows = log.read_stored(stream)
    if not rows or rows[-1].topic not in _OVER:
        message = f"{stream} is not over; its keys are needed"
        raise StillRunningError(message)
    write = Write(
        stream=STREAMS + stream,
        expected_version=0,
        events=(KeysErased(stream=stream, reason=reason),),
    )
    info = CommandInfo(
        actor=actor,
        origin=Origin.OPERATOR,
        command_id=command_id,
        target=write.stream,
        command=EraseKeys(stream=stream, reason=reason),
    )
    if erasure_of(log, stream) is None and log.answered(info) is None:
        with suppress(ConflictError):  # somebody else has just erased them
            log.append((write,), info)
    return log.erase_keys(stream)


def erasure_of(log: Log, stream: str) -> Erasure | None:
    """Return what is remembered of the erasure of a stream's keys, None if there was none."""
    for one in log.read(STREAMS + stream):
        if isinstance(one.event, KeysErased) and one.event.stream == stream:
            return Erasure(one, one.event)
    return None
