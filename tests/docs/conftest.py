"""One demonstration for all examples."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.demo import LOG, Shell, play_into


class Played(NamedTuple):
    """A folder with a demonstration in its usual log, and the id of the worked example in it."""

    folder: Path
    example: str

    @property
    def log(self) -> Path:
        return self.folder / LOG

    @property
    def address(self) -> str:
        return f"sqlite:///{self.log}"


SETTINGS = ("PAIPU_LOG", "PAIPU_KEYS", "PAIPU_VIEWS")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        for setting in SETTINGS:
            patch.delenv(setting, raising=False)
        return Played(folder, play_into(folder))


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples are read with nothing set, whatever other tests of this process have set."""
    for setting in SETTINGS:
        monkeypatch.delenv(setting, raising=False)


@pytest.fixture
def shell(played: Played, tmp_path: Path) -> Shell:
    shutil.copytree(played.folder, tmp_path / "here")
    return Shell(tmp_path / "here", played.example)
