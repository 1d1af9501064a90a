"""Nobody is told a card of 比牌升級 that it may not have (S9), at no moment, in words or as JSON.

Four packs hold every face four times, so that a face alone gives nothing away: what counts is which
fact it is told with. What a fact may tell to whom is written down here once more, from S9 alone.
And whatever the others hold, a viewer is told the same.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.rounds import waiting
from domain.log.store import Log
from domain.log.streams import ROUNDS
from replay.cli import main
from replay.proof import prove
from replay.round import as_json, readable
from replay.words import EVERYTHING
from tests.replay.conftest import RECORDS
from tests.support.logs import new_log, stored_rounds, url
from tests.support.shengji import actions_of, store_record

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][shdc]|[BS]J)(?![0-9A-Za-z])")
NUMBERED = re.compile(r" {0,3}(\d+)  +\S")
VIEWERS = (None, "p1", "p2", "p3", "p4")
OWN_ONLY = {"CardsDealt", "CardsReturned", "CardsReceived", "KittyTaken", "KittyBuried"}
NOBODY = {"KittyDealt"}


def kind(fact: object) -> str:
    return type(fact).__name__


def cards_in(fact: object) -> list[str]:
    """Every card that a fact holds."""
    return [
        *getattr(fact, "cards", ()),
        *getattr(fact, "attempted", ()),
        *getattr(fact, "dealt", ()),
        *getattr(fact, "buried", ()),
        *((fact.card,) if hasattr(fact, "card") else ()),
    ]


def is_open(fact: Any, viewer: str | None) -> bool:  # noqa: ANN401 -- any fact
    """S9: whether a viewer may see the cards of a fact when it happens."""
    if kind(fact) in NOBODY:
        return False
    return kind(fact) not in OWN_ONLY or (viewer is not None and fact.seat == viewer)


def facts_of(log: Log, round_id: str) -> list[Any]:
    return [one.event for one in log.read(f"{ROUNDS}{round_id}")]


def leaks_in_json(told: dict[str, Any], facts: list[Any], viewer: str | None) -> Iterator[str]:
    for entry in told["events"]:
        fact = facts[entry["version"] - 1]
        allowed = set(cards_in(fact)) if is_open(fact, viewer) else set()
        allowed |= beside(facts, entry["version"], viewer)
        found = CARD.findall(json.dumps([entry["event"], entry["text"], entry["details"]]))
        yield from (card for card in found if card not in allowed)
    summary = told.pop("summary") or {}
    returns = summary.pop("returns", {})
    winner = summary.get("contest", {}).get("winner")
    yield from (
        card
        for to, cards in returns.items()
        for card in CARD.findall(" ".join(cards))
        if viewer not in {to, winner} or viewer is None
    )
    if told["status"] != "complete":
        yield from CARD.findall(json.dumps(summary))
    yield from CARD.findall(json.dumps({**told, "events": []}))


def beside(facts: list[Any], version: int, viewer: str | None) -> set[str]:
    """Cards that the words of a fact may name too: those of its trick, which lie open."""
    fact = facts[version - 1]
    if kind(fact) != "TrickWon":
        return set()
    return {card for one in facts[version - 5 : version] for card in cards_in(one)} - {viewer}


def leaks_in_text(words: str, facts: list[Any], viewer: str | None) -> Iterator[str]:
    version = 0
    for line in words.splitlines():
        if line.startswith("status  "):
            version = 0
        elif line.startswith(("exchange", "kitty 扣底")):
            version = -1 if line.startswith("exchange") else 0
        elif (numbered := NUMBERED.match(line)) is not None:
            version = int(numbered[1])
        found = CARD.findall(line)
        if version == -1 and found:
            yield from unseen_returns(line, facts, viewer)
        elif version > 0:
            fact = facts[version - 1]
            allowed = set(cards_in(fact)) if is_open(fact, viewer) else set()
            yield from (c for c in found if c not in allowed | beside(facts, version, viewer))
        elif version == 0:
            yield from found


def unseen_returns(line: str, facts: list[Any], viewer: str | None) -> Iterator[str]:
    """A row of the exchange table shows cards to giver and receiver only."""
    seats = re.findall(r"p[1-4]", line)
    given = next(
        fact.cards
        for fact in facts
        if kind(fact) == "CardsReturned" and [fact.seat, fact.to] == seats
    )
    if viewer not in seats or CARD.findall(line) != list(given):
        yield line


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_round_leaks_a_card_to_anybody(viewer: str | None, evening_reader: Log) -> None:
    told = 0
    for round_id in stored_rounds(evening_reader):
        facts, proof = facts_of(evening_reader, round_id), prove(evening_reader, round_id)
        assert proof is not None
        words = "\n".join(readable(proof, viewer))  # type: ignore[arg-type]
        plain = json.loads(json.dumps(as_json(proof, viewer)))  # type: ignore[arg-type]
        assert [*leaks_in_text(words, facts, viewer)] == [], round_id
        assert [*leaks_in_json(plain, facts, viewer)] == [], round_id
        told += len(CARD.findall(words))
    assert told > 1000


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_round_leaks_a_card_at_any_moment(viewer: str | None, evening_reader: Log) -> None:
    facts, proof = facts_of(evening_reader, "record-00374"), prove(evening_reader, "record-00374")
    assert proof is not None
    for at in range(1, len(facts) + 1):
        words = "\n".join(readable(proof, viewer, at))  # type: ignore[arg-type]
        plain = json.loads(json.dumps(as_json(proof, viewer, at)))  # type: ignore[arg-type]
        assert [*leaks_in_text(words, facts, viewer)] == []
        assert [*leaks_in_json(plain, facts, viewer)] == []


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_is_told_all_that_it_may_have(viewer: str | None, evening_reader: Log) -> None:
    facts, proof = facts_of(evening_reader, "record-00374"), prove(evening_reader, "record-00374")
    assert proof is not None
    for entry in as_json(proof, viewer)["events"]:  # type: ignore[arg-type,attr-defined]
        fact = facts[entry["version"] - 1]
        seen = Counter(CARD.findall(json.dumps(entry["event"])))
        assert seen == Counter(cards_in(fact) if is_open(fact, viewer) else ())


def test_the_search_finds_what_another_viewer_is_told(evening_reader: Log) -> None:
    facts, proof = facts_of(evening_reader, "record-00374"), prove(evening_reader, "record-00374")
    assert proof is not None
    everything = "\n".join(readable(proof, EVERYTHING))
    own = "\n".join(readable(proof, "p3"))  # type: ignore[arg-type]
    for viewer in VIEWERS:
        assert [*leaks_in_text(everything, facts, viewer)] != []
        plain = json.loads(json.dumps(as_json(proof, EVERYTHING)))
        assert [*leaks_in_json(plain, facts, viewer)] != []
        if viewer != "p3":
            assert [*leaks_in_text(own, facts, viewer)] != []


def exchanged(words: str, first: str, second: str) -> str:
    """An action with two seats' names exchanged."""
    return words.replace(first, "p9").replace(second, first).replace("p9", second)


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_what_others_hold_changes_nothing_of_what_is_told(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two rounds in which p2 and p3 hold each other's hands: p1 and the public are told one."""
    told: dict[tuple[bool, str], str] = {}
    for swapped in (False, True):
        path = tmp_path / f"{swapped}.db"
        with new_log(path) as log:
            round_ = store_record(log, "r", RECORDS[1], actions=0)
            words = dealt(RECORDS[1])
            for text in sorted(exchanged(one, "p2", "p3") if swapped else one for one in words):
                round_.say(text)
            assert waiting(round_.state) is not None
        for seat in ("p1", ""):
            asked = [*options, *(["--seat", seat] if seat else []), "--log", url(path)]
            assert main(["round", "r", *asked]) == 0
            told[swapped, seat] = without_hashes(capsys.readouterr().out)
    assert told[False, "p1"] == told[True, "p1"]
    assert told[False, ""] == told[True, ""]
    assert CARD.findall(told[False, ""]) == []


def dealt(name: str) -> list[str]:
    """The hands and the kitty of a golden record."""
    return [text for text in actions_of(name) if text.split()[0] in {"deal", "kitty"}]


def without_hashes(text: str) -> str:
    return re.sub(r"last hash \w{64}", "last hash", text)
