from tests.support.play import LADDER, LEVEL, Played, Value, deals, each, play

TEN: dict[str, Value] = {"ante": 10}
# p1 and p2 are level, p3 is beaten by p2, p4 folds: P1 is 40 + 3 × 50 = 190, the price 95.
TIED = [
    *deals(LEVEL[0], LEVEL[1], "2s 3h 4c 5h", LADDER[5]),
    "p1 bet 50",
    *each("p2 p3", "call"),
    "p4 fold",
    *each("p1 p2 p3", "autosplit"),
]
AGAIN = [*deals(*LEVEL[:2], to="p1 p2"), "p1 bet 10", "p2 call"]


def tied(
    *actions: str | list[str], last: int = 15000, settings: dict[str, Value] | None = None
) -> Played:
    """Goes on after TIED; the fourth seat has the stack `last`."""
    stacks = (15000, 15000, 15000, last)
    return play(TIED, *actions, stacks=stacks, settings=TEN | (settings or {}))


def test_z7_1_contestants_are_the_unbeaten_and_the_buyers() -> None:
    assert tied(each("p3 p4", "decline")).waiting == ("deal", "p1 p2")
    assert tied("p3 decline", "p4 buy").waiting == ("deal", "p1 p2 p4")
    assert tied(each("p4 p3", "buy")).waiting == ("deal", "p1 p2 p3 p4")


def test_z7_2_the_price_is_half_of_the_open_pots() -> None:
    played = tied("p3 decline", "p4 buy", "void @operator")
    assert played.points("returned") == (60, 60, 60, 10 + 95)


def test_z7_2_half_of_an_odd_pot_rounds_up_or_down_as_set() -> None:
    odd = [text.replace("bet 50", "bet 51") for text in TIED]  # P1 is 40 + 153 = 193
    for rounding, price in (("up", 97), ("down", 96)):
        settings: dict[str, Value] = TEN | {"buy_in_rounding": rounding}
        played = play(odd, each("p3 p4", "buy"), "void @operator", seats=4, settings=settings)
        assert played.points("returned") == (61, 61, 61 + price, 10 + price)
    played = play(odd, each("p3 p4", "buy"), "void @operator", seats=4, settings=TEN)
    assert played.points("returned") == (61, 61, 158, 107)


def test_z7_2_pots_already_won_no_longer_count() -> None:
    # p1 is all-in for 20 and wins P1 (40 + 60 = 100); the tie is for the side pot of 2 × 30.
    played = play(
        deals(LADDER[0], "Qs Qd 2s 3s", "Js Jd 4s 5s", LADDER[3]),
        "p2 bet 50",
        "p3 call",
        "p4 fold",
        "p1 allin",
        each("p1 p2 p3", "autosplit"),
        "p4 buy",
        "void @operator",
        stacks=(30, 900, 900, 900),
        head="p2",
        settings=TEN,
    )
    assert played.points("returned") == (30, 60, 60, 10 + 30)


def test_z7_3_offered_to_beaten_and_folded_seats_in_any_order() -> None:
    assert tied().waiting == ("buy_in", "p3 p4")
    assert tied("p4 buy").waiting == ("buy_in", "p3")
    assert tied("p4 buy", "p4 buy").refused == "not_offered"
    assert tied("p1 buy").refused == "not_offered"


def test_z7_3_only_a_seat_that_can_pay_is_offered() -> None:
    assert tied(last=10 + 95).waiting == ("buy_in", "p3 p4")
    assert tied(last=10 + 94).waiting == ("buy_in", "p3")
    assert tied("p4 buy", last=10 + 94).refused == "not_offered"


def test_z7_3_the_cap_counts_for_what_a_seat_can_pay() -> None:
    assert tied(settings={"cap": 60 + 95}).waiting == ("buy_in", "p3 p4")
    # p3 has 60 in already, p4 only 10.
    assert tied(settings={"cap": 60 + 94}).waiting == ("buy_in", "p4")


def test_z7_4_who_declined_is_never_offered_again() -> None:
    # p3 buys and loses again; p4 declined.
    played = tied(
        "p3 buy",
        "p4 decline @clock",
        deals(*LEVEL[:2], "2s 3d 4c 5h"),
        "p1 bet 10",
        *each("p2 p3", "call"),
        each("p1 p2 p3", "autosplit"),
    )
    assert played.waiting == ("buy_in", "p3")


def test_z7_4_who_bought_and_folds_is_offered_again() -> None:
    played = tied(
        each("p3 p4", "buy"),
        deals(*LEVEL[:2], *LADDER[4:6]),
        "p1 bet 10",
        "p2 call",
        *each("p3 p4", "fold"),
        each("p1 p2", "autosplit"),
    )
    assert played.waiting == ("buy_in", "p3 p4")


def test_z7_4_who_was_tied_and_loses_is_offered() -> None:
    played = play(
        deals(*LEVEL[:3]),
        "p1 bet 50",
        *each("p2 p3", "call"),
        each("p1 p2 p3", "autosplit"),
        deals(*LEVEL[:2], LADDER[5]),
        "p1 bet 50",
        "p2 call",
        "p3 fold",
        each("p1 p2", "autosplit"),
    )
    assert played.waiting == ("buy_in", "p3")


