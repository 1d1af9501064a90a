"""Every kind of log, one after another, for tests that must hold for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.log.store import Log, open_log
from projections.migrations.upgrade import migrate
from tests.log.given import ticking


@pytest.fixture(params=["memory", "sqlite"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    url = "memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/log.db"
    migrate(url)
    with open_log(url, now=ticking()) as opened:
        yield opened


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a log that outlives its process."""
    address = f"sqlite:///{tmp_path}/log.db"
    migrate(address)
    return address
