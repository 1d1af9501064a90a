"""Every exit code is documented, and comes about when the page says so."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

import api.cli
import replay.cli
from api.house import House
from api.serving import PAUSE_SETTING
from domain.flow.address import match
from domain.house.match.commands import OpenMatch
from domain.shengji.ruleset import Ruleset
from replay.settings import LOG_SETTING
from replay.verify_workers import WorkerLostError
from tests.arch.source import ROOT
from tests.docs.conftest import Played
from tests.docs.demo import (
    with_all_of_it_removed,
    with_an_award_changed,
    with_its_end_cut_off,
    without_its_keys,
)
from tests.docs.markdown import page, spans, table, unlike
from tests.support.demonstration import demonstration
from tests.support.logs import new_log, url
from tests.support.service import free_port
from tests.support.tamper import tampered

Case = Callable[[Played, Path], list[str]]
RECORD = ROOT / "api" / "sample" / "records" / "source-example.paipu.toml"
NOWHERE = "nowhere.db"
DEMO = ("demo", "--port", str(free_port()))


def illegal(_: Played, here: Path) -> list[str]:
    text = RECORD.read_text(encoding="utf-8").replace('"p1 bet 50"', '"p2 bet 50"')
    (here / "illegal.paipu.toml").write_text(text, encoding="utf-8")
    return ["run", str(here / "illegal.paipu.toml")]


def unreadable(played: Played, here: Path) -> list[str]:
    return [*illegal(played, here), str(here / "nothing.paipu.toml"), str(RECORD)]


def harmed(played: Played, here: Path) -> list[str]:
    address = with_an_award_changed(played.log, here / "log.db", played.example)
    return ["round", played.example, "--log", address]


def not_proven(played: Played, here: Path) -> list[str]:
    address = with_its_end_cut_off(played.log, here / "log.db", played.example)
    return ["export", played.example, "--log", address]


def matched(here: Path, *, harmed: bool = False) -> list[str]:
    """Ask for a match that waits for players in a log of its own."""
    with new_log(here / "match.db") as log:
        opened = OpenMatch(match="m", settings=Ruleset())
        House(log).ask(match("m"), opened, actor="operator", command_id="1")
    if harmed:
        stream = match("m").stream
        tampered(here / "match.db", stream, lambda rows: [rows[0].with_event(match="n")])
    return ["match", "m", "--log", url(here / "match.db")]


def sample(here: Path) -> list[str]:
    return ["sample", "--rounds", "0", "--seed", "7", "--log", f"sqlite:///{here}/d"]


def serve(played: Played) -> list[str]:
    return ["serve", "--port", f"{free_port()}", "--log", played.address]


CASES: dict[tuple[str, str], Case] = {
    ("replay rounds", "0"): lambda played, _: ["rounds", "--log", played.address],
    ("replay rounds", "1"): lambda played, here: ["rounds", *harmed(played, here)[2:]],
    ("replay rounds", "2"): lambda _, __: ["rounds", "--log", NOWHERE],
    ("replay round", "0"): lambda played, _: ["round", played.example, "--log", played.address],
    ("replay round", "1"): harmed,
    ("replay round", "2"): lambda played, _: ["round", "none", "--log", played.address],
    ("replay match", "0"): lambda _, here: matched(here),
    ("replay match", "1"): lambda _, here: matched(here, harmed=True),
    ("replay match", "2"): lambda played, _: ["match", "none", "--log", played.address],
    ("replay verify", "0"): lambda played, _: ["verify", "--log", played.address],
    ("replay verify", "1"): lambda played, here: ["verify", *harmed(played, here)[2:]],
    ("replay verify", "2"): lambda _, __: ["verify", "--log", NOWHERE],
    ("replay export", "0"): lambda played, here: [
        *("export", played.example, "-o", str(here / "x.toml"), "--log", played.address)
    ],
    ("replay export", "2"): not_proven,
    ("replay run", "0"): lambda _, __: ["run", str(RECORD)],
    ("replay run", "1"): illegal,
    ("replay run", "2"): unreadable,
    ("paipu migrate", "0"): lambda played, _: ["migrate", "--log", played.address],
    ("paipu migrate", "2"): lambda _, __: ["migrate", "--log", NOWHERE],
    ("paipu serve", "0"): lambda played, _: serve(played),
    ("paipu serve", "2"): lambda _, __: ["serve", "--log", NOWHERE],
    ("paipu token", "0"): lambda played, _: ["token", "ann", "--log", played.address],
    ("paipu token", "2"): lambda played, _: ["token", "a/b", "--log", played.address],
    ("paipu demo", "0"): lambda _, __: [],
    ("paipu demo", "2"): lambda _, __: [*DEMO, "--log", NOWHERE],
    ("paipu sample", "0"): lambda _, here: sample(here),
    ("paipu sample", "1"): lambda _, here: sample(here),
    ("paipu sample", "2"): lambda _, __: ["sample", "--rounds", "0", "--log", NOWHERE],
    ("paipu rebuild", "0"): lambda played, _: ["rebuild", "rake", "--log", played.address],
    ("paipu rebuild", "2"): lambda _, __: ["rebuild", "--log", NOWHERE],
    ("paipu doctor", "0"): lambda played, _: ["doctor", "--log", played.address],
    ("paipu doctor", "1"): lambda played, _: ["doctor", "--expect", "0", "--log", played.address],
    ("paipu doctor", "2"): lambda _, __: ["doctor", "--log", NOWHERE],
}
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
    asked = ["export", running(played, capsys), "--running", "--log", played.address]
    assert replay.cli.main([*asked, "-o", str(tmp_path / "new.toml")]) == 0
    assert (tmp_path / "new.toml").stat().st_mode & 0o777 == 0o600


WITHOUT_ANSWER: dict[str, Callable[[Played, str], list[str]]] = {
    "no_such_round": lambda _, __: ["round", "none"],
    "no_such_match": lambda _, __: ["match", "none"],
    "no_such_seat": lambda played, _: ["round", played.example, "--seat", "p5"],
    "no_such_event": lambda played, _: ["round", played.example, "--at", "43"],
    "not_proven": lambda played, _: ["export", played.example],
    "cards_sealed": lambda played, _: ["export", played.example],
    "still_running": lambda _, running: ["export", running],
    "cannot_write": lambda played, _: ["export", played.example, "-o", "/"],
    "not_a_report": lambda _, __: ["verify", "--resume", "/"],
    "worker_lost": lambda _, __: ["verify"],
    "interrupted": lambda _, __: ["verify"],
}
ENDING: dict[str, BaseException] = {
    "worker_lost": WorkerLostError("a worker was lost"),
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
    if code == "not_proven":
        address = with_its_end_cut_off(played.log, tmp_path / "log.db", played.example)
    if code == "cards_sealed":
        address = without_its_keys(played.log, tmp_path / "log.db")
    arguments = WITHOUT_ANSWER[code](played, running(played, capsys))
    assert replay.cli.main([*arguments, "--log", address]) == 2
    told = capsys.readouterr()
    assert told.out == "" or (code in ENDING and told.out.endswith("\nNOT ALL VERIFIED\n"))
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
