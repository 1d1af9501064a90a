"""What bundles are written into: files that are new, whole, and their owner's alone."""

import os
from datetime import UTC, datetime
from pathlib import Path

from domain.kernel.text import text
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.errors import LogError, TreeBrokenError
from domain.log.files import put
from domain.log.store import open_log
from replay.errors import CannotWriteError
from replay.outputs import told_of
from replay.settings import known_signer


def require_free(output: Path) -> None:
    """Raise `CannotWriteError` if there is something in the place of a file to be written."""
    if os.path.lexists(output):
        message = text("{path} is there already, and nothing takes its place", path=output)
        raise CannotWriteError(message)


def write_new(output: Path, content: bytes) -> None:
    """Write a file that is its owner's alone: all of it or nothing, over nothing that is there.

    Raises `CannotWriteError`.
    """
    with told_of(output):
        put(output, content)


def signed_anew(url: str) -> bool:
    """Sign a checkpoint of a log, if it can be written and there are keys; say whether that was.

    Raises `TreeBrokenError` if the log is not what was signed before.
    """
    try:
        signer = known_signer(url)
        if signer is None:
            return False
        with open_log(url, now=lambda: datetime.now(UTC)) as log:
            return Checkpoints(log, signer).take() is not None
    except TreeBrokenError:
        raise
    except LogError:
        return False
