from tests.support.play import LADDER, LEVEL, Value, deals, each, play

TEN = {"ante": 10}


def test_z4_1_uncalled_part_goes_back_before_pots() -> None:
    played = play(deals(*LADDER[:3]), "p1 bet 300", each("p2 p3", "fold"))
    assert played.stage(0).get("returned") == {"p1": 300}
    assert played.stage(0)["bets"] == {"p1": 0, "p2": 0, "p3": 0}
    assert played.pots(0) == [(150, "p1")]
    assert played.points("committed") == (350, 50, 50)
    assert played.points("returned") == (300, 0, 0)


def test_z4_1_uncalled_is_measured_against_folded_seats_too() -> None:
    played = play(deals(*LADDER[:3]), "p1 bet 80", "p2 raise 300", "p3 fold", "p1 fold")
    assert played.stage(0).get("returned") == {"p2": 220}
    assert played.stage(0)["bets"] == {"p1": 80, "p2": 80, "p3": 0}
    assert played.pots(0) == [(310, "p2")]


def test_z4_1_uncalled_part_of_an_all_in() -> None:
    played = play(
        deals(*LADDER[:3]),
        each("p1 p2 p3", "allin"),
        each("p1 p2 p3", "autosplit"),
        stacks=(900, 400, 250),
    )
    assert played.stage(0).get("returned") == {"p1": 500}
    assert played.pots(0) == [(750, "p1 p2 p3"), (300, "p1 p2")]


def test_z4_1_nothing_goes_back_when_two_seats_are_level() -> None:
    played = play(deals(*LADDER[:3]), "p1 bet 80", "p2 call", "p3 fold", each("p1 p2", "autosplit"))
    assert "returned" not in played.stage(0)


def test_z4_2_layers_are_cut_at_the_levels_of_live_seats() -> None:
    # p4 (all-in 50) and p2 stay; p1 folds its 100, so p2 gets back what is above 100.
    played = play(
        deals(*LADDER[:4]),
        "p1 bet 100",
        "p2 raise 300",
        "p3 fold",
        "p4 allin",
        "p1 fold",
        each("p2 p4", "autosplit"),
        stacks=(900, 900, 900, 60),
        settings=TEN,
    )
    assert played.stage(0).get("returned") == {"p2": 200}
    assert played.stage(0)["bets"] == {"p1": 100, "p2": 100, "p3": 0, "p4": 50}
    # 40 of antes and three times 50; then 50 each of p1 and p2, open to p2 alone.
    assert played.pots(0) == [(190, "p2 p4"), (100, "p2")]


def test_z4_2_a_folded_seat_below_a_level_pays_what_it_bet() -> None:
    played = play(
        deals(*LADDER[:4]),
        "p1 bet 30",
        "p2 raise 100",
        *each("p3 p4", "call"),
        "p1 fold",
        each("p2 p3 p4", "autosplit"),
        stacks=(900, 900, 900, 70),
        settings=TEN | {"after_all_in": "call"},
    )
    # Levels 60 (p4) and 100: 40 of antes + 30 + 3 × 60, then 2 × 40.
    assert played.pots(0) == [(250, "p2 p3 p4"), (80, "p2 p3")]


def test_z4_2_four_levels() -> None:
    played = play(
        deals(*LADDER[:4]),
        each("p1 p2 p3 p4", "allin"),
        each("p1 p2 p3 p4", "autosplit"),
        stacks=(20, 40, 70, 70),
        settings=TEN,
    )
    assert played.pots(0) == [(80, "p1 p2 p3 p4"), (60, "p2 p3 p4"), (60, "p3 p4")]


def test_z4_3_antes_are_open_to_a_seat_that_bets_nothing() -> None:
    played = play(
        deals(*LADDER[:3]),
        "p2 bet 20",
        "p3 call",
        each("p1 p2 p3", "autosplit"),
        stacks=(10, 900, 900),
        settings=TEN,
    )
    assert played.pots(0) == [(30, "p1 p2 p3"), (40, "p2 p3")]
    assert played.awarded(0) == [{"p1": 30}, {"p2": 40}]