def test_z7_4_not_being_able_to_pay_is_missing_the_offer_for_good() -> None:
    # p1 all-in 50, p2 and p3 60, p4 folds with 40 left: P1 190, P2 20, price 105, too much for p4.
    # Then p1 takes P1 and the tie for P2 asks only 10.
    begun = [
        *deals(*LEVEL[:3], LADDER[5]),
        "p2 bet 60",
        "p3 call",
        "p4 fold",
        "p1 allin",
        *each("p1 p2 p3", "autosplit"),
        *deals(LADDER[0], "Qs Qd 2s 3s", "Js Jd 4s 5s"),
        *each("p2 p3", "check"),
        *each("p1 p2 p3", "autosplit"),
    ]
    settings = TEN | {"allow_check": True}
    played = play(begun, stacks=(60, 900, 900, 50), head="p2", settings=settings)
    assert played.waiting == ("deal", "p2 p3")
    ended = play(
        begun,
        deals(*LADDER[:2], to="p2 p3"),
        "p2 bet 10",
        "p3 fold",
        stacks=(60, 900, 900, 50),
        head="p2",
        settings=settings,
    )
    assert ended.stage(0).get("buy_in") == {"price": 105, "offered": [], "bought": []}
    assert ended.stage(1).get("buy_in") == {"price": 10, "offered": [], "bought": []}
    assert ended.stage(2)["players"] == ["p2", "p3"]


def test_z7_5_the_price_is_committed_and_goes_into_the_first_open_pot() -> None:
    # 100 for p1 p2 p3 and 60 for p2 p3 are both tied: price 80, all of it into the first.
    played = play(
        deals(*LEVEL[:3], LADDER[5]),
        "p2 bet 50",
        "p3 call",
        "p4 fold",
        "p1 allin",
        each("p1 p2 p3", "autosplit"),
        "p4 buy",
        deals(*LADDER[3::-1]),
        "p2 bet 10",
        *each("p3 p4", "call"),
        each("p1 p2 p3 p4", "autosplit"),
        stacks=(30, 900, 900, 900),
        head="p2",
        settings=TEN,
    )
    assert played.pots(0) == [(100, "p1 p2 p3"), (60, "p2 p3")]
    assert played.stage(0).get("buy_in") == {"price": 80, "offered": ["p4"], "bought": ["p4"]}
    assert played.pots(1) == [(180, "p1 p2 p3 p4"), (90, "p2 p3 p4")]
    assert played.points("committed") == (30, 70, 70, 100)


def test_z7_5_the_price_uses_up_the_cap() -> None:
    begun = [*each("p3 p4", "buy"), *deals(*LADDER[:4])]
    settings: dict[str, Value] = {"cap": 200}
    assert tied(begun, "p1 bet 141", settings=settings).refused == "over_cap"
    called = [*begun, "p1 bet 140", "p2 call"]
    # p3 has 200 − 60 − 95 = 45 left.
    played = tied(called, "p3 allin", "void @operator", settings=settings)
    assert played.points("returned") == (200, 200, 200, 105)


def test_z7_5_no_ante_is_posted_in_a_playoff() -> None:
    played = tied(each("p3 p4", "decline"), deals(*LADDER[:2]), "void @operator")
    assert played.points("returned") == (60, 60, 60, 10)


def test_z7_6_a_playoff_takes_place_when_nobody_buys() -> None:
    played = tied(
        each("p3 p4", "decline"),
        deals(*LADDER[:2]),
        "p1 bet 10",
        "p2 call",
        each("p1 p2", "autosplit"),
    )
    assert played.stage(0).get("buy_in") == {"price": 95, "offered": ["p3", "p4"], "bought": []}
    assert played.pots(1) == [(210, "p1 p2")]
    assert played.awarded(1) == [{"p1": 210}]


def test_z7_7_without_a_limit_a_tie_is_played_off_again_and_again() -> None:
    once = [*AGAIN, *each("p1 p2", "autosplit")]
    played = tied(each("p3 p4", "decline"), once * 6)
    assert played.waiting == ("deal", "p1 p2")


def test_z7_7_a_pot_tied_after_the_last_playoff_is_shared() -> None:
    once = [*AGAIN, *each("p1 p2", "autosplit")]
    declined = each("p3 p4", "decline")
    shared = tied(declined, once, settings={"max_playoffs": 1})
    assert shared.awarded(1) == [{"p1": 105, "p2": 105}]
    assert "buy_in" not in shared.stage(1)
    assert tied(declined, once, settings={"max_playoffs": 2}).waiting == ("deal", "p1 p2")
    twice = tied(declined, once * 2, settings={"max_playoffs": 2})
    assert twice.awarded(2) == [{"p1": 115, "p2": 115}]


def test_z7_7_odd_points_go_one_by_one_from_the_stages_head_onwards() -> None:
    # Antes of 11 from four seats and three bets of 11: 77 = 3 × 25 + 2. The playoff's head is p3.
    begun = [*deals(LEVEL[1], LEVEL[2], LEVEL[0], LADDER[5]), "p1 bet 11", *each("p2 p3", "call")]
    hands = deals(LEVEL[1], LEVEL[2], LEVEL[0])
    played = play(
        begun,
        "p4 fold",
        each("p1 p2 p3", "autosplit"),
        "p4 decline",
        hands,
        each("p3 p1 p2", "check"),
        each("p1 p2 p3", "autosplit"),
        seats=4,
        settings={"ante": 11, "max_playoffs": 1, "allow_check": True},
    )
    assert played.stage(1)["head"] == "p3"
    assert played.awarded(1) == [{"p1": 26, "p2": 25, "p3": 26}]
