"""A verification takes up an earlier report, and never more than that proves."""

import json
from pathlib import Path

import pytest

from domain.log.streams import round_stream
from replay.integrity import integrity
from replay.verify_report import read_proven
from tests.support.tamper import tampered
from tests.support.verify import ROUNDS, harmed, run, told

Capture = pytest.CaptureFixture[str]


def test_a_report_is_resumed(copied: Path, tmp_path: Path, capsys: Capture) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    run(copied, "--workers", 1, "--report", first)
    # A change that leaves the last hash alone shows who was really looked at.
    tampered(copied, round_stream("tied"), lambda rows: [*rows[:3], *rows[4:]])
    tampered(copied, round_stream("short"), lambda rows: rows[:-1])
    run(copied, "--workers", 1, "--resume", first, "--report", second, code=1)
    assert "3 of them earlier, and unchanged" not in capsys.readouterr().out
    found = told(second)
    assert {name for name, line in found.items() if line["earlier"]} == set(found) - {"short"}
    assert found["short"]["verdict"] == "different"
    whole = told(first)
    for name in set(found) - {"short", "tied"}:
        assert found[name] == {**whole[name], "earlier": True, "decks": None}
    run(copied, "--workers", 1, code=1)
    assert "different   2\n" in capsys.readouterr().out


def test_a_report_is_resumed_into_itself(copied: Path, tmp_path: Path, capsys: Capture) -> None:
    report = tmp_path / "report"
    harmed(copied)
    run(copied, "--workers", 1, "--report", report, code=1)
    before = report.read_bytes()
    report.write_bytes(before + b'{"line":"round","round":"t')  # killed while it wrote
    run(copied, "--workers", 1, "--resume", report, "--report", report, code=1)
    after = report.read_bytes()
    assert after.startswith(before)
    added = [json.loads(line) for line in after[len(before) :].splitlines()[1:]]
    assert [line["line"] for line in added] == ["header", *["round"] * ROUNDS, "summary"]
    assert [line["round"] for line in added[1:-1] if not line["earlier"]] == ["short"]
    capsys.readouterr()


def test_another_programs_report_proves_nothing(small: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    run(small, "--workers", 1, "--report", report)
    assert len(read_proven(report, integrity())) == ROUNDS
    assert len(read_proven(report, "other rules")) == 0
    ended = report.read_text(encoding="utf-8").replace(integrity(), "0" * 64)
    report.write_text(ended, encoding="utf-8")
    assert len(read_proven(report, integrity())) == 0


def test_a_later_difference_takes_back_what_was_proven(small: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    run(small, "--workers", 1, "--report", report)
    line = told(report)["tied"]
    with report.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**line, "verdict": "different"}) + "\n")
    proven = read_proven(report, integrity())
    assert len(proven) == ROUNDS - 1
    assert not proven.holds("tied", str(line["last_hash"]))
    assert proven.holds("short", str(told(report)["short"]["last_hash"]))
    assert not proven.holds("short", str(line["last_hash"]))


@pytest.mark.parametrize("content", [b"", b"\xff\n", b"{}\n", b'{"line":"round"}\n', None])
def test_what_is_no_report_is_not_resumed(
    content: bytes | None, small: Path, tmp_path: Path, capsys: Capture
) -> None:
    if content is not None:
        (tmp_path / "report").write_bytes(content)
    run(small, "--resume", tmp_path / "report", code=2)
    assert capsys.readouterr().err.endswith(" (not_a_report)\n")
