"""A migrated log in a file, open."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.log.store import Log, open_log
from tests.log.given import ticking
from tests.support.keys import KEYS
from tests.support.tables import migrate


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "log.db"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def log(path: Path) -> Iterator[Log]:
    with open_log(f"sqlite:///{path}", now=ticking(), keys=KEYS) as opened:
        yield opened
