import pytest

from tests.support.play import LADDER, LEVEL, deals, each, play

TIED = [
    *deals(*LEVEL[:2], LADDER[5]),
    "p1 bet 300",
    "p2 call",
    "p3 fold",
    *each("p1 p2", "autosplit"),
]


def test_z9_3_net_is_received_and_returned_less_committed_and_rake() -> None:
    played = play(
        deals(*LADDER[:4]),
        "p1 bet 100",
        "p2 raise 300",
        "p3 fold",
        "p4 allin",
        "p1 fold",
        each("p2 p4", "autosplit"),
        stacks=(900, 900, 900, 60),
        settings={"ante": 10},
    )
    assert played.points("committed") == (110, 310, 10, 60)
    assert played.points("returned") == (0, 200, 0, 0)
    assert played.points("received") == (0, 290, 0, 0)
    # 290 + 200 − 310 = 180, of which 5 % are 9.
    assert played.points("rake") == (0, 9, 0, 0)
    assert played.points("net") == (-110, 171, -10, -60)
    assert sum(played.points("net")) + sum(played.points("rake")) == 0


@pytest.mark.parametrize("length", range(len(TIED) + 2))
def test_z9_4_a_voided_round_gives_back_all_that_was_committed(length: int) -> None:
    actions = [*TIED, "p3 buy", "deal p2 As Ks Qs Js"]
    played = play(actions[:length], "void @operator")
    paid = [50, 50, 50]
    paid[0] += 300 * (length > 3)
    paid[1] += 300 * (length > 4)
    paid[2] += 375 * (length > len(TIED))  # half of 150 + 600
    assert played.status == "voided"
    assert played.summary["action"] == length
    assert played.points("returned") == tuple(paid)


def test_z9_4_an_uncalled_part_that_went_back_is_not_paid_a_second_time() -> None:
    # p1 bet 300, of which 100 came back: what it gets is the 350 it had committed, no more.
    played = play(
        deals(*LEVEL[:2], LADDER[5]),
        "p1 bet 300",
        "p2 allin",
        "p3 fold",
        each("p1 p2", "autosplit"),
        "void @operator",
        stacks=(900, 250, 900),
    )
    assert played.points("returned") == (350, 250, 50)


def test_z9_4_takes_no_rake() -> None:
    assert "rake" not in play(TIED, "void @operator").summary


@pytest.mark.parametrize("begun", [[], TIED[:1], TIED[:3], TIED[:6], TIED])
def test_z9_6_a_void_ends_the_round_in_every_phase(begun: list[str]) -> None:
    assert play(begun, "void @operator").status == "voided"
    assert play(begun, "void @operator", "p1 fold").refused == "round_over"
    assert play(begun, "void @operator", "void @operator").refused == "round_over"


def test_z9_6_a_settled_round_cannot_be_voided() -> None:
    played = play(deals(*LADDER[:3]), each("p1 p2", "fold"), "void @operator")
    assert played.refused == "round_over"
