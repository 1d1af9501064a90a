"""Files that a command may write: any but those that the house itself lives in."""

import os
from collections.abc import Iterator
from pathlib import Path

from domain.log.address import MEMORY, is_postgres, sqlite_path
from domain.log.masters import development_keys_path
from replay.errors import CannotWriteError
from replay.settings import KEYS_SETTING, views_address


def refuse_files_of_the_house(output: Path, url: str) -> None:
    """Raise `CannotWriteError` for the log, its keys, its views, and what lies beside them."""
    if output.exists() and any(
        file.exists() and output.samefile(file) for file in _files_of_the_house(url)
    ):
        message = f"{output} is a file of the house: its log, keys or views"
        raise CannotWriteError(message)


def _files_of_the_house(url: str) -> Iterator[Path]:
    if (chosen := os.environ.get(KEYS_SETTING)) is not None and chosen:
        yield Path(chosen)
    for address in (url, views_address(url)):
        if address is None or address == MEMORY or is_postgres(address):
            continue
        file = sqlite_path(address)
        if file is not None:
            yield development_keys_path(file)
            yield from (Path(f"{file}{suffix}") for suffix in ("", "-wal", "-shm", "-journal"))
