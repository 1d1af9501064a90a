"""S5.4, S5.5: throws 摔 and 甩, kept and failed. Level 7 and ♥ trump."""

import pytest

from domain.shengji import events
from domain.shengji.state import Playing
from domain.shengji.waiting import waiting
from tests.support.shengji_rounds import P1, after, cards, facts, playing, refused


def led(lead: str, *, hand: str = "", p2: str = "", p3: str = "", p4: str = "") -> events.CardsLed:
    """What p1's lead came to, with `hand` more in the hand and the others holding this."""
    state = playing(p1=f"{lead} {hand}", p2=p2, p3=p3, p4=p4)
    (fact,) = facts(state, f"p1 play {lead}")
    assert isinstance(fact, events.CardsLed)
    return fact


def forced(lead: str, *, hand: str = "", p2: str = "", p3: str = "", p4: str = "") -> str | None:
    """The single that a throw was cut down to, None if it held."""
    fact = led(lead, hand=hand, p2=p2, p3=p3, p4=p4)
    if fact.pattern is events.Pattern.THROW:
        assert (fact.cards, fact.attempted) == (cards(lead), ())
        return None
    assert (fact.pattern, fact.attempted) == (events.Pattern.SINGLE, cards(lead))
    (card,) = fact.cards
    return card


@pytest.mark.parametrize(
    ("others", "single"),
    [
        ("", None),
        ("Kc", None),
        ("Kc Kc Qc Qc", None),
        ("Ac", "Kc"),
        ("Ac Kc", "Kc"),
        ("Ad As BJ 7c", None),
    ],
)
@pytest.mark.parametrize("who", ["p2", "p3", "p4"])
def test_s5_4_two_cards_hold_if_nobody_else_is_above_the_lower(
    who: str, others: str, single: str | None
) -> None:
    """The partner, p3, is somebody else too, and equal cards may be out."""
    hands = {"p2": "", "p3": "", "p4": ""} | {who: others}
    assert forced("Ac Kc", hand="9c 4d", **hands) == single


def test_s5_4_it_is_asked_of_every_hand_by_itself() -> None:
    assert forced("Ac Kc", p2="Qc", p3="9c", p4="Kc") is None
    assert forced("Qc Jc", p2="Tc", p3="9c", p4="Kc") == "Jc"
    assert forced("Ac 9c", p2="8c", p3="9c", p4="Tc") == "9c"


def test_s5_4_cards_of_a_suit_are_not_above_those_of_another() -> None:
    assert forced("Kd 4d", p2="Ac Ah As", p3="3d", p4="5d BJ") is None


@pytest.mark.parametrize(
    ("throw", "others", "single"),
    [
        ("As 5h", "5d BJ", None),
        ("As 5h", "5h", None),
        ("As 5h", "As", "5h"),
        ("BJ SJ", "SJ 3h", None),
        ("BJ SJ", "BJ", "SJ"),
        ("BJ SJ", "5d", "SJ"),
        ("3h 3d", "7h", None),
        ("3h 3d", "3h", "3d"),
        ("7s 7c", "7d Ah", None),
        ("7s 7c", "7h", "7s"),
        ("7c 7s", "3d", "7c"),
        ("Ah 2h", "4h", "2h"),
        ("Ah 2h", "2h", None),
    ],
)
def test_s5_4_two_trumps_are_measured_by_the_order_of_trumps(
    throw: str, others: str, single: str | None
) -> None:
    assert forced(throw, hand="Jh Jh 4c", p3=others) == single


def test_s5_4_nobody_holds_the_kitty() -> None:
    state = playing(p1="Kc Qc 9c", p2="9d", p3="9d", p4="9d", buried="4*Ac 4*Kc")
    (fact,) = facts(state, "p1 play Kc Qc")
    assert isinstance(fact, events.CardsLed)
    assert fact.pattern == "throw"


@pytest.mark.parametrize(
    "lead", ["Kc Kc 9c", "Kc 9c 4c", "3*Kc", "Kc Kc Qc Qc 9c", "4*Kc Qc", "6c 6c 9c 9c", "2*4c 2c"]
)
@pytest.mark.parametrize(("others", "holds"), [("", True), ("2c", False), ("Ac", False)])
def test_s5_4_all_of_a_suit_holds_if_nobody_else_has_any_of_it(
    lead: str, others: str, holds: bool
) -> None:
    weakest = min(lead.replace("2*", "").replace("3*", "").replace("4*", "").split(), key=height)
    assert forced(lead, hand="4d As 7c", p3=others) == (None if holds else weakest)


