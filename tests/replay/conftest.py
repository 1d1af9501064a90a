"""A log with every kind of round in it, made once; tests that write work on a copy."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from domain.log.store import Log, open_log
from replay.settings import KEYS_SETTING
from tests.support.keys import KEYS, key_file
from tests.support.logs import OPEN, SHORT, TIED, VOIDED, new_log, sample, store, ticking, url
from tests.support.tamper import Workbench

BOTS = 16


@pytest.fixture(scope="session", autouse=True)
def key_setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The setting that names the file with the keys of these logs."""
    path = key_file(tmp_path_factory.mktemp("keys") / "keys")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEYS_SETTING, str(path))
        yield path


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of sample rounds and of the rounds of `tests.support.logs`, closed."""
    path = tmp_path_factory.mktemp("played") / "log.db"
    with new_log(path) as log:
        playing = sample(log)
        rounds = [*playing.play(BOTS), playing.leave_one_running(), playing.play_example()]
        assert len(rounds) == BOTS + 2
        store(log, "short", SHORT)
        store(log, "tied", TIED)
        store(log, "voided", VOIDED)
        store(log, "open", OPEN)
    return path


@pytest.fixture(scope="session")
def example() -> str:
    """The id of the rules' worked example in that log (Z4.6)."""
    return f"sample-{BOTS + 2}"


@pytest.fixture(scope="session")
def reader(played: Path) -> Iterator[Log]:
    with open_log(url(played), now=ticking(), read_only=True, keys=KEYS) as log:
        yield log


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with the worked example and the small rounds only, quick to copy."""
    path = tmp_path_factory.mktemp("small") / "log.db"
    with new_log(path) as log:
        sample(log).play_example()
        store(log, "short", SHORT)
        store(log, "tied", TIED)
        store(log, "open", OPEN)
        store(log, "voided", VOIDED)
    return path


@pytest.fixture
def copied(small: Path, tmp_path: Path) -> Path:
    """A copy of the small log, to be tampered with."""
    return Path(copy(small, tmp_path / "log.db"))


@pytest.fixture
def bench(round_id: str, copied: Path) -> Iterator[Workbench]:
    """A round of the small log on the workbench; `round_id` is the test's parameter."""
    with Workbench(copied, round_id) as opened:
        assert opened.wrong(opened.rows) is None
        yield opened
