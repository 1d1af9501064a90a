"""A house whose log is backed up, and the commands that do it."""

from contextlib import closing
from pathlib import Path

import pytest

from api.cli import main
from domain.log.adapter.opening import open_table
from domain.log.store import Log, open_log
from projections.migrations.upgrade import migrate
from tests.support.forging import SIGNER, fill
from tests.support.keys import KEYS
from tests.support.logs import ticking

Capture = pytest.CaptureFixture[str]
KEY = str(SIGNER.verifiers[0])


class House:
    """A log at an address, with three checkpoints over it, the last of which is held outside."""

    def __init__(self, address: str, folder: Path) -> None:
        migrate(address)
        self.address = address
        self.held = folder / "last.note"
        self.held.write_text(fill(address)[-1], encoding="utf-8")

    def open(self) -> Log:
        return open_log(self.address, now=ticking(), keys=KEYS)


def everything(address: str) -> tuple[object, ...]:
    """All that a log has: events, data keys, tiles."""
    with closing(open_table(address, read_only=True)) as table:
        tiles = [table.leaves.tile(0, number) for number in range(3)]
        return table.read.span(0, 1 << 62), table.keys.page(("", ""), 10_000), tiles


def backed_up(address: str, file: Path, code: int = 0) -> None:
    assert main(["backup", str(file), "--log", address]) == code


def restored(file: Path, address: str, *words: str, code: int = 0) -> None:
    assert main(["restore", str(file), "--log", address, *words]) == code