def height(card: str) -> int:
    return "23456789TJQKA".index(card[0])


def test_s5_4_all_of_trump_can_be_thrown_too() -> None:
    lead = "As BJ 7c 2h"
    assert forced(lead, hand="4c Ac", p2="Kc", p3="Kd", p4="Ks") is None
    assert forced(lead, hand="4c Ac", p4="4h") == "2h"
    assert forced(lead, hand="4c Ac", p4="7s") == "2h"


def test_s5_4_all_of_a_suit_that_is_a_pattern_is_that_pattern() -> None:
    assert led("6c 6c 8c 8c", p2="Ac").pattern == "tractor"
    assert led("4*6c", p2="Ac").pattern == "bomb"
    assert led("Kc Kc", p2="Ac").pattern == "pair"


def test_s5_4_two_cards_that_are_all_of_a_suit_are_measured_as_two() -> None:
    assert forced("Kc 9c", hand="4d", p2="8c 4c") is None
    assert forced("Kc 9c", hand="4d", p2="Tc") == "9c"


@pytest.mark.parametrize("more", ["4c", "Ac", "Kc"])
def test_s5_5_three_or_more_that_are_not_all_of_the_suit_are_refused(more: str) -> None:
    for others in ("", "Ac", "2c"):
        state = playing(p1=f"Kc Kc 9c {more}", p2=others)
        assert refused(state, "p1 play Kc Kc 9c") == "not_a_pattern"


def test_s5_5_raised_cards_of_the_printed_suit_are_not_of_it() -> None:
    """♠A and ♠7 are trump: without them the three spades are all that p1 holds."""
    state = playing(p1="Ks Ks 9s As 7s", p2="As 7s")
    (fact,) = facts(state, "p1 play Ks Ks 9s")
    assert isinstance(fact, events.CardsLed)
    assert fact.pattern == "throw"


@pytest.mark.parametrize(
    ("lead", "single"),
    [
        ("Kc Qc", "Qc"),
        ("Qc Kc", "Qc"),
        ("7d 7s", "7d"),
        ("7s 7d", "7s"),
        ("7s 7h", "7s"),
        ("3h 3d", "3d"),
        ("SJ 3h", "3h"),
        ("Ah 7c", "Ah"),
        ("5d 5h", "5d"),
    ],
)
def test_s5_5_the_weakest_is_led_the_first_named_among_equals(lead: str, single: str) -> None:
    assert forced(lead, hand="Jh", p2="As Ac") == single


@pytest.mark.parametrize(
    ("lead", "single"),
    [
        ("Kc 9c Kc 9c 4c", "4c"),
        ("BJ 7s 7d As", "7s"),
        ("7d BJ 7s As", "7d"),
        ("7h 7d 7s", "7d"),
    ],
)
def test_s5_5_the_weakest_of_many(lead: str, single: str) -> None:
    assert forced(lead, hand="4d 4d", p4="2c 2h") == single


def test_s5_5_a_failed_throw_is_a_single_and_the_rest_goes_back() -> None:
    state = playing(p1="Kc 9c 4d", p2="Ac 2c", p3="4d 4d", p4="4s 4s", trick=3)
    assert facts(state, "p1 play 9c Kc") == [
        events.CardsLed(
            trick=3,
            seat=P1,
            cards=cards("9c"),
            pattern=events.Pattern.SINGLE,
            attempted=cards("9c Kc"),
        )
    ]
    state_then = after(state, "p1 play 9c Kc")
    assert isinstance(state_then, Playing)
    assert sorted(state_then.hands[P1]) == sorted(cards("Kc 4d"))
    assert waiting(state_then) == ("play", ("p2",))
    assert refused(state_then, "p2 play Ac 2c") == "wrong_count"
    told = facts(state_then, "p2 play Ac", "p3 play 4d", "p4 play 4s")
    assert [fact.seat for fact in told if isinstance(fact, events.TrickWon)] == ["p2"]


def test_s5_5_what_the_others_hold_never_makes_a_throw_a_refusal() -> None:
    for others in ("", "Ac", "Kc", "4*Ac 4*Kc", "2c", "BJ As"):
        assert led("Kc Qc", hand="9c 4d", p2=others).seat == P1
        assert led("Kc Qc 9c", hand="4d", p2=others).seat == P1


def test_s5_5_the_order_of_naming_makes_no_throw_hold_or_fail() -> None:
    for lead in ("Kc Qc 4c 4c", "4c Kc 4c Qc", "4c 4c Qc Kc"):
        assert forced(lead, hand="4d") is None
        assert forced(lead, hand="4d", p2="2c") == "4c"
