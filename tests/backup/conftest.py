"""A house, its keys, and places for logs."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from replay.settings import KEYS_SETTING
from tests.backup.houses import House
from tests.support.keys import key_file
from tests.support.logs import url
from tests.support.postgres import empty_log, new_database


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = key_file(tmp_path / "keys")
    monkeypatch.setenv(KEYS_SETTING, str(path))
    return path


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Addresses of new logs, in a file or on a server."""
    with ExitStack() as stack:

        def place(kind: str, name: str = "") -> str:
            if kind == "server":
                return stack.enter_context(empty_log() if name else new_database(migrated=False))
            return url(tmp_path / f"{name or 'restored'}.db")

        yield place


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(url(tmp_path / "house.db"), tmp_path)
