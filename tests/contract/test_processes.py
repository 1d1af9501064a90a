"""Several processes on one file; a process that dies; a file opened again."""

import signal
import subprocess
import sys
from pathlib import Path

from domain.log.examine import verify
from domain.log.store import open_log
from tests.log.given import asked, bet, fill, ticking, write
from tests.support.keys import KEYS

ROOT = Path(__file__).parents[2]


def racer(url: str, number: int, writes: int, kind: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.contract.racer", url, f"{number}", f"{writes}", kind]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def lines(process: subprocess.Popen[str]) -> list[str]:
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return out.splitlines()


def test_racing_processes_lose_and_double_nothing(url: str) -> None:
    running = [racer(url, number, 15, "own") for number in range(3)]
    versions = [int(line.split()[0]) for process in running for line in lines(process)]

    assert sorted(versions) == list(range(1, 46))
    with open_log(url, now=ticking(), keys=KEYS) as log:
        assert len(log.read("round/1")) == 45


def test_processes_that_send_the_same_commands_write_each_once(url: str) -> None:
    running = [racer(url, number, 15, "same") for number in range(3)]
    answers = [line.split() for process in running for line in lines(process)]

    assert sorted(int(version) for version, _ in answers) == sorted([*range(1, 16)] * 3)
    assert [repeated for _, repeated in answers].count("False") == 15


def test_a_killed_writer_leaves_all_that_it_acknowledged(url: str) -> None:
    process = racer(url, 0, 100_000, "own")
    assert process.stdout is not None
    acknowledged = [int(process.stdout.readline().split()[0]) for _ in range(40)]
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read()  # not by `communicate`, which passes over what was read ahead
    process.wait(60)
    process.stdout.close()
    acknowledged += [int(line.split()[0]) for line in rest.splitlines() if line.endswith("e")]

    with open_log(url, now=ticking(), keys=KEYS) as log:
        rows = log.read_stored("round/1")
        assert verify(rows) is None
        assert acknowledged == list(range(1, len(acknowledged) + 1))
        assert len(rows) in {len(acknowledged), len(acknowledged) + 1}
        log.append([write("round/1", len(rows), bet())], asked("after"))


def test_a_log_opened_again_goes_on_where_it_was(url: str) -> None:
    with open_log(url, now=ticking(), keys=KEYS) as log:
        receipt = fill(log, "round/1", 3)
        position = log.last_position()
    with open_log(url, now=ticking(), keys=KEYS) as log:
        assert log.read("round/1")[-1].hash.hex() == receipt.hash
        assert log.receipt_of("ann", "round/1 2") is not None
        later = log.append([write("round/1", 3, bet())], asked("later"))
        assert later.positions == (position + 1,)
        assert verify(log.read_stored("round/1")) is None


def test_a_reader_works_beside_a_writer(url: str) -> None:
    with (
        open_log(url, now=ticking(), keys=KEYS) as writer,
        open_log(url, now=ticking(), keys=KEYS, read_only=True) as reader,
    ):
        for version in range(3):
            writer.append([write("round/1", version, bet())], asked(f"{version}"))
            assert len(reader.read("round/1")) == version + 1
