"""`paipu purge`: erasing the keys of rounds whose retention is over (H14)."""

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import uuid4

from api.office.cli import DONE, FAILED
from api.roles import Caller, Role
from api.said import add_speaking
from domain.house.labels import LONGEST, is_label, is_name
from domain.kernel.text import Text, text, text_of
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
from replay.messages.say import Say
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
    add_speaking(command, purge)
    add_log_option(command)


def purge(chosen: argparse.Namespace, say: Say) -> int:
    """`paipu purge`: erase the keys of every round that ended before the retention time.

    Returns 0, or 2 without a person or a reason. Raises a `LogError`.
    """
    if chosen.log == MEMORY:
        raise LogAddressError(text("a log in memory is empty when a command begins"))
    if not chosen.look and (why := _unfit(chosen)) is not None:
        print(f"paipu: {say(why)}", file=sys.stderr)
        return FAILED
    days = number(RETENTION_SETTING)
    before = datetime.now(UTC) - timedelta(days=days)
    with open_log(chosen.log, now=_now, read_only=chosen.look) as log:
        count = 0
        for stream in due(log, before):
            count += _purged(log, stream, chosen, say)
    told = (
        text("keys of {count} rounds would be erased, which ended before {before} UTC")
        if chosen.look
        else text("keys of {count} rounds were erased, which ended before {before} UTC")
    )
    print(say(told.of(count=count, before=f"{before:%Y-%m-%d %H:%M}")))
    return DONE


def due(log: Log, before: datetime) -> Iterator[str]:
    """H14.1: yield the rounds with keys whose last event was recorded before a moment."""
    for stream in log.keyed(ROUNDS, before):
        last = log.fact(stream, log.last_version(stream))
        if last is not None and last.envelope.recorded_at < before:
            yield stream


def _purged(log: Log, stream: str, chosen: argparse.Namespace, say: Say) -> bool:
    round_id = printable(stream.removeprefix(ROUNDS))
    if chosen.look:
        print(round_id)
        return True
    who = Caller(chosen.person, Role.OPERATOR)
    try:
        erase(log, stream, actor=who.actor, command_id=str(uuid4()), reason=chosen.reason)
    except (DisputedError, StillRunningError) as error:
        why = text("{error} ({code})", error=text_of(error), code=error.code)
        print(printable(say(text("kept  {round}: {why}", round=round_id, why=why))))
        return False
    print(round_id)
    return True


def _unfit(chosen: argparse.Namespace) -> Text | None:
    if chosen.person is None or not is_name(chosen.person):
        return text(
            "--as NAME or {setting} says who acts: 1 to {most} characters",
            setting=PERSON_SETTING,
            most=LONGEST,
        )
    if chosen.reason is None or not is_label(chosen.reason):
        return text(
            "--reason TEXT says why: 1 to {most} printable characters, not blank at an end",
            most=LONGEST,
        )
    return None


def _now() -> datetime:
    return datetime.now(UTC)
