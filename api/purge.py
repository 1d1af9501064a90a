"""`paipu purge`: erasing the keys of rounds whose retention is over (H14)."""

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import uuid4

from api.office.cli import DONE, FAILED
from api.roles import Caller, Role
from domain.house.labels import LONGEST, is_label, is_name
from domain.log.address import MEMORY
from domain.log.erasing import erase
from domain.log.errors import (
    DisputedError,
    LogAddressError,
    StillRunningError,
)
from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS
from replay.configuration import number
from replay.reveal import add_person_option
from replay.settings import PERSON_SETTING, add_log_option
from replay.text import printable

RETENTION_SETTING: Final = "PAIPU_RETENTION_DAYS"


def add_purge_options(command: argparse.ArgumentParser) -> None:
    """Make a parser that of `paipu purge`."""
    add = command.add_argument
    add("--reason", metavar="TEXT", help="why; it is recorded with every round")
    add("--look", action="store_true", help="tell what would be erased, and erase nothing")
    add_person_option(command)
    add_log_option(command)
    command.set_defaults(command=purge)


def purge(chosen: argparse.Namespace) -> int:
    """`paipu purge`: erase the keys of every round that ended before the retention time.

    Returns 0, or 2 without a person or a reason. Raises a `LogError`.
    """
    if chosen.log == MEMORY:
        raise LogAddressError("a log in memory is empty when a command begins")
    if not chosen.look and (why := _unfit(chosen)) is not None:
        print(f"paipu: {why}", file=sys.stderr)
        return FAILED
    days = number(RETENTION_SETTING)
    before = datetime.now(UTC) - timedelta(days=days)
    with open_log(chosen.log, now=_now, read_only=chosen.look) as log:
        count = 0
        for stream in due(log, before):
            count += _purged(log, stream, chosen)
    verb = "would be" if chosen.look else "were"
    print(f"keys of {count} rounds {verb} erased, which ended before {before:%Y-%m-%d %H:%M} UTC")
    return DONE


def due(log: Log, before: datetime) -> Iterator[str]:
    """H14.1: yield the rounds with keys whose last event was recorded before a moment."""
    for stream in log.keyed(ROUNDS, before):
        last = log.fact(stream, log.last_version(stream))
        if last is not None and last.envelope.recorded_at < before:
            yield stream


def _purged(log: Log, stream: str, chosen: argparse.Namespace) -> bool:
    round_id = printable(stream.removeprefix(ROUNDS))
    if chosen.look:
        print(round_id)
        return True
    who = Caller(chosen.person, Role.OPERATOR)
    try:
        erase(log, stream, actor=who.actor, command_id=str(uuid4()), reason=chosen.reason)
    except (DisputedError, StillRunningError) as error:
        print(f"kept  {round_id}: {printable(str(error))} ({error.code})")
        return False
    print(round_id)
    return True


def _unfit(chosen: argparse.Namespace) -> str | None:
    if chosen.person is None or not is_name(chosen.person):
        return f"--as NAME or {PERSON_SETTING} says who acts: 1 to {LONGEST} characters"
    if chosen.reason is None or not is_label(chosen.reason):
        return f"--reason TEXT says why: 1 to {LONGEST} printable characters, not blank at an end"
    return None


def _now() -> datetime:
    return datetime.now(UTC)
