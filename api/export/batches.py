"""Exports that go on from each other: every row stands in one file of a folder, and in no other.

A file is named by the positions of the log that it covers, so that the folder says by itself how
far they go, however the one who writes it ended.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from domain.kernel.text import text
from replay.errors import CannotWriteError
from replay.outputs import told_of

_NAME: Final = re.compile(r"([a-z]+)-(\d{19})-(\d{19})\.parquet")
_DRAFT: Final = re.compile(rf"\.{_NAME.pattern}\.[0-9a-f]{{16}}")
"""The name of a file that is being written, see `domain.log.files.putting`."""


def place(folder: Path, what: str, after: int, last: int) -> Path:
    """Return where the rows after a position up to another are to stand."""
    return folder / f"{what}-{after + 1:019}-{last:019}.parquet"


class Covered(NamedTuple):
    """Up to which position of the log the files of a folder go, and the file that goes furthest."""

    last: int
    file: Path | None


def covered(folder: Path, what: str) -> Covered:
    """Return how far the files of a folder go, 0 if there are none."""
    found = ((_NAME.fullmatch(path.name), path) for path in folder.iterdir())
    named = (Covered(int(name[3]), path) for name, path in found if name and name[1] == what)
    return max(named, default=Covered(0, None))


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Let nobody else write batches into a folder. Raises `CannotWriteError`.

    What one that was killed has left half written is removed.
    """
    with told_of(folder):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _take(opened, folder)
        with told_of(folder):
            for path in folder.iterdir():
                if _DRAFT.fullmatch(path.name):
                    path.unlink()
        yield
    finally:
        os.close(opened)


def _take(opened: int, folder: Path) -> None:
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = text("another command writes batches into {path}", path=folder)
        raise CannotWriteError(message) from error
