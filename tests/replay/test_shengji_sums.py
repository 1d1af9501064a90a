"""Moving the cards of a round of 比牌升級 once more finds any that is lost, made or misplaced."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS
from domain.shengji import events
from domain.shengji.events import ScoreCause
from domain.shengji.sides import Side
from replay.shengji.sums import first_gap
from tests.support.leaks import CARD
from tests.support.logs import ticking, url

Facts = list[Event]
Change = Callable[[Any], Event]


@pytest.fixture
def facts(evening_reader: Log) -> Facts:
    return [one.event for one in evening_reader.read(f"{ROUNDS}record-00374")]


def gap(facts: Sequence[Event]) -> tuple[int, str] | None:
    found = first_gap(cast("Any", facts))
    assert found is None or CARD.findall(found[1]) == [], "no card is told"
    return found


def test_nothing_is_missing_in_any_round(evening_reader: Log) -> None:
    for stream in evening_reader.streams(ROUNDS):
        facts = [one.event for one in evening_reader.read(stream)]
        for end in range(1, len(facts) + 1):
            assert gap(facts[:end]) is None


def test_sealed_cards_are_counted_all_the_same(evening: Path) -> None:
    with open_log(url(evening), now=ticking(), read_only=True) as log:
        for stream in log.streams(ROUNDS):
            facts = [one.event for one in log.read(stream)]
            assert gap(facts) is None
            short = [
                replace(one, cards=one.cards[1:]) if isinstance(one, events.KittyDealt) else one
                for one in facts
            ]
            assert gap(short) is not None


def with_card(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards with another in the place of the first, if there is one."""
    return ("9c" if cards[:1] != ("9c",) else "9d", *cards[1:]) if cards else ()


def scored(cause: ScoreCause, **changes: int) -> Change:
    def change(fact: events.ScoresGiven) -> Event:
        scores = cast("dict[Seat, int]", {**fact.scores, **changes})
        return replace(fact, scores=scores) if fact.cause is cause else fact

    return change


CHANGES: dict[str, tuple[type[Event], Change]] = {
    "a hand of 53": (events.CardsDealt, lambda f: replace(f, cards=(*f.cards, "9c"))),
    "a fifth copy": (events.KittyDealt, lambda f: replace(f, cards=with_card(f.cards))),
    "a strange face-up card": (events.CardTurnedUp, lambda f: replace(f, seat="p1")),
    "a show of another's cards": (events.CardsShown, lambda f: replace(f, seat="p2")),
    "a pile of other cards": (events.PileCaptured, lambda f: replace(f, cards=with_card(f.cards))),
    "a pile in part": (events.PileCaptured, lambda f: replace(f, cards=f.cards[1:])),
    "a pile to another": (events.PileCaptured, lambda f: replace(f, seat="p2")),
    "another winner": (events.ContestWon, lambda f: replace(f, seat="p4")),
    "won cards": (events.ContestWon, lambda f: replace(f, cards=f.cards[1:])),
    "cards lost in a return": (events.CardsReceived, lambda f: replace(f, cards=f.cards[1:])),
    "other cards received": (events.CardsReceived, lambda f: replace(f, cards=with_card(f.cards))),
    "another kitty": (events.KittyTaken, lambda f: replace(f, cards=with_card(f.cards))),
    "seven buried": (events.KittyBuried, lambda f: replace(f, cards=f.cards[1:])),
    "cards out of nothing": (events.CardsFollowed, lambda f: replace(f, cards=("9c", "9c"))),
    "a play of one more": (events.CardsFollowed, lambda f: replace(f, cards=f.cards[:1])),
    "a throw of others": (events.CardsLed, lambda f: replace(f, attempted=("9c",) * 3)),
    "points of a trick": (events.TrickWon, lambda f: replace(f, points=f.points + 5)),
    "points so far": (events.TrickWon, lambda f: replace(f, attack_points=f.attack_points + 5)),
    "a trick to the other side": (events.TrickWon, lambda f: replace(f, seat="p3")),
    "a ♠A of nobody": (events.AceCaptured, lambda f: replace(f, owner="p1")),
    "other cards under": (events.KittyShown, lambda f: replace(f, buried=with_card(f.buried))),
    "another dealt kitty": (events.KittyShown, lambda f: replace(f, dealt=with_card(f.dealt))),
    "points of the kitty": (events.KittyShown, lambda f: replace(f, points=f.points + 5)),
    "a multiplier": (events.KittyShown, lambda f: replace(f, multiplier=2)),
    "scores from nothing": (events.ScoresGiven, scored(ScoreCause.ACE, p1=1)),
    "scores that sum to zero": (events.ScoresGiven, scored(ScoreCause.ACE, p1=1, p4=-1)),
    "a level from elsewhere": (events.LevelChanged, lambda f: replace(f, before="K")),
    "a level to elsewhere": (events.LevelChanged, lambda f: replace(f, after="K")),
    "levels at the end": (
        events.RoundSettled,
        lambda f: replace(f, levels={Side.A: "2", Side.B: "K"}),
    ),
    "scores at the end": (
        events.RoundSettled,
        lambda f: replace(f, scores=dict.fromkeys(f.scores, 0)),
    ),
    "points at the end": (events.RoundSettled, lambda f: replace(f, attack_points=0)),
}


@pytest.mark.parametrize(("kind", "change"), CHANGES.values(), ids=CHANGES)
def test_what_does_not_add_up_is_found(kind: type[Event], change: Change, facts: Facts) -> None:
    changed = [change(fact) if isinstance(fact, kind) else fact for fact in facts]
    first = next(
        n for n, pair in enumerate(zip(changed, facts, strict=True), 1) if pair[0] != pair[1]
    )

    found = gap(changed)
    assert found is not None
    assert found[0] >= first


@pytest.mark.parametrize(
    "kind", [events.CardsReceived, events.CardsFollowed, events.AceCaptured, events.PileCaptured]
)
def test_what_is_left_out_or_told_twice_is_found(kind: type[Event], facts: Facts) -> None:
    place = next(place for place, fact in enumerate(facts) if isinstance(fact, kind))
    assert gap([*facts[:place], *facts[place + 1 :]]) is not None
    assert gap([*facts[: place + 1], *facts[place:]]) is not None


def test_a_round_begins_with_its_opening(facts: Facts) -> None:
    assert gap(facts[1:]) == (1, "the round was not opened")
    assert gap([]) is None


def test_a_seat_that_does_not_exist_is_a_gap(facts: Facts) -> None:
    strange = replace(cast("Any", facts[1]), seat="p5")
    assert gap([facts[0], strange]) == (2, "there is no such seat")
