"""The self-check (H11): the program's digest and a sample of the log, recorded as an event."""

import logging
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from threading import Event, Thread
from typing import Final

from api.house import Answer, House
from domain.flow.address import SELFCHECK
from domain.house.selfcheck.commands import RecordSelfCheck
from domain.kernel.decider import Origin
from domain.log.errors import CommandReusedError
from domain.log.store import Log
from replay.integrity import integrity
from replay.sampling import faults_in_sample

VERSION: Final = version("paipu")
EVERY: Final = timedelta(hours=24)
LOOK_SECONDS: Final = 600.0
"""How often a service looks whether the last check is too old."""
ACTOR: Final = "house"

_logger: Final = logging.getLogger("paipu.selfcheck")


def found(log: Log, below: Callable[[int], int] = secrets.randbelow) -> RecordSelfCheck:
    """Check the running program and a sample of the log; return what there is to record."""
    faults = faults_in_sample(log, below)
    return RecordSelfCheck(version=VERSION, digest=integrity(), faults=faults)


def recorded_by(log: Log, actor: str, command_id: str) -> RecordSelfCheck | None:
    """Return the check that a command recorded, None if it has recorded none yet."""
    before = log.receipt_of(actor, command_id)
    if before is None or before.stream != SELFCHECK.stream:
        return None
    for version_of_it in (before.version, before.version - 1):  # an alarm may stand behind it
        fact = log.fact(before.stream, version_of_it)
        if fact is not None and isinstance(fact.envelope.command, RecordSelfCheck):
            return fact.envelope.command
    return None


def last_checked(log: Log) -> datetime | None:
    """Return when the house was checked last, None for never."""
    newest = log.fact(SELFCHECK.stream, log.last_version(SELFCHECK.stream))
    return None if newest is None else newest.envelope.recorded_at


def check_if_due(log: Log, house: House, now: datetime) -> Answer | None:
    """H11.1: check the house if nobody has for 24 hours; None if somebody has.

    The id of the command is made of the place in the stream, so that of several processes which
    find the last check too old one records a new one.
    """
    checked = log.last_version(SELFCHECK.stream)
    last = last_checked(log)
    if last is not None and now - last < EVERY:
        return None
    command_id = f"selfcheck/{checked}"
    try:
        return house.ask(
            SELFCHECK, found(log), actor=ACTOR, command_id=command_id, origin=Origin.HOUSE
        )
    except CommandReusedError:  # another process was faster, and found something else
        return None


class SelfChecker:
    """A thread that has the house checked every 24 hours. No error ends it."""

    def __init__(self, log: Log, house: House) -> None:
        self._log = log
        self._house = house
        self._stop = Event()
        self._thread = Thread(target=self._run, name="selfcheck", daemon=True)

    def start(self) -> None:
        """Begin, with a first look."""
        self._look()
        self._thread.start()

    def stop(self) -> None:
        """Stop after the check in hand."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(LOOK_SECONDS):
            self._look()

    def _look(self) -> None:
        try:
            check_if_due(self._log, self._house, datetime.now(UTC))
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is tried again
            _logger.error("the self-check failed (%s)", type(error).__name__)  # noqa: TRY400 -- a trace might quote what is stored
