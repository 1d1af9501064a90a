"""Houses to be struck, on each kind of log."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.postgres import new_database
from tests.support.service import Place, place_at


@pytest.fixture
def on_file(tmp_path: Path) -> Place:
    """A house in a file."""
    return place_at(f"sqlite:///{tmp_path}/log.db", tmp_path)


@pytest.fixture
def on_server(tmp_path: Path) -> Iterator[Place]:
    """A house on PostgreSQL."""
    with new_database(migrated=False) as url:
        yield place_at(url, tmp_path)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """A house, on both."""
    found: Place = request.getfixturevalue("on_file" if request.param == "sqlite" else "on_server")
    return found
