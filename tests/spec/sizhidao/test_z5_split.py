import pytest

from tests.support.play import LADDER, deals, each, play

CALLED = ["p1 bet 50", *each("p2 p3", "call")]


def test_z5_1_equal_piles_are_legal_and_stand_as_played() -> None:
    begun = [*deals("8s 9s 8d 9d", *LADDER[:2]), *CALLED]
    played = play(begun, "p1 split 9d 8s | 8d 9s", each("p2 p3", "autosplit"))
    assert played.split(0, "p1") == "9d 8s | 8d 9s"


def test_z5_1_equal_strength_of_other_ranks_is_legal() -> None:
    begun = [*deals("2s 7s 4d 5d", *LADDER[:2]), *CALLED]
    assert play(begun, "p1 split 4d 5d | 2s 7s").waiting == ("splitting", "p2 p3")
    assert play(begun, "p1 split 2s 7s | 4d 5d").waiting == ("splitting", "p2 p3")


def test_z5_1_a_front_above_the_back_is_refused() -> None:
    begun = [*deals(*LADDER[:3]), *CALLED]
    assert play(begun, "p1 split As Ad | Ks Kd").refused == "front_above_back"
    assert play(begun, "p1 split Ks Kd | As Ad").waiting == ("splitting", "p2 p3")


@pytest.mark.parametrize("split", ["2s 2d | 2c 2h", "2h 2c | 2s 2d", "2s 2h | 2d 2c"])
def test_z5_1_quads_split_any_way(split: str) -> None:
    begun = [*deals("2s 2d 2c 2h", *LADDER[:2]), *CALLED]
    assert play(begun, f"p1 split {split}").waiting == ("splitting", "p2 p3")


@pytest.mark.parametrize(
    "split",
    ["As Ad | Ks Kh", "As Ad | As Ad", "As Ks | Kd Kd", "Qs Qd | Js Jd", "BJ Ks | As Ad"],
    ids=["another's suit", "twice the same", "one twice", "another's", "a joker"],
)
def test_z5_1_a_split_is_of_exactly_the_four_cards_dealt(split: str) -> None:
    begun = [*deals(*LADDER[:3]), *CALLED]
    assert play(begun, f"p1 split {split}").refused == "not_your_cards"


@pytest.mark.parametrize(
    ("hand", "split"),
    [
        ("As 9c Ad 2h", "9c 2h | As Ad"),
        ("5c Kh Js Qd", "5c Qd | Kh Js"),
        ("Js Qd Kh 5c", "Kh 5c | Js Qd"),
        ("5c Js Qd Kh", "5c Kh | Js Qd"),
        ("2s 7d 2h 7c", "2s 2h | 7d 7c"),
        ("7s 2c 7d 7h", "2c 7h | 7s 7d"),
        ("2c 7s 7d 7h", "2c 7h | 7s 7d"),
        ("4s 5d 6h 3c", "6h 3c | 4s 5d"),
        ("6h 4s 3c 5d", "4s 5d | 6h 3c"),
        # 2+9 = 1, 2+7 = 9, 2+10 = 2, 9+7 = 6, 9+10 = 9: 2h 7c comes before 9d Tc.
        ("2h 9d 7c Tc", "9d Tc | 2h 7c"),
        ("8s Kd 9d Qh", "8s 9d | Kd Qh"),
        ("8s Kd 9d Ah", "8s Ah | Kd 9d"),
        ("6c 6s 6h 6d", "6h 6d | 6c 6s"),
        ("Th 9s Tc 9c", "9s 9c | Th Tc"),
    ],
)
def test_z5_6_the_clock_takes_the_strongest_back_first_in_dealt_order(
    hand: str, split: str
) -> None:
    free = [rank for rank in "AKQ234" if rank not in hand]
    others = [" ".join(rank + suit for suit in "shdc") for rank in free[:2]]
    played = play(deals(hand, *others), CALLED, each("p1 p2 p3", "autosplit"))
    assert played.split(0, "p1") == split


def test_z5_6_autosplit_may_carry_the_clocks_mark() -> None:
    begun = [*deals(*LADDER[:3]), *CALLED]
    assert play(begun, "p2 autosplit @clock").waiting == ("splitting", "p1 p3")
    assert play(begun, "p2 autosplit @operator").refused == "bad_action"


def test_z5_7_seats_split_in_any_order_once() -> None:
    begun = [*deals(*LADDER[:3]), *CALLED]
    assert play(begun, "p3 autosplit").waiting == ("splitting", "p1 p2")
    assert play(begun, "p3 autosplit", "p1 autosplit").waiting == ("splitting", "p2")
    assert play(begun, "p3 autosplit", "p3 autosplit").refused == "already_split"


def test_z5_7_only_live_seats_split() -> None:
    begun = [*deals(*LADDER[:3]), "p1 bet 50", "p2 fold", "p3 call"]
    assert play(begun).waiting == ("splitting", "p1 p3")
    assert play(begun, "p2 autosplit").refused == "not_in_showdown"
    played = play(begun, each("p3 p1", "autosplit"))
    assert set(played.stage(0).get("splits", {})) == {"p1", "p3"}


def test_z5_7_one_live_seat_does_not_split() -> None:
    played = play(deals(*LADDER[:3]), "p1 bet 50", each("p2 p3", "fold"))
    assert "splits" not in played.stage(0)
