"""The commands on a log on a server: migrate, play, rebuild, look, prove, export, run again."""

import json
from collections import Counter
from typing import NamedTuple

import pytest

from domain.log.store import open_log
from domain.log.streams import round_stream
from projections.catalogue import PROJECTIONS
from tests.server.conftest import Desk
from tests.support.keys import KEYS
from tests.support.leaks import CARD, PUBLIC, Secrets
from tests.support.logs import ticking
from tests.support.postgres import PASSWORD
from tests.support.reveals import REVEAL

DEMO = ("paipu", "sample", "--rounds", "8", "--seed", "7")
ROUNDS = 8 + 3
"""Rounds of 四支刀: those of the bots, a voided one, a running one, and the worked example."""
AWARDS = ("P1 59600 is awarded to p3", "P2 150 is awarded to p1", "P3 250 is awarded to p1")


class Rounds(NamedTuple):
    """Ids of rounds by what `replay rounds` tells of them; of 升級 all, and of both together."""

    ids: list[str]
    shengji: list[str]
    voided: str
    running: str
    example: str


def listed(desk: Desk) -> Rounds:
    """The newest rounds; every one that is listed is proven."""
    rows = [line.split() for line in desk.done("replay", "rounds").splitlines()[1:]]
    assert all(row[4] == "proven" for row in rows)
    first = [row for row in rows if row[1] == "sizhidao"]
    second = [row[0] for row in rows if row[1] == "shengji"]
    by_status = {row[3]: row[0] for row in first}
    (*_, example) = (row[0] for row in first if row[2] == "worked-example")
    ids = [row[0] for row in rows]
    return Rounds(ids, second, by_status["voided"], by_status["open"], example)


@pytest.fixture(scope="module")
def played(bare: Desk) -> Desk:
    assert bare.done("paipu", "migrate").endswith(" is up to date\n")
    told = bare.done(*DEMO)
    assert "P1 59600 · P2 150 · P3 250" in told
    assert "\nproven\n" in told
    return bare


@pytest.fixture(scope="module")
def rounds(played: Desk) -> Rounds:
    """The rounds of the first evening; a later test adds more behind them."""
    return listed(played)


def test_a_house_on_a_server_is_fit_to_play(played: Desk, rounds: Rounds) -> None:
    example = rounds.example
    played.done("paipu", "dispute", "open", example, "--claim", "miscounted", "--as", "ops")
    rebuilt = played.done("paipu", "rebuild").splitlines()
    assert [line.split(":")[0] for line in rebuilt] == [*PROJECTIONS]
    facts = {name: int(count.split()[0]) for name, count in (line.split(": ") for line in rebuilt)}
    assert all(facts.values())
    findings = played.done("paipu", "doctor").splitlines()
    assert len(findings) == 11 + len(PROJECTIONS)
    assert all(line.startswith("ok ") for line in findings)
    assert sum(line.endswith(", 0 behind") for line in findings) == len(PROJECTIONS)


def test_its_rounds_are_proven_one_by_one_and_in_bulk(played: Desk, rounds: Rounds) -> None:
    assert len(rounds.ids) == ROUNDS + len(rounds.shengji)
    assert rounds.shengji
    told = json.loads(played.done("replay", "verify", "--workers", "2", "--json"))
    every = len(rounds.ids)
    assert (told["complete"], told["rounds"], told["proven"]) == (True, every, every)
    assert (told["different"], told["unchecked"], told["not_yet_projected"]) == (0, 0, 0)
    assert (told["voided"], told["open"], told["views"]) == (1, 2, [])
    report = played.folder / "report.jsonl"
    assert played.done("replay", "verify", "--report", report.name).endswith("\nproven\n")
    assert PASSWORD not in report.read_text()
    resumed = played.done("replay", "verify", "--resume", report.name, "--json")
    assert json.loads(resumed)["earlier"] == every


def test_a_round_and_a_match_of_the_other_game_are_proven_too(played: Desk, rounds: Rounds) -> None:
    told = played.done("replay", "round", rounds.shengji[0])
    assert "views and ledgers equal the events: rounds, levels, scores, contests, tricks" in told
    assert told.endswith("\nproven\n")
    assert played.done("replay", "match", "river").endswith("\nproven\n")


