"""The order of checks: each record breaks two rules, the earlier check in the order answers."""

import pytest

from tests.support.play import LADDER, LEVEL, Value, deals, each, play

DEALT = deals(*LADDER[:3])
OVER = [*DEALT, *each("p1 p2", "fold")]
SPLITTING = [*DEALT, "p1 bet 50", "p2 fold", "p3 call"]
BUYING = [
    *deals(*LEVEL[1:3], "2s 3d 4c 5h"),
    "p1 bet 50",
    *each("p2 p3", "call"),
    *each("p1 p2 p3", "autosplit"),
]
CALL: dict[str, Value] = {"after_all_in": "call"}


@pytest.mark.parametrize(
    "action", ["p1 fold", "p1 wave", "", "deal p1 As", "void @operator", "p9 buy"]
)
def test_1_a_round_that_is_over_answers_first(action: str) -> None:
    assert play(OVER, action).refused == "round_over"


@pytest.mark.parametrize("begun", [[], DEALT, SPLITTING, BUYING])
@pytest.mark.parametrize(
    "action",
    [
        "p9 fold",
        "p1 wave",
        "p1 bet",
        "p2 split As Ad",
        "deal p1",
        "deal p1 As Xx",
        "p2 buy 5",
        "void",
    ],
)
def test_2_a_malformed_action_is_bad_in_every_phase(begun: list[str], action: str) -> None:
    assert play(begun, action).refused == "bad_action"


@pytest.mark.parametrize(
    ("begun", "actions"),
    [
        ([], ["p1 bet 50", "p1 bet abc", "p1 autosplit", "p1 buy", "p3 decline"]),
        (DEALT, ["deal p1 As Ad Ks Kd", "deal p1 As", "p2 autosplit", "p2 buy", "p1 decline"]),
        (DEALT, ["p2 split As As | As BJ"]),
        (SPLITTING, ["deal p2 BJ", "p2 fold", "p1 bet 0", "p2 check", "p2 buy"]),
        (BUYING, ["deal p1 As Ad Ks Kd", "p3 fold", "p1 allin", "p3 autosplit"]),
    ],
)
def test_3_a_verb_of_another_phase_comes_before_turn_and_content(
    begun: list[str], actions: list[str]
) -> None:
    assert [play(begun, action).refused for action in actions] == ["wrong_phase"] * len(actions)


@pytest.mark.parametrize("words", ["check", "call", "raise 0", "bet abc", "bet 99999", "bet 1"])
def test_4_the_turn_comes_before_content_in_betting(words: str) -> None:
    assert play(DEALT, f"p2 {words}").refused == "not_your_turn"


def test_4_a_folded_seat_and_one_without_points_are_not_at_turn() -> None:
    assert play(DEALT, "p1 fold", "p1 fold").refused == "not_your_turn"
    assert play(DEALT, "p1 bet 60", "p2 allin", "p2 fold", stacks=(500, 110, 500)).refused == (
        "not_your_turn"
    )


def test_4_the_showdown_and_a_split_made_come_before_the_cards() -> None:
    assert play(SPLITTING, "p2 split As Ad | As Ad").refused == "not_in_showdown"
    assert play(SPLITTING, "p1 autosplit", "p1 split As Ad | As Ad").refused == "already_split"


def test_4_a_seat_that_is_no_contestant_is_not_in_the_showdown() -> None:
    begun = [*BUYING, "p3 decline", *deals(*LADDER[:2]), "p1 bet 50", "p2 call"]
    assert play(begun, "p3 autosplit").refused == "not_in_showdown"


def test_4_no_offer_or_answered() -> None:
    assert play(BUYING, "p1 buy").refused == "not_offered"
    begun = [
        *deals(*LEVEL[1:3], "2s 3d 4c 5h", "2c 3h 4s 5d"),
        "p1 bet 50",
        *each("p2 p3 p4", "call"),
    ]
    offered = [*begun, *each("p1 p2 p3 p4", "autosplit")]
    assert play(offered, "p4 decline", "p4 buy", seats=4).refused == "not_offered"
    assert play(offered, "p3 buy", "p3 decline", seats=4).refused == "not_offered"


def test_5_a_second_bet_comes_before_its_amount() -> None:
    for amount in ("abc", "0", "1", "99999"):
        assert play(DEALT, "p1 bet 50", f"p2 bet {amount}").refused == "already_bet"


def test_5_nothing_to_raise_comes_before_the_amount() -> None:
    for amount in ("abc", "0", "1", "99999"):
        assert play(DEALT, f"p1 raise {amount}").refused == "nothing_to_raise"


def test_5_an_all_in_comes_before_the_amount() -> None:
    for amount in ("abc", "0", "1", "99999"):
        assert play(DEALT, "p1 allin", f"p2 raise {amount}").refused == "all_in_or_fold"
        assert play(DEALT, "p1 allin", f"p2 raise {amount}", settings=CALL).refused == (
            "raise_after_all_in"
        )


def test_5_a_second_bet_comes_before_an_all_in() -> None:
    assert play(DEALT, "p1 allin", "p2 bet 50").refused == "already_bet"
    assert play(DEALT, "p1 allin", "p2 bet 50", settings=CALL).refused == "already_bet"


@pytest.mark.parametrize(
    "amount",
    ["0", "000", "abc", "-5", "+50", "1.5", "5e1", "1_000", "0x50", "５０", "٥٠", "²", "50p"],
)
def test_5_an_amount_is_decimal_digits_and_not_zero(amount: str) -> None:
    assert play(DEALT, f"p1 bet {amount}").refused == "bad_amount"
    assert play(DEALT, "p1 bet 50", f"p2 raise {amount}").refused == "bad_amount"


def test_5_leading_zeros_are_allowed() -> None:
    played = play(DEALT, "p1 bet 0060", "p2 raise 000120", "void @operator")
    assert played.points("returned") == (110, 170, 50)


@pytest.mark.parametrize("digits", [5, 19, 40, 5000])
def test_5_an_amount_of_any_length_is_over_cap(digits: int) -> None:
    assert play(DEALT, f"p1 bet {'9' * digits}").refused == "over_cap"
    assert play(DEALT, "p1 bet 50", f"p2 raise {'9' * digits}").refused == "over_cap"


def test_5_over_cap_comes_before_too_small() -> None:
    settings: dict[str, Value] = {"ante": 100}
    # 20 remain: 21 to 99 are under the ante and over what remains.
    for amount in (21, 99):
        played = play(DEALT, f"p1 bet {amount}", stacks=(120, 500, 500), settings=settings)
        assert played.refused == "over_cap"
    played = play(DEALT, "p1 bet 300", "p2 raise 301", stacks=(900, 220, 900), settings=settings)
    assert played.refused == "over_cap"
    played = play(DEALT, "p1 bet 300", "p2 raise 119", stacks=(900, 220, 900), settings=settings)
    assert played.refused == "raise_too_small"


def test_5_the_four_cards_come_before_the_order_of_the_piles() -> None:
    assert play(SPLITTING, "p1 split As Ad | 2s 2d").refused == "not_your_cards"
    assert play(SPLITTING, "p1 split As Ad | Ks Kd").refused == "front_above_back"


def test_only_the_first_refusal_is_told() -> None:
    played = play(DEALT, "p1 call", "p1 wave", "p9 fold")
    assert played.summary["error"] == {"code": "nothing_to_call", "action": 3}
