import pytest

from tests.support.play import LADDER, LEVEL, deals, each, play

DEALT = deals(*LADDER[:3])
FOUR = deals(*LADDER[:4])
CHECKS = {"allow_check": True}


def test_z3_1_the_head_speaks_first_then_counter_clockwise() -> None:
    assert play(DEALT, head="p3").waiting == ("betting", "p3")
    assert play(DEALT, "p3 bet 50", head="p3").waiting == ("betting", "p1")
    assert play(DEALT, "p3 bet 50", "p2 call", head="p3").refused == "not_your_turn"


def test_z3_1_a_seat_without_points_is_passed_over() -> None:
    stacks = (50, 500, 500, 500)
    assert play(FOUR, stacks=stacks).waiting == ("betting", "p2")
    assert play(FOUR, "p1 allin", stacks=stacks).refused == "not_your_turn"
    assert play(FOUR, "p4 bet 60", stacks=stacks, head="p4").waiting == ("betting", "p2")


def test_z3_1_a_folded_seat_is_passed_over() -> None:
    played = play(
        FOUR, "p1 bet 50", "p2 fold", "p3 raise 100", "p4 call", "p1 raise 150", "p3 call", seats=4
    )
    assert played.waiting == ("betting", "p4")


@pytest.mark.parametrize("action", ["bet 50", "bet 51", "allin", "fold"])
def test_z3_2_before_a_bet_a_seat_may_bet_go_all_in_or_fold(action: str) -> None:
    assert play(DEALT, f"p1 {action}").waiting == ("betting", "p2")


def test_z3_2_before_a_bet_there_is_nothing_to_call_or_raise() -> None:
    assert play(DEALT, "p1 call").refused == "nothing_to_call"
    assert play(DEALT, "p1 raise 100").refused == "nothing_to_raise"


def test_z3_2_a_bet_is_at_least_the_ante() -> None:
    assert play(DEALT, "p1 bet 49").refused == "bet_too_small"
    assert play(DEALT, "p1 bet 79", settings={"ante": 80}).refused == "bet_too_small"
    assert play(DEALT, "p1 bet 80", settings={"ante": 80}).waiting == ("betting", "p2")
    # The least bet is the ante, whatever the least raise is.
    assert play(DEALT, "p1 bet 50", settings={"min_raise": 90}).waiting == ("betting", "p2")


def test_z3_2_after_a_first_fold_the_next_seat_is_in_the_same_position() -> None:
    begun = [*DEALT, "p1 fold"]
    assert play(begun, "p2 call").refused == "nothing_to_call"
    assert play(begun, "p2 bet 50").waiting == ("betting", "p3")


def test_z3_2_a_check_is_refused_unless_the_table_allows_it() -> None:
    assert play(DEALT, "p1 check").refused == "cannot_check"
    assert play(DEALT, "p1 check", settings=CHECKS).waiting == ("betting", "p2")


def test_z3_2_a_check_is_refused_after_a_bet() -> None:
    assert play(DEALT, "p1 bet 50", "p2 check", settings=CHECKS).refused == "cannot_check"
    assert play(DEALT, "p1 check", "p2 allin", "p3 check", settings=CHECKS).refused == (
        "cannot_check"
    )


def test_z3_2_who_checked_answers_a_later_bet() -> None:
    begun = [*DEALT, "p1 check", "p2 check", "p3 bet 50"]
    assert play(begun, settings=CHECKS).waiting == ("betting", "p1")
    assert play(begun, "p1 call", settings=CHECKS).waiting == ("betting", "p2")
    assert play(begun, "p1 call", "p2 fold", settings=CHECKS).waiting == ("splitting", "p1 p3")


def test_z3_2_everybody_may_check() -> None:
    assert play(DEALT, each("p1 p2 p3", "check"), settings=CHECKS).waiting == (
        "splitting",
        "p1 p2 p3",
    )


@pytest.mark.parametrize("action", ["call", "raise 120", "allin", "fold"])
def test_z3_3_after_a_bet_a_seat_may_call_raise_go_all_in_or_fold(action: str) -> None:
    assert play(DEALT, "p1 bet 60", f"p2 {action}").waiting == ("betting", "p3")


def test_z3_3_after_a_bet_no_second_bet_is_open() -> None:
    assert play(DEALT, "p1 bet 50", "p2 bet 100").refused == "already_bet"
    assert play(DEALT, "p1 allin", "p2 bet 100").refused == "already_bet"


