"""Files that a command may write: any but those that the house itself lives in."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from domain.kernel.text import reason_of, text
from domain.log.address import MEMORY, is_postgres, sqlite_path
from domain.log.files import putting
from replay.errors import CannotWriteError
from replay.settings import key_files, views_address

_SUFFIXES: Final = ("", "-wal", "-shm", "-journal", ".steward")
"""What the names of the log's and the views' files end with."""


@contextmanager
def told_of(output: Path) -> Iterator[None]:
    """Raise `CannotWriteError` where writing a file fails."""
    try:
        yield
    except OSError as error:
        reason = reason_of(error)
        message = text("{path} cannot be written: {reason}", path=output, reason=reason)
        raise CannotWriteError(message) from error


@contextmanager
def written(output: Path) -> Iterator[IO[bytes]]:
    """Give a file to be written that is its owner's alone: all of it or nothing, over another.

    A device or a pipe is no place for a file, and is written to. Raises `CannotWriteError`.
    """
    with told_of(output):
        to = output.open("wb") if _leads_on(output) else putting(output, over=True)
        with to as file:
            yield file


def _leads_on(path: Path) -> bool:
    """Say whether a path is of a device, a pipe, or what is open already, such as /dev/stdout."""
    if not path.is_file():
        return path.exists()
    return path.is_symlink() and path.parent.resolve().parts[1:2] in {("dev",), ("proc",)}


def refuse_files_of_the_house(output: Path, url: str) -> None:
    """Raise `CannotWriteError` for the log, its keys, its views, and what lies beside them."""
    if output.exists() and any(
        file.exists() and output.samefile(file) for file in _files_of_the_house(url)
    ):
        message = text("{output} is a file of the house: its log, keys or views", output=output)
        raise CannotWriteError(message)


def _files_of_the_house(url: str) -> Iterator[Path]:
    yield from key_files(url)
    for address in (url, views_address(url)):
        if address is None or address == MEMORY or is_postgres(address):
            continue
        file = sqlite_path(address)
        if file is not None:
            yield from (Path(f"{file}{suffix}") for suffix in _SUFFIXES)
