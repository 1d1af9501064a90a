"""The whole order of piles and the number of legal splits, counted over every hand of the pack."""

from collections import Counter
from itertools import combinations

from domain.cards.card import PACK, Card
from domain.sizhidao.hands import HIGHEST, is_quads, name_of_strength, strength
from domain.sizhidao.splitting import autosplit, legal_splits, piles_of
from tests.oracle import hands as oracle

ORDER = """
0 ½ 1 1½ 2 2½ 3 3½ 4 4½ 5 5½ 6 6½ 7 7½ 8 8½ 9 9½ luosuo
pair-of-2 pair-of-3 pair-of-4 pair-of-5 pair-of-6 pair-of-7 pair-of-8 pair-of-9 pair-of-10
pair-of-J pair-of-Q pair-of-K pair-of-A
quads-of-2 quads-of-3 quads-of-4 quads-of-5 quads-of-6 quads-of-7 quads-of-8 quads-of-9 quads-of-10
quads-of-J quads-of-Q quads-of-K quads-of-A
"""

# How many of the 1326 piles of two cards stand on each step of the order, lowest first.
PILES = [64, 48, 80, 48, 64, 48, 80, 48, 64, 48, 80, 48, 64, 48, 80, 48, 64, 48, 80, 48, 48] + [
    6
] * 13


def test_z5_3_the_order_of_all_piles_is_pinned_step_by_step() -> None:
    names = [name_of_strength(value).replace(" ", "-") for value in range(HIGHEST + 1)]
    assert names == ORDER.split()


def test_z5_2_every_pile_of_the_pack_stands_on_its_step() -> None:
    counted = Counter(strength(pile) for pile in combinations(PACK, 2))
    assert [counted[value] for value in sorted(counted)] == PILES
    assert max(counted) == len(PILES) - 1


def test_z5_1_legal_splits_of_all_hands_are_counted() -> None:
    legal = Counter(len(legal_splits(hand)) for hand in combinations(PACK, 4))
    assert legal == {3: 246_816, 4: 15_360, 5: 8_536, 6: 13}


def test_z5_1_z5_6_every_tenth_hand_is_split_as_the_oracle_splits_it() -> None:
    for hand in list(combinations(PACK, 4))[::10]:
        four = list(map(str, hand))
        legal = {(piles.front, piles.back) for piles in legal_splits(hand)}
        allowed = [split for split in oracle.all_splits(four) if oracle.is_legal(split, four)]
        assert legal == {(tuple(front), tuple(back)) for front, back in allowed}
        front, back = oracle.clock_split(four)
        assert autosplit(hand)[:2] == (tuple(front), tuple(back))


def test_z5_6_the_clock_never_splits_illegally_and_never_below_another_back() -> None:
    for hand in combinations(PACK[::2], 4):
        clock = autosplit(hand)
        assert clock in legal_splits(hand)
        assert clock.back_strength == max(piles.back_strength for piles in legal_splits(hand))


def test_z5_4_only_four_equal_ranks_are_quads_and_both_piles_count() -> None:
    quads = [hand for hand in combinations(PACK, 4) if is_quads(hand)]
    assert len(quads) == 13
    for hand in quads:
        piles = piles_of(hand[:2], hand[2:])
        assert piles.front_strength == piles.back_strength > strength((Card("As"), Card("Ah")))
