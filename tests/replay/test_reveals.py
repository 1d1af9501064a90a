"""Reveals at a terminal: nobody sees all cards before person and reason are in the log."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from domain.house.access.commands import RevealCards
from domain.house.access.events import CardsRevealed, Purpose, RevealGranted
from domain.kernel.decider import Origin
from domain.log.errors import LogError
from domain.log.store import Log, open_log
from domain.log.streams import round_stream
from domain.sizhidao.events import CardsDealt, RoundOpened
from replay.books import faults_of_books
from replay.cli import main
from replay.errors import RevealRefusedError
from replay.reveal import Revealing, record_reveal
from replay.settings import PERSON_SETTING
from tests.support.keys import KEYS
from tests.support.leaks import CARD
from tests.support.logs import ticking, url
from tests.support.reveals import REVEAL

Capture = pytest.CaptureFixture[str]
BOTH = [["round", "short", "--reveal"], ["export", "short"]]


def reading(path: Path) -> Log:
    return open_log(url(path), now=ticking(), read_only=True, keys=KEYS)


def recorded(path: Path, round_id: str = "short") -> list[object]:
    with reading(path) as log:
        return [one.event for one in log.read(f"access/{round_id}")]


def hands(path: Path, round_id: str = "short") -> list[set[str]]:
    with reading(path) as log:
        facts = [one.event for one in log.read(round_stream(round_id))]
    return [set(map(str, one.cards)) for one in facts if isinstance(one, CardsDealt)]


@pytest.mark.parametrize("words", BOTH, ids=" ".join)
def test_who_says_who_and_why_sees_all_cards_and_is_recorded(
    words: list[str], copied: Path, capsys: Capture
) -> None:
    assert main([*words, *REVEAL, "--log", url(copied)]) == 0
    told = set(CARD.findall(capsys.readouterr().out))
    assert len(hands(copied)) == 3
    assert all(hand <= told for hand in hands(copied))
    granted, looked = recorded(copied)
    assert isinstance(granted, RevealGranted)
    assert (granted.round, granted.viewer, granted.role) == ("short", "olga", "operator")
    assert granted.reason == "a test looks"
    purpose = Purpose(words[0])
    assert looked == CardsRevealed(round="short", viewer="olga", role="operator", purpose=purpose)
    with reading(copied) as log:
        first, second = log.read("access/short")
        assert first.envelope.command_id == second.envelope.command_id, "one transaction"
        assert first.envelope.actor == "operator/olga"
        assert first.envelope.origin == Origin.OPERATOR
        assert isinstance(first.envelope.command, RevealCards)
        assert list(faults_of_books(log)) == []


def test_the_json_has_all_cards_too(copied: Path, capsys: Capture) -> None:
    assert main(["round", "short", "--reveal", "--json", *REVEAL, "--log", url(copied)]) == 0
    told = json.loads(capsys.readouterr().out)
    dealt = [
        one["event"] for one in told["events"] if one["event"]["type"].endswith("CardsDealt.1")
    ]
    assert [set(one["cards"]) for one in dealt] == hands(copied)


@pytest.mark.parametrize("words", BOTH, ids=" ".join)
@pytest.mark.parametrize(
    "said",
    [
        [],
        ["--as", "olga"],
        ["--reason", "why"],
        ["--as", "", "--reason", "why"],
        ["--as", "a/b", "--reason", "why"],
        ["--as", "olga", "--reason", ""],
        ["--as", "olga", "--reason", " "],
        ["--as", "olga", "--reason", "x" * 101],
    ],
    ids=" ".join,
)
def test_without_name_or_reason_nothing_is_shown_or_recorded(
    words: list[str],
    said: list[str],
    copied: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(PERSON_SETTING, raising=False)
    assert main([*words, *said, "--log", url(copied)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith(" (reveal_refused)\n")
    assert recorded(copied) == []


@pytest.mark.parametrize("words", BOTH, ids=" ".join)
def test_who_was_dealt_in_is_shown_nothing(words: list[str], copied: Path, capsys: Capture) -> None:
    with reading(copied) as log:
        opened = log.read(round_stream("short"))[0].event
    assert isinstance(opened, RoundOpened)
    for seated in opened.players:
        for name in (seated.player, seated.player.upper()):
            said = ["--as", name, "--reason", "I am staff", "--log", url(copied)]
            assert main([*words, *said]) == 2
            told = capsys.readouterr()
            assert told.out == ""
            assert "(involved, rule H9.9) (reveal_refused)" in told.err
    assert recorded(copied) == []


def test_the_setting_says_who_looks(
    copied: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PERSON_SETTING, "paul")
    words = ["round", "short", "--reveal", "--reason", "why", "--log", url(copied)]
    assert main(words) == 0
    assert capsys.readouterr().err == ""
    assert [one.viewer for one in recorded(copied) if isinstance(one, RevealGranted)] == ["paul"]


@pytest.mark.parametrize("words", BOTH, ids=" ".join)
def test_a_log_that_cannot_be_written_shows_nothing(
    words: list[str], copied: Path, capsys: Capture
) -> None:
    with closing(sqlite3.connect(copied)) as database:
        database.execute("BEGIN IMMEDIATE")  # somebody else holds it, and does not let go
        assert main([*words, *REVEAL, "--log", url(copied)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith(" (log_unavailable)\n")
    assert recorded(copied) == []


def test_a_file_that_is_not_written_to_stays_away(
    copied: Path, tmp_path: Path, capsys: Capture
) -> None:
    output = tmp_path / "record"
    words = ["export", "short", "-o", str(output), "--log", url(copied)]
    assert main(words) == 2
    assert capsys.readouterr().err.endswith(" (reveal_refused)\n")
    assert not output.exists()


def test_a_round_that_is_played_is_revealed_to_nobody(copied: Path, capsys: Capture) -> None:
    assert main(["round", "open", "--reveal", *REVEAL, "--log", url(copied)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.endswith(" (still_running)\n")) == ("", True)
    assert recorded(copied, "open") == []
    assert main(["export", "open", "--running", *REVEAL, "--log", url(copied)]) == 0
    assert len(recorded(copied, "open")) == 2, "a record of it is written, and that is recorded"


def test_a_seat_and_all_cards_are_not_asked_for_together(copied: Path) -> None:
    with pytest.raises(SystemExit):
        main(["round", "short", "--reveal", "--seat", "p1", *REVEAL, "--log", url(copied)])
    assert recorded(copied) == []


def test_what_is_not_there_is_not_revealed(copied: Path, capsys: Capture) -> None:
    assert main(["round", "none", "--reveal", *REVEAL, "--log", url(copied)]) == 2
    assert capsys.readouterr().err.endswith(" (no_such_round)\n")
    assert main(["looks", "none", "--log", url(copied)]) == 2
    assert capsys.readouterr().err.endswith(" (no_such_round)\n")
    assert recorded(copied, "none") == []


def test_looks_are_told_and_hold_no_card(copied: Path, capsys: Capture) -> None:
    assert main(["looks", "short", "--log", url(copied)]) == 0
    assert capsys.readouterr().out == "nobody was shown all cards of this round\n"
    for words in BOTH:
        assert main([*words, *REVEAL, "--log", url(copied)]) == 0
    capsys.readouterr()
    assert main(["looks", "short", "--log", url(copied)]) == 0
    in_words = capsys.readouterr().out
    assert main(["looks", "short", "--json", "--log", url(copied)]) == 0
    as_json = capsys.readouterr().out
    told = json.loads(as_json)
    assert [(one["what"], one["viewer"], one["purpose"]) for one in told["looks"]] == [
        ("granted", "olga", None),
        ("looked", "olga", "round"),
        ("granted", "olga", None),
        ("looked", "olga", "export"),
    ]
    assert in_words.count("a test looks") == 2
    assert CARD.findall(in_words + as_json) == []


def test_a_reveal_is_recorded_by_one_function_before_anything(copied: Path) -> None:
    record_reveal(url(copied), "short", Revealing("olga", "why"), Purpose.BUNDLE)
    assert [type(one) for one in recorded(copied)] == [RevealGranted, CardsRevealed]
    with pytest.raises(RevealRefusedError):
        record_reveal(url(copied), "short", Revealing("olga", None), Purpose.BUNDLE)
    with pytest.raises(LogError):
        record_reveal(url(copied.parent / "none"), "short", Revealing("o", "w"), Purpose.BUNDLE)
    assert len(recorded(copied)) == 2
