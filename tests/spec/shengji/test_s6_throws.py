"""S6.3: throws count as their greatest component, and only a ruff beats them. Level 7, ♥ trump."""

from itertools import permutations

import pytest

from tests.support.shengji_rounds import winner_of

PAIR = "Kc Kc 9c"
TRACTOR = "Kc Kc Qc Qc 9c"
BOMB = "4*Kc 9c"
SINGLES = "Kc Jc 9c"
LOW3, LOW4, LOW5, LOW8 = "4d 6d 8d", "2*4d 2*6d", "2*4d 2*6d 9d", "2*4d 2*6d 2*8d 2*9d"
LOWS = {2: "4d 6d", 3: LOW3, 4: LOW4, 5: LOW5, 6: "2*4d 2*6d 2*8d", 8: LOW8}


def size(lead: str) -> int:
    return sum(int(word.rpartition("*")[0] or 1) for word in lead.split())


def against(lead: str, *ruffs: str) -> str:
    """Who wins when these are played on the throw, one by p2, the next by p3."""
    low = LOWS[size(lead)]
    p2, p3 = (*ruffs, low)[:2]
    return " ".join(winner_of(lead, p2, p3, low))


@pytest.mark.parametrize(
    ("lead", "ruff", "beaten"),
    [
        # 摔 and a 甩 of different cards: the greatest component is a single.
        ("Ac Kc", "2h 4h", True),
        ("Ac Kc", "2h 2h", True),
        ("Ac Kc", "2h 4d", False),
        ("Ac Kc", "Ad Kd", False),
        (SINGLES, "2h 4h BJ", True),
        (SINGLES, "As BJ 4d", False),
        # A pair.
        (PAIR, "2h 2h 4h", True),
        (PAIR, "7s 7s BJ", True),
        (PAIR, "3*2h", True),
        (PAIR, "Ah Kh Qh", False),
        (PAIR, "As 5h BJ", False),
        (PAIR, "7s 7c 7h", False),
        (PAIR, "2h 2h 4d", False),
        ("3*Kc", "2h 2h 4h", True),
        ("3*Kc", "2h 4h 6h", False),
        ("Kc Kc 9c 9c", "2h 2h 4h 6h", True),
        # A tractor: the kind and its size, or a bomb as large.
        (TRACTOR, "2h 2h 4h 4h BJ", True),
        (TRACTOR, "4*2h 4h", True),
        (TRACTOR, "4*BJ SJ", True),
        (TRACTOR, "2h 2h 6h 6h BJ", False),
        (TRACTOR, "BJ BJ SJ SJ As", False),
        (TRACTOR, "3*2h 2*4h", True),
        (TRACTOR, "2*7s 2*7c 7h", False),
        (TRACTOR, "2h 2h 4h 4h 4d", False),
        # A bomb: nothing but a bomb.
        (BOMB, "4*2h 4h", True),
        (BOMB, "2h 2h 4h 4h 6h", False),
        (BOMB, "4*7s 2h", True),
        (BOMB, "2*7s 2*7c BJ", False),
    ],
)
def test_s6_3_a_ruff_needs_a_component_of_that_kind_and_size(
    lead: str, ruff: str, beaten: bool
) -> None:
    assert against(lead, ruff) == ("p2 ruffed" if beaten else "p1 first")


@pytest.mark.parametrize(
    ("lead", "ruff", "beaten"),
    [
        # Bomb and tractor of four each: the bomb comes first.
        ("4*Kc Qc Qc", "2h 2h 4h 4h BJ SJ", False),
        ("4*Kc Qc Qc", "4*2h 4h 6h", True),
        # A tractor of six is more than a bomb of four; two of the four kings are a pair of it.
        ("4*Kc 2*Qc 2*Jc", "4*2h 2*4h 2*6h", True),
        ("4*Kc 2*Qc 2*Jc", "4*2h 4*4h", False),
        ("4*Kc 2*Qc 2*Jc", "2*2h 2*4h 2*6h BJ SJ", True),
        ("4*Kc 2*Qc 2*Jc", "4*2h 2*BJ 2*SJ", False),
        # A tractor from three equal cards and a pair.
        ("3*Kc 2*Qc", "2h 2h 4h 4h BJ", True),
        ("3*Kc 2*Qc", "2h 2h 6h 6h BJ", False),
        # Two pairs with a gap are pairs.
        ("2*Kc 2*Jc", "2h 2h BJ SJ", True),
        # A bomb run of eight is greater than anything in it.
        ("4*Kc 4*Qc", "4*2h 4*4h", True),
        # Pairs of raised cards are pairs and never a tractor.
        ("2*Kc 2*Jc", "2*BJ 2*SJ", True),
    ],
)
def test_s6_3_the_greatest_is_of_most_cards_then_a_bomb(lead: str, ruff: str, beaten: bool) -> None:
    assert against(lead, ruff) == ("p2 ruffed" if beaten else "p1 first")


