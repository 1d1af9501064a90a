"""The order of checks: each command breaks two rules, the earlier check in the order answers."""

import pytest

from domain.kernel.seats import Seat
from domain.shengji import commands
from domain.shengji.decider import SHENGJI
from domain.shengji.state import State
from tests.support.shengji_rounds import (
    P1,
    P2,
    P3,
    P4,
    PACKS,
    after,
    burying,
    cards,
    contesting,
    deals,
    opened,
    playing,
    refused,
    returning,
    say,
)

DEALING = after(SHENGJI.initial, opened())
FACE_UP = after(SHENGJI.initial, opened(dealer=None), *deals(p1="BJ"))
CONTEST = contesting(p1="BJ SJ", p2="5d")
CALLING = after(contesting(), "p1 pass", "p3 pass", "p2 pass")  # p4 is to call
RETURNING = returning({P2: 1, P3: 2}, p1="4d 4d 6c 6c 7s 7s 9h 9h Kd 9d 9d")
BURYING = burying(p1="4*4d 4*6d 4c")
LEADING = playing(p1="6c 6c 9c 4d As", p2="Kc 4d 4s 2h 9c", p3="4*4d 8s", p4="4*4d 8s")
FOLLOWING = after(LEADING, "p1 play 6c 6c")
PHASES: dict[str, State] = {
    "deal": DEALING,
    "faceup": FACE_UP,
    "contest": CONTEST,
    "trump": CALLING,
    "return": RETURNING,
    "bury": BURYING,
    "play": LEADING,
}
SETTLED = after(
    playing(p1="4d", p2="4d", p3="4d", p4="4d"),
    *(f"p{number} play 4d" for number in range(1, 5)),
)
VOIDED = after(DEALING, "void @operator")
NOWHERE = Seat("p5")
DEAL = commands.Deal(seat=P1, cards=PACKS[:52])
KITTY = commands.DealKitty(cards=PACKS[:8])
TURN_UP = commands.TurnUp(seat=P1, card=cards("BJ")[0])
EVERY: dict[str, list[commands.Command]] = {
    "deal": [DEAL, KITTY],
    "faceup": [TURN_UP],
    "contest": [say("p1 show BJ"), say("p1 pass")],
    "trump": [say("p4 trump h")],
    "return": [say("p1 return p2 4d")],
    "bury": [say("p1 bury 4*4d 4*6d")],
    "play": [say("p1 play 6c")],
}
MALFORMED: list[commands.Command] = [
    say("p5 pass"),
    say("p0 show BJ"),
    commands.Deal(seat=NOWHERE, cards=PACKS[:52]),
    commands.Deal(seat=P1, cards=()),
    commands.Deal(seat=P1, cards=cards("1s")),
    commands.DealKitty(cards=()),
    commands.DealKitty(cards=cards("XX")),
    commands.TurnUp(seat=P1, card=cards("5x")[0]),
    commands.TurnUp(seat=NOWHERE, card=cards("BJ")[0]),
    commands.Show(seat=P1, cards=()),
    commands.Show(seat=P1, cards=cards("BJ ??")),
    commands.CallTrump(seat=P1, suit="x"),
    commands.CallTrump(seat=P1, suit=""),
    commands.CallTrump(seat=NOWHERE, suit="h"),
    commands.Return(seat=P1, to=NOWHERE, cards=cards("4d")),
    commands.Return(seat=P1, to=P2, cards=()),
    commands.Return(seat=P1, to=P2, cards=cards("4x")),
    commands.Bury(seat=P1, cards=()),
    commands.Bury(seat=P1, cards=cards("7*4d 0d")),
    commands.Play(seat=P1, cards=()),
    commands.Play(seat=P1, cards=cards("jc")),
]


@pytest.mark.parametrize("over", [SETTLED, VOIDED])
def test_1_a_round_that_is_over_answers_first(over: State) -> None:
    everything = [*MALFORMED, *(command for made in EVERY.values() for command in made)]
    for command in (*everything, commands.VoidRound()):
        assert refused(over, command) == "round_over"


@pytest.mark.parametrize("phase", PHASES)
def test_2_a_malformed_action_is_bad_in_every_phase(phase: str) -> None:
    assert {refused(PHASES[phase], command) for command in MALFORMED} == {"bad_action"}


@pytest.mark.parametrize("phase", PHASES)
def test_3_a_verb_of_another_phase_comes_before_turn_and_content(phase: str) -> None:
    wrong: list[commands.Command] = [
        *(command for other, made in EVERY.items() if other != phase for command in made),
        *([say("p3 play As As"), say("p2 play 2c")] if phase != "play" else []),
        *([say("p3 show 4c"), say("p4 pass")] if phase != "contest" else []),
        *([say("p3 return p3 Kc")] if phase != "return" else []),
        *([say("p2 bury 9*Kc")] if phase != "bury" else []),
        *([commands.Deal(seat=P1, cards=PACKS[:5])] if phase != "deal" else []),
    ]
    assert {refused(PHASES[phase], command) for command in wrong} == {"wrong_phase"}


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("contest", "p2 show 4c"),
        ("contest", "p2 show 4*BJ"),
        ("contest", "p3 pass"),
        ("trump", "p1 trump h"),
        ("return", "p2 return p2 4d"),
        ("return", "p3 return p2 Kd Kd Kd"),
        ("bury", "p2 bury 4*Kc"),
        ("play", "p2 play Ac Kd"),
        ("play", "p3 play 3*Kc"),
    ],
)
def test_4_the_turn_comes_before_content(phase: str, said: str) -> None:
    assert refused(PHASES[phase], said) == "not_your_turn"


