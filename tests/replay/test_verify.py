"""`replay verify`: what it prints and reports, and which rounds it is about."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from domain.log.streams import round_stream
from replay import verify
from replay.cli import main
from replay.integrity import integrity
from replay.verify_choice import Choice, moment
from replay.verify_report import Proven, read_proven
from replay.verify_workers import Job
from tests.support.bulk import in_bulk, reading
from tests.support.logs import new_log, url
from tests.support.tamper import tampered
from tests.support.verify import ROUNDS, harmed, lines, run, told

Capture = pytest.CaptureFixture[str]


# ---- what it prints


def test_a_proven_log_is_summed_up(small: Path, capsys: Capture) -> None:
    run(small, "--workers", 1)
    out, err = capsys.readouterr()
    assert err == ""
    assert [line.split(maxsplit=1) for line in out.splitlines()[:4]] == [
        ["rounds", "5"],
        ["proven", "5 (3 complete, 1 voided, 1 open)"],
        ["5", "of them without a committed deck"],
        ["different", "0"],
    ]
    assert out.endswith("\n\nproven\n")


def test_a_difference_is_told_with_its_first_wrong_place(copied: Path, capsys: Capture) -> None:
    harmed(copied)
    run(copied, "--workers", 1, code=1)
    out = capsys.readouterr().out
    assert out.startswith("DIFFERENCE  round short  chain unbroken: event 7: gap\n\n")
    assert "different   1\n" in out
    assert "proven      4 (2 complete, 1 voided, 1 open)\n" in out
    assert out.endswith("\nNOT PROVEN\n")


def test_the_sums_as_json(copied: Path, capsys: Capture) -> None:
    harmed(copied)
    run(copied, "--workers", 1, "--json", code=1)
    summary = json.loads(capsys.readouterr().out)
    (differing,) = summary.pop("differing")
    assert (differing["round"], differing["first_wrong"]["version"]) == ("short", 7)
    assert summary.pop("seconds") >= 0
    assert summary.pop("rounds_per_second") > 0
    assert summary == {
        "line": "summary",
        "complete": True,
        "reason": None,
        "rounds": 5,
        "proven": 4,
        "completed": 2,
        "voided": 1,
        "interrupted": 0,
        "open": 1,
        "without_deck": 4,
        "unchecked": 0,
        "different": 1,
        "earlier": 0,
        "not_yet_projected": 0,
        "views": [],
        "log": [],
        "tree": None,
        "workers": 1,
    }


def test_a_round_that_was_removed_whole_is_a_difference(copied: Path, capsys: Capture) -> None:
    tampered(copied, round_stream("short"), lambda _: [])
    run(copied, "--workers", 1, code=1)
    out = capsys.readouterr().out
    assert out.startswith("DIFFERENCE  round short  what was acknowledged is what is stored: event")
    assert "different   1\n" in out


def test_an_empty_log_is_proven(tmp_path: Path, capsys: Capture) -> None:
    new_log(tmp_path / "log.db").close()
    run(tmp_path / "log.db")
    assert capsys.readouterr().out.startswith("rounds      0\n")


def test_without_keys_nothing_is_proven_and_nothing_different(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv("PAIPU_KEYS")
    run(small, "--workers", 1, "--report", tmp_path / "report", code=2)
    out, err = capsys.readouterr()
    assert "unchecked   5 (cards are sealed)\n" in out
    assert out.endswith("\nNOT ALL CHECKED\n")
    assert err == ""
    assert {line["verdict"] for line in told(tmp_path / "report").values()} == {"unchecked"}
    assert len(read_proven(tmp_path / "report", integrity())) == 0


# ---- the report


def test_the_report_has_a_header_a_line_a_round_and_the_sums(
    copied: Path, tmp_path: Path, capsys: Capture
) -> None:
    harmed(copied)
    report = tmp_path / "report"
    run(copied, "--workers", 1, "--report", report, code=1)
    header, *middle, summary = lines(report)
    assert set(header) == {
        *("line", "report", "log", "begun", "last_position", "integrity", "choice", "checks")
    }
    assert (header["line"], header["report"], header["log"]) == ("header", 1, url(copied))
    assert header["integrity"] == integrity()
    assert [line["line"] for line in middle] == ["round"] * ROUNDS
    assert summary["line"] == "summary"
    with reading(copied) as log:
        rows = {name: log.read_stored(round_stream(name)) for name in told(report)}
    for name, line in told(report).items():
        assert set(line) == {
            *("line", "round", "table", "status", "verdict", "events", "last_hash", "first_wrong"),
            *("views", "game", "decks", "earlier"),
        }
        assert line["events"] == len(rows[name])
        assert line["last_hash"] == rows[name][-1].state[32:64].hex()
        assert (line["first_wrong"] is None) == (line["verdict"] == "proven") == (name != "short")
    assert told(report)["short"]["first_wrong"] == {
        "name": "chain unbroken",
        "verdict": "difference",
        "detail": "event 7: gap",
        "version": 7,
    }
    assert report.stat().st_mode & 0o777 == 0o600
    capsys.readouterr()


def test_a_report_that_cannot_be_written_is_told(small: Path, capsys: Capture) -> None:
    run(small, "--report", "/", code=2)
    assert capsys.readouterr().err.endswith(" (cannot_write)\n")


def test_no_password_is_in_a_report(small: Path) -> None:
    with reading(small) as log:
        job = Job("postgresql://paipu:secret@host/log", Choice(), Proven())
        header = verify.Verification(log, None, job, verify.Order()).header()
    assert header.log == "postgresql://paipu:***@host/log"


# ---- which rounds


def test_rounds_are_chosen_by_table_game_and_time(played: Path) -> None:
    with reading(played) as log:
        every = in_bulk(log, 500)
        opened = {
            name: log.read(round_stream(name))[0].envelope.recorded_at for name in in_bulk(log, 500)
        }
        assert in_bulk(log, 500, Choice(game="sizhidao")) == every
        for table in ("south", "west", "nowhere"):
            chosen = in_bulk(log, 64, Choice(table=table))
            assert chosen == {name: one for name, one in every.items() if one.table == table}
        middle = sorted(opened.values())[len(opened) // 2]
        before, after = Choice(until=middle), Choice(since=middle)
        early, late = in_bulk(log, 64, before), in_bulk(log, 64, after)
        assert {**early, **late} == every
        assert set(early) == {name for name, time in opened.items() if time < middle}
        assert in_bulk(log, 64, Choice(since=middle, until=middle)) == {}
        assert len(in_bulk(log, 64, Choice(since=middle, until=middle + timedelta(seconds=1)))) == 1


def test_what_cannot_be_told_is_always_chosen(copied: Path) -> None:
    tampered(copied, round_stream("short"), lambda rows: rows[1:])
    tampered(copied, round_stream("tied"), lambda _: [])
    with reading(copied) as log:
        assert set(in_bulk(log, 64, Choice(table="nowhere"))) == {"short", "tied"}
        assert set(in_bulk(log, 64, Choice(until=moment("2000-01-01")))) == {"short"}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2026-03-04", "2026-03-04T00:00:00+00:00"),
        ("2026-03-04T05:06", "2026-03-04T05:06:00+00:00"),
        ("2026-03-04T05:06:07Z", "2026-03-04T05:06:07+00:00"),
        ("2026-03-04T05:06:07+08:00", "2026-03-04T05:06:07+08:00"),
    ],
)
def test_times_are_iso_8601_and_utc_unless_they_say_otherwise(text: str, read: str) -> None:
    assert moment(text).isoformat() == read


@pytest.mark.parametrize(
    "wrong",
    [["--since", "soon"], ["--workers", "0"], ["--workers", "x"], ["--game", "go"]],
    ids=" ".join,
)
def test_wrong_arguments_are_two(wrong: list[str], small: Path, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["verify", "--log", url(small), *wrong])
    assert ended.value.code == 2
    assert wrong[0] in capsys.readouterr().err
