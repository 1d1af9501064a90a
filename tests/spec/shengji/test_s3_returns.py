"""S3.7: what the champion gives back."""

from itertools import permutations

import pytest

from domain.shengji import events
from domain.shengji.state import Burying, Returning
from domain.shengji.waiting import waiting
from tests.support.shengji_rounds import (
    P1,
    P2,
    P3,
    P4,
    after,
    cards,
    contesting,
    facts,
    refused,
    returning,
)

# Two of every effective suit, ♥ being trump; any one card can go.
EVEN = "4d 4d 6c 6c 7s 7s 9h 9h"


def test_s3_7_every_other_seat_gets_as_many_as_it_showed_itself() -> None:
    """p2's pile was captured by p3; p1's came with it, and p1 is p3's partner."""
    state = contesting(p1="BJ", p2="5d 2c 2d", p3="2*As SJ")
    state = after(state, "p1 show BJ", "p2 show 5d 2c 2d", "p1 pass", "p3 show 2*As", "p2 pass")
    state = after(state, "p4 pass", "p3 trump h")
    assert isinstance(state, Returning)
    assert dict(state.owed) == {P1: 1, P2: 3}
    assert waiting(state) == ("return", ("p3",))


def test_s3_7_returns_come_in_any_order_one_action_each() -> None:
    state = returning({P2: 1, P3: 2, P4: 1}, p1=f"{EVEN} 4d 4d 6c 6c")
    said = ("p1 return p2 4d", "p1 return p3 6c 6c", "p1 return p4 4d")
    for order in permutations(said):
        assert isinstance(after(state, *order[:2]), Returning)
        assert isinstance(after(state, *order), Burying)


def test_s3_7_what_is_returned_goes_from_hand_to_hand() -> None:
    state = returning({P2: 2, P4: 1}, p1=EVEN, p2="Kc")
    told = facts(state, "p1 return p2 6c 4d")
    assert told == [
        events.CardsReturned(seat=P1, to=P2, cards=cards("6c 4d")),
        events.CardsReceived(seat=P2, giver=P1, cards=cards("6c 4d")),
    ]
    done = after(state, "p1 return p2 6c 4d")
    assert isinstance(done, Returning)
    assert dict(done.owed) == {P4: 1}
    assert sorted(done.hands[P1]) == sorted(cards("4d 6c 7s 7s 9h 9h"))
    assert sorted(done.hands[P2]) == sorted(cards("Kc 6c 4d"))


@pytest.mark.parametrize(
    "said",
    ["p1 4d", "p3 4d", "p2 4d", "p2 4d 6c 7s", "p4 4d 6c"],
)
def test_s3_7_no_other_receiver_and_no_other_number(said: str) -> None:
    state = returning({P2: 2, P4: 1}, p1=EVEN)
    assert refused(state, f"p1 return {said}") == "wrong_return"


def test_s3_7_a_seat_gets_its_cards_once() -> None:
    state = returning({P2: 1, P4: 1}, p1=EVEN)
    assert refused(state, "p1 return p2 4d", "p1 return p2 6c") == "wrong_return"


def test_s3_7_only_the_champion_returns_and_only_what_it_holds() -> None:
    state = returning({P2: 1}, p1=EVEN, p3="4d")
    assert refused(state, "p3 return p2 4d") == "not_your_turn"
    assert refused(state, "p1 return p2 8c") == "not_your_cards"
    state = returning({P2: 3}, p1=EVEN)
    assert refused(state, "p1 return p2 3*4d") == "not_your_cards"


@pytest.mark.parametrize("card", ["5s", "5c", "5h", "5d", "Th", "Ts", "Kd", "Kc"])
def test_s3_7_no_point_cards(card: str) -> None:
    state = returning({P2: 1}, p1=f"{EVEN} {card}")
    assert refused(state, f"p1 return p2 {card}") == "point_cards"
    state = returning({P2: 2}, p1=f"{EVEN} {card}")
    assert refused(state, f"p1 return p2 4d {card}") == "point_cards"


@pytest.mark.parametrize("card", ["As", "BJ", "SJ", "3h", "2h", "2c", "Ad", "Jc"])
def test_s3_7_any_other_card_may_go_trumps_too(card: str) -> None:
    state = returning({P2: 1}, p1=f"{EVEN} {card} {card}")
    assert isinstance(after(state, f"p1 return p2 {card}"), Burying)


@pytest.mark.parametrize(
    ("returned", "empties"),
    [("4d 4d", True), ("6c 6c", True), ("9h 9h", True), ("4d 6c", False), ("7s 9h", False)],
)
def test_s3_7_no_suit_that_is_held_is_emptied(returned: str, empties: bool) -> None:
    state = returning({P2: 2}, p1=EVEN)
    if empties:
        assert refused(state, f"p1 return p2 {returned}") == "suit_emptied"
    else:
        assert isinstance(after(state, f"p1 return p2 {returned}"), Burying)


