"""`replay rounds` with filters: found by the views, proven by the log, page by page."""

import json
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
import sqlalchemy as sa

from domain.log.store import open_log
from projections.rounds.table import ROUNDS
from projections.store.address import views_beside
from projections.store.engine import open_views
from replay.cli import main
from tests.projections.rows import catch_up
from tests.support.keys import KEYS
from tests.support.logs import ticking, url
from tests.support.tables import migrate_views

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def viewed(played: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a log with its views."""
    path = Path(copy(played, tmp_path_factory.mktemp("viewed") / "log.db"))
    address = url(path)
    migrate_views(views_beside(address))
    with (
        open_log(address, now=ticking(), read_only=True, keys=KEYS) as log,
        open_views(views_beside(address)) as views,
    ):
        catch_up(log, views)
    return address


def found(address: str, capsys: Capture, *words: str, code: int = 0) -> Any:  # noqa: ANN401 -- JSON
    assert main(["rounds", *words, "--json", "--log", address]) == code
    return json.loads(capsys.readouterr().out)


def test_all_rounds_are_found_and_proven(viewed: str, capsys: Capture) -> None:
    assert main(["rounds", "--log", viewed]) == 0
    listed = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    told = found(viewed, capsys)
    assert {one["round"] for one in told["rounds"]} == {line[0] for line in listed}
    assert {one["checks"] for one in told["rounds"]} == {"proven"}
    assert told["next"] is None
    started = [one["started_at"] for one in told["rounds"]]
    assert started == sorted(started, reverse=True)
    status = {line[0]: line[3] for line in listed}
    assert {one["round"]: one["status"] for one in told["rounds"]} == status


def test_filters_choose(viewed: str, capsys: Capture) -> None:
    voided = found(viewed, capsys, "--status", "voided")["rounds"]
    assert {one["status"] for one in voided} == {"voided"}
    (complete,) = found(viewed, capsys, "--pot-least", "1", "--limit", "1")["rounds"]
    winner = next(seat for seat in complete["seats"] if seat["result"] == "won")
    pot, name, net = complete["pot_total"], winner["player"], winner["funds"]["net"]
    here = ("--oldest", "--limit", "1", "--since", complete["started_at"])
    for words in (
        ("--winner", name),
        ("--player", name, "--result", "won"),
        ("--player", name, "--net-least", str(net), "--net-most", str(net)),
        ("--pot-least", str(pot), "--pot-most", str(pot)),
        ("--game", "sizhidao", "--disputed", "no"),
    ):
        assert found(viewed, capsys, *words, *here)["rounds"] == [complete], words
    for words in (("--disputed", "yes"), ("--match", "none"), ("--until", "2020-01-01")):
        assert found(viewed, capsys, *words)["rounds"] == []


def test_pages_follow_one_another(viewed: str, capsys: Capture) -> None:
    every = [one["round"] for one in found(viewed, capsys, "--oldest")["rounds"]]
    told, after = list[str](), list[str]()
    while True:
        page = found(viewed, capsys, "--oldest", "--limit", "9", *after)
        told += [one["round"] for one in page["rounds"]]
        if page["next"] is None:
            break
        after = ["--after", str(page["next"])]
    assert told == every
    assert main(["rounds", "--limit", "1", "--log", viewed]) == 0
    header, line, more = capsys.readouterr().out.splitlines()
    assert header.split()[:5] == ["round", "game", "table", "status", "checks"]
    assert line.split()[0] == every[-1]
    assert more.startswith("more: --after ")


def test_times_that_no_calendar_has_are_before_and_after_all(viewed: str, capsys: Capture) -> None:
    first, last = "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"
    every = found(viewed, capsys)["rounds"]
    assert found(viewed, capsys, "--since", first, "--until", last)["rounds"] == every
    assert found(viewed, capsys, "--since", last)["rounds"] == []
    assert found(viewed, capsys, "--until", first)["rounds"] == []


def test_a_row_that_was_changed_to_be_found_is_no_proof(
    viewed: str, tmp_path: Path, capsys: Capture
) -> None:
    path = viewed.removeprefix("sqlite:///")
    address = url(Path(copy(path, tmp_path / "log.db")))
    copy(path.replace("log.db", "log.views.db"), tmp_path / "log.views.db")
    with open_views(views_beside(address)) as views, views.writing() as connection:
        connection.execute(
            sa.update(ROUNDS).values(pot_total=10**9).where(ROUNDS.c.round == "tied")
        )
    (told,) = found(address, capsys, "--pot-least", str(10**9), code=1)["rounds"]
    assert (told["round"], told["checks"]) == ("tied", "DIFFERENCE")


def test_a_page_that_is_none_is_told_so(viewed: str, capsys: Capture) -> None:
    for after in ("0", "99999999"):
        assert main(["rounds", "--after", after, "--log", viewed]) == 2
        assert "(no_such_page)" in capsys.readouterr().err


def test_without_views_nothing_is_searched(played: Path, capsys: Capture) -> None:
    assert main(["rounds", "--status", "open", "--log", url(played)]) == 2
    assert "(views_not_migrated)" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [("--limit", "0"), ("--limit", "x"), ("--net-least", "9" * 30), ("--since", "soon")],
)
def test_what_is_no_filter_is_refused(viewed: str, words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["rounds", *words, "--log", viewed])
    assert refused.value.code == 2
