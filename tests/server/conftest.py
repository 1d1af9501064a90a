"""Databases on a server, and the commands of an operator who has such a database set."""

from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import NamedTuple

import pytest

from api.settings import TOKENS_SETTING
from domain.log.store import Log, open_log
from projections.store.address import VIEWS_SETTING
from projections.store.engine import Views, open_views
from replay.settings import KEYS_SETTING, LOG_SETTING, SIGNING_SETTING
from tests.support.commands import paipu, replay
from tests.support.keys import KEY, KEYS, key_file
from tests.support.logs import ticking
from tests.support.postgres import PASSWORD, new_database, shared_server

COMMANDS: dict[str, Callable[..., CompletedProcess[str]]] = {"paipu": paipu, "replay": replay}


class Desk(NamedTuple):
    """Where an operator sits: a log on a server, a key file, and a folder to work in."""

    url: str
    keys: Path
    folder: Path

    def run(self, *words: str, url: str | None = None, keys: bool = True) -> CompletedProcess[str]:
        """Run `paipu …` or `replay …` in a process of its own; no password is ever told."""
        name, *arguments = words
        environment = {
            LOG_SETTING: url or self.url,
            KEYS_SETTING: str(self.keys) if keys else "",
            VIEWS_SETTING: "",
            TOKENS_SETTING: str(key_file(self.folder / "tokens", ("test", KEY))),
            SIGNING_SETTING: str(key_file(self.folder / "signing", ("house.example", KEY))),
        }
        ran = COMMANDS[name](*arguments, environment=environment, folder=self.folder)
        assert PASSWORD not in ran.stdout + ran.stderr, words
        return ran

    def done(self, *words: str) -> str:
        """Run a command that must end well; return what it told."""
        ran = self.run(*words)
        assert (ran.returncode, ran.stderr) == (0, ""), (words, ran)
        return ran.stdout


class Store(NamedTuple):
    """A log and its views on a server, open, and their address."""

    log: Log
    views: Views
    url: str


@pytest.fixture(scope="session", autouse=True)
def key_setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The settings of commands that tests run in their own process."""
    path = key_file(tmp_path_factory.mktemp("keys") / "keys")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEYS_SETTING, str(path))
        patch.delenv(VIEWS_SETTING, raising=False)
        yield path


@pytest.fixture(scope="module")
def bare(key_setting: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk with an empty database, which all tests of a module share."""
    with new_database(migrated=False) as url:
        yield Desk(url, key_setting, tmp_path_factory.mktemp("desk"))


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty log and its empty views."""
    with (
        new_database(views=True) as url,
        open_log(url, now=ticking(), keys=KEYS) as log,
        open_views(url) as views,
    ):
        yield Store(log, views, url)


def execute(url: str, statement: str) -> list[tuple[object, ...]]:
    """Run a statement in a database as the server's superuser."""
    return shared_server().execute(statement, url.rpartition("/")[2])
