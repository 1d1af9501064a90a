"""Putting a small file where it belongs: whole, durable, and for its owner alone."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


def put(path: Path, content: bytes, *, over: bool = False) -> None:
    """Write a file so that a reader sees all of it or nothing, also after a crash.

    It takes a free place, or with `over` that of the file before. Raises `OSError`, of which
    `FileExistsError` says that the place is taken.
    """
    with putting(path, over=over) as file:
        file.write(content)


@contextmanager
def putting(path: Path, *, over: bool = False) -> Iterator[IO[bytes]]:
    """Give a file to be written, which takes its place as `put` says once all is written."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(descriptor, 0o600)  # whatever the process takes away from new files
            yield file
            file.flush()
            os.fsync(descriptor)
        if over:
            draft.replace(path)
        else:
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
