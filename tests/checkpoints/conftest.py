"""Every kind of log, with a house that signs it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.store import Log, open_log
from tests.checkpoints.given import SIGNER
from tests.contract.conftest import migrated
from tests.log.given import ticking
from tests.support.keys import KEYS


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    with (
        migrated(request.param, tmp_path) as address,
        open_log(address, now=ticking(), keys=KEYS) as opened,
    ):
        yield opened


@pytest.fixture
def checkpoints(log: Log) -> Checkpoints:
    return Checkpoints(log, SIGNER)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a log that outlives its process."""
    with migrated(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that is a log."""
    with migrated("sqlite", tmp_path):
        return tmp_path / "log.db"
