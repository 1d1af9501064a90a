"""Erasing a round's keys: its cards are lost to everybody, its chain and public account are not."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from api.house import House
from domain.cards.card import HIDDEN
from domain.flow.address import game
from domain.flow.openings import cut_decks
from domain.house.deck.events import DeckCommitted
from domain.log.erased import KeysErased
from domain.log.erasing import erase, erasure_of
from domain.log.errors import (
    ConflictError,
    DataKeyGoneError,
    KeysMissingError,
    ReadOnlyLogError,
    StillRunningError,
)
from domain.log.store import Log, open_log
from replay.checks import CHOICES, COMMITTED, DERIVED, RECEIPTS, Verdict
from replay.cli import main
from replay.proof import prove
from replay.settings import KEYS_SETTING
from tests.log.given import asked, write
from tests.support.decked import DeckedHouse
from tests.support.keys import KEYS, key_file
from tests.support.logs import ticking, url

Capture = pytest.CaptureFixture[str]
WHY = "kept for two years"


def erase_it(log: Log, stream: str = "round/tied", command_id: str = "e1") -> int:
    return erase(log, stream, actor="operator/olga", command_id=command_id, reason=WHY)


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEYS_SETTING, str(key_file(tmp_path / "keys")))


def test_what_was_erased_opens_for_nobody(log: Log) -> None:
    before = log.read("round/tied")
    held = log.read_stored("round/tied")

    assert erase_it(log) == 4
    after = log.read("round/tied")
    assert log.read_stored("round/tied") == held
    assert [one.hash for one in after] == [one.hash for one in before]
    assert sum(one.closed for one in after) == 7
    assert log.read("round/voided")
    assert not any(one.closed for one in log.read("round/voided"))


def test_with_the_cards_of_a_round_the_secret_of_its_decks_is_erased(tmp_path: Path) -> None:
    with DeckedHouse(tmp_path / "decked.db") as house:
        house.open_table("ann", "bob")
        house.start()
        house.play()
        (one, *_) = cut_decks(fact.event for fact in house.log.read("deck/r"))
        seats = len(one.deck.cutters)
        assert erase_it(house.log, "round/r") == seats + 1 + 1  # and the house, of either stream
        erased = house.log.read("deck/r")
        committed = erased[0].event
        assert isinstance(committed, DeckCommitted)
        assert (committed.root, committed.secret) == (one.deck.root, (HIDDEN,))
        assert all(fact.closed == isinstance(fact.event, DeckCommitted) for fact in erased)
        proof = prove(house.log, "r")
        assert proof is not None
        assert Verdict.DIFFERENCE not in {check.verdict for check in proof.checks}


def test_a_round_whose_keys_are_gone_is_told_from_a_house_without_keys(path: Path) -> None:
    with open_log(url(path), now=ticking()) as log:
        with pytest.raises(KeysMissingError):
            House(log).stands(game("tied"))
        erase_it(log)
    with open_log(url(path), now=ticking(), keys=KEYS) as log:
        with pytest.raises(DataKeyGoneError):
            House(log).stands(game("tied"))
        assert House(log).stands(game("short")).version > 0


def test_the_erasure_is_an_event_and_done_once(log: Log) -> None:
    assert erase_it(log) == 4
    assert erase_it(log) == 0
    assert erase_it(log, command_id="e2") == 0

    erasure = erasure_of(log, "round/tied")
    assert erasure is not None
    assert erasure.event == KeysErased(stream="round/tied", reason=WHY)
    assert erasure.recorded.envelope.actor == "operator/olga"
    assert [one.version for one in log.read("erased/round/tied")] == [1]
    assert erasure_of(log, "round/short") is None


def test_an_interrupted_erasure_is_finished(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(_: str) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(log, "erase_keys", killed)
        with pytest.raises(KeyboardInterrupt):
            erase_it(log)
    assert not any(one.closed for one in log.read("round/tied"))

    assert erase_it(log) == 4
    assert any(one.closed for one in log.read("round/tied"))


@pytest.mark.parametrize("stream", ["round/open", "round/none", "table/1"])
def test_what_is_not_over_keeps_its_keys(log: Log, stream: str) -> None:
    before = log.last_position()
    with pytest.raises(StillRunningError) as error:
        erase_it(log, stream)

    assert error.value.code == "keys_in_use"
    assert log.last_position() == before
    assert not any(one.closed for one in log.read("round/open"))


def test_a_reader_cannot_erase(path: Path) -> None:
    with open_log(url(path), now=ticking(), keys=KEYS, read_only=True) as log:
        with pytest.raises(ReadOnlyLogError):
            erase_it(log)
        assert not any(one.closed for one in log.read("round/tied"))


def test_a_process_forgets_the_keys_that_another_one_erased(path: Path) -> None:
    with open_log(url(path), now=ticking(), keys=KEYS) as log:
        before = log.read("round/tied")
        others = log.read("round/short")
        assert not any(one.closed for one in before)
        with open_log(url(path), now=ticking(), keys=KEYS) as other:
            erase_it(other)
        first = next(one for one in before if "Dealt" in type(one.event).__name__)
        assert log.fact("round/tied", first.version) != first
        assert sum(one.closed for one in log.read("round/tied")) == 7
        proof = prove(log, "tied")
        assert proof is not None
        assert any("cards were erased on" in str(check) for check in proof.checks)
        assert log.read("round/short") == others


def test_keys_are_erased_without_master_keys_too(path: Path) -> None:
    with open_log(url(path), now=ticking()) as log:
        assert erase_it(log) == 4


def test_nothing_of_the_keys_is_left_in_the_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT wrapped FROM data_keys WHERE stream = 'round/tied'"
        old = [row[0] for row in connection.execute(query)]
    with open_log(url(path), now=ticking(), keys=KEYS) as log:
        erase_it(log)
        content = b"".join(file.read_bytes() for file in path.parent.glob("log.db*"))
    assert len(old) == 4
    assert not [wrapped for wrapped in old if wrapped in content]


def test_erased_keys_are_never_made_again(log: Log) -> None:
    erase_it(log)
    deal = next(one for one in log.read("round/tied") if one.closed)
    with pytest.raises(DataKeyGoneError):
        log.append([write("round/tied", len(log.read("round/tied")), deal.event)], asked("again"))
    with pytest.raises(ConflictError):
        log.append([write("round/tied", 0, deal.event)], asked("again"))
    assert log.keys is not None
    assert log.keys.of("round/tied", "p1") is None


def test_chain_and_public_account_stay_verifiable(path: Path, keys: None, capsys: Capture) -> None:
    assert keys is None
    assert main(["round", "tied", "--log", url(path)]) == 0
    whole = capsys.readouterr().out
    with open_log(url(path), now=ticking(), keys=KEYS) as log:
        erase_it(log)
        proof = prove(log, "tied")
    assert proof is not None
    assert {check.name: check.verdict for check in proof.checks if check.verdict != "ok"} == {
        DERIVED: Verdict.UNCHECKED,
        COMMITTED: Verdict.NO_DECK,
        CHOICES: Verdict.UNCHECKED,
        RECEIPTS: Verdict.UNCHECKED,
    }
    assert proof.status == "complete"

    assert main(["round", "tied", "--log", url(path)]) == 2
    told = capsys.readouterr().out
    assert "cards were erased on 2026-03-04T05:06:07+00:00 by operator/olga: kept for two" in told
    assert told.splitlines()[-1] == "NOT ALL CHECKED, and nothing found wrong"
    assert told.partition("status  ")[0] == whole.partition("status  ")[0]
    assert main(["rounds", "--log", url(path)]) == 2
    rows = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()[1:]}
    assert "unchecked" in rows.pop("tied")
    assert all("proven" in row for row in rows.values())


def test_without_keys_a_round_is_told_and_checked_as_far_as_it_can_be(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv(KEYS_SETTING, raising=False)
    for round_id, status in (("tied", "complete"), ("voided", "voided"), ("open", "open")):
        assert main(["round", round_id, "--json", "--log", url(path), "--seat", "p2"]) == 2
        told = json.loads(capsys.readouterr().out)
        assert (told["status"], told["proven"], told["first_wrong"]) == (status, False, None)
        assert len(told["events"]) == told["stored"]
        assert "cards are sealed and the key is not here" in json.dumps(told["checks"])
    assert main(["export", "tied", "--log", url(path)]) == 2
    assert "(cards_sealed)" in capsys.readouterr().err


def test_with_an_unusable_key_the_account_says_which(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    wrong = key_file(tmp_path / "wrong", ("other", bytes(32)))
    monkeypatch.setenv(KEYS_SETTING, str(wrong))
    assert main(["round", "tied", "--log", url(path)]) == 2
    assert "wrapped by master key test, which is not here" in capsys.readouterr().out
    monkeypatch.setenv(KEYS_SETTING, str(tmp_path / "none"))
    assert main(["round", "tied", "--log", url(path)]) == 2
    assert "(keys_missing)" in capsys.readouterr().err


def test_a_key_file_beside_the_log_is_found(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv(KEYS_SETTING, raising=False)
    key_file(path.with_name("log.db.keys"))

    assert main(["round", "tied", "--log", url(path)]) == 0
    assert capsys.readouterr().out.endswith("proven\n")
