"""Views and ledgers are compared with the events, one round or all, as far as they have come."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest
import sqlalchemy as sa

from projections.store.address import VIEWS_SETTING, views_beside
from projections.store.engine import Views, open_views
from replay.checks import VIEWS
from replay.cli import main
from tests.projections.rows import catch_up
from tests.support.bulk import reading
from tests.support.logs import VOIDED, new_log, store, url
from tests.support.tables import migrate_views
from tests.support.verify import harmed, lines, run, told

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def views(copied: Path) -> Iterator[Views]:
    """The views of a small log, which have come to its end."""
    address = views_beside(url(copied))
    migrate_views(address)
    with open_views(address) as opened, reading(copied) as log:
        catch_up(log, opened)
        yield opened


def change(views: Views, statement: str) -> None:
    with views.writing() as connection:
        assert connection.execute(sa.text(statement)).rowcount > 0


def checks(path: Path, capsys: Capture, code: int = 0) -> dict[str, str]:
    """The checks on the short round as `replay round` tells them, by name, without details."""
    assert main(["round", "short", "--log", url(path), "--json"]) == code
    object_ = json.loads(capsys.readouterr().out)
    return {check["name"]: check["verdict"] for check in object_["checks"]}


def test_views_that_equal_the_events_are_told(
    copied: Path, views: Views, tmp_path: Path, capsys: Capture
) -> None:
    assert views.place("chips").position > 0
    assert checks(copied, capsys)[VIEWS] == "ok"
    assert main(["round", "short", "--log", url(copied)]) == 0
    assert f"\nok          {VIEWS}: pots, rounds, chips, rake\n" in capsys.readouterr().out
    for workers in (1, 2):
        report = tmp_path / f"report{workers}"
        run(copied, "--workers", workers, "--report", report)
        checked = lines(report)[0]["checks"]
        assert isinstance(checked, list)
        assert checked[-1] == VIEWS
        assert {line["views"] for line in told(report).values()} == {"ok"}


def test_without_views_nothing_is_said_of_them(
    copied: Path, tmp_path: Path, capsys: Capture
) -> None:
    assert VIEWS not in checks(copied, capsys)
    run(copied, "--workers", 1, "--report", tmp_path / "report")
    assert VIEWS not in json.dumps(lines(tmp_path / "report"))
    assert {line["views"] for line in told(tmp_path / "report").values()} == {None}


CHANGES = {
    "a journal line": "UPDATE journal SET points = points + 1"
    " WHERE stream = 'round/short' AND version = 2",
    "a journal line removed": "DELETE FROM journal WHERE stream = 'round/short' AND version = 2",
    "a pot": "UPDATE pots SET total = total + 1 WHERE round = 'short'",
    "a status": "UPDATE rounds SET status = 'open' WHERE round = 'short'",
    "a rake": "UPDATE rake SET points = 0 WHERE round = 'short'",
}


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES)
def test_a_changed_row_is_found(
    statement: str, copied: Path, views: Views, tmp_path: Path, capsys: Capture
) -> None:
    change(views, statement)
    found = checks(copied, capsys, code=1)
    assert found.pop(VIEWS) == "difference"
    assert set(found.values()) == {"ok", "no_committed_deck"}
    assert main(["round", "short", "--log", url(copied)]) == 1
    assert capsys.readouterr().out.endswith("\nNOT PROVEN: first wrong place is in the views\n")
    run(copied, "--workers", 1, "--report", tmp_path / "report", code=1)
    assert f"DIFFERENCE  round short  {VIEWS}: " in capsys.readouterr().out
    found_lines = told(tmp_path / "report")
    short = found_lines.pop("short")
    assert (short["verdict"], short["views"]) == ("different", "difference")
    assert {line["verdict"] for line in found_lines.values()} == {"proven"}


def test_what_belongs_to_no_round_is_found_in_the_whole(
    copied: Path, views: Views, tmp_path: Path, capsys: Capture
) -> None:
    change(views, "UPDATE balances SET points = points + 1")
    run(copied, "--workers", 1, "--report", tmp_path / "report", code=1)
    out = capsys.readouterr().out
    assert "DIFFERENCE  views  " in out
    assert "different   0\n" in out
    assert out.endswith("\nNOT PROVEN\n")
    assert [line["line"] for line in lines(tmp_path / "report")].count("views") > 0
    run(copied, "--workers", 1, "--table", "nowhere")


def test_what_is_not_yet_projected_is_told_and_is_no_difference(
    copied: Path, views: Views, tmp_path: Path, capsys: Capture
) -> None:
    assert views.place("pots").position > 0
    with new_log(copied) as log:
        store(log, "later", VOIDED)
    assert main(["round", "later", "--log", url(copied), "--json"]) == 0
    told_round = json.loads(capsys.readouterr().out)
    assert told_round["proven"] is True
    assert told_round["checks"][-1]["verdict"] == "not_yet_projected"
    assert told_round["checks"][-1]["detail"].startswith("not yet projected: pots (at position ")
    assert main(["round", "later", "--log", url(copied)]) == 0
    assert f"\nnot yet     {VIEWS}: not yet projected" in capsys.readouterr().out
    run(copied, "--workers", 1, "--report", tmp_path / "report")
    assert "            1 of them not yet projected in full\n" in capsys.readouterr().out
    assert told(tmp_path / "report")["later"]["views"] == "not_yet_projected"


def test_views_of_a_damaged_round_prove_nothing(
    copied: Path, views: Views, capsys: Capture
) -> None:
    assert views.place("pots").position > 0
    harmed(copied)
    assert checks(copied, capsys, code=1)[VIEWS] == "unchecked"
    run(copied, "--workers", 1, code=1)
    assert "chain unbroken: event 7: gap\n" in capsys.readouterr().out


@pytest.mark.usefixtures("views")
def test_views_elsewhere_are_named_by_the_setting(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    beside = Path(views_beside(url(copied)).removeprefix("sqlite:///"))
    elsewhere = copy(beside, tmp_path / "elsewhere.db")
    beside.rename(tmp_path / "gone")
    assert VIEWS not in checks(copied, capsys)
    monkeypatch.setenv(VIEWS_SETTING, f"sqlite:///{elsewhere}")
    assert VIEWS in checks(copied, capsys)


@pytest.mark.parametrize("command", [["round", "short"], ["verify"]])
def test_views_that_cannot_be_used_are_told(
    command: list[str], copied: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv(VIEWS_SETTING, "nowhere.db")
    assert main([*command, "--log", url(copied)]) == 2
    assert capsys.readouterr().err.endswith(" (bad_views_address)\n")
