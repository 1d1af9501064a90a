"""A house that is served, as fixtures: in memory, or with its log in a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.leaks.inside import Inside, inside


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Inside]:
    """A house in memory."""
    with inside(tmp_path) as service:
        yield service


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the log of a stored house is."""
    return tmp_path / "log.db"


@pytest.fixture
def stored(tmp_path: Path, path: Path) -> Iterator[Inside]:
    """A house whose log is in a file."""
    with inside(tmp_path, f"sqlite:///{path}") as service:
        yield service
