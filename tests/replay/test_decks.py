"""Replay proves committed decks with their rounds: in time, cut by the right values, and dealt."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.flow.address import deck, game
from domain.house.deck.state import Cutting
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.sizhidao.commands import VoidRound
from replay.books import faults_of_books
from replay.checks import COMMITTED, DEALT, Verdict
from replay.cli import main
from replay.round import as_json, readable
from replay.settings import KEYS_SETTING
from tests.replay.decks import check, found, reveal
from tests.replay.room import proof_of
from tests.support.bulk import in_bulk, one_by_one
from tests.support.cheating import rewritten
from tests.support.decked import DeckedHouse, reader
from tests.support.logs import OPEN, new_log, store, url
from tests.support.tamper import Row

AT = "deck/r"
P1 = Seat("p1")
SECRET = "11" * 32
Change = Callable[[list[Row]], list[Row]]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[DeckedHouse]:
    """A table with two guests who cut and one who does not."""
    with DeckedHouse(tmp_path / "log.db", seed=1) as house:
        house.open_table("ann", "cyd")
        yield house


# ---- honest houses


def test_rounds_with_decks_are_proven_with_their_playoffs(house: DeckedHouse) -> None:
    stages = set()
    for number in range(8):
        round_id = house.start(f"r{number}")
        house.play(round_id, late=("cyd",) if number == 3 else ())
        proof = proof_of(house.log, round_id)
        assert proof.proven, [*readable(proof, None)]
        assert [one.deck.stage for one in proof.decks] == [*range(len(proof.decks))]
        stages.add(len(proof.decks))
    assert stages >= {1, 2}
    assert list(faults_of_books(house.log)) == []
    for length in (1, 20, 100, 5_000):
        assert in_bulk(house.log, length) == one_by_one(house.log)


def test_rounds_of_a_match_are_proven_with_their_decks(tmp_path: Path) -> None:
    with DeckedHouse(tmp_path / "log.db") as house:
        house.open_match("ann", "bob", "cyd", "dan")
        for number in range(2):
            house.play(house.start(f"r{number}", "match/m"), late=("dan",) if number else ())
            assert proof_of(house.log, f"r{number}").proven
            dealt = check(proof_of(house.log, f"r{number}"), DEALT)
            assert dealt.detail == f"{6 - number} deals of 1 decks"
        assert in_bulk(house.log, 500) == one_by_one(house.log)
        told = "\n".join(readable(proof_of(house.log, "r1"), None))
        assert "cut by 3 of 4, p4 missed it" in told


@pytest.mark.parametrize("anchored", [(), ("ann",), ("ann", "bob", "cyd")])
def test_any_number_of_guests_may_cut(tmp_path: Path, anchored: tuple[str, ...]) -> None:
    with DeckedHouse(tmp_path / "log.db") as house:
        house.open_table(*anchored)
        house.play(house.start())
        assert found(house.log).verdict is Verdict.OK
        told = "\n".join(readable(proof_of(house.log), None))
        assert f"cut by {len(anchored)} of 3" in told
        assert ("the house alone decided the order" in told) == (not anchored)


def test_a_round_is_proven_at_every_step(house: DeckedHouse) -> None:
    house.start()
    for late in ((), ("cyd",), ()):
        assert found(house.log).verdict is Verdict.OK
        state = house.look(deck("r"))
        if isinstance(state, Cutting):
            house.cut("r", late) if late else reveal(house, "r", P1)
    for _ in range(12):
        house.play(steps=1)
        assert proof_of(house.log).proven


def test_a_deck_that_is_being_cut_says_for_whom_it_waits(house: DeckedHouse) -> None:
    house.start()
    reveal(house, "r", P1)
    proof = proof_of(house.log)
    assert "being cut by 1 of 3, waiting for p3" in "\n".join(readable(proof, None))
    told = json.loads(json.dumps(as_json(proof, None)))["decks"][0]
    assert (told["cut"], told["cuts"], told["seats"], told["waits"]) == (None, 1, 3, ["p3"])
    assert [one["missed"] for one in told["cutters"]] == [False, False, False]
    house.take(game("r"), VoidRound(), Origin.OPERATOR)
    assert proof_of(house.log).proven


def test_the_head_shows_root_and_cuts_and_never_the_secret(house: DeckedHouse) -> None:
    house.start()
    house.play(late=("ann",))
    proof = proof_of(house.log)
    stage = proof.decks[0]
    text, told = "\n".join(readable(proof, None)), json.dumps(as_json(proof, None))
    head = text.partition("stage 0 首局")[0]
    assert f"deck of stage 0  root {stage.deck.root}\n" in head
    assert "cut by 1 of 3, p1 missed it, p2 had no anchor\n" in head
    plain = json.loads(told)["decks"][0]
    assert (plain["root"], plain["cuts"], plain["seats"]) == (stage.deck.root, 1, 3)
    assert [one["missed"] for one in plain["cutters"]] == [True, False, False]
    (secret,) = stage.deck.secret
    assert len(secret) == 64
    assert secret not in text + told


def test_a_round_without_a_deck_says_so_and_is_proven(tmp_path: Path, capsys: Capture) -> None:
    with new_log(tmp_path / "log.db") as log:
        store(log, "r", OPEN)
        proof = proof_of(log)
        assert proof.proven
        assert check(proof, COMMITTED).verdict is Verdict.NO_DECK
        assert "no deck     deck committed" in "\n".join(readable(proof, None))
        assert "no committed deck: " in check(proof, COMMITTED).detail
        assert DEALT not in {one.name for one in proof.checks}
    assert main(["verify", "--log", url(tmp_path / "log.db")]) == 0
    assert "1 of them without a committed deck" in capsys.readouterr().out


def test_verify_counts_rounds_without_decks_and_lists_the_checks(
    house: DeckedHouse, tmp_path: Path, capsys: Capture
) -> None:
    for number in range(2):
        house.play(house.start(f"r{number}"))
    store(house.log, "old", OPEN)
    report = tmp_path / "report"
    assert main(["verify", "--log", url(house.path), "--json", "--report", str(report)]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["proven"], summary["without_deck"]) == (3, 1)
    header, *lines, _ = map(json.loads, report.read_text().splitlines())
    assert {COMMITTED, DEALT} <= {*header["checks"]}
    assert {one["round"]: one["decks"] for one in lines} == {
        one: len(proof_of(house.log, one).decks) for one in ("r0", "r1", "old")
    }


# ---- without keys


def test_without_keys_decks_are_compared_and_what_was_dealt_is_not(
    house: DeckedHouse, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.start()
    house.play()
    with reader(house, keys=False) as log:
        proof = proof_of(log)
        committed = check(proof, COMMITTED)
        assert committed.verdict is Verdict.OK
        assert "roots as they are stored" in committed.detail
        assert check(proof, DEALT).verdict is Verdict.UNCHECKED
        assert proof.first_wrong is None
        assert in_bulk(log, 9) == one_by_one(log)
    monkeypatch.delenv(KEYS_SETTING)
    assert main(["round", "r", "--log", url(house.path)]) == 2
    assert "cut by 2 of 3" in capsys.readouterr().out


def test_with_the_secret_erased_what_was_dealt_is_not_checked(house: DeckedHouse) -> None:
    house.start()
    house.play()
    assert house.log.erase_keys(AT) == 1
    with reader(house) as log:
        assert found(log).verdict is Verdict.OK
        assert found(log, DEALT).verdict is Verdict.UNCHECKED


def test_without_keys_a_forged_cut_is_found(house: DeckedHouse) -> None:
    house.start()
    house.play()
    version = len(house.log.read(AT))
    rewritten(house.log, house.path, AT, version, cut="00" * 32)
    with reader(house, keys=False) as log:
        assert "it is not what the rules make of the command" in found(log).detail
