"""`paipu sample` and `paipu migrate`: on a fresh machine, twice, and where they cannot work."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from api.cli import main
from domain.house.table.events import RoundEnded
from domain.log.catalogue import members
from domain.log.store import open_log
from domain.log.streams import round_stream
from domain.sizhidao import events
from replay.proof import prove
from tests.support.commands import paipu, replay
from tests.support.house import rederived
from tests.support.keys import KEYS
from tests.support.logs import sample, stored_rounds, ticking, url


def listed(log: str, folder: Path) -> list[list[str]]:
    ran = replay("rounds", "--log", log, folder=folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    return [line.split() for line in ran.stdout.splitlines()[1:]]


def test_sample_rounds_in_a_fresh_folder_and_again_on_the_same_log(tmp_path: Path) -> None:
    where = {"PAIPU_LOG": ""}
    for time in (1, 2):
        ran = paipu(
            *("sample", "--rounds", "6", "--matches", "0"), folder=tmp_path, environment=where
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        assert "P1 59600 · P2 150 · P3 250" in ran.stdout
        assert "\nproven\n" in ran.stdout

        rows = listed("sqlite:///var/log.db", tmp_path)
        assert len(rows) == 9 * time
        assert all("proven" in row for row in rows)
        statuses = Counter(word for row in rows for word in row if word in {"voided", "open"})
        assert statuses == {"voided": time, "open": time}
    assert (tmp_path / "var/log.db").stat().st_mode & 0o077 == 0


def test_every_command_that_it_proposes_works(tmp_path: Path) -> None:
    log = url(tmp_path / "log.db")
    ran = paipu("sample", "--rounds", "1", "--log", log, folder=tmp_path)
    proposed = ran.stdout.split("Try next:\n")[1].splitlines()
    commands = [line.split() for line in proposed if not line.strip().startswith("#")]

    assert len(commands) == 11
    for setting, _, *arguments in commands:
        name, _, address = setting.partition("=")
        tried = replay(*arguments, folder=tmp_path, environment={name: address})
        assert (name, address) == ("PAIPU_LOG", log)
        assert (tried.returncode, tried.stderr) == (0, ""), arguments
        assert tried.stdout or "-o" in arguments


def test_a_seed_repeats_what_was_dealt_and_played(tmp_path: Path) -> None:
    played = []
    for name in ("one.db", "two.db"):
        log = url(tmp_path / name)
        assert paipu("sample", "--rounds", "3", "--seed", "7", "--log", log).returncode == 0
        with open_log(log, now=ticking(), read_only=True) as opened:
            rounds = [opened.read(round_stream(one)) for one in stored_rounds(opened)]
        played.append([[type(one.event).__name__ for one in recorded] for recorded in rounds])

    assert len(played[0]) > 6 + 3 + 1  # those of 四支刀, and of two matches
    assert played[0] == played[1]


def test_migrating_makes_a_log_and_changes_nothing_the_second_time(tmp_path: Path) -> None:
    log = url(tmp_path / "new" / "folder" / "log.db")
    first = paipu("migrate", "--log", log)
    content = (tmp_path / "new/folder/log.db").read_bytes()
    second = paipu("migrate", "--log", log)

    for ran in (first, second):
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout == f"{log} is up to date\n"
    assert (tmp_path / "new/folder/log.db").read_bytes() == content
    assert listed(log, tmp_path) == []


@pytest.mark.parametrize("command", ["migrate", "sample"])
def test_where_no_log_can_be_it_is_said_in_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("no database\n" * 100)
    for address, code in {
        "somewhere": "bad_log_address",
        "sqlite:///": "bad_log_address",
        url(tmp_path): "not_a_log",
        url(tmp_path / "text"): "not_a_log",
        url(tmp_path / "text" / "below"): "not_a_log",
    }.items():
        assert main([command, "--log", address]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("paipu: ")
        assert told.err.endswith(f"({code})\n")
        assert told.err.count("\n") == 1


def test_samples_in_memory_are_refused_since_nobody_could_look_at_it() -> None:
    ran = paipu("sample", "--rounds", "1", "--log", "memory:")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nosuch"],
        ["sample", "--rounds", "-1"],
        ["sample", "--rounds", "x"],
        ["sample", "--seed", "x"],
    ],
)
def test_a_mistake_in_the_call_says_how_to_call(arguments: list[str]) -> None:
    ran = paipu(*arguments)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("usage: paipu")


def test_a_reader_that_goes_away_is_not_complained_of(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(
            [sys.executable, "-c", "import sys; from api.cli import main; sys.exit(main())",
             "sample", "--rounds", "1", "--log", url(tmp_path / "log.db")],
            stdout=writing, stderr=subprocess.PIPE, timeout=120, check=False,
        )  # fmt: skip
    finally:
        os.close(writing)

    assert ran.stderr == b""


@pytest.mark.parametrize("seed", range(4))
def test_sixty_rounds_reach_every_kind_of_event_and_are_all_proven(seed: int) -> None:
    kinds: Counter[type] = Counter()
    with open_log("memory:", now=ticking()) as log:
        playing = sample(log, seed)
        ids = [*playing.play(60), playing.void_one(), playing.leave_one_running()]
        for round_id in ids:
            proof = prove(log, round_id)
            assert proof is not None
            assert proof.proven
            kinds.update(type(one.event) for one in proof.recorded)
            assert proof.status == {ids[-2]: "voided", ids[-1]: "open"}.get(round_id, "complete")

    assert set(members(events.Event)) - set(kinds) == set()


def test_its_house_loses_no_point_and_every_stream_of_it_can_be_decided_again() -> None:
    with open_log("memory:", now=ticking(), keys=KEYS) as log:
        playing = sample(log, 5)
        assert len([*playing.play(30), playing.void_one(), playing.leave_one_running()]) == 32
        playing.play_example()
        assert rederived(log) == 0
        tables = [log.read(stream) for stream in log.streams("table/")]
        ended = [one for facts in tables for one in facts if isinstance(one.event, RoundEnded)]
        assert len(ended) == 31


def test_whatever_the_seed_one_round_is_voided_and_one_left_running() -> None:
    for seed in range(60):
        with open_log("memory:", now=ticking()) as log:
            playing = sample(log, seed)
            ids = [playing.void_one(), playing.leave_one_running()]
            proofs = [prove(log, one) for one in ids]
            assert [proof.status for proof in proofs if proof] == ["voided", "open"]