def test_z4_6_the_worked_example_of_the_source() -> None:
    played = play(
        deals(LEVEL[0], LADDER[5], "2s 3h 4c 5h", LEVEL[1]),
        "p1 bet 50",
        "p2 fold",
        *each("p3 p4", "call"),
        each("p1 p3 p4", "autosplit"),
        each("p2 p3", "buy"),
        deals(*LADDER[:4]),
        each("p1 p2 p3 p4", "allin"),
        each("p1 p2 p3 p4", "autosplit"),
        seats=4,
    )
    assert played.pots(0) == [(350, "p1 p3 p4")]
    assert played.unbeaten(0) == ["p1 p4"]
    assert played.stage(0).get("buy_in") == {
        "price": 175,
        "offered": ["p2", "p3"],
        "bought": ["p2", "p3"],
    }
    assert played.stage(1)["bets"] == {"p1": 14900, "p2": 14775, "p3": 14725, "p4": 14900}
    assert played.pots(1) == [(59600, "p1 p2 p3 p4"), (150, "p1 p2 p4"), (250, "p1 p4")]
    assert played.points("committed") == (15000, 15000, 15000, 15000)


def test_z4_4_a_fold_loses_eligibility_for_carried_pots_too() -> None:
    begun = [
        *deals(*LEVEL[1:4]),
        "p1 bet 50",
        *each("p2 p3", "call"),
        *each("p1 p2 p3", "autosplit"),
        *deals(*LADDER[:3]),
    ]
    played = play(begun, "p1 fold", "p2 bet 50", "p3 call", each("p2 p3", "autosplit"))
    assert played.pots(1) == [(400, "p2 p3")]
    assert played.points("net") == (-100, 238, -150)


# Ante 10. p1 is all-in with 20, p4 with 50, the others bet 100. Pots 150 (all), 120 (not p1) and
# 150 (p2 p3 p5). p2 and p5 (9½ | T pair) are level with p1 (9 | K pair) and with p3 and p4
# (5 | Q pair), whom p1 beats: P1 is tied p1 p2 p5, P2 p2 p3 p4 p5, P3 p2 p3 p5.
THREE_TIED = [
    *deals("Ks Kd 4s 5d", "Ts Td 9s Js", "Qs Qd 2h 3h", "Qh Qc 2d 3s", "Th Tc 9h Jh"),
    "p2 bet 100",
    "p3 call",
    "p4 allin",
    "p5 call",
    "p1 allin",
    *each("p1 p2 p3 p4 p5", "autosplit"),
]
FIVE = (30, 5000, 5000, 60, 5000)
ROOM: dict[str, Value] = {"ante": 10, "allow_check": True, "after_all_in": "call"}


def test_z4_4_a_pot_without_eligible_seats_opens_to_every_live_seat() -> None:
    played = play(
        THREE_TIED,
        # p1 falls behind p2 and p5 and loses P1; the rest stays as it was.
        deals("2s 3s 4s 5s", "Ts Td 9s Js", "Qs Qd 2h 3h", "Qh Qc 2d 3d", "Th Tc 9h Jh"),
        each("p2 p3 p5", "check"),
        each("p1 p2 p3 p4 p5", "autosplit"),
        # p2 and p5, who alone hold the second 150, fold to p3's bet.
        deals(*LADDER[:2], *LADDER[3:1:-1], to="p2 p5 p3 p4"),
        "p3 bet 10",
        *each("p5 p2", "fold"),
        each("p3 p4", "autosplit"),
        stacks=FIVE,
        head="p2",
        settings=ROOM,
    )
    assert played.pots(0) == [(150, "p1 p2 p3 p4 p5"), (120, "p2 p3 p4 p5"), (150, "p2 p3 p5")]
    assert played.unbeaten(0) == ["p1 p2 p5", "p2 p3 p4 p5", "p2 p3 p5"]
    assert played.pots(1) == [(120, "p2 p3 p4 p5"), (150, "p1 p2 p5"), (150, "p2 p3 p5")]
    assert played.unbeaten(1) == ["p2 p3 p4 p5", "p2 p5", "p2 p3 p5"]
    assert played.stage(2).get("returned") == {"p3": 10}
    assert played.pots(2) == [(270, "p3 p4"), (150, "p3")]
    assert played.awarded(2) == [{"p4": 270}, {"p3": 150}]