@pytest.mark.parametrize(
    ("lead", "first", "second", "wins"),
    [
        ("Ac Kc", "2h BJ", "Ah Kh", "p2"),
        ("Ac Kc", "Ah Kh", "2h BJ", "p3"),
        ("Ac Kc", "2h BJ", "SJ BJ", "p2"),
        ("Ac Kc", "7s 7c", "7d 2h", "p2"),
        ("Ac Kc", "7s 2h", "7h 2h", "p3"),
        (PAIR, "2h 2h As", "4h 4h 6h", "p3"),
        (PAIR, "4h 4h 6h", "2h 2h As", "p2"),
        (PAIR, "7s 7s 2h", "7c 7c As", "p2"),
        (PAIR, "2h 4h As", "2h 2h 4h", "p3"),
        (PAIR, "3*2h", "4h 4h 2h", "p3"),
        (TRACTOR, "2h 2h 4h 4h As", "6h 6h 4h 4h 2h", "p3"),
        (TRACTOR, "6h 6h 8h 8h As", "4*2h 4h", "p3"),
        (TRACTOR, "4*2h 4h", "Kh Kh Ah Ah As", "p2"),
        (TRACTOR, "4*2h 4h", "4*BJ SJ", "p3"),
        (TRACTOR, "6h 6h 8h 8h 9h", "2*8h 3*6h", "p2"),
        ("2*Kc 2*Jc", "2*2h 2*4h", "6h 6h 8h 9h", "p3"),
        ("2*Kc 2*Jc", "4*2h", "6h 6h 8h 9h", "p3"),
        (BOMB, "4*2h 4h", "4*4h 2h", "p3"),
    ],
)
def test_s6_3_ruffs_compare_by_the_highest_such_component(
    lead: str, first: str, second: str, wins: str
) -> None:
    assert against(lead, first, second) == f"{wins} ruffed"


def test_s6_3_the_best_component_is_found_wherever_it_lies() -> None:
    """Of ♥6688 99 TT the tractor 99 TT counts, and of ♥2×4 ♥44 ♥66 the bomb."""
    assert against("2*Kc 2*Qc 2*9c 2*4c", "2*6h 2*8h 2*9h 2*Th", "2*9h 2*Th 2*2h BJ SJ") == (
        "p2 ruffed"
    )
    assert against("2*Kc 2*Qc 2*9c 2*4c", "2*9h 2*Th 2*2h BJ SJ", "2*6h 2*8h Th Th Jh Jh") == (
        "p3 ruffed"
    )
    assert against("2*Kc 2*Qc 2*9c 2*4c", "2*Qh 2*Kh 2*Ah BJ SJ", "4*2h 2*4h 2*6h") == "p3 ruffed"


@pytest.mark.parametrize("named", sorted({*permutations(("2h", "2h", "4h", "4h", "BJ"))})[:12])
def test_s6_3_the_order_of_naming_never_matters(named: tuple[str, ...]) -> None:
    assert against(TRACTOR, " ".join(named)) == "p2 ruffed"
    assert against("9c Kc Qc Kc Qc", " ".join(named)) == "p2 ruffed"


def test_s6_3_cards_of_the_suit_thrown_never_beat_it() -> None:
    """Of a 摔 the others may hold equal or lower cards, also as a pair."""
    assert winner_of("Ac Kc", "Kc Kc", "Qc Qc", "9c 9c") == ("p1", "first")
    assert winner_of("Ac Kc", "Kc Kc", "2h 2h", "9c 9c") == ("p3", "ruffed")


def test_s6_3_a_throw_of_trump_is_not_beaten() -> None:
    assert winner_of("5d BJ", "BJ BJ", "SJ SJ", "4h 4h") == ("p1", "first")
    assert winner_of("As BJ 7c", "Ac Ac Ac", "9c 9c 9c", "4d 4d 4d") == ("p1", "first")
