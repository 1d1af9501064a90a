"""S6.1, S6.2, S6.4: following, and who wins a trick. Level 7 and ♥ trump."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.decider import SHENGJI
from domain.shengji.sides import NEXT, PARTNER, SEATS
from domain.shengji.state import Playing
from tests.support.shengji_rounds import (
    P2,
    P4,
    after,
    cards,
    facts,
    playing,
    refused,
    say,
    winner_of,
)


def follow(lead: str, hand: str, played: str) -> str | None:
    """Why p2 may not follow p1's lead so, None if it may."""
    state = playing(p1=f"{lead} 4c 4h", p2=hand, p3="4*4s 4*4d", p4="4*4s 4*4d")
    said = (f"p1 play {lead}", f"p2 play {played}")
    decided = SHENGJI.decide(after(state, said[0]), say(said[1]))
    return decided.code if isinstance(decided, Refusal) else None


@pytest.mark.parametrize(
    ("lead", "hand", "played"),
    [
        ("9c", "Kc 4d 4d", "4d 4d"),
        ("9c 9c", "Kc Kc 4d", "Kc"),
        ("9c 9c", "Kc Kc Kc", "Kc Kc Kc"),
        ("6c 6c 8c 8c", "4*Kc 4d", "Kc Kc"),
        ("4*9c", "4*Kc 4d", "4*Kc 4d"),
    ],
)
def test_s6_1_as_many_cards_as_were_led(lead: str, hand: str, played: str) -> None:
    assert follow(lead, hand, played) == "wrong_count"


@pytest.mark.parametrize(
    ("lead", "hand", "played", "legal"),
    [
        ("9c", "Kc 4d 2h", "Kc", True),
        ("9c", "Kc 4d 2h", "4d", False),
        ("9c", "Kc 4d 2h", "2h", False),
        ("9c", "Ks 4d 2h", "4d", True),
        ("9c", "Ks 4d 2h", "2h", True),
        ("9c 9c", "Kc 4d 4d", "Kc 4d", True),
        ("9c 9c", "Kc 4d 4d", "4d 4d", False),
        ("9c 9c", "Kc 4c 4d", "Kc 4d", False),
        ("9c 9c", "Kc 4c 4d", "Kc 4c", True),
        ("4*9c", "Kc 4c 4d 4d 2h", "Kc 4c 4d 2h", True),
        ("4*9c", "Kc 4c Qc 4d 4d 2h", "Kc 4c 4d 2h", False),
        ("6c 6c 8c 8c", "3*Kc 2*4d", "3*Kc 4d", True),
        ("6c 6c 8c 8c", "3*Kc 2*4d", "2*Kc 2*4d", False),
    ],
)
def test_s6_1_the_led_suit_as_far_as_the_hand_has_it_the_rest_is_free(
    lead: str, hand: str, played: str, legal: bool
) -> None:
    assert follow(lead, hand, played) == (None if legal else "must_follow_suit")


@pytest.mark.parametrize(
    ("lead", "hand", "played"),
    [
        ("9c 9c", "Kc Kc Qc Jc", "Qc Jc"),
        ("6c 6c 8c 8c", "Ac Ac Kc Kc Qc Jc", "Ac Kc Qc Jc"),
        ("4*9c", "4*Kc 4*Qc", "2*Kc 2*Qc"),
        ("6c 6c 8c 8c", "4*Kc Qc Jc Tc 2c", "Qc Jc Tc 2c"),
    ],
)
def test_s6_1_no_pair_tractor_or_bomb_need_be_given(lead: str, hand: str, played: str) -> None:
    assert follow(lead, hand, played) is None


@pytest.mark.parametrize("raised", ["As", "5h", "5d", "BJ", "SJ", "3h", "3d", "7h", "7s", "7c"])
def test_s6_1_raised_cards_follow_trump_and_no_plain_suit(raised: str) -> None:
    assert follow("9h", f"{raised} Kc Ks Kd", "Kc") == "must_follow_suit"
    assert follow("9h", f"{raised} Kc Ks Kd", raised) is None
    for suit in "scd":
        assert follow(f"9{suit}", f"{raised} J{suit}", raised) == "must_follow_suit"
        assert follow(f"9{suit}", f"{raised} J{suit}", f"J{suit}") is None


