"""The command `replay` as a process: logs that are none, broken pipes, other terminals."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from projections.migrations.upgrade import migrate
from replay.cli import main
from tests.arch.source import ROOT
from tests.golden.test_records import RECORDS
from tests.support.commands import SECONDS, replay
from tests.support.logs import new_log, store, url
from tests.support.reveals import REVEAL

Capture = pytest.CaptureFixture[str]
LOOKING = (["rounds"], ["round", "short"], ["round", "short", "--json"], ["looks", "short"])
COMMANDS = (*LOOKING, ["export", "short", *REVEAL])


def test_rounds_are_listed_by_their_ids_so_the_oldest_first(played: Path, capsys: Capture) -> None:
    assert main(["rounds", "--log", url(played)]) == 0
    told = capsys.readouterr()
    header, *rows = (line.split() for line in told.out.splitlines())

    assert told.err == ""
    assert header == ["round", "game", "table", "status", "checks", "seats", "events"]
    samples = [f"sample-{number}" for number in range(1, 19)]
    assert [row[0] for row in rows] == sorted([*samples, "short", "tied", "voided", "open"])
    told_of = {row[0]: row[2:] for row in rows}
    assert {row[1] for row in rows} == {"sizhidao"}
    assert told_of["short"] == ["-", "complete", "proven", "3", "15"]
    assert (told_of["voided"][1], told_of["open"][1]) == ("voided", "open")
    assert {row[4] for row in rows} == {"proven"}


def test_a_log_without_rounds_lists_none(tmp_path: Path, capsys: Capture) -> None:
    migrate(url(tmp_path / "log.db"))

    assert main(["rounds", "--log", url(tmp_path / "log.db")]) == 0
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("command", LOOKING)
def test_reading_changes_nothing_in_the_log(
    command: list[str], copied: Path, capsys: Capture
) -> None:
    before = copied.read_bytes()

    assert main([*command, "--log", url(copied)]) == 0
    assert capsys.readouterr().out
    assert copied.read_bytes() == before


def broken_logs(folder: Path) -> dict[str, str]:
    """Addresses that hold no log, and what is said of each."""
    (folder / "text.db").write_text("no database\n" * 100)
    (folder / "folder.db").mkdir()
    (folder / "empty.db").touch()
    with closing(sqlite3.connect(folder / "other.db")) as other:
        other.execute("CREATE TABLE events (x)")
    migrate(url(folder / "newer.db"))
    with closing(sqlite3.connect(folder / "newer.db")) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    return {
        url(folder / "missing.db"): "there is no log at",
        url(folder / "text.db"): "no SQLite database",
        url(folder / "folder.db"): "no SQLite database",
        url(folder / "empty.db"): "`paipu migrate`",
        url(folder / "other.db"): "`paipu migrate`",
        url(folder / "newer.db"): "newer program",
        url(folder / "text.db" / "x"): "text.db/x",
        "sqlite:///": "address",
        str(folder / "log.db"): "address",
        "postgres://x": "address",
        "": "there is no log at",
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_log_is_said_in_one_line(
    command: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address, says in broken_logs(tmp_path).items():
        monkeypatch.setenv("PAIPU_LOG", address)
        monkeypatch.chdir(tmp_path)

        assert main(command) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("replay: ")
        assert told.err.count("\n") == 1
        assert says in told.err
    assert not (tmp_path / "missing.db").exists()


def test_the_log_comes_from_the_option_before_the_environment(small: Path) -> None:
    elsewhere = {"PAIPU_LOG": "sqlite:////nowhere/log.db"}

    assert replay("rounds", "--log", url(small), environment=elsewhere).returncode == 0
    assert replay("rounds", environment={"PAIPU_LOG": url(small)}).returncode == 0
    missing = replay("rounds", environment=elsewhere)
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr.startswith("replay: there is no log at /nowhere/log.db")


@pytest.mark.parametrize(
    "arguments",
    [["rounds"], ["round", "sample-1"], ["round", "sample-1", "--json"],
     ["export", "sample-1", *REVEAL], ["looks", "sample-1"],
     ["run", *map(str, RECORDS)], ["run", "--json", *map(str, RECORDS)]],
    ids=lambda arguments: " ".join(arguments[:3])[:20],
)  # fmt: skip
def test_a_reader_that_goes_away_is_not_complained_of(arguments: list[str], copied: Path) -> None:
    """As in `replay … | head -1`: nothing on stderr, though not all could be told."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "replay", *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            check=False,
            env={**os.environ, "PAIPU_LOG": url(copied)},
        )
    finally:
        os.close(writing)

    assert ran.stderr == b""
    assert ran.returncode == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_without_chinese_is_told_all_the_same(encoding: str, small: Path) -> None:
    where = {"PYTHONIOENCODING": encoding, "PAIPU_LOG": url(small)}
    record = ROOT / "api" / "sample" / "records" / "source-example.paipu.toml"
    for arguments in (["round", "sample-1"], ["round", "sample-1", "--json"], ["run", str(record)]):
        ran = replay(*arguments, environment=where)
        assert ran.stderr == ""
        assert ran.returncode == 0


def test_a_full_disk_is_said_in_one_line(small: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "replay", "round", "sample-1", "--log", url(small)],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            check=False,
        )

    assert ran.returncode == 2
    assert ran.stderr.startswith(b"replay: ")
    assert ran.stderr.count(b"\n") == 1


@pytest.mark.parametrize("arguments", [[], ["nosuch"], ["round"], ["round", "short", "--at", "x"]])
def test_a_mistake_in_the_call_says_how_to_call(arguments: list[str]) -> None:
    ran = replay(*arguments)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("usage: replay")


def test_names_from_outside_reach_no_terminal_raw(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "log.db"
    name = "a\u202eb\u009b2J\x7f\n"
    with new_log(path) as log:
        store(log, "r1", ["void @operator"], table=name, players=(name, name, name))

    for command in (["rounds"], ["round", "r1"], ["round", "r1", "--json"]):
        assert main([*command, "--log", url(path)]) == 0
        told = capsys.readouterr().out
        assert "\\u202e" in told
        assert all(line.isprintable() for line in told.split("\n")), command


@pytest.mark.parametrize("command", ["round", "export"])
def test_a_round_named_in_no_text_is_not_there(command: str, small: Path) -> None:
    ran = replay(command, os.fsdecode(b"r\xff"), "--log", url(small))

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("replay: there is no round r\\udcff; `replay rounds` lists them")
    assert ran.stderr.count("\n") == 1
