import pytest

from tests.support.play import LADDER, LEVEL, Played, Value, deals, each, play


@pytest.mark.parametrize(("basis", "rake"), [("pot", 17), ("net", 12), ("winnings", 12)])
def test_z9_2_a_pot_of_350_won_outright_with_own_100(basis: str, rake: int) -> None:
    played = play(
        deals(*LADDER[:4]),
        "p1 bet 50",
        "p2 fold",
        *each("p3 p4", "call"),
        each("p1 p3 p4", "autosplit"),
        seats=4,
        settings={"rake_basis": basis},
    )
    assert played.points("rake") == (rake, 0, 0, 0)
    assert played.points("net") == (250 - rake, -50, -100, -100)


def example(playoff: list[str], basis: str, **settings: Value) -> Played:
    """The worked example of Z4.6 with the given hands in its playoff."""
    return play(
        deals(LEVEL[0], LADDER[5], "2s 3h 4c 5h", LEVEL[1]),
        "p1 bet 50",
        "p2 fold",
        *each("p3 p4", "call"),
        each("p1 p3 p4", "autosplit"),
        each("p2 p3", "buy"),
        deals(*playoff),
        each("p1 p2 p3 p4", "allin"),
        each("p1 p2 p3 p4", "autosplit"),
        seats=4,
        settings={"rake_basis": basis, **settings},
    )


@pytest.mark.parametrize(("basis", "rake"), [("pot", 3000), ("net", 2250), ("winnings", 2255)])
def test_z9_2_b_the_example_swept_by_its_first_seat(basis: str, rake: int) -> None:
    played = example([*LADDER[:4]], basis)
    assert played.points("received") == (60000, 0, 0, 0)
    assert played.points("rake") == (rake, 0, 0, 0)
    assert played.points("net") == (45000 - rake, -15000, -15000, -15000)


# p1 takes P2 and P3, 400 points with 50 + 125 of its own of this stage in them: 225 won.
@pytest.mark.parametrize(
    ("basis", "third", "first"), [("pot", 2980, 20), ("net", 2230, 0), ("winnings", 2243, 11)]
)
def test_z9_2_c_the_third_seat_takes_p1_only(basis: str, third: int, first: int) -> None:
    played = example([LADDER[1], LADDER[2], LADDER[0], LADDER[3]], basis)
    assert played.awarded(1) == [{"p3": 59600}, {"p1": 150}, {"p1": 250}]
    assert played.points("rake") == (first, 0, third, 0)
    assert played.points("net") == (-14600 - first, -15000, 44600 - third, -15000)


@pytest.mark.parametrize(("basis", "rake"), [("pot", 10), ("net", 5), ("winnings", 5)])
def test_z9_2_d_an_uncalled_bet_is_not_raked(basis: str, rake: int) -> None:
    played = play(
        deals(*LADDER[:2]),
        "p1 bet 10000",
        "p2 fold",
        seats=2,
        settings={"min_players": 2, "ante": 100, "rake_basis": basis},
    )
    assert played.points("rake") == (rake, 0)
    assert played.points("net") == (100 - rake, -100)


def test_z9_1_net_is_the_basis_unless_set() -> None:
    played = play(deals(*LADDER[:3]), each("p1 p2", "fold"))
    assert played.points("rake") == (0, 0, 5)


@pytest.mark.parametrize(("rate", "rake"), [(0, 0), (99, 0), (100, 1), (333, 3), (1000, 10)])
def test_z9_1_the_rate_is_in_basis_points_and_rounds_down(rate: int, rake: int) -> None:
    # Two folds leave p3 the three antes: 100 points won.
    played = play(deals(*LADDER[:3]), each("p1 p2", "fold"), settings={"rake_bp": rate})
    assert played.points("rake") == (0, 0, rake)


def test_z9_1_rounded_once_per_seat_not_per_pot() -> None:
    # At 1 % of 150 and of 250: 1.5 and 2.5, 4 together.
    played = example([LADDER[1], LADDER[2], LADDER[0], LADDER[3]], "pot", rake_bp=100)
    assert played.points("rake") == (4, 0, 596, 0)


def test_z9_1_winnings_leave_out_buy_ins_and_carried_money() -> None:
    # p4 buys for 95 into 190 and bets 10: it takes 190 + 95 + 30 = 315 and has won 305.
    for basis, base in (("pot", 315), ("net", 315 - 115), ("winnings", 305)):
        played = play(
            deals(*LEVEL[:2], "2s 3h 4c 5h", LADDER[5]),
            "p1 bet 50",
            *each("p2 p3", "call"),
            "p4 fold",
            each("p1 p2 p3", "autosplit"),
            "p3 decline",
            "p4 buy",
            deals(*LADDER[1:3], LADDER[0], to="p1 p2 p4"),
            "p1 bet 10",
            *each("p2 p4", "call"),
            each("p1 p2 p4", "autosplit"),
            seats=4,
            settings={"ante": 10, "rake_basis": basis, "rake_bp": 1000},
        )
        assert played.points("rake") == (0, 0, 0, base // 10)


def test_z9_1_the_ante_is_own_money_in_stage_0_only() -> None:
    # Tied in stage 0 (300), then p1 takes 300 + 150 with 50 of its own of the playoff.
    played = play(
        deals(*LEVEL[:3]),
        "p1 bet 50",
        *each("p2 p3", "call"),
        each("p1 p2 p3", "autosplit"),
        deals(*LADDER[:3]),
        "p1 bet 50",
        *each("p2 p3", "call"),
        each("p1 p2 p3", "autosplit"),
        settings={"rake_basis": "winnings", "rake_bp": 1000},
    )
    assert played.points("rake") == (40, 0, 0)


def test_z9_1_shares_are_raked_per_seat() -> None:
    # 210 shared by two: 105 each. Net 105 − 70 = 35; winnings 105 − 10 = 95.
    for basis, rake in (("pot", 10), ("net", 3), ("winnings", 9)):
        played = play(
            deals(*LEVEL[:2], "2s 3h 4c 5h", LADDER[5]),
            "p1 bet 50",
            *each("p2 p3", "call"),
            "p4 fold",
            each("p1 p2 p3", "autosplit"),
            each("p3 p4", "decline"),
            deals(*LEVEL[:2]),
            "p1 bet 10",
            "p2 call",
            each("p1 p2", "autosplit"),
            seats=4,
            settings={"ante": 10, "rake_basis": basis, "rake_bp": 1000, "max_playoffs": 1},
        )
        assert played.points("rake") == (rake, rake, 0, 0)


def test_z9_1_a_seat_that_wins_a_pot_but_loses_points_pays_no_net_rake() -> None:
    played = example([LADDER[1], LADDER[2], LADDER[0], LADDER[3]], "net")
    assert played.points("received")[0] == 400
    assert played.points("rake")[0] == 0
