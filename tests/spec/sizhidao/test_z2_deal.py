import pytest

from tests.support.play import LADDER, LEVEL, WEAK, deals, each, play

TIED = [
    *deals(*LEVEL[1:3], WEAK),
    "p1 bet 50",
    *each("p2 p3", "call"),
    *each("p1 p2 p3", "autosplit"),
]


def test_z2_1_every_seat_posts_the_ante_before_the_deal() -> None:
    played = play("void @operator", seats=4, settings={"ante": 30})
    assert played.points("returned") == (30, 30, 30, 30)


def test_z2_1_the_antes_are_the_first_money_of_p1() -> None:
    played = play(deals(*LADDER[:3]), each("p1 p2", "fold"))
    assert played.pots(0) == [(150, "p3")]
    assert played.stage(0)["bets"] == {"p1": 0, "p2": 0, "p3": 0}


def test_z2_2_every_seat_gets_four_cards_in_any_order_of_the_record() -> None:
    first, second, third = deals(*LADDER[:3])
    assert play().waiting == ("deal", "p1 p2 p3")
    assert play(second).waiting == ("deal", "p1 p3")
    assert play(second, third).waiting == ("deal", "p1")
    assert play(second, third, first).waiting == ("betting", "p1")


@pytest.mark.parametrize(
    "wrong",
    [
        "deal p2 Qs Qd Js",
        "deal p2 Qs Qd Js Jd Jh",
        "deal p2 Qs",
        "deal p2 Qs Qd Js Qs",
        "deal p2 Qs Qd Js As",
        "deal p2 Qs Qd Js BJ",
        "deal p2 SJ Qd Js Jh",
        "deal p1 Qs Qd Js Jd",
    ],
    ids=["three", "five", "one", "twice in it", "p1 has it", "big joker", "small joker", "again"],
)
def test_z2_2_a_wrong_deal_is_refused(wrong: str) -> None:
    assert play("deal p1 As Ad Ks Kd", wrong).refused == "bad_deal"


def test_z2_2_a_playoff_deals_to_its_contestants_only() -> None:
    begun = [*TIED, "p3 decline"]
    assert play(begun).waiting == ("deal", "p1 p2")
    assert play(begun, "deal p3 As Ad Ks Kd").refused == "bad_deal"


def test_z2_2_a_playoff_deals_to_its_buyers_too() -> None:
    assert play(TIED, "p3 buy").waiting == ("deal", "p1 p2 p3")


def test_z2_2_a_playoff_uses_a_fresh_deck() -> None:
    played = play(TIED, "p3 decline", deals(LEVEL[2], LEVEL[1]))
    assert played.waiting == ("betting", "p1")
