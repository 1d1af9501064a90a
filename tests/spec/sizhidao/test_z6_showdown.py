import pytest

from tests.support.play import LADDER, LEVEL, deals, each, play

CALLED = ["p1 bet 50", *each("p2 p3", "call")]
SPLIT = each("p1 p2 p3", "autosplit")
LOW = "2c 2d 6h 7h"  # front 3, back a pair of 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("8s 8d As Ad", "7s 7d Ks Kd"),
        ("8s 9d As Ad", "7s 9h Ah Ac"),
        ("7s 8d As Ad", "7c 8c Ks Kd"),
    ],
    ids=["both greater", "front greater, backs equal", "back greater, fronts equal"],
)
def test_z6_1_nowhere_less_and_somewhere_greater_beats(one: str, other: str) -> None:
    assert play(deals(one, other, LOW), CALLED, SPLIT).awarded(0)[0] == {"p1": 300}
    assert play(deals(other, one, LOW), CALLED, SPLIT).awarded(0)[0] == {"p2": 300}


@pytest.mark.parametrize(
    ("one", "other"),
    [("7s 8d As Ad", "7c 8c Ah Ac"), ("7s 8d As Ad", "9s 9c Ks Kd")],
    ids=["equal", "one front, one back"],
)
def test_z6_2_seats_that_nobody_beats_tie(one: str, other: str) -> None:
    begun = [*deals(one, other, LOW), *CALLED, *SPLIT, "p3 decline"]
    assert play(begun).waiting == ("deal", "p1 p2")
    ended = play(begun, deals(*LADDER[:2]), "p1 bet 50", "p2 fold")
    assert ended.unbeaten(0) == ["p1 p2"]
    assert ended.awarded(0) == [None]


def test_z6_2_a_seat_beaten_by_one_is_out_though_another_does_not_beat_it() -> None:
    # p3 (5 | 9) is level with p1 (1 | A pair) and beaten by p2 (7 | K pair).
    begun = [*deals(LEVEL[0], LEVEL[1], "2s 3d 4c 5h"), *CALLED, *SPLIT]
    assert play(begun).waiting == ("buy_in", "p3")


def test_z6_2_three_may_tie() -> None:
    assert play(deals(*LEVEL[:3]), CALLED, SPLIT).waiting == ("deal", "p1 p2 p3")


def test_z6_2_only_eligible_seats_beat_each_other() -> None:
    # p1, the best hand, is all-in for 10: the side pot is between p2 and p3.
    played = play(
        deals(*LADDER[:3]),
        "p2 bet 50",
        "p3 call",
        "p1 allin",
        SPLIT,
        stacks=(60, 500, 500),
        head="p2",
    )
    assert played.unbeaten(0) == ["p1", "p2"]
    assert played.awarded(0) == [{"p1": 180}, {"p2": 80}]


def test_z6_2_a_tied_pot_is_open_to_its_unbeaten_seats_only() -> None:
    # p1 (short) beats p3 and ties with p2; p2 and p3 tie for the side pot. p3 has lost P1.
    played = play(
        deals("As Ad 4s 5d", "Ks Kd 9h Jc", "Ah Ac 2d 3s"),
        "p2 bet 100",
        "p3 call",
        "p1 allin",
        SPLIT,
        deals(LADDER[1], LADDER[2], LADDER[0]),
        "p3 bet 50",
        "p2 call",
        SPLIT,
        stacks=(70, 500, 500),
        head="p2",
    )
    assert played.pots(0) == [(210, "p1 p2 p3"), (160, "p2 p3")]
    assert played.unbeaten(0) == ["p1 p2", "p2 p3"]
    assert played.pots(1) == [(210, "p1 p2"), (260, "p2 p3")]
    # p3 has the best hand, but not for P1.
    assert played.awarded(1) == [{"p1": 210}, {"p3": 260}]


def test_z6_3_a_pot_with_one_eligible_seat_goes_to_it() -> None:
    played = play(
        deals(*LADDER[:3]),
        "p1 bet 100",
        "p2 raise 200",
        "p3 allin",
        "p1 fold",
        each("p2 p3", "autosplit"),
        stacks=(500, 500, 90),
    )
    # p2 gets 100 back; what p1 and p2 put in above p3's 40 is p2's without a showdown.
    assert played.pots(0) == [(270, "p2 p3"), (120, "p2")]
    assert played.awarded(0) == [{"p2": 270}, {"p2": 120}]


def test_z6_3_it_goes_to_that_seat_even_when_it_loses_the_showdown() -> None:
    played = play(
        deals(LADDER[0], LADDER[2], LADDER[1]),
        "p1 bet 100",
        "p2 raise 200",
        "p3 allin",
        "p1 fold",
        each("p2 p3", "autosplit"),
        stacks=(500, 500, 90),
    )
    assert played.awarded(0) == [{"p3": 270}, {"p2": 120}]


def test_z6_4_the_round_ends_when_no_pot_is_open() -> None:
    played = play(deals(*LADDER[:3]), CALLED, SPLIT)
    assert played.status == "settled"
    assert "buy_in" not in played.stage(0)


def test_z6_4_a_round_goes_on_while_one_pot_is_open() -> None:
    # p1 wins P1 outright; p2 and p3 are level in the side pot and play on without p1.
    begun = [
        *deals(LADDER[0], "Qs Qd 2s 3s", "Js Jd 4s 5s"),
        "p2 bet 50",
        "p3 call",
        "p1 allin",
        *SPLIT,
    ]
    stacks = (60, 500, 500)
    assert play(begun, stacks=stacks, head="p2").waiting == ("deal", "p2 p3")
    played = play(
        begun, deals(*LADDER[:2], to="p2 p3"), "p2 bet 50", "p3 fold", stacks=stacks, head="p2"
    )
    assert played.awarded(0) == [{"p1": 180}, None]
    assert played.pots(1) == [(80, "p2")]
    assert played.points("received") == (180, 80, 0)