def test_4_the_turn_comes_before_the_count_of_a_follow() -> None:
    assert refused(FOLLOWING, "p3 play 4d") == "not_your_turn"
    assert refused(FOLLOWING, "p1 play 9c") == "not_your_turn"


def test_5_other_cards_shown_come_before_whether_they_are_held() -> None:
    assert refused(CONTEST, "p1 show 4*4c 4*4d Kc") == "not_bi_cards"
    assert refused(CONTEST, "p1 show BJ Ah Ah Ah Ah") == "not_bi_cards"
    state = after(CONTEST, "p1 show BJ SJ")
    assert refused(state, "p2 show Kc") == "not_bi_cards"


def test_5_a_wrong_receiver_or_number_comes_before_whether_the_cards_are_held() -> None:
    for said in ("p1 BJ", "p4 BJ", "p2 BJ BJ", "p3 BJ", "p2 Kd 4d", "p3 4*Kd"):
        assert refused(RETURNING, f"p1 return {said}") == "wrong_return"


def test_6_cards_not_held_come_before_all_that_is_asked_of_a_choice() -> None:
    state = after(contesting(p1="5d", p2="SJ"), "p1 show 5d")
    assert refused(state, "p2 show 5*SJ") == "not_your_cards"
    assert refused(BURYING, "p1 bury BJ") == "not_your_cards"
    assert refused(BURYING, "p1 bury 5*4d") == "not_your_cards"
    assert refused(RETURNING, "p1 return p2 Ts") == "not_your_cards"
    assert refused(LEADING, "p1 play Kc Kd") == "not_your_cards"
    assert refused(LEADING, "p1 play 3*6c") == "not_your_cards"
    assert refused(FOLLOWING, "p2 play BJ") == "not_your_cards"
    assert refused(FOLLOWING, "p2 play Kc Kc") == "not_your_cards"
    assert refused(FOLLOWING, "p2 play Ac Ac Ac") == "not_your_cards"


def test_7_a_point_card_comes_before_an_emptied_suit() -> None:
    state = returning({P2: 1}, p1="Kd 4c 4c 6s 6s 9h 9h")
    assert refused(state, "p1 return p2 Kd") == "point_cards"
    state = returning({P2: 2}, p1="Kd 4d 4c 4c 6s 6s 9h 9h")
    assert refused(state, "p1 return p2 Kd 4d") == "point_cards"


def test_7_mixed_suits_come_before_no_pattern() -> None:
    assert refused(LEADING, "p1 play 6c 6c 4d") == "mixed_suits"
    assert refused(LEADING, "p1 play 9c As 4d") == "mixed_suits"
    state = playing(p1="6c 6c 9c 9c 4d")
    assert refused(state, "p1 play 6c 6c 9c") == "not_a_pattern"


def test_7_the_count_of_a_follow_comes_before_its_suit() -> None:
    assert refused(FOLLOWING, "p2 play 4d") == "wrong_count"
    assert refused(FOLLOWING, "p2 play 4d 4s 2h") == "wrong_count"
    assert refused(FOLLOWING, "p2 play 4d 4s") == "must_follow_suit"
    assert refused(FOLLOWING, "p2 play Kc 4s") == "must_follow_suit"


def test_a_follow_is_never_asked_for_pattern_or_one_suit() -> None:
    after(FOLLOWING, "p2 play Kc 9c", "p3 play 4d 8s")


def test_a_round_is_opened_once_and_before_anything_else() -> None:
    assert refused(SHENGJI.initial, "p1 pass") == "round_not_open"
    assert refused(SHENGJI.initial, "void @operator") == "round_not_open"
    assert refused(SHENGJI.initial, commands.Deal(seat=NOWHERE, cards=())) == "round_not_open"
    for state in PHASES.values():
        assert refused(state, opened()) == "round_already_open"
    assert refused(VOIDED, opened()) == "round_over"


@pytest.mark.parametrize("phase", PHASES)
def test_a_refusal_tells_no_card(phase: str) -> None:
    """Its fields are numbers, a phase or a seat."""
    told = set[object]()
    for command in (*MALFORMED, *(one for made in EVERY.values() for one in made)):
        decided = SHENGJI.decide(PHASES[phase], command)
        if not isinstance(decided, tuple):
            told |= {*decided.params().values()}
    assert all(isinstance(one, int) or one in {*PHASES, P1, P2, P3, P4} for one in told)
