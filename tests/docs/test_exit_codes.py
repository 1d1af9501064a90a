"""Every exit code is documented, and comes about when the page says so."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import NoReturn

import pytest

import api.cli
import replay.cli
from api.serving import PAUSE_SETTING
from domain.kernel.text import text
from replay.errors import ClusterDiffersError
from replay.settings import LOG_SETTING
from replay.verify_workers import WorkerLostError
from tests.docs.conftest import Played
from tests.docs.demo import (
    with_all_of_it_removed,
    with_its_end_cut_off,
    without_its_keys,
)
from tests.docs.exit_cases import CASES
from tests.docs.exits_office import (
    NOWHERE,
)
from tests.docs.markdown import page, spans, table, unlike
from tests.support.demonstration import demonstration
from tests.support.logs import url
from tests.support.ports import free_port
from tests.support.reveals import REVEAL
from tests.upgrade.test_previous import OLD

DEMO = ("demo", "--port", str(free_port()))


MAINS = {"replay": replay.cli.main, "paipu": api.cli.main}


def test_every_exit_code_is_documented() -> None:
    rows = [
        f"{command} {code}".replace("`", "")
        for name in ("replay.md", "operation.md")
        for command, code, _ in table(page(name), "command", "exit", "when").rows
    ]
    assert unlike(rows, map(" ".join, CASES), ordered=True) == []


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_an_exit_code_comes_about(
    case: tuple[str, str], played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, code = case
    if case == ("paipu sample", "1"):
        monkeypatch.setattr("api.sample.story.show", lambda *_: 1)
    if case == ("paipu serve", "0"):  # it ends at once, as if it had been told to
        monkeypatch.setattr("uvicorn.Server.run", lambda self, _: setattr(self, "started", True))
        monkeypatch.setattr("logging.basicConfig", lambda **_: None)
        for setting in (LOG_SETTING, PAUSE_SETTING):  # it hands these on; they are put back
            monkeypatch.setenv(setting, "")
    if case == ("paipu simulate", "1"):  # what a command was answered is forgotten
        monkeypatch.setattr("domain.log.store.Log.answered", lambda *_: None)
    if case == ("paipu demo", "0"):
        with demonstration(tmp_path) as there:
            assert there.stop() == 0
        return
    assert MAINS[command.split()[0]](CASES[case](played, tmp_path)) == int(code)


@pytest.mark.parametrize("main", MAINS.values(), ids=MAINS)
def test_wrong_arguments_are_two(main: Callable[[list[str]], int]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["no such command"])
    assert ended.value.code == 2


@pytest.mark.parametrize("arguments", [["rounds"], ["round", "--json"]], ids=" ".join)
def test_a_round_that_was_removed_whole_is_one(
    arguments: list[str], played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = with_all_of_it_removed(played.log, tmp_path / "log.db", played.example)
    asked = [*arguments, played.example] if "round" in arguments else arguments
    assert replay.cli.main([*asked, "--log", address]) == 1
    (line,) = [one for one in capsys.readouterr().out.splitlines() if played.example in one]
    assert "missing" in line


def running(played: Played, capsys: pytest.CaptureFixture[str]) -> str:
    assert replay.cli.main(["rounds", "--log", played.address]) == 0
    rounds = capsys.readouterr().out.splitlines()
    (found,) = [line.split()[0] for line in rounds if "open" in line.split()]
    return found


def test_a_running_round_is_written_when_asked_for(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["export", running(played, capsys), "--running", "--log", played.address, *REVEAL]
    assert replay.cli.main([*asked, "-o", str(tmp_path / "new.toml")]) == 0
    assert (tmp_path / "new.toml").stat().st_mode & 0o777 == 0o600


WITHOUT_ANSWER: dict[str, Callable[[Played, str], list[str]]] = {
    "no_such_round": lambda _, __: ["round", "none"],
    "no_such_match": lambda _, __: ["match", "none"],
    "no_such_seat": lambda played, _: ["round", played.example, "--seat", "p5"],
    "no_such_page": lambda _, __: ["rounds", "--after", "7777777"],
    "no_such_event": lambda played, _: ["round", played.example, "--at", "43"],
    "not_proven": lambda played, _: ["export", played.example],
    "cards_sealed": lambda played, _: ["export", played.example],
    "still_running": lambda _, running: ["export", running],
    "reveal_refused": lambda played, _: ["round", played.example, "--reveal"],
    "bad_bundle": lambda _, __: ["check", "/"],
    "cards_in_clear": lambda _, __: ["bundle"],
    "cannot_write": lambda played, _: ["export", played.example, "-o", "/", *REVEAL],
    "cluster_missing": lambda _, __: ["verify", "--scheduler", "tcp://127.0.0.1:1"],
    "cluster_unusable": lambda _, __: ["verify", "--scheduler", "nonsense"],
    "cluster_differs": lambda _, __: ["verify"],
    "not_a_report": lambda _, __: ["verify", "--resume", "/"],
    "worker_lost": lambda _, __: ["verify"],
    "interrupted": lambda _, __: ["verify"],
}
ENDING: dict[str, BaseException] = {
    "cluster_differs": ClusterDiffersError(text("a worker is another")),
    "worker_lost": WorkerLostError(text("a worker was lost")),
    "interrupted": KeyboardInterrupt(),
}


def end_early(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    def ended(*_: object) -> NoReturn:
        raise ENDING[code]

    monkeypatch.setattr("replay.verify.plan", ended)


def test_every_code_of_replay_comes_about_here() -> None:
    documented = table(page("replay.md"), "code", "means", "do").column("code")
    codes = [code for cell in documented for code in spans(cell)]
    assert unlike(codes, WITHOUT_ANSWER, ordered=True) == []


@pytest.mark.parametrize("code", WITHOUT_ANSWER)
def test_a_code_of_replay_comes_about(
    code: str,
    played: Played,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = played.address
    if code in ENDING:
        end_early(monkeypatch, code)
    if code == "cluster_missing":
        monkeypatch.setitem(sys.modules, "replay.cluster", None)  # as if it could not be loaded
    if code == "not_proven":
        address = with_its_end_cut_off(played.log, tmp_path / "log.db", played.example)
    if code == "cards_sealed":
        address = without_its_keys(played.log, tmp_path / "log.db")
    arguments = WITHOUT_ANSWER[code](played, running(played, capsys))
    if code == "cards_in_clear":
        address = url(Path(copy(OLD, tmp_path / "log.db")))
        assert api.cli.main(["migrate", "--log", address]) == 0
        assert replay.cli.main(["rounds", "--log", address]) == 0
        in_clear = capsys.readouterr().out.split()[-7]
        arguments += [in_clear, "-o", str(tmp_path / "b.json")]
    log = [] if arguments[0] == "check" else ["--log", address]  # which knows no log
    assert replay.cli.main([*arguments, *log]) == 2
    told = capsys.readouterr()
    early = arguments[0] == "verify" and told.out.endswith("\nNOT ALL VERIFIED\n")
    assert told.out == "" or early
    assert told.err.count("\n") == 1
    assert told.err.endswith(f" ({code})\n")


@pytest.mark.parametrize(
    ("main", "arguments"),
    [
        (replay.cli.main, ["rounds"]),
        (replay.cli.main, ["verify"]),
        (api.cli.main, ["migrate"]),
        (api.cli.main, [*DEMO]),
        (api.cli.main, ["sample"]),
        (api.cli.main, ["rebuild"]),
        (api.cli.main, ["serve"]),
        (api.cli.main, ["token", "ann"]),
    ],
)
def test_every_command_tells_the_code_of_a_failure(
    main: Callable[[list[str]], int], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--log", NOWHERE]) == 2
    assert capsys.readouterr().err.endswith(" (bad_log_address)\n")


@pytest.mark.parametrize(
    "arguments",
    [[*DEMO], ["sample"], ["migrate"], ["serve"]],
    ids=["demo", "sample", "migrate", "serve"],
)
def test_what_is_to_last_is_not_made_in_memory(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert api.cli.main([*arguments, "--log", "memory:"]) == 2
    assert capsys.readouterr().err.endswith(" (bad_log_address)\n")


def test_output_that_finds_no_taker_is_two_and_a_reader_that_has_gone_is_not_told(
    played: Played,
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "replay", "rounds", "--log", played.address],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (2, b"")
