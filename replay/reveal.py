"""Revealing: all cards of a round for a named person with a reason, recorded before it is shown."""

import argparse
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple
from uuid import uuid4

from domain.flow.address import Address, Kind, access
from domain.flow.guards import guarded
from domain.house.access.commands import RevealCards
from domain.house.access.events import Purpose
from domain.house.labels import LONGEST, is_name
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.text import text
from domain.log.errors import ConflictError
from domain.log.store import CommandInfo, Log, Write, open_log
from domain.log.streams import round_stream
from replay.errors import RevealRefusedError, StillRunningError
from replay.games import ENDS
from replay.settings import PERSON_SETTING, set_person

__all__ = [
    "Purpose",
    "Revealing",
    "add_reveal_options",
    "record_reveal",
    "require_over",
    "revealing",
]

ROLE: Final = "operator"
"""Whoever runs a command on the house's own log runs the house."""
ATTEMPTS: Final = 20
"""How often a reveal is decided again that another one came before."""


class Revealing(NamedTuple):
    """Who asks to see all cards, and why."""

    person: str | None
    reason: str | None


def add_reveal_options(command: argparse.ArgumentParser) -> None:
    """Give a command the options that say who sees all cards, and why; see `revealing`."""
    add_person_option(command)
    command.add_argument("--reason", metavar="TEXT", help="why all cards are looked at; recorded")


def add_person_option(command: argparse.ArgumentParser) -> None:
    """Give a command the option that says who acts."""
    command.add_argument(
        "--as",
        dest="person",
        default=set_person(),
        metavar="NAME",
        help=f"who you are, for the log (default: ${PERSON_SETTING})",
    )


def revealing(chosen: argparse.Namespace) -> Revealing:
    """Return what `add_reveal_options` asked for."""
    return Revealing(chosen.person, chosen.reason)


def require_over(log: Log, round_id: str) -> None:
    """Raise `StillRunningError` unless a round's last event ends it, whatever else is wrong."""
    rows = log.read_stored(round_stream(round_id))
    if not rows or rows[-1].topic not in ENDS:
        message = text(
            "round {round} is still running, and its cards are shown to nobody",
            round=round_id,
        )
        raise StillRunningError(message)


def record_reveal(url: str, round_id: str, asked: Revealing, purpose: Purpose) -> None:
    """Record that all cards of a round are shown to somebody, durably, before any is (H9.7, H9.8).

    Call it when everything else is ready, and show nothing if it raises: `RevealRefusedError`
    without a person or a reason, or a `LogError` of a log that cannot be written.
    """
    person, reason = asked
    if person is None or not is_name(person):
        message = text(
            "--as NAME or {setting} says who looks: 1 to {most} characters",
            setting=PERSON_SETTING,
            most=LONGEST,
        )
        raise RevealRefusedError(message)
    if reason is None:
        message = text("all cards are shown with --reason only, which is recorded")
        raise RevealRefusedError(message)
    with open_log(url, now=_now) as log:
        command = RevealCards(
            round=round_id,
            viewer=person,
            role=ROLE,
            reason=reason,
            purpose=purpose,
            at_ms=int(_now().timestamp() * 1000),
        )
        _record(log, access(round_id), command)


def _record(log: Log, at: Address, command: RevealCards) -> None:
    info = CommandInfo(
        actor=f"{command.role}/{command.viewer}",
        origin=Origin.OPERATOR,
        command_id=str(uuid4()),
        target=at.stream,
        command=command,
    )
    for attempt in range(ATTEMPTS):
        recorded = log.read(at.stream)
        state = at.decider.fold(one.event for one in recorded)
        decided = guarded(partial(_state, log), at, command) or at.decider.decide(state, command)
        if isinstance(decided, Refusal):
            raise RevealRefusedError(decided.told())
        write = Write(stream=at.stream, expected_version=len(recorded), events=decided.facts)
        try:
            log.append((write,), info)
        except ConflictError:
            if attempt == ATTEMPTS - 1:
                raise
            continue
        return


def _state(log: Log, at: Address) -> object:
    """Return the state of a stream, of a round that which its opening leads to (H9.9).

    So a round that was tampered with can be looked into.
    """
    if at.kind is Kind.ROUND:
        first = log.fact(at.stream, 1)
        return at.decider.fold(() if first is None else (first.event,))
    return at.decider.fold(one.event for one in log.read(at.stream))


def _now() -> datetime:
    return datetime.now(UTC)