def test_s3_7_effective_suits_count_not_printed_ones() -> None:
    """♠A is trump: it leaves no spade behind, and it may be the last spade printed."""
    state = returning({P2: 1}, p1="As 7s 4d 4d 6c 6c")
    assert refused(state, "p1 return p2 7s") == "suit_emptied"
    assert refused(state, "p1 return p2 As") == "suit_emptied"
    state = returning({P2: 1}, p1="As BJ 4d 4d 6c 6c")
    assert isinstance(after(state, "p1 return p2 As"), Burying)
    state = returning({P2: 1}, p1="2d 4d BJ 6c 6c")  # the level is 2
    assert refused(state, "p1 return p2 4d") == "suit_emptied"
    assert isinstance(after(state, "p1 return p2 2d"), Burying)


def test_s3_7_a_suit_that_was_not_held_need_not_be_kept() -> None:
    state = returning({P2: 3}, p1="4*4d")
    assert isinstance(after(state, "p1 return p2 3*4d"), Burying)


def test_s3_7_point_cards_left_behind_keep_their_suit() -> None:
    state = returning({P2: 1}, p1="4d Kd 7s 6c 9h")
    assert refused(state, "p1 return p2 7s") == "suit_emptied"
    assert refused(state, "p1 return p2 Kd") == "point_cards"
    assert isinstance(after(state, "p1 return p2 4d"), Burying)


def test_s3_7_both_rules_judge_the_hand_just_before_that_return() -> None:
    state = after(returning({P2: 1, P3: 1}, p1=EVEN), "p1 return p2 4d")
    assert refused(state, "p1 return p3 4d") == "suit_emptied"
    state = returning({P2: 1, P3: 1}, p1="4d 4d 7s 9h")
    state = after(state, "p1 return p2 4d")
    # ♦4 ♠7 ♥9 are left: nothing can be spared, so anything goes.
    assert isinstance(after(state, "p1 return p3 4d"), Burying)


@pytest.mark.parametrize("card", ["4d", "7s", "6c", "9h"])
def test_s3_7_where_no_choice_keeps_both_the_suit_rule_falls(card: str) -> None:
    state = returning({P2: 1}, p1="4d 7s 6c 9h")
    assert isinstance(after(state, f"p1 return p2 {card}"), Burying)


def test_s3_7_the_point_rule_stands_when_the_suit_rule_has_fallen() -> None:
    state = returning({P2: 1}, p1="Kd Kd 7s 6c 9h")  # only ♦K could be spared
    assert refused(state, "p1 return p2 Kd") == "point_cards"
    assert isinstance(after(state, "p1 return p2 7s"), Burying)
    state = returning({P2: 3}, p1="4d 7s 7s 6c 9h Kh")
    # ♠7 and ♥9 can be spared, a third card cannot.
    assert refused(state, "p1 return p2 7s 9h Kh") == "point_cards"
    assert isinstance(after(state, "p1 return p2 7s 7s 4d"), Burying)


@pytest.mark.parametrize("returned", ["Kd Kd", "Kd 9h", "Tc 5h", "9h Tc"])
def test_s3_7_where_none_keeps_the_point_rule_it_falls_too(returned: str) -> None:
    state = returning({P2: 2}, p1="Kd Kd Tc 9h 5h")
    assert isinstance(after(state, f"p1 return p2 {returned}"), Burying)


def test_s3_7_the_number_decides_whether_a_rule_falls() -> None:
    hand = "4d 4d Kd 7s 7s 9h"
    assert refused(returning({P2: 2}, p1=hand), "p1 return p2 7s 7s") == "suit_emptied"
    three = returning({P2: 3}, p1=hand)  # ♦4 ♦4 ♠7 is the one choice
    assert refused(three, "p1 return p2 4d 7s 7s") == "suit_emptied"
    assert isinstance(after(three, "p1 return p2 4d 4d 7s"), Burying)
    four = returning({P2: 4}, p1=hand)
    assert refused(four, "p1 return p2 4d 4d 7s Kd") == "point_cards"
    assert isinstance(after(four, "p1 return p2 4d 7s 7s 9h"), Burying)
    assert isinstance(after(returning({P2: 6}, p1=hand), f"p1 return p2 {hand}"), Burying)


def test_s3_7_the_won_pile_is_in_the_hand_and_the_kitty_is_not() -> None:
    state = contesting(p1="BJ", p2="5d", kitty="4*4c 4*6c", p3="4*8c")
    state = after(state, "p1 show BJ", "p2 show 5d", "p1 pass", "p3 pass", "p2 trump s")
    assert refused(state, "p2 return p1 4c") == "not_your_cards"
    assert isinstance(after(state, "p2 return p1 BJ"), Burying)


def test_s3_7_after_the_returns_all_seats_have_52_again() -> None:
    state = contesting(p1="BJ", p2="5d", p3="2*As SJ 4*4c", starter=P1)
    said = ("p1 show BJ", "p2 show 5d", "p1 pass", "p3 show 2*As", "p2 pass", "p4 pass")
    state = after(state, *said, "p3 trump h", "p3 return p2 4c", "p3 return p1 4c")
    assert isinstance(state, Burying)
    assert {len(state.hands[seat]) for seat in (P2, P3, P4)} == {52}
    assert len(state.hands[P1]) == 60