def test_the_worked_example_is_awarded_as_the_rules_say(played: Desk, rounds: Rounds) -> None:
    told = played.done("replay", "round", rounds.example)
    for award in AWARDS:
        assert f" {award} " in told
    assert "ok          views and ledgers equal the events: pots, rounds, chips, rake" in told
    assert told.endswith("\nproven\n")


def test_an_exported_round_runs_to_the_same_summary(played: Desk, rounds: Rounds) -> None:
    example = rounds.example
    assert played.done("replay", "export", example, "-o", "example.paipu.toml", *REVEAL) == ""
    written = (played.folder / "example.paipu.toml").read_text(encoding="utf-8")
    assert played.done("replay", "export", example, *REVEAL) == written
    stored = json.loads(played.done("replay", "round", example, "--json"))["summary"]
    again = json.loads(played.done("replay", "run", "--json", "example.paipu.toml"))
    assert {key: again.get(key) for key in stored} == stored
    assert stored["net"] == {"p1": -14_600, "p2": -15_000, "p3": 42_370, "p4": -15_000}


def test_a_second_time_on_the_same_log_goes_on_behind_what_is_there(
    played: Desk, rounds: Rounds
) -> None:
    told = played.done("replay", "round", rounds.example, "--json")
    assert "P1 59600 · P2 150 · P3 250" in played.done(*DEMO)
    after = listed(played)
    assert after.ids[: len(rounds.ids)] == rounds.ids
    assert len(after.ids) - len(after.shengji) == 2 * ROUNDS
    # Other rounds have other decks, by which the match is longer or shorter.
    assert len(after.shengji) > len(rounds.shengji)
    assert played.done("replay", "round", rounds.example, "--json") == told
    assert played.done("replay", "verify", "--workers", "2").endswith("\nproven\n")
    assert played.run("paipu", "doctor").returncode == 0


def test_without_keys_no_round_is_wrong_and_none_is_proven(played: Desk, rounds: Rounds) -> None:
    ran = played.run("replay", "rounds", keys=False)
    statuses = Counter(tuple(line.split()[3:5]) for line in ran.stdout.splitlines()[1:])
    assert statuses.keys() == {(status, "unchecked") for status in ("complete", "voided", "open")}
    assert (ran.returncode, ran.stderr) == (2, "")
    verified = played.run("replay", "verify", "--workers", "2", keys=False)
    assert verified.returncode == 2
    assert "DIFFERENCE" not in verified.stdout
    assert CARD.findall(ran.stdout + verified.stdout + verified.stderr) == []
    for round_id in (rounds.ids[0], rounds.voided):
        shown = played.run("replay", "round", round_id, keys=False)
        assert "\nNOT ALL CHECKED, and nothing found wrong\n" in shown.stdout
        assert shown.returncode == 2


def test_without_keys_no_card_is_told_but_those_that_were_shown(
    played: Desk, rounds: Rounds
) -> None:
    for words in (
        ("replay", "export", rounds.example),
        ("replay", "round", rounds.voided),
        ("replay", "round", rounds.running, "--json", "--seat", "p1"),
        ("paipu", "doctor"),
        DEMO,
    ):
        ran = played.run(*words, keys=False)
        assert ran.returncode == (1 if "doctor" in words else 2), ran
        assert CARD.findall(ran.stdout + ran.stderr) == []
    with open_log(played.url, now=ticking(), read_only=True, keys=KEYS) as log:
        facts = [one.event for one in log.read(round_stream(rounds.example))]
    shown = played.run("replay", "round", rounds.example, "--seat", "p1", keys=False)
    assert set(CARD.findall(shown.stdout)) == Secrets(facts).ever(PUBLIC) != set()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (f":{PASSWORD}@", f":{PASSWORD}x@", "not_a_log"),
        ("/log_", "/no_log_", "log_missing"),
        ("tester:", "nobody:", "not_a_log"),
    ],
)
def test_what_cannot_be_used_is_said_without_the_password(
    bare: Desk, old: str, new: str, code: str
) -> None:
    wrong = bare.url.replace(old, new)
    assert wrong != bare.url
    for words in (("paipu", "migrate"), ("replay", "verify")):
        ran = bare.run(*words, url=wrong)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.count("\n") == 1
        assert ran.stderr.endswith(f"({code})\n")
