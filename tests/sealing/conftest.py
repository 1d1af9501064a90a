"""Logs with rounds in which most cards are never shown."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from domain.log.store import Log, open_log
from tests.support.keys import KEYS
from tests.support.logs import OPEN, SHORT, TIED, VOIDED, new_log, store, ticking, url

HIDDEN_ROUNDS = ("short", "voided", "open")
"""Rounds of which no card was ever shown."""


@pytest.fixture(scope="session")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of small rounds, closed."""
    path = tmp_path_factory.mktemp("sealed") / "log.db"
    with new_log(path) as log:
        for round_id, actions in zip(HIDDEN_ROUNDS, (SHORT, VOIDED, OPEN), strict=True):
            store(log, round_id, actions)
        store(log, "tied", TIED)
    return path


@pytest.fixture
def path(sealed: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(copy(sealed, tmp_path / "log.db"))


@pytest.fixture
def log(path: Path) -> Iterator[Log]:
    with open_log(url(path), now=ticking(), keys=KEYS) as opened:
        yield opened
