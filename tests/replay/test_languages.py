"""Reports in three languages: to the letter, of every event, and with nothing left in English."""

import json
import pickle
import re
from pathlib import Path

import pytest

from domain.games.game import Game
from domain.games.games import GAMES
from domain.kernel.text import Text, text, word
from domain.paipu.run import run
from replay.account import Decision, account, entries
from replay.cli import main
from replay.errors import UNCHECKED, UNREADABLE
from replay.files import read_record
from replay.messages.language import Language
from replay.messages.say import saying
from replay.settings import LANGUAGE_SETTING
from replay.text import cells
from replay.words import EVERYTHING
from tests.replay.test_shengji_round import ACCOUNTS, told
from tests.support.clocked_match import clocked_match
from tests.support.logs import new_log, url

Capture = pytest.CaptureFixture[str]
CHINESE = (Language.HANT, Language.HANS)
LATIN = re.compile(r"[A-Za-z]{2,}")
"""More than a letter: what of it is no card, seat, rule, code or name is a word of English."""
KNOWN = re.compile(
    r"\b(?:[2-9TJQKA][shdc]|BJ|SJ|UTC|p[1-7]|P\d+|[ZSHM]\d+(?:\.\d+)?|[0-9a-f]{64}|player\d)\b"
)
RECORDS = Path(__file__).parents[1] / "golden"
SHARE = 8
"""Every so many of the golden records is told; with those on the edge all facts are among them."""


@pytest.fixture(scope="module")
def clocked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with a match in which the clock has played, which is told to the letter."""
    path = tmp_path_factory.mktemp("clocked") / "log.db"
    with new_log(path) as log:
        clocked_match(log)
    return path


def left_over(line: str) -> list[str]:
    return LATIN.findall(KNOWN.sub("", line))


def without_hash(said: str) -> str:
    return re.sub(r"\b[0-9a-f]{64}\b", "…", said)


@pytest.mark.parametrize("language", Language)
def test_the_worked_example_is_told_to_the_letter(
    language: Language, played: Path, example: str, capsys: Capture
) -> None:
    words = without_hash(told(played, capsys, "round", example, "--seat", "p1", "--lang", language))

    assert words == (ACCOUNTS / f"example.{language}.txt").read_text("utf-8")


@pytest.mark.parametrize("language", CHINESE)
def test_a_round_of_shengji_is_told_to_the_letter(
    language: Language, one: Path, capsys: Capture
) -> None:
    words = without_hash(told(one, capsys, "round", "r", "--seat", "p1", "--lang", language))

    assert words == (ACCOUNTS / f"p1.{language}.txt").read_text("utf-8")


@pytest.mark.parametrize("language", CHINESE)
def test_a_match_is_told_to_the_letter(language: Language, clocked: Path, capsys: Capture) -> None:
    words = without_hash(told(clocked, capsys, "match", "m", "--lang", language))

    assert words == (ACCOUNTS / f"match.{language}.txt").read_text("utf-8")


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_event_of_a_game_is_told_without_a_word_of_english(
    game: Game, language: Language
) -> None:
    say, seen = saying(language), set()
    usual, edge = (sorted(RECORDS.glob(f"{of}{game.name}/*.toml")) for of in ("", "edge-"))
    for path in (*usual[::SHARE], *edge):
        outcome = run(read_record(path))
        decisions = (Decision(step.action.origin, step.facts) for step in outcome.steps)
        told = list(entries(decisions, EVERYTHING))
        seen |= {type(entry.fact) for entry in told}
        lines = list(account(told, say))
        if outcome.refused is not None:
            lines.append(say(outcome.refused.refusal.said()))
        assert [(line, left) for line in lines if (left := left_over(line))] == []
    assert seen == set(game.events)


@pytest.mark.parametrize("language", CHINESE)
def test_no_command_of_reports_leaves_a_word_of_english(
    language: Language, played: Path, example: str, tmp_path: Path, capsys: Capture
) -> None:
    file, lang = str(tmp_path / "bundle"), ("--lang", language)
    said = [
        told(played, capsys, "rounds", *lang),
        told(played, capsys, "verify", "--workers", "1", *lang),
        told(played, capsys, "bundle", example, "-o", file, *lang),
        told(played, capsys, "looks", example, *lang),
    ]
    assert main(["check", file, *lang]) == UNCHECKED
    said.append(capsys.readouterr().out)
    names = {"sample", "worked", "example", "short", "tied", "voided", "open", "sha", "key"}
    names |= {"south", "east", "north", "west"}
    names |= {"olga", "looks", "test"}  # who looked before, and why, in her own words
    left = {word for text in said for line in text.splitlines() for word in left_over(line)}
    assert left - names == set()


@pytest.mark.parametrize("language", CHINESE)
def test_columns_are_in_line_whatever_the_language(
    language: Language, played: Path, capsys: Capture
) -> None:
    header, *rows = told(played, capsys, "rounds", "--lang", language).splitlines()
    assert {cells(row) for row in rows} == {cells(header)}


def test_json_is_the_same_in_every_language(played: Path, example: str, capsys: Capture) -> None:
    said = {
        told(played, capsys, "round", example, "--json", "--lang", language)
        for language in Language
    }
    assert len(said) == 1
    assert json.loads(said.pop())["checks"][0]["name"] == "chain unbroken"


def test_the_setting_chooses_the_language_and_the_option_goes_before_it(
    played: Path, example: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LANGUAGE_SETTING, Language.HANS)
    assert "本局结算" in told(played, capsys, "round", example)
    assert "本局結算" in told(played, capsys, "round", example, "--lang", Language.HANT)
    monkeypatch.setenv(LANGUAGE_SETTING, "klingon")
    assert main(["rounds", "--log", url(played)]) == UNREADABLE
    assert f"{LANGUAGE_SETTING} is en or zh-Hant or zh-Hans (bad_environment)" in (
        capsys.readouterr().err
    )


def test_why_a_command_cannot_answer_is_said_in_the_language(played: Path, capsys: Capture) -> None:
    asked = ["round", "nowhere", "--log", url(played), "--lang", Language.HANT]
    assert main(asked) == UNREADABLE
    assert "沒有局 nowhere" in capsys.readouterr().err


def test_a_value_of_a_text_is_no_template_of_its_own() -> None:
    say = saying(Language.HANT)
    named = text("{player} sits down at {seat}", player="proven {seat}", seat="p1")
    assert say(named) == "proven {seat} 坐上 p1"
    assert say("proven") == "proven"
    assert say(word("proven")) == "已證實"


def test_a_text_survives_the_way_to_another_process() -> None:
    sent: Text = pickle.loads(pickle.dumps(text("{seat} checks", seat="p1")))  # noqa: S301 -- our own
    assert saying(Language.HANS)(sent) == "p1 过"
