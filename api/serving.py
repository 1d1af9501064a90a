"""Which house is served where: what the command line chooses, and the service is told."""

from typing import Final, NamedTuple

from api.checkpointer import Every
from replay.configuration import hand_on, number, setting
from replay.registry import BY_NAME
from replay.settings import LOG_SETTING

HOST: Final = "127.0.0.1"
PORT: Final = 8420
MOST_WORKERS: Final = 64
PAUSE_SETTING: Final = "PAIPU_PAUSE"
PAUSE_SECONDS: Final = int(BY_NAME[PAUSE_SETTING].usual)
HOURS_SETTING: Final = "PAIPU_DISPUTE_HOURS"
WIN_SETTING: Final = "PAIPU_LARGE_WIN"
WAGER_SETTING: Final = "PAIPU_LARGE_WAGER"
EVENTS_SETTING: Final = "PAIPU_CHECKPOINT_EVENTS"
SECONDS_SETTING: Final = "PAIPU_CHECKPOINT_SECONDS"


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
    return setting(PAUSE_SETTING)


def set_dispute_hours() -> int:
    """Return the hours in which a dispute is to be decided. Raises `BadEnvironmentError`."""
    return number(HOURS_SETTING)


def set_large_win() -> int:
    """Return from how many points on a win is large (H15.1). Raises `BadEnvironmentError`."""
    return number(WIN_SETTING)


def set_large_wager() -> int:
    """Return from how many points on a wager is large (H15.1). Raises `BadEnvironmentError`."""
    return number(WAGER_SETTING)


def set_every() -> Every:
    """Return what is set, or the usual. Raises `BadEnvironmentError`."""
    return Every(number(EVENTS_SETTING), number(SECONDS_SETTING))


def hand_on_choices(serving: Serving) -> None:
    """Set for this process and for those it starts what was chosen on the command line."""
    hand_on({LOG_SETTING: serving.log, PAUSE_SETTING: str(serving.pause_seconds)})
