"""Every exit code is documented, and comes about when the page says so."""

from collections.abc import Callable
from pathlib import Path

import pytest

import api.cli
import replay.cli
from tests.arch.source import ROOT
from tests.docs.conftest import Played
from tests.docs.demo import with_an_award_changed, with_its_end_cut_off
from tests.docs.markdown import page, table, unlike

Case = Callable[[Played, Path], list[str]]
RECORD = ROOT / "api" / "demo" / "records" / "source-example.paipu.toml"
NOWHERE = "nowhere.db"


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


def demo(here: Path) -> list[str]:
    return ["demo", "--rounds", "0", "--seed", "7", "--log", f"sqlite:///{here}/d"]


CASES: dict[tuple[str, str], Case] = {
    ("replay rounds", "0"): lambda played, here: ["rounds", *harmed(played, here)[2:]],
    ("replay rounds", "2"): lambda _, __: ["rounds", "--log", NOWHERE],
    ("replay round", "0"): lambda played, _: ["round", played.example, "--log", played.address],
    ("replay round", "1"): harmed,
    ("replay round", "2"): lambda played, _: ["round", "none", "--log", played.address],
    ("replay export", "0"): lambda played, here: [
        *("export", played.example, "-o", str(here / "x.toml"), "--log", played.address)
    ],
    ("replay export", "2"): not_proven,
    ("replay run", "0"): lambda _, __: ["run", str(RECORD)],
    ("replay run", "1"): illegal,
    ("replay run", "2"): unreadable,
    ("paipu migrate", "0"): lambda played, _: ["migrate", "--log", played.address],
    ("paipu migrate", "2"): lambda _, __: ["migrate", "--log", NOWHERE],
    ("paipu demo", "0"): lambda _, here: demo(here),
    ("paipu demo", "1"): lambda _, here: demo(here),
    ("paipu demo", "2"): lambda _, __: ["demo", "--rounds", "0", "--log", NOWHERE],
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
    if case == ("paipu demo", "1"):
        monkeypatch.setattr("api.demo.story.show", lambda *_: 1)
    assert MAINS[command.split()[0]](CASES[case](played, tmp_path)) == int(code)


@pytest.mark.parametrize("main", MAINS.values(), ids=MAINS)
def test_wrong_arguments_are_two(main: Callable[[list[str]], int]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["no such command"])
    assert ended.value.code == 2


def test_the_rounds_that_are_not_over_and_seats_that_are_not_there_are_refused(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay.cli.main(["rounds", "--log", played.address]) == 0
    rounds = capsys.readouterr().out.splitlines()
    (running,) = [line.split()[0] for line in rounds if "open" in line.split()]
    log = ["--log", played.address]
    assert replay.cli.main(["export", running, *log]) == 2
    assert replay.cli.main(["export", running, "--running", *log]) == 0
    assert replay.cli.main(["round", running, "--seat", "p99", *log]) == 2
    assert replay.cli.main(["round", running, "--at", "0", *log]) == 2


def test_only_paipu_tells_the_code_of_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.cli.main(["rounds", "--log", NOWHERE]) == 2
    assert "bad_log_address" not in capsys.readouterr().err
    assert api.cli.main(["migrate", "--log", NOWHERE]) == 2
    assert "(bad_log_address)" in capsys.readouterr().err
