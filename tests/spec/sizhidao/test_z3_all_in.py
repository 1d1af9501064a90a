import pytest

from tests.support.play import LADDER, LEVEL, deals, each, play

DEALT = deals(*LADDER[:3])
FOUR = deals(*LADDER[:4])
CALL = {"after_all_in": "call"}


@pytest.mark.parametrize("action", ["allin", "bet 70"])
def test_z3_4_after_an_all_in_bet_the_others_go_all_in_or_fold(action: str) -> None:
    begun, stacks = [*DEALT, f"p1 {action}"], (120, 500, 500)
    assert play(begun, "p2 call", stacks=stacks).refused == "all_in_or_fold"
    assert play(begun, "p2 raise 200", stacks=stacks).refused == "all_in_or_fold"
    assert play(begun, "p2 allin", stacks=stacks).waiting == ("betting", "p3")
    assert play(begun, "p2 fold", stacks=stacks).waiting == ("betting", "p3")


@pytest.mark.parametrize("action", ["call", "allin", "raise 70"])
def test_z3_4_any_action_that_leaves_nothing_is_an_all_in(action: str) -> None:
    begun, stacks = [*DEALT, "p1 bet 60", f"p2 {action}"], (500, 120, 500)
    if action == "call":
        stacks = (500, 110, 500)
    assert play(begun, "p3 raise 200", stacks=stacks).refused == "all_in_or_fold"
    assert play(begun, "p3 call", stacks=stacks).refused == "all_in_or_fold"


def test_z3_4_a_call_is_open_to_a_seat_for_which_it_is_all_in() -> None:
    begun = [*DEALT, "p1 allin"]
    assert play(begun, "p2 call", stacks=(500, 120, 500)).waiting == ("betting", "p3")
    assert play(begun, "p2 call", stacks=(500, 500, 500)).waiting == ("betting", "p3")
    assert play(begun, "p2 call", stacks=(500, 501, 500)).refused == "all_in_or_fold"


def test_z3_4_a_raise_that_would_be_all_in_is_closed_too() -> None:
    played = play(DEALT, "p1 allin", "p2 raise 450", stacks=(120, 500, 500))
    assert played.refused == "all_in_or_fold"


def test_z3_4_an_all_in_below_the_highest_bet_binds_those_still_to_speak() -> None:
    begun = [*FOUR, "p1 bet 100", "p2 allin"]
    stacks = (500, 90, 500, 500)
    assert play(begun, "p3 call", stacks=stacks).refused == "all_in_or_fold"
    # p1 has answered its own bet: a smaller all-in doesn't ask it again.
    assert play(begun, each("p3 p4", "fold"), stacks=stacks).waiting == ("splitting", "p1 p2")


def test_z3_4_an_all_in_above_the_highest_bet_asks_the_others_again() -> None:
    begun = [*DEALT, "p1 bet 100", "p2 call", "p3 allin"]
    assert play(begun).waiting == ("betting", "p1")
    assert play(begun, "p1 allin").waiting == ("betting", "p2")
    assert play(begun, each("p1 p2", "allin")).waiting == ("splitting", "p1 p2 p3")


def test_z3_4_with_call_any_seat_may_call_and_none_may_raise() -> None:
    begun, stacks = [*DEALT, "p1 allin"], (120, 500, 500)
    assert play(begun, "p2 call", stacks=stacks, settings=CALL).waiting == ("betting", "p3")
    assert play(begun, "p2 raise 200", stacks=stacks, settings=CALL).refused == (
        "raise_after_all_in"
    )
    assert play(begun, "p2 allin", stacks=stacks, settings=CALL).waiting == ("betting", "p3")


def test_z3_4_with_call_who_called_answers_a_higher_all_in() -> None:
    played = play(DEALT, "p1 allin", "p2 call", "p3 allin", stacks=(120, 500, 400), settings=CALL)
    assert played.waiting == ("betting", "p2")


def test_z3_4_a_seat_that_had_nothing_left_before_closes_no_raise() -> None:
    played = play(FOUR, "p2 bet 50", "p3 raise 100", stacks=(50, 500, 500, 500))
    assert played.waiting == ("betting", "p4")


def test_z3_4_counts_anew_in_every_stage() -> None:
    begun = [
        *deals(*LEVEL[:3]),
        "p1 bet 60",
        "p2 allin",
        "p3 call",
        *each("p1 p2 p3", "autosplit"),
        *deals(*LEVEL[:3]),
    ]
    played = play(begun, "p1 bet 50", "p3 raise 100", stacks=(500, 110, 500), settings=CALL)
    assert played.waiting == ("betting", "p1")


def test_z3_5_more_than_remaining_is_refused_never_clipped() -> None:
    stacks = (120, 500, 500)
    assert play(DEALT, "p1 bet 71", stacks=stacks).refused == "over_cap"
    assert play(DEALT, "p1 bet 70", stacks=stacks).waiting == ("betting", "p2")
    assert play(DEALT, "p1 bet 60", "p2 raise 451", stacks=stacks).refused == "over_cap"
    assert play(DEALT, "p1 bet 60", "p2 raise 450", stacks=stacks).waiting == ("betting", "p3")


def test_z3_5_a_raise_counts_what_the_seat_has_in_the_stage_already() -> None:
    begun = [*DEALT, "p1 bet 60", "p2 raise 120", "p3 call"]
    stacks = (500, 500, 500)
    assert play(begun, "p1 raise 451", stacks=stacks).refused == "over_cap"
    assert play(begun, "p1 raise 450", stacks=stacks).waiting == ("betting", "p2")


def test_z3_5_remaining_is_what_the_cap_leaves() -> None:
    settings = {"cap": 300}
    assert play(DEALT, "p1 bet 251", settings=settings).refused == "over_cap"
    assert play(DEALT, "p1 bet 250", settings=settings).waiting == ("betting", "p2")


def test_z3_5_a_bet_of_all_may_be_under_the_minimum() -> None:
    stacks = (70, 500, 500)
    assert play(DEALT, "p1 bet 20", stacks=stacks).waiting == ("betting", "p2")
    assert play(DEALT, "p1 bet 19", stacks=stacks).refused == "bet_too_small"


def test_z3_5_a_raise_to_all_may_be_under_the_minimum_but_must_exceed_the_highest() -> None:
    begun = [*DEALT, "p1 bet 100"]
    assert play(begun, "p2 raise 101", stacks=(500, 151, 500)).waiting == ("betting", "p3")
    assert play(begun, "p2 raise 101", stacks=(500, 152, 500)).refused == "raise_too_small"
    assert play(begun, "p2 raise 100", stacks=(500, 150, 500)).refused == "raise_too_small"
    assert play(begun, "p2 raise 70", stacks=(500, 120, 500)).refused == "raise_too_small"


def test_z3_5_points_that_came_back_can_be_bet_again() -> None:
    # p1 is all-in with 450 and gets back the 200 above p2's 250; p3 buys for half of 650.
    begun = [
        *deals(*LEVEL[:3]),
        *each("p1 p2", "allin"),
        "p3 fold",
        *each("p1 p2", "autosplit"),
        "p3 buy",
        *deals(*LADDER[:3]),
    ]
    stacks = (500, 300, 500)
    assert play(begun, "p1 bet 201", stacks=stacks).refused == "over_cap"
    assert play(begun, "p1 bet 200", stacks=stacks).waiting == ("betting", "p3")
    played = play(begun, each("p1 p3", "allin"), each("p1 p2 p3", "autosplit"), stacks=stacks)
    assert played.points("committed") == (700, 300, 500)
    assert played.points("returned") == (275, 0, 0)
