"""`replay round` of 比牌升級: the whole account to the letter, and every round of a log proven."""

import json
import re
from functools import reduce
from pathlib import Path

import pytest

from domain.games.rounds import ROUND, seconds_of, turn_of
from domain.log.store import Log
from replay.checks import CHAIN, CHOICES, COMMITTED, DERIVED, RECEIPTS, Verdict
from replay.cli import main
from replay.proof import Proof, prove
from replay.shengji.sums import SUMS
from replay.turns import turns_of
from tests.support.logs import stored_rounds, url
from tests.support.reveals import REVEAL
from tests.support.shengji import GOLDEN

CHECKS = [CHAIN, DERIVED, CHOICES, SUMS, RECEIPTS]
ACCOUNTS = Path(__file__).parent / "accounts"
Capture = pytest.CaptureFixture[str]


def told(path: Path, capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert main([*arguments, "--log", url(path)]) == code
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def proof_of(log: Log, round_id: str) -> Proof:
    proof = prove(log, round_id)
    assert proof is not None
    return proof


@pytest.mark.parametrize("viewer", ["public", "p1", "p2"])
def test_a_round_is_told_to_the_letter(viewer: str, one: Path, capsys: Capture) -> None:
    seat = [] if viewer == "public" else ["--seat", viewer]
    words = re.sub(r"last hash \w{64}", "last hash …", told(one, capsys, "round", "r", *seat))

    assert words == (ACCOUNTS / f"{viewer}.txt").read_text(encoding="utf-8")


def test_every_round_is_proven_by_the_same_checks(evening_reader: Log) -> None:
    statuses = set()
    for round_id in stored_rounds(evening_reader):
        proof = proof_of(evening_reader, round_id)
        verdicts = {one.name: one.verdict for one in proof.checks}
        assert verdicts.pop(COMMITTED) is Verdict.NO_DECK
        assert [*verdicts][: len(CHECKS)] == CHECKS
        assert {*verdicts.values()} == {Verdict.OK}
        statuses.add(proof.status)
    assert statuses == {"complete", "voided", "open"}


def test_the_list_of_rounds_names_their_game_and_match(evening: Path, capsys: Capture) -> None:
    header, *rows = [line.split() for line in told(evening, capsys, "rounds").splitlines()]

    assert header == ["round", "game", "table", "status", "checks", "seats", "events"]
    assert {(row[1], row[4], row[5]) for row in rows} == {("shengji", "proven", "4")}
    assert {row[2] for row in rows if row[0].startswith("cup-")} == {"cup"}
    assert {row[2] for row in rows if row[0].startswith("record-")} == {"-"}


def test_turns_that_are_counted_are_those_of_the_rules(evening_reader: Log) -> None:
    seen = set()
    for round_id in stored_rounds(evening_reader):
        proof, state = proof_of(evening_reader, round_id), ROUND.initial
        opened = proof.opened
        assert opened is not None
        for turned in turns_of(proof.derived.decisions):
            assert turned.before == turn_of(state)
            state = reduce(ROUND.evolve, turned.decision.facts, state)
            assert turned.after == turn_of(state)
            seen.add((turned.after or "").partition(".")[0])
            if turned.after is not None:
                seconds = opened.game.seconds_in(turned.after, opened.settings)
                assert seconds == seconds_of(state)
    assert seen == {"", "deal", "faceup", "contest", "trump", "return", "bury", "play"}


def test_the_json_has_every_fact_and_cards_in_their_own_order(one: Path, capsys: Capture) -> None:
    entries = json.loads(told(one, capsys, "round", "r", "--json", "--seat", "p1"))["events"]
    record = (GOLDEN / "00374.paipu.toml").read_text(encoding="utf-8")
    (own,) = [entry for entry in entries if entry["text"] == "p1 is dealt 52 cards"]

    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
    assert f'"deal p1 {" ".join(own["event"]["cards"])}"' in record
    assert {*entries[0]} == {
        *("version", "text", "details", "rule", "event", "decision"),
        *("champion", "totals", "attack_points"),
    }


def test_up_to_any_event_the_account_is_the_beginning_of_the_whole(
    one: Path, capsys: Capture
) -> None:
    whole = told(one, capsys, "round", "r")
    stored = json.loads(told(one, capsys, "round", "r", "--json"))["stored"]
    for at in range(1, stored, 7):
        part = told(one, capsys, "round", "r", "--at", str(at))
        account, _, rest = part.partition(f"      … {stored - at} more\n")
        assert whole.startswith(account)
        assert rest.endswith("\nproven\n")


def test_a_record_tells_its_round_as_the_log_does(
    one: Path, tmp_path: Path, capsys: Capture
) -> None:
    record = tmp_path / "r.paipu.toml"
    assert told(one, capsys, "export", "r", "-o", str(record), *REVEAL) == ""
    assert main(["run", "--json", str(record)]) == 0
    summary = json.loads(capsys.readouterr().out)
    stored = json.loads(told(one, capsys, "round", "r", "--json", "--seat", "p1"))["summary"]

    assert {key: summary[key] for key in stored if key != "returns"} == {
        key: value for key, value in stored.items() if key != "returns"
    }
    assert main(["run", str(record)]) == 0
    assert "settlement 抠底" in capsys.readouterr().out
