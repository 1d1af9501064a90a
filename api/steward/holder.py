"""Who does what the house does by itself: one process at a time of all that share a log.

Two that hold it for a moment do no harm, since what they do has the same ids and happens once; but
it would be work done twice.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from domain.log.address import is_postgres, sqlite_path

SUFFIX: Final = ".steward"
"""What the name of the file has behind that of the log, whose lock is the hold."""


class Holder(Protocol):
    """The hold on a log. It ends with the process at the latest, however that ends."""

    def hold(self) -> bool:
        """Take the hold, or make sure of it; False when another has it, or it was just lost.

        Asked again and again; it does not wait.
        """

    def release(self) -> None:
        """Let go, if it is held."""


class OnlyHolder:
    """The hold on a log in memory, which no other process can reach."""

    def hold(self) -> bool:
        """See `Holder.hold`."""
        return True

    def release(self) -> None:
        """See `Holder.release`."""


class FileHolder:
    """The hold on a log in a file: the lock of a file beside it, which stays empty."""

    def __init__(self, log: Path) -> None:
        path = log.resolve()
        self._path = path.with_name(path.name + SUFFIX)
        self._file: int | None = None

    def hold(self) -> bool:
        """See `Holder.hold`. Raises `OSError` when the file cannot be made."""
        if self._file is None:
            self._file = self._locked()
        elif not self._in_place(self._file):  # somebody removed it, and another may have its own
            self.release()
        return self._file is not None

    def release(self) -> None:
        """See `Holder.release`."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _locked(self) -> int | None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if self._in_place(file):
                return file
        os.close(file)
        return None

    def _in_place(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except FileNotFoundError:
            return False


def holder_of(url: str) -> Holder:
    """Return the hold on the log at an address, not yet taken. Raises `LogAddressError`."""
    if is_postgres(url):
        # Imported late: the driver takes longer to import than a short command on a file to run.
        from api.steward.server_holder import ServerHolder  # noqa: PLC0415

        return ServerHolder(url)
    path = sqlite_path(url)
    return OnlyHolder() if path is None else FileHolder(path)
