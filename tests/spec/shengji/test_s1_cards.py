"""S1: four packs, levels, points."""

from collections import Counter

import pytest

from domain.cards.card import CARDS
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji import commands, events
from domain.shengji.decider import SHENGJI
from domain.shengji.ruleset import LEVELS, Ladder, Ruleset, SettingError, differing, ruleset
from domain.shengji.sides import PARTNER, SEATS, SIDE_OF, Side, members, other_side
from domain.shengji.state import Contesting, Dealing, TurningUp
from domain.shengji.waiting import waiting
from tests.support.shengji_rounds import (
    P1,
    P2,
    PACKS,
    after,
    cards,
    deals,
    facts,
    opened,
    playing,
    refused,
)

DEALING = after(SHENGJI.initial, opened())


def test_s1_1_four_packs_with_jokers_are_216_cards() -> None:
    assert Counter(Counter(PACKS).values()) == {4: 54}
    assert len(PACKS) == 216
    assert len(CARDS) == 54


def test_s1_1_fifty_two_each_and_eight_apart() -> None:
    state = after(DEALING, *deals())
    assert isinstance(state, Contesting)
    assert {seat: len(hand) for seat, hand in state.hands.items()} == dict.fromkeys(SEATS, 52)
    assert len(state.kitty) == 8
    held = [card for hand in state.hands.values() for card in hand]
    assert sorted((*held, *state.kitty)) == sorted(PACKS)


def test_s1_1_hands_and_kitty_come_in_any_order() -> None:
    dealt = deals()
    assert after(DEALING, *reversed(dealt)) == after(DEALING, *dealt)
    state = after(DEALING, dealt[4], dealt[2])
    assert isinstance(state, Dealing)
    assert waiting(state) == ("deal", ("p1", "p2", "p4"))
    state = after(DEALING, *dealt[:4])
    assert isinstance(state, Dealing)
    assert waiting(state) == ("deal", ())


@pytest.mark.parametrize("number", [1, 51, 53, 104])
def test_s1_1_a_hand_of_another_number_is_no_deal(number: int) -> None:
    assert refused(DEALING, commands.Deal(seat=P1, cards=PACKS[:number])) == "bad_deal"


@pytest.mark.parametrize("number", [1, 7, 9, 52])
def test_s1_1_a_kitty_of_another_number_is_no_deal(number: int) -> None:
    assert refused(DEALING, commands.DealKitty(cards=PACKS[:number])) == "bad_deal"


def test_s1_1_nothing_is_dealt_twice() -> None:
    first, *_, kitty = deals()
    assert refused(DEALING, first, first) == "bad_deal"
    assert refused(DEALING, kitty, kitty) == "bad_deal"


@pytest.mark.parametrize("last", range(5))
def test_s1_1_a_fifth_copy_is_found_when_the_deal_is_complete(last: int) -> None:
    dealt = deals(p1="4*As", p2="Kd")
    hand = dealt[1]
    assert isinstance(hand, commands.Deal)
    wrong = commands.Deal(seat=P2, cards=(*cards("As"), *hand.cards[1:]))
    told = [*dealt[:1], wrong, *dealt[2:]]
    told.append(told.pop(last))
    assert refused(DEALING, *told) == "bad_deal"


@pytest.mark.parametrize(
    ("ladder", "levels"),
    [(Ladder.TWO_TO_KING, "2 4 6 7 8 9 T J Q K"), (Ladder.NINE_TO_JACK, "9 T J")],
)
def test_s1_2_the_levels_of_the_ladders(ladder: Ladder, levels: str) -> None:
    assert " ".join(LEVELS[ladder]) == levels
    for level in "23456789TJQKA":
        opening = opened(level=level, ladder=ladder)
        legal = level in levels.split()
        decided = SHENGJI.decide(SHENGJI.initial, opening)
        assert isinstance(decided, Refusal) != legal
        if isinstance(decided, Refusal):
            assert decided.code == "bad_levels"


