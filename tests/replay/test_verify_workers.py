"""Several processes verify as one does; one that is killed is told, and so is Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path

import pytest

from domain.log.store import Log
from domain.log.streams import round_stream
from replay import verify, verify_workers
from replay.verify_choice import Choice
from replay.verify_report import Proven
from replay.verify_stretch import Window
from replay.verify_workers import Job, WorkerLostError, verify_by_workers
from tests.arch.source import ROOT
from tests.support.commands import SECONDS
from tests.support.logs import url
from tests.support.tamper import open_file, put, receipt_stream, rows_of
from tests.support.verify import harmed, lines, run, told

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def short_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small log has enough windows for several workers."""
    monkeypatch.setattr(verify, "SHORTEST", 20)
    monkeypatch.setattr(verify, "LONGEST", 40)


@pytest.mark.usefixtures("short_windows")
def test_workers_find_the_same_and_in_the_same_order(
    copied: Path, tmp_path: Path, capsys: Capture
) -> None:
    harmed(copied)
    with closing(open_file(copied)) as file:
        put(file, receipt_stream(rows_of(file, round_stream("voided"))[7]), [])
    run(copied, "--workers", 1, "--report", tmp_path / "one", code=1)
    run(copied, "--workers", 2, "--report", tmp_path / "two", code=1)
    assert lines(tmp_path / "one")[1:-1] == lines(tmp_path / "two")[1:-1]
    assert lines(tmp_path / "two")[-1]["workers"] == 2
    assert active_children() == []
    capsys.readouterr()


def test_a_short_log_has_one_worker_and_a_longer_one_as_many_as_there_are_processors(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(verify, "SHORTEST", 20)
    monkeypatch.setattr(verify, "processors", lambda: 2)
    run(small)
    assert ", 1 at a time" in capsys.readouterr().out
    monkeypatch.setattr(verify, "LONGEST", 40)
    run(small)
    assert ", 2 at a time" in capsys.readouterr().out


def test_a_worker_that_cannot_read_says_why(small: Path, tmp_path: Path) -> None:
    job = Job(url(tmp_path / "gone.db"), Choice(), Proven())
    with pytest.raises(verify_workers.WorkerFailedError) as failed:
        list(verify_by_workers(job, [Window(0, 100)], 2))
    assert failed.value.code == "log_missing"
    assert small.exists()


def test_a_killed_worker_is_told(small: Path) -> None:
    windows = (Window(0, 50) for _ in range(10_000))
    with closing(verify_by_workers(Job(url(small), Choice(), Proven()), windows, 2)) as found:
        assert next(found).lines != ()
        active_children()[0].kill()
        with pytest.raises(WorkerLostError):
            list(found)
    assert active_children() == []


def killing(log: Log, last: int, length: int) -> Iterator[Window]:
    for number, window in enumerate(PLAN(log, last, length)):
        if number == 7:  # beyond those that are under way at first
            active_children()[0].kill()
        yield window


PLAN = verify.plan


@pytest.mark.usefixtures("short_windows")
def test_what_a_killed_worker_leaves_can_be_resumed(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    report = tmp_path / "report"
    monkeypatch.setattr(verify, "plan", killing)
    run(played, "--workers", 2, "--report", report, code=2)
    out, err = capsys.readouterr()
    assert out.endswith("\nNOT ALL VERIFIED\n")
    assert err.endswith(" (worker_lost)\n")
    summary = lines(report)[-1]
    assert (summary["complete"], summary["reason"]) == (False, "worker_lost")
    done = len(told(report))
    monkeypatch.undo()
    run(played, "--workers", 1, "--resume", report, "--report", tmp_path / "second")
    every = told(tmp_path / "second").values()
    assert sum(line["earlier"] is True for line in every) == done < len(every)
    capsys.readouterr()


# Who runs the tests in the background of a shell has them ignore Ctrl-C, and their children too.
WAITING = """
import signal, sys, time
from replay import verify
from replay.cli import main
plan = verify.plan
def slow(log, last, length):
    for number, window in enumerate(plan(log, last, 20)):
        if number == 8:
            time.sleep(1_000)
        yield window
verify.plan, verify.SHORTEST, verify.LONGEST = slow, 20, 20
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_it_cleanly(workers: str, played: Path, tmp_path: Path) -> None:
    program, report = tmp_path / "waiting.py", tmp_path / "report"
    program.write_text(WAITING, encoding="utf-8")
    arguments = ["verify", "--log", url(played), "--workers", workers, "--report", str(report)]
    started = subprocess.Popen(
        [sys.executable, str(program), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    end = time.monotonic() + SECONDS
    while not report.exists() or report.read_bytes().count(b"\n") < 2:
        assert time.monotonic() < end
        time.sleep(0.01)
    os.killpg(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=SECONDS)
    assert (started.returncode, err.count("\n")) == (2, 1)
    assert err.endswith(" (interrupted)\n")
    assert out.endswith("\nNOT ALL VERIFIED\n")
    assert lines(report)[-1]["reason"] == "interrupted"
    assert told(report) != {}