@pytest.mark.parametrize("card", ["5s", "5c", "3s", "3c", "Ad", "Ac"])
def test_s6_1_ordinary_cards_follow_their_own_suit(card: str) -> None:
    assert follow(f"9{card[1]}", f"{card} 2h", "2h") == "must_follow_suit"
    assert follow("9h", f"{card} 4s", "4s") is None


def test_s6_1_a_throw_that_holds_is_followed_with_as_many() -> None:
    assert follow("Ac Kc", "Qc 2c 4d", "Qc 4d") == "must_follow_suit"
    assert follow("Ac Kc", "Qc 2c 4d", "Qc") == "wrong_count"
    assert follow("Ac Kc", "Qc 2c 4d", "Qc 2c") is None


@pytest.mark.parametrize(
    ("plays", "won"),
    [
        # Singles.
        (("9c", "Tc", "8c", "Jc"), "p4 higher"),
        (("Jc", "Tc", "8c", "9c"), "p1 first"),
        (("9c", "Ad", "As", "Ac"), "p3 ruffed"),
        (("9c", "2h", "4h", "7d"), "p4 ruffed"),
        (("9c", "Ad", "As", "As"), "p3 ruffed"),
        (("2h", "Ac", "4h", "Ad"), "p3 higher"),
        (("9c", "9c", "9c", "Tc"), "p4 higher"),
        # Pairs.
        (("9c 9c", "Tc Tc", "Tc Jc", "Ac Kc"), "p2 higher"),
        (("9c 9c", "Tc Jc", "Ac Kc", "Qc Kc"), "p1 first"),
        (("9c 9c", "2h 2h", "Ac Ac", "4h 4h"), "p4 ruffed"),
        (("9c 9c", "2h 4h", "As 5h", "7s 7c"), "p1 first"),
        (("9c 9c", "Ad Ad", "Ac Ah", "Kc 2h"), "p1 first"),
        (("7s 7s", "7c 7c", "7h 7h", "3d 3d"), "p4 higher"),
        (("7s 7s", "7c 7c", "7d 7d", "Ah Ah"), "p1 first"),
        # Tractors.
        (("6c 6c 8c 8c", "8c 8c 9c 9c", "Tc Tc Jc Jc", "Ac Ac Kc Qc"), "p3 higher"),
        (("6c 6c 8c 8c", "8c 8c Tc Tc", "Kc Kc Jc Jc", "Ac Ac Qc Qc"), "p1 first"),
        (("6c 6c 8c 8c", "2h 2h 4h 4h", "Kc Kc Qc Qc", "6h 6h 8h 8h"), "p4 ruffed"),
        (("6c 6c 8c 8c", "2h 2h 4h 6h", "BJ BJ SJ SJ", "7s 7s 7c 7c"), "p1 first"),
        (("6c 6c 8c 8c", "9c 9c Th Th", "9d 9d Td Td", "Kc Kc Qd Qd"), "p1 first"),
        (
            ("2d 2d 4d 4d 6d 6d", "Qd Qd Kd Kd Ad Ad", "8d 8d 9d 9d Td Td", "4h 4h 6h 6h 9h 9h"),
            "p2 higher",
        ),
        # Bombs.
        (("4*9c", "4*Tc", "4*8c", "4*4h"), "p4 ruffed"),
        (("4*9c", "4*Tc", "4*Jc", "4*8c"), "p3 higher"),
        (("4*9c", "2h 2h 4h 4h", "Tc Tc Jc Jc", "3*Ac Kc"), "p1 first"),
        (("4*9c", "4*BJ", "4*7s", "4*2h"), "p2 ruffed"),
        (("4*7s", "4*7c", "4*3d", "4*As"), "p4 higher"),
        (("4*6c 4*8c", "4*Kc 4*Ac", "4*2h 4*4h", "4*BJ 4*SJ"), "p3 ruffed"),
        (("4*6c 4*8c", "4*Kc 4*Jc", "4*2h 4*6h", "4*BJ 4*SJ"), "p1 first"),
    ],
)
def test_s6_2_pattern_by_pattern_the_strictly_higher_wins(
    plays: tuple[str, str, str, str], won: str
) -> None:
    assert " ".join(winner_of(*plays)) == won