def test_z3_3_a_call_matches_the_highest_stage_bet() -> None:
    played = play(
        FOUR,
        "p1 bet 50",
        "p2 raise 130",
        "p3 call",
        "p4 fold",
        "p1 call",
        "void @operator",
        seats=4,
    )
    assert played.points("returned") == (180, 180, 180, 50)


def test_z3_3_a_raise_names_the_stage_total() -> None:
    played = play(
        DEALT, "p1 bet 50", "p2 raise 130", "p3 raise 180", "p1 raise 230", "void @operator"
    )
    assert played.points("returned") == (280, 180, 230)


def test_z3_3_a_raise_is_at_least_min_raise_above_the_highest_bet() -> None:
    begun = [*DEALT, "p1 bet 60", "p2 raise 200"]
    assert play(begun, "p3 raise 249").refused == "raise_too_small"
    assert play(begun, "p3 raise 250").waiting == ("betting", "p1")


def test_z3_3_a_call_with_less_remaining_is_all_in() -> None:
    begun = [*DEALT, "p1 bet 100", "p2 call"]
    played = play(begun, "void @operator", stacks=(500, 120, 500))
    assert played.points("returned") == (150, 120, 50)
    assert play(begun, "p3 raise 200", stacks=(500, 120, 500)).refused == "all_in_or_fold"


@pytest.mark.parametrize(("stack", "put_in"), [(80, 80), (150, 150), (460, 460)])
def test_z3_3_all_in_puts_in_everything_whatever_the_amount(stack: int, put_in: int) -> None:
    played = play(DEALT, "p1 bet 100", "p2 allin", "void @operator", stacks=(500, stack, 500))
    assert played.points("returned") == (150, put_in, 50)


def test_z3_3_a_raise_asks_the_others_again() -> None:
    played = play(DEALT, "p1 bet 50", "p2 call", "p3 raise 100", "p1 call")
    assert played.waiting == ("betting", "p2")


def test_z3_6_betting_ends_when_all_have_answered() -> None:
    played = play(DEALT, "p1 bet 50", "p2 raise 100", "p3 call", "p1 call")
    assert played.waiting == ("splitting", "p1 p2 p3")


def test_z3_6_betting_ends_with_one_live_seat() -> None:
    assert play(DEALT, "p1 bet 50", "p2 fold", "p3 fold").status == "settled"
    assert play(DEALT, "p1 fold", "p2 fold").status == "settled"


def test_z3_6_betting_ends_when_one_live_seat_has_points_and_owes_nothing() -> None:
    # p3 has only the ante. When p1 folds, p2 has nobody to bet against and is not asked.
    assert play(DEALT, "p1 fold", stacks=(500, 500, 50)).waiting == ("splitting", "p2 p3")


def test_z3_6_the_last_seat_with_points_still_answers_what_it_owes() -> None:
    stacks = (120, 500, 50)
    assert play(DEALT, "p1 allin", stacks=stacks).waiting == ("betting", "p2")
    assert play(DEALT, "p1 allin", "p2 fold", stacks=stacks).waiting == ("splitting", "p1 p3")


def test_z3_7_no_betting_with_fewer_than_two_seats_that_have_points() -> None:
    assert play(DEALT, stacks=(50, 50, 500)).waiting == ("splitting", "p1 p2 p3")
    assert play(DEALT, stacks=(50, 50, 50)).waiting == ("splitting", "p1 p2 p3")
    assert play(DEALT, stacks=(50, 51, 500)).waiting == ("betting", "p2")


def test_z3_7_holds_in_a_playoff_too() -> None:
    begun = [*deals(*LEVEL[:3]), *each("p1 p2 p3", "allin"), *each("p1 p2 p3", "autosplit")]
    played = play(begun, deals(*LADDER[:3]), stacks=(500, 500, 500))
    assert played.waiting == ("splitting", "p1 p2 p3")


def test_z3_8_a_time_out_is_a_fold_or_a_check_marked_as_the_clocks() -> None:
    assert play(DEALT, "p1 fold @clock").waiting == ("betting", "p2")
    assert play(DEALT, "p1 check @clock", settings=CHECKS).waiting == ("betting", "p2")
    assert play(DEALT, "p1 check @clock").refused == "cannot_check"


def test_z3_8_a_record_takes_any_action_the_clock_is_said_to_have_made() -> None:
    assert play(DEALT, "p1 bet 50 @clock", "p2 allin @operator").waiting == ("betting", "p3")
