"""`replay match`: the chain of rounds with the ladder, every kind of match told and proven."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from replay.checks import CHAIN, DERIVED, RECEIPTS
from replay.cli import main
from replay.match.checks import OPENINGS, RESULTS, ROUNDS
from tests.support.bulk import reading
from tests.support.clocked_match import clocked_match
from tests.support.logs import new_log, stored_rounds, url

CHECKS = [CHAIN, DERIVED, RECEIPTS, ROUNDS, OPENINGS, RESULTS]
ACCOUNTS = Path(__file__).parent / "accounts"
Capture = pytest.CaptureFixture[str]


def shown(path: Path, capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert main(["match", *arguments, "--log", url(path)]) == code
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def plain(path: Path, capsys: Capture, match_id: str, code: int = 0) -> dict[str, Any]:
    line = shown(path, capsys, match_id, "--json", code=code)
    assert line.count("\n") == 1
    told: dict[str, Any] = json.loads(line)
    return told


@pytest.mark.parametrize(
    ("match_id", "status", "rounds"),
    [
        ("cup", "won by side ", None),
        ("tea", "abandoned: the lamp went out", ["complete", "voided"]),
        ("bed", "running, round bed-2", ["complete", "open"]),
        ("hall", "waiting for players: 0 of 4 are ready", []),
    ],
)
def test_every_kind_of_match_is_told_and_proven(
    match_id: str, status: str, rounds: list[str] | None, evening: Path, capsys: Capture
) -> None:
    words = shown(evening, capsys, match_id)
    told = plain(evening, capsys, match_id)

    assert f"\nstatus  {status}" in words
    assert words.endswith("\nproven\n")
    assert told["status"] == status.split(maxsplit=1)[0].rstrip(":,")
    assert [(one["name"], one["verdict"]) for one in told["checks"]] == [(n, "ok") for n in CHECKS]
    assert (told["proven"], told["first_wrong"]) == (True, None)
    assert [one["version"] for one in told["events"]] == list(range(1, told["stored"] + 1))
    if rounds is not None:
        assert [one["status"] for one in told["rounds"]] == rounds


def test_a_match_is_told_to_the_letter(tmp_path: Path, capsys: Capture) -> None:
    with new_log(tmp_path / "log.db") as log:
        clocked_match(log)
    words = re.sub(r"last hash \w{64}", "last hash …", shown(tmp_path / "log.db", capsys, "m"))
    assert words == (ACCOUNTS / "match.txt").read_text(encoding="utf-8")


def test_the_ladder_goes_from_round_to_round(evening: Path, capsys: Capture) -> None:
    told = plain(evening, capsys, "cup")
    levels, totals = {"A": "9", "B": "9"}, dict.fromkeys(("p1", "p2", "p3", "p4"), 0)
    dealer = None
    for number, one in enumerate(told["rounds"], start=1):
        assert one["number"] == number
        if dealer is not None:
            assert one["dealer"] == dealer
        for change in one["changes"]:
            assert change["before"] == levels[change["side"]]
            levels[change["side"]] = change["after"]
        assert one["levels"] == levels
        assert sum(one["scores"].values()) == 0
        totals = {seat: totals[seat] + score for seat, score in one["scores"].items()}
        dealer = one["next_dealer"]
    assert told["levels"] == levels
    assert told["totals"] == totals
    assert {one["by"] for each in told["rounds"] for one in each["changes"]} >= {"held", "taken"}
    assert told["rounds"][0]["status"] == "voided"
    assert told["rounds"][-1]["winners"] == "dealer"


def test_a_line_tells_a_round(evening: Path, capsys: Capture) -> None:
    words = shown(evening, capsys, "cup").splitlines()
    told = plain(evening, capsys, "cup")
    header = next(line for line in words if line.startswith("no "))
    assert header.split() == [
        *("no", "round", "dealer", "level", "trump", "T", "winners"),
        *("A", "B", "p1", "p2", "p3", "p4", "checks"),
    ]
    for one in told["rounds"]:
        (line,) = [line for line in words if line.split()[1:2] == [one["round"]]]
        assert line.endswith("  proven")
        if one["status"] == "complete":
            assert f" {one['attack_points']} " in line
            for change in one["changes"]:
                lost = f"-{change['lost']} ♠A " if change["lost"] else ""
                assert f"{lost}→ {change['after']}" in line
    assert f"status  won by side {told['winner']}" in words


def test_no_card_is_told(evening: Path, capsys: Capture) -> None:
    for match_id in ("cup", "tea", "bed"):
        told = plain(evening, capsys, match_id)
        assert '"cards"' not in json.dumps(told)
        assert "??" not in shown(evening, capsys, match_id)


def test_what_was_left_to_the_clock_is_marked(evening: Path, capsys: Capture) -> None:
    words = shown(evening, capsys, "bed")
    assert "p2  B  lee (away)\n" in words
    assert "lee leaves p2 to the clock (M5)\n" in words


@pytest.mark.parametrize("match_id", ["nosuch", "", "CUP", "cup ", "a\x1b[2J\nb", "%"])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_match_that_is_not_there_is_answered_in_one_line(
    match_id: str, options: list[str], evening: Path, capsys: Capture
) -> None:
    assert main(["match", match_id, *options, "--log", url(evening)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith("(no_such_match)\n")
    assert told.err.rstrip("\n").isprintable()


def test_without_keys_nothing_wrong_is_found_and_not_all_is_checked(
    evening: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIPU_KEYS", "")
    words = shown(evening, capsys, "tea", code=2)
    assert words.endswith("\nNOT ALL CHECKED, and nothing found wrong\n")
    assert f"unchecked   {ROUNDS}: 2 of 2 rounds were not checked in full\n" in words


def test_matches_and_their_rounds_are_verified_in_bulk(
    evening: Path, tmp_path: Path, capsys: Capture
) -> None:
    report = tmp_path / "report"
    asked = ["verify", "--log", url(evening), "--workers", "1", "--report", str(report)]
    assert main(asked) == 0
    assert capsys.readouterr().out.endswith("\nproven\n")
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    assert {line["game"] for line in lines if line["line"] == "round"} == {"shengji"}


@pytest.mark.parametrize(
    ("options", "rounds"),
    [
        (["--game", "shengji"], None),
        (["--game", "sizhidao"], 0),
        (["--table", "tea"], 2),
        (["--table", "tea", "--game", "sizhidao"], 0),
    ],
)
def test_rounds_are_chosen_by_game_and_match(
    options: list[str], rounds: int | None, evening: Path, capsys: Capture
) -> None:
    assert main(["verify", "--log", url(evening), "--workers", "1", "--json", *options]) == 0
    told = json.loads(capsys.readouterr().out)
    with reading(evening) as log:
        every = len(stored_rounds(log))
    assert told["rounds"] == (every if rounds is None else rounds)
