"""Which house is served where: what the command line chooses, and the service is told."""

import os
from typing import Final, NamedTuple

from replay.settings import LOG_SETTING

HOST: Final = "127.0.0.1"
PORT: Final = 8420
MOST_WORKERS: Final = 64
PAUSE_SETTING: Final = "PAIPU_PAUSE"
PAUSE_SECONDS: Final = 3


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


def hand_on(serving: Serving) -> None:
    """Set for this process and for those it starts what was chosen on the command line."""
    os.environ[LOG_SETTING] = serving.log
    os.environ[PAUSE_SETTING] = str(serving.pause_seconds)