def test_z4_4_pots_with_equal_eligible_seats_are_one_pot() -> None:
    # p4 is all-in short and beaten: the antes' pot and the side pot are then tied by the same two.
    begun = [
        *deals(*LEVEL[1:3], LADDER[6], "4s 5d 6h 7s"),
        "p1 bet 100",
        "p2 call",
        "p3 fold",
        "p4 allin",
        *each("p1 p2 p4", "autosplit"),
        "p3 decline",
    ]
    played = play(
        begun,
        deals(*LADDER[:2]),
        "p1 bet 10",
        "p2 call",
        each("p1 p2", "autosplit"),
        stacks=(900, 900, 900, 50),
        settings=TEN,
    )
    assert played.pots(0) == [(160, "p1 p2 p4"), (120, "p1 p2")]
    assert played.unbeaten(0) == ["p1 p2", "p1 p2"]
    assert played.pots(1) == [(300, "p1 p2")]


def test_z4_5_wider_pots_come_first_whenever_they_arose() -> None:
    played = play(
        THREE_TIED,
        deals(*LADDER[:5]),
        each("p2 p3 p5", "check"),
        each("p1 p2 p3 p4 p5", "autosplit"),
        stacks=FIVE,
        head="p2",
        settings=ROOM,
    )
    assert played.pots(1) == [(120, "p2 p3 p4 p5"), (150, "p1 p2 p5"), (150, "p2 p3 p5")]
    assert played.awarded(1) == [{"p2": 120}, {"p1": 150}, {"p2": 150}]


def test_z4_5_carried_pots_of_equal_width_keep_the_order_of_the_stage_before() -> None:
    played = play(
        THREE_TIED,
        # p3 and p4 (equal) beat p2 and p5; p1 and p2 are level and beat p5; p3 takes P3.
        deals("Ks Kd 2s 3s", "Qs Qd 4h 5h", "As Ad 9s Jd", "Ah Ac 9h Jc", "6s 7s 8s 8d"),
        each("p2 p3 p5", "check"),
        each("p1 p2 p3 p4 p5", "autosplit"),
        "p5 decline",
        deals(*LADDER[:4]),
        each("p3 p2", "check"),
        each("p1 p2 p3 p4", "autosplit"),
        stacks=FIVE,
        head="p2",
        settings=ROOM,
    )
    assert played.unbeaten(1) == ["p3 p4", "p1 p2", "p3"]
    assert played.pots(2) == [(120, "p3 p4"), (150, "p1 p2")]
    assert played.awarded(2) == [{"p3": 120}, {"p1": 150}]


def test_z4_pots_over_three_stages() -> None:
    # Stage 0: p1 short. 40 + 3 × 20 = 100 for p1 p2 p3, then 2 × 30 for p2 p3; p4 folds.
    # Stage 1: p4 bought for 80 into P1; p2 p3 p4 bet 50 each on top, which joins P2.
    played = play(
        deals(*LEVEL[:3], LADDER[6]),
        "p2 bet 50",
        "p3 call",
        "p4 fold",
        "p1 allin",
        each("p1 p2 p3", "autosplit"),
        "p4 buy",
        deals(*LEVEL),
        "p2 bet 50",
        each("p3 p4", "call"),
        each("p1 p2 p3 p4", "autosplit"),
        deals(*LADDER[3::-1]),
        "p2 bet 60",
        each("p3 p4", "call"),
        each("p1 p2 p3 p4", "autosplit"),
        stacks=(30, 900, 900, 900),
        head="p2",
        settings=TEN,
    )
    assert played.pots(0) == [(100, "p1 p2 p3"), (60, "p2 p3")]
    assert played.pots(1) == [(180, "p1 p2 p3 p4"), (210, "p2 p3 p4")]
    assert played.pots(2) == [(180, "p1 p2 p3 p4"), (390, "p2 p3 p4")]
    assert played.awarded(2) == [{"p4": 180}, {"p4": 390}]
    assert played.points("committed") == (30, 170, 170, 200)
