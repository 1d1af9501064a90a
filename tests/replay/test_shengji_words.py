"""What is told of throws, of captured aces and at a ladder's ends is true, and fits its column."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.log.store import Log
from domain.paipu.read import read_document
from domain.paipu.run import run
from domain.shengji.events import AceCaptured, CardsFollowed, CardsLed, LevelChanged, Pattern
from domain.shengji.ordering import order_of
from domain.shengji.ruleset import Ladder
from domain.shengji.sides import Side
from domain.shengji.units import greatest, unit_of
from replay.account import Decision, entries
from replay.cli import main
from replay.shengji.components import component, judged
from replay.shengji.standing import EMPTY
from replay.shengji.telling import sentence
from replay.text import cells
from replay.words import EVERYTHING
from tests.support.logs import stored_rounds, url
from tests.support.shengji import GOLDEN

Capture = pytest.CaptureFixture[str]
ORDER = order_of("2", "h")
P1, P2, P3, P4 = map(Seat, ("p1", "p2", "p3", "p4"))
COLUMN = re.compile(r"^ *\d+  (?:[\d:. ]{12}  )?(.*?)  +([SZ]\d+\.?\d*)(?:  |$)")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(one) for one in text.split())


def told_of(winner: Seat, *plays: str) -> list[str]:
    return [*judged(ORDER, dict(zip((P1, P2, P3, P4), map(cards, plays), strict=True)), winner)]


def test_s6_3_each_ruff_is_told_by_its_component_and_why_it_does_not_win() -> None:
    assert told_of(P3, "Qc Kc Kc", "4h 4h 6h", "8h 7h 8h", "6h 7h 9h") == [
        "the throw of p1 counts as its pair Kc Kc",
        "p2 is all trump, and its pair 4h 4h is not higher",
        "p3 ruffs it by its pair 8h 8h",
        "p4 is all trump, and has no pair",
    ]
    assert told_of(P2, "Jc Kc Kc Qc Qc", "4h 4h 4h 4h 6h", "6h 6h 7h 7h 9h", "4s 6s 7s 8s 9s") == [
        "the throw of p1 counts as its tractor Kc Kc Qc Qc",
        "p2 ruffs it by its bomb 4h 4h 4h 4h",
        "p3 is all trump, and its tractor 7h 7h 6h 6h is not higher",
    ]
    assert told_of(P1, "Jc Kc Kc Qc Qc", "4h 4h 6h 7h 8h", *["3s 4s 6s 7s 8s"] * 2) == [
        "the throw of p1 counts as its tractor Kc Kc Qc Qc",
        "p2 is all trump, and has no tractor of 4 cards",
    ]
    assert told_of(P1, "BJ As", "4h 6h", "7h 8h", "9h Th") == [
        "the throw of p1 counts as its highest single As"
    ]


def test_a_component_is_of_the_cards_and_is_the_unit_that_is_named() -> None:
    chance, kinds = Random(5), Counter[Pattern]()
    for _ in range(3000):
        order = order_of(chance.choice("27K"), chance.choice("shcd"))
        faces = sorted(chance.choice([one for one in order.of_suit.values() if one]))
        held = [card for card in chance.sample(faces, min(len(faces), 5)) for _ in range(4)]
        hand = chance.sample(held, chance.randint(1, len(held)))
        unit = greatest(order, hand)
        shown = component(order, hand, unit)
        assert Counter(shown) <= Counter(hand)
        assert unit_of(order, shown) == unit
        kinds[unit.kind] += 1
    assert kinds.keys() == {Pattern.SINGLE, Pattern.PAIR, Pattern.TRACTOR, Pattern.BOMB}


def test_s5_5_a_throw_that_does_not_hold_is_named_and_who_held_what_where_all_is_seen(
    one: Path, capsys: Capture
) -> None:
    assert main(["run", str(GOLDEN / "00374.paipu.toml")]) == 0
    everything = capsys.readouterr().out
    assert " throws 摔 Qc Kc: it does not hold" in everything
    assert "\n        p1 holds Ac Ac Ac Ac Kc Kc Kc above Qc\n" in everything
    assert " throws 甩 Td Td Td: it does not hold" in everything
    for line in ("p1 holds Jd 9d 6d of it", "p3 holds Td 6d of it", "p4 holds 7d of it"):
        assert f"\n        {line}\n" in everything
    for seat in ([], ["--seat", "p1"]):
        assert main(["round", "r", "--log", url(one), *seat]) == 0
        told = capsys.readouterr().out
        assert " throws 摔 Qc Kc: it does not hold" in told
        assert " holds " not in told


def test_s5_4_what_is_held_against_a_throw_is_what_its_seat_plays_later() -> None:
    """The hands are those of the facts: every card named is played afterwards by whom it is of."""
    seen = 0
    for path in sorted(GOLDEN.glob("*.paipu.toml"))[:24]:
        outcome = run(read_document(path.read_text(encoding="utf-8")))
        if outcome.summary["status"] != "settled":
            continue
        decisions = (Decision(one.action.origin, one.facts) for one in outcome.steps)
        told = [*entries(decisions, EVERYTHING)]
        for place, entry in enumerate(told):
            if not isinstance(entry.fact, CardsLed) or not entry.fact.attempted:
                continue
            for line in entry.told.words.details:
                seat, verb, *rest = line.split()
                if verb != "holds":
                    continue
                named = Counter(rest[:-2])
                later = Counter(
                    card
                    for one in told[place:]
                    if isinstance(one.fact, CardsFollowed | CardsLed) and one.fact.seat == seat
                    for card in one.fact.cards
                )
                assert all(named[card] <= later[Card(card)] for card in named)
                seen += 1
    assert seen > 3


def test_s7_a_captured_ace_is_told_by_what_it_costs() -> None:
    told = sentence(AceCaptured(trick=3, seat=P4, owner=P1), EMPTY)
    assert (told.text, told.rule) == ("p4 captures ♠A of p1", "S7")
    assert told.details == ("costs side A a level (S8.3), p1 -5, p4 +5",)


@pytest.mark.parametrize(
    ("ladder", "before", "gained", "lost", "after", "held"),
    [
        ("2-K", "2", 0, 1, "2", "the ladder begins at 2, so that it loses no more"),
        ("2-K", "4", 0, 2, "2", "the ladder begins at 2, so that it loses no more"),
        ("2-K", "2", 1, 1, "2", None),
        ("2-K", "Q", 1, 0, "K", None),
        ("2-K", "Q", 3, 1, "K", "the ladder ends at K, so that it gains no more"),
        ("9-J", "J", 1, 0, "J", "the ladder ends at J, so that it gains no more"),
        ("9-J", "9", 0, 1, "9", "the ladder begins at 9, so that it loses no more"),
    ],
)
def test_s8_3_a_level_says_where_the_ladder_held_it(  # noqa: PLR0917 -- a table
    ladder: str, before: str, gained: int, lost: int, after: str, held: str | None
) -> None:
    fact = LevelChanged(side=Side.A, before=before, gained=gained, lost=lost, after=after)
    told = sentence(fact, replace(EMPTY, ladder=Ladder(ladder)))
    assert told.details == (() if held is None else (held,))


def aligned(told: str) -> int:
    """How many lines of an account have their rule; it stands in one column in all of them."""
    columns = set()
    for line in told.partition("\nstatus")[0].splitlines():
        if (found := COLUMN.match(line)) is not None:
            columns.add(cells(line[: found.start(2)]))
            assert cells(line[: found.start(2)]) - found.start(1) < 60
    assert len(columns) == 1, columns
    return len(told.splitlines())


def test_rules_stand_in_one_column_however_long_a_line(
    evening: Path, evening_reader: Log, played: Path, reader: Log, capsys: Capture
) -> None:
    for path, log in ((evening, evening_reader), (played, reader)):
        for round_id in stored_rounds(log):
            assert main(["round", round_id, "--log", url(path), "--seat", "p1"]) == 0
            assert aligned(capsys.readouterr().out) > 10


def test_no_card_of_a_long_play_is_lost(evening: Path, capsys: Capture) -> None:
    assert main(["round", "record-00155", "--log", url(evening), "--json"]) == 0
    for entry in json.loads(capsys.readouterr().out)["events"]:
        if entry["event"]["type"] in {"shengji.CardsLed.1", "shengji.CardsFollowed.1"}:
            said = " ".join((entry["text"], *entry["details"]))
            assert " ".join(entry["event"]["cards"]) in said