@pytest.mark.parametrize(
    ("plays", "won"),
    [
        (("9c 9c Tc Tc", "4*2c", "Kc Kc Ac Ac", "Jc Jc Qc Qc"), "p2 bombed"),
        (("9c 9c Tc Tc", "4*2c", "4*4c", "Jc Jc Qc Qc"), "p3 bombed"),
        (("9c 9c Tc Tc", "4*4c", "4*2c", "Jc Jc Qc Qc"), "p2 bombed"),
        (("9c 9c Tc Tc", "4*2c", "2h 2h 4h 4h", "4*Ac"), "p3 ruffed"),
        (("9c 9c Tc Tc", "2h 2h 4h 4h", "4*Ac", "4*2h"), "p4 ruffed"),
        (("9c 9c Tc Tc", "4*2h", "Qh Qh Kh Kh", "Jc Jc Qc Qc"), "p2 ruffed"),
        (("9h 9h Th Th", "4*2h", "Kh Kh Ah Ah", "4*BJ"), "p4 bombed"),
        (("9h 9h Th Th", "4*Ac", "Qh Qh Kh Kh", "4*Kc"), "p3 higher"),
        (("9c 9c Tc Tc", "4*Ad", "4*Kd", "4*Qd"), "p1 first"),
        (
            ("9c 9c Tc Tc Jc Jc Qc Qc", "4*2c 4*4c", "4*2c 4*3c", "4*2h 2h 2h 4h 4h"),
            "p3 bombed",
        ),
        (("9c 9c Tc Tc Jc Jc", "4*2c 4c 4c", "4*2h 4h 4h", "4*BJ SJ SJ"), "p1 first"),
    ],
)
def test_s6_2_a_bomb_beats_a_tractor_of_as_many_cards(
    plays: tuple[str, str, str, str], won: str
) -> None:
    assert " ".join(winner_of(*plays)) == won


def test_s6_2_a_tractor_never_beats_a_bomb_led_not_even_as_trump() -> None:
    assert winner_of("4*2c", "Kc Kc Ac Ac", "Qh Qh Kh Kh", "2c 4c 6c 8c") == ("p1", "first")


def test_s6_2_the_order_of_naming_never_matters() -> None:
    for named in sorted({*permutations(("8h", "8h", "6h", "6h"))}):
        plays = ("6c 6c 8c 8c", " ".join(named), "Kc Kc Qc Qc", "4h 2h 4h 2h")
        assert winner_of(*plays) == ("p2", "ruffed")
    for named in sorted({*permutations(("Tc", "Tc", "Jc", "Jc"))}):
        assert winner_of("8c 9c 9c 8c", " ".join(named), "4*Ad", "4*Kd") == ("p2", "higher")


@pytest.mark.parametrize("leader", SEATS)
def test_s6_4_the_winner_takes_the_points_for_its_side_and_leads_next(leader: Seat) -> None:
    """The seat after the leader wins with its A."""
    second, third, fourth = NEXT[leader], PARTNER[leader], PARTNER[NEXT[leader]]
    state = playing(turn=leader, points=35)
    hands = {leader: "Kc 4d", second: "Ac 4d", third: "5c 4d", fourth: "Tc 4d"}
    state = replace(state, hands={seat: cards(hand) for seat, hand in hands.items()})
    said = [f"{seat} play {hand.split()[0]}" for seat, hand in hands.items()]
    (won,) = [fact for fact in facts(state, *said) if isinstance(fact, events.TrickWon)]
    assert won == events.TrickWon(
        trick=0,
        seat=second,
        why=events.Winning.HIGHER,
        points=25,
        attack_points=60 if second in {P2, P4} else 35,
    )
    done = after(state, *said)
    assert isinstance(done, Playing)
    assert (done.turn, done.trick, done.plays, done.pattern) == (second, 1, (), None)


def test_s6_4_everybody_plays_once_in_turn() -> None:
    state = playing(p1="Kc 4d", p2="Ac 4d", p3="5c 4d", p4="Tc 4d")
    assert refused(state, "p2 play Ac") == "not_your_turn"
    assert refused(state, "p1 play Kc", "p1 play 4d") == "not_your_turn"
    assert refused(state, "p1 play Kc", "p3 play 5c") == "not_your_turn"
    done = after(state, "p1 play Kc", "p2 play Ac", "p3 play 5c", "p4 play Tc")
    assert refused(done, "p1 play 4d") == "not_your_turn"
    assert isinstance(done, Playing)
    assert done.hands == {seat: cards("4d") for seat in SEATS}
