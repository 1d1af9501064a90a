"""Which house is served where: what the command line chooses, and the service is told."""

import os
from typing import Final, NamedTuple

from api.checkpointer import Every
from domain.log.errors import LogError
from replay.settings import LOG_SETTING

HOST: Final = "127.0.0.1"
PORT: Final = 8420
MOST_WORKERS: Final = 64
PAUSE_SETTING: Final = "PAIPU_PAUSE"
PAUSE_SECONDS: Final = 3
HOURS_SETTING: Final = "PAIPU_DISPUTE_HOURS"
USUAL_DISPUTE_HOURS: Final = 72
MOST_DISPUTE_HOURS: Final = 24 * 366


EVENTS_SETTING: Final = "PAIPU_CHECKPOINT_EVENTS"
SECONDS_SETTING: Final = "PAIPU_CHECKPOINT_SECONDS"


class BadEnvironmentError(LogError):
    """A setting of the environment is not what it may be."""

    code = "bad_environment"


class Serving(NamedTuple):
    """Which house is served where, by how many processes."""

    log: str
    host: str = HOST
    port: int = PORT
    workers: int = 1
    pause_seconds: int = PAUSE_SECONDS

    @property
    def url(self) -> str:
        """Where a client on this machine finds it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


def set_pause() -> str:
    """Return the seconds between two rounds of a table that are set, or the usual ones."""
    return os.environ.get(PAUSE_SETTING) or str(PAUSE_SECONDS)


def set_dispute_hours() -> int:
    """Return the hours in which a dispute is to be decided. Raises `BadEnvironmentError`."""
    hours = _number(HOURS_SETTING, USUAL_DISPUTE_HOURS)
    if hours > MOST_DISPUTE_HOURS:
        message = f"{HOURS_SETTING} is at most {MOST_DISPUTE_HOURS}"
        raise BadEnvironmentError(message)
    return hours


def set_every() -> Every:
    """Return what is set, or the usual. Raises `BadEnvironmentError`."""
    usual = Every()
    return Every(
        _number(EVENTS_SETTING, usual.events),
        _number(SECONDS_SETTING, usual.seconds),
    )


def _number(setting: str, usual: int) -> int:
    told = os.environ.get(setting) or str(usual)
    if not (told.isascii() and told.isdigit() and 0 < int(told[:11]) < 1 << 31):
        message = f"{setting} is a whole number above 0"
        raise BadEnvironmentError(message)
    return int(told)


def hand_on(serving: Serving) -> None:
    """Set for this process and for those it starts what was chosen on the command line."""
    os.environ[LOG_SETTING] = serving.log
    os.environ[PAUSE_SETTING] = str(serving.pause_seconds)
