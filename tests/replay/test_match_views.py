"""The views of matches and their rounds are compared with the events, where there are any."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest
import sqlalchemy as sa

from projections.store.address import views_beside
from projections.store.engine import Views, open_views
from replay.checks import VIEWS
from replay.cli import main
from replay.match.checks import ROUNDS
from tests.projections.rows import catch_up
from tests.replay.test_match import plain, shown
from tests.support.bulk import reading
from tests.support.clocked_match import clocked_match
from tests.support.logs import new_log, url
from tests.support.tables import migrate_views

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("clocked") / "log.db"
    with new_log(path) as log:
        clocked_match(log)
    return path


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    return Path(copy(played, tmp_path / "log.db"))


@pytest.fixture
def views(path: Path) -> Iterator[Views]:
    address = views_beside(url(path))
    migrate_views(address)
    with open_views(address) as opened, reading(path) as log:
        catch_up(log, opened)
        yield opened


def change(views: Views, statement: str) -> None:
    with views.writing() as connection:
        assert connection.execute(sa.text(statement)).rowcount > 0


@pytest.mark.usefixtures("views")
def test_views_that_equal_the_events_are_told(path: Path, capsys: Capture) -> None:
    assert f"\nok          {VIEWS}: matches, office\n" in shown(path, capsys, "m")
    assert main(["round", "m-1", "--log", url(path)]) == 0
    told = f"\nok          {VIEWS}: rounds, levels, scores, contests, tricks\n"
    assert told in capsys.readouterr().out
    assert main(["verify", "--log", url(path), "--workers", "1"]) == 0


def test_a_changed_level_is_told_of_its_round_and_with_the_match(
    path: Path, views: Views, capsys: Capture
) -> None:
    change(views, "UPDATE levels SET gained = 3 WHERE round = 'm-2'")
    words = shown(path, capsys, "m", code=1)
    assert f"DIFFERENCE  {ROUNDS}: round m-2: {VIEWS}: levels: " in words
    assert words.endswith("NOT PROVEN: first wrong place is in the views\n")
    assert main(["round", "m-2", "--log", url(path)]) == 1
    assert capsys.readouterr().out.endswith("NOT PROVEN: first wrong place is in the views\n")


def test_a_changed_row_of_the_match_is_told_with_it(
    path: Path, views: Views, capsys: Capture
) -> None:
    change(views, "UPDATE matches SET status = 'won'")
    words = shown(path, capsys, "m", code=1)
    assert words.endswith("NOT PROVEN: first wrong place is in the views\n")


def test_views_that_lag_are_no_fault(path: Path, capsys: Capture) -> None:
    migrate_views(views_beside(url(path)))
    told = plain(path, capsys, "m")
    verdicts = {check["name"]: check["verdict"] for check in told["checks"]}
    assert verdicts[VIEWS] == "not_yet_projected"
    assert told["proven"] is True


@pytest.mark.usefixtures("views")
def test_a_trick_of_the_views_is_said_to_be_counted_from_0(
    path: Path, views: Views, capsys: Capture
) -> None:
    change(views, "UPDATE tricks SET points = points + 5 WHERE round = 'm-1' AND trick = 2")
    assert main(["round", "m-1", "--log", url(path)]) == 1
    told = capsys.readouterr().out
    assert f"DIFFERENCE  {VIEWS}: tricks: tricks, round m-1 trick 2 (counted from 0): " in told
