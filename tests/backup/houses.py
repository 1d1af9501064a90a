"""A house whose log is backed up, and the commands that do it."""

from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from api.cli import main
from domain.log.adapter.opening import open_table
from domain.log.address import is_postgres, sqlite_path
from domain.log.store import Log, open_log
from projections.migrating import create_file
from tests.support.forging import SIGNER, fill
from tests.support.keys import KEYS
from tests.support.logs import ticking, url
from tests.support.tables import migrate

Capture = pytest.CaptureFixture[str]
KEY = str(SIGNER.verifiers[0])


class House:
    """A log at an address, with three checkpoints over it, the last of which is held outside."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        self.held = folder / "last.note"
        self.held.write_text(_filled(address), encoding="utf-8")

    def open(self) -> Log:
        return open_log(self.address, now=ticking(), keys=KEYS)


def _filled(address: str) -> str:
    """Make a log with all that a house has there; return the note of its last checkpoint."""
    if is_postgres(address):
        migrate(address)
        return fill(address)[-1]
    file, note = _once()
    path = sqlite_path(address)
    assert path is not None
    create_file(path)
    path.write_bytes(file)
    return note


@cache
def _once() -> tuple[bytes, str]:
    """Return the file of such a log, played once, and the note."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "house.db")
        migrate(url(path))
        note = fill(url(path))[-1]
        assert [one.name for one in Path(folder).iterdir()] == [path.name]
        return path.read_bytes(), note


def everything(address: str) -> tuple[object, ...]:
    """All that a log has: events, data keys, tiles."""
    with closing(open_table(address, read_only=True)) as table:
        tiles = [table.leaves.tile(0, number) for number in range(3)]
        return table.read.span(0, 1 << 62), table.keys.page(("", ""), 10_000), tiles


def backed_up(address: str, file: Path, code: int = 0) -> None:
    assert main(["backup", str(file), "--log", address]) == code


def restored(file: Path, address: str, *words: str, code: int = 0) -> None:
    assert main(["restore", str(file), "--log", address, *words]) == code
