"""Files that a command may write: any but those that the house itself lives in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from domain.kernel.text import text
from domain.log.address import MEMORY, is_postgres, sqlite_path
from replay.errors import CannotWriteError
from replay.settings import key_files, views_address

_SUFFIXES: Final = ("", "-wal", "-shm", "-journal", ".steward")
"""What the names of the log's and the views' files end with."""


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
