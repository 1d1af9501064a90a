"""A log with every kind of round in it, made once; tests that write work on a copy."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copy, copytree

import pytest

from api.cli import main as paipu
from domain.flow.address import match
from domain.games.rounds import waiting
from domain.house.match import commands as in_match
from domain.kernel.decider import Origin
from domain.log.store import Log, open_log
from domain.shengji.ruleset import Ruleset
from projections.store.address import VIEWS_SETTING
from replay.cli import main
from replay.settings import KEYS_SETTING
from tests.projections.match_room import MatchRoom
from tests.support.keys import KEYS, key_file
from tests.support.logs import OPEN, SHORT, TIED, VOIDED, new_log, sample, store, ticking, url
from tests.support.shengji import store_record
from tests.support.tamper import Workbench

BOTS = 16
RECORDS = ("00374", "00155", "00122", "00208")
"""Golden records of 比牌升級: a first round with returns, one that wins the match, and others."""


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


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of matches of 比牌升級, and of rounds that were played from records."""
    path = tmp_path_factory.mktemp("evening") / "log.db"
    with new_log(path) as log:
        evening_of(MatchRoom(log))
        for name in RECORDS:
            store_record(log, f"record-{name}", name)
        store_record(log, "begun", RECORDS[0], actions=40)
        late = store_record(log, "late", RECORDS[0], actions=6)
        while waiting(late.state) is not None:
            late.late()
    return path


def evening_of(room: MatchRoom) -> None:
    """Play a match to its end, one that is abandoned, and one that is left with a round running."""
    room.open("cup")
    voided = room.start("cup")
    room.play(voided, steps=60)
    room.void(voided)
    room.to_the_end("cup")
    room.open("tea")
    room.play(room.start("tea"))
    room.play(room.start("tea"), steps=20)
    room.ask(match("tea"), in_match.AbandonMatch(reason="the lamp went out"))
    room.open("bed")
    room.play(room.start("bed"))
    room.play(room.start("bed"), steps=30)
    room.ask(match("bed"), in_match.QuitMatch(player="lee"), Origin.PLAYER)
    room.ask(match("hall"), in_match.OpenMatch(match="hall", settings=Ruleset()))


@pytest.fixture(scope="session")
def evening_reader(evening: Path) -> Iterator[Log]:
    with open_log(url(evening), now=ticking(), read_only=True, keys=KEYS) as log:
        yield log


@pytest.fixture(scope="session")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with one round of 比牌升級 only, `r`, quick to copy."""
    path = tmp_path_factory.mktemp("one") / "log.db"
    with new_log(path) as log:
        store_record(log, "r", RECORDS[0])
    return path


@pytest.fixture(scope="session")
def sampled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `log.db` as `paipu sample` leaves it, its keys and views beside it; proven."""
    folder = tmp_path_factory.mktemp("sampled")
    log = url(folder / "log.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(KEYS_SETTING, raising=False)
        patch.delenv(VIEWS_SETTING, raising=False)
        assert paipu(["sample", "--rounds", "4", "--seed", "5", "--log", log]) == 0
        assert main(["verify", "--log", log]) == 0
    return folder


@pytest.fixture(name="sample")
def copy_of_the_sample(sampled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that log with all that is beside it, to be tampered with."""
    monkeypatch.delenv(KEYS_SETTING, raising=False)
    monkeypatch.delenv(VIEWS_SETTING, raising=False)
    copytree(sampled, tmp_path, dirs_exist_ok=True)
    return tmp_path / "log.db"
