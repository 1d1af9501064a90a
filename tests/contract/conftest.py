"""Every kind of log, one after another, for tests that must hold for each."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from domain.log.store import Log, open_log
from tests.log.given import ticking
from tests.support.keys import KEYS
from tests.support.postgres import empty_log
from tests.support.tables import migrate


@contextmanager
def migrated(kind: str, folder: Path) -> Iterator[str]:
    """Yield the address of a new log."""
    if kind == "postgres":
        with empty_log() as address:
            yield address
    else:
        address = "memory:" if kind == "memory" else f"sqlite:///{folder}/log.db"
        migrate(address)
        yield address


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    with (
        migrated(request.param, tmp_path) as address,
        open_log(address, now=ticking(), keys=KEYS) as opened,
    ):
        yield opened


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a log that outlives its process."""
    with migrated(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def server_url() -> Iterator[str]:
    """The address of a log on a server."""
    with empty_log() as address:
        yield address