@pytest.mark.parametrize("dealer", SEATS)
def test_s1_2_played_is_the_level_of_the_dealers_side(dealer: Seat) -> None:
    (fact,) = facts(SHENGJI.initial, opened(level="9", other="4", dealer=dealer))
    assert isinstance(fact, events.RoundOpened)
    assert fact.level == fact.levels[SIDE_OF[dealer]] == "9"
    assert fact.levels[other_side(SIDE_OF[dealer])] == "4"


def test_s1_2_in_a_first_round_both_sides_stand_equal() -> None:
    assert isinstance(after(SHENGJI.initial, opened(level="4", dealer=None)), Dealing)
    assert refused(SHENGJI.initial, opened(level="4", other="6", dealer=None)) == "bad_levels"


def test_s1_2_both_sides_need_a_level() -> None:
    opening = commands.OpenRound(
        round="r", settings=Ruleset(), players=tuple("ABCD"), levels={Side.A: "2"}, dealer=P1
    )
    assert refused(SHENGJI.initial, opening) == "bad_levels"


@pytest.mark.parametrize("players", ["", "ABC", "ABCDE"])
def test_s1_four_play(players: str) -> None:
    opening = commands.OpenRound(
        round="r",
        settings=Ruleset(),
        players=tuple(players),
        levels=dict.fromkeys(Side, "2"),
        dealer=P1,
    )
    assert refused(SHENGJI.initial, opening) == "wrong_seat_count"


def test_s1_the_dealer_is_one_of_the_four() -> None:
    assert refused(SHENGJI.initial, opened(dealer=Seat("p5"))) == "unknown_dealer"


def test_s1_sides_and_partners() -> None:
    assert [members(side) for side in Side] == [("p1", "p3"), ("p2", "p4")]
    assert {SIDE_OF[seat] is SIDE_OF[PARTNER[seat]] for seat in SEATS} == {True}
    assert [PARTNER[seat] for seat in SEATS] == ["p3", "p4", "p1", "p2"]


@pytest.mark.parametrize(
    ("card", "points"),
    [("5s", 5), ("5h", 5), ("5d", 5), ("5c", 5), ("Th", 10), ("Kc", 10), ("As", 0), ("BJ", 0)]
    + [(f"{rank}d", 0) for rank in "2346789JQA"],
)
def test_s1_3_points_of_a_card(card: str, points: int) -> None:
    state = playing(p1=f"{card} 4c", p2="4*4h", p3="4*6d", p4="4*6d")
    told = facts(state, f"p1 play {card}", "p2 play 4h", "p3 play 6d", "p4 play 6d")
    (won,) = [fact for fact in told if isinstance(fact, events.TrickWon)]
    assert won.points == points


def test_s1_3_the_pack_holds_400_points() -> None:
    worth = {"5": 5, "T": 10, "K": 10}
    assert sum(worth.get(card[0], 0) for card in PACKS) == 400


def test_s1_the_settings_and_their_defaults() -> None:
    assert ruleset() == Ruleset(
        ladder=Ladder.TWO_TO_KING,
        contest_seconds=15,
        trump_seconds=15,
        return_seconds=30,
        bury_seconds=45,
        play_seconds=20,
    )
    assert differing(ruleset({"ladder": "9-J", "play_seconds": 20})) == {"ladder": "9-J"}


@pytest.mark.parametrize(
    "settings",
    [
        {"ladder": "2-A"},
        {"follow": "pattern"},
        {"play_seconds": 0},
        {"bury_seconds": 86_401},
        {"contest_seconds": "15"},
        {"ante": 50},
    ],
)
def test_s1_a_setting_without_meaning_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(SettingError):
        ruleset(settings)


def test_s1_a_first_round_waits_for_its_face_up_card() -> None:
    state = after(SHENGJI.initial, opened(dealer=None), *deals())
    assert isinstance(state, TurningUp)
    assert waiting(state) == ("faceup", ())
