"""S2: what counts in the contest, and which card is higher."""

from itertools import pairwise

import pytest

from domain.shengji import events
from tests.support.shengji_rounds import contesting, facts, other_plain, playing, refused, winner_of

COLOUR = {"s": "c", "c": "s", "h": "d", "d": "h"}
RANKS = "AKQJT98765432"


def first_or_second(led: str, played: str, *, level: str = "7", trump: str = "h") -> str:
    """Whether the lead or the card played after it wins; the others play no part."""
    spoiler = other_plain(led, level=level, trump=trump)
    seat, _ = winner_of(led, played, spoiler, spoiler, level=level, trump=trump)
    return {"p1": "first", "p2": "second"}[seat]


def trumps(trump: str, level: str) -> list[str]:
    """The trumps of S2.2 from the highest, one of each strength."""
    raised = ["As", "5h", "5d", "BJ", "SJ", f"3{trump}", f"3{COLOUR[trump]}", f"{level}{trump}"]
    other = next(suit for suit in "hdcs" if suit != trump)
    rest = [f"{rank}{trump}" for rank in RANKS]
    return [*raised, f"{level}{other}", *(card for card in rest if card not in raised)]


def plain(suit: str, level: str, trump: str) -> list[str]:
    """The cards of S2.3 from the highest."""
    out = {"As", "5h", "5d", f"3{trump}", f"3{COLOUR[trump]}"}
    return [card for rank in RANKS if rank != level and (card := rank + suit) not in out]


@pytest.mark.parametrize(
    ("card", "points"), [("As", 6), ("5h", 5), ("5d", 4), ("BJ", 3), ("SJ", 2)]
)
def test_s2_1_what_a_card_counts_in_the_contest(card: str, points: int) -> None:
    (shown,) = facts(contesting(p1=card), f"p1 show {card}")
    assert isinstance(shown, events.CardsShown)
    assert shown.total == points


@pytest.mark.parametrize("level", "246789TJQK")
@pytest.mark.parametrize("suit", "shdc")
def test_s2_1_every_card_of_the_level_counts_one(level: str, suit: str) -> None:
    state = contesting(level=level, p1=f"{level}{suit} BJ")
    (shown,) = facts(state, f"p1 show BJ {level}{suit}")
    assert isinstance(shown, events.CardsShown)
    assert shown.total == 4


@pytest.mark.parametrize("card", ["Ah", "Ad", "Ac", "5s", "5c", "3h", "3s", "Kd", "4s", "2h"])
def test_s2_1_other_cards_count_nothing_and_cannot_be_shown(card: str) -> None:
    state = contesting(level="7", p1=f"{card} As")
    assert refused(state, f"p1 show {card}") == "not_bi_cards"
    assert refused(state, f"p1 show As {card}") == "not_bi_cards"


def test_s2_1_the_level_is_that_of_the_dealers_side() -> None:
    state = contesting(level="7", other="4", p1="7c 4c")
    assert refused(state, "p1 show 4c") == "not_bi_cards"
    (shown,) = facts(state, "p1 show 7c")
    assert isinstance(shown, events.CardsShown)
    assert shown.total == 1


@pytest.mark.parametrize("trump", "shdc")
@pytest.mark.parametrize("level", "2479TK")
def test_s2_2_trumps_from_the_highest(trump: str, level: str) -> None:
    order = trumps(trump, level)
    for high, low in pairwise(order):
        assert first_or_second(low, high, level=level, trump=trump) == "second", (low, high)
        assert first_or_second(high, low, level=level, trump=trump) == "first", (high, low)


def test_s2_2_with_spades_trump_the_ace_of_spades_is_the_highest_and_no_other() -> None:
    assert trumps("s", "7")[:9] == ["As", "5h", "5d", "BJ", "SJ", "3s", "3c", "7s", "7h"]
    assert first_or_second("Ks", "As", trump="s") == "second"


@pytest.mark.parametrize("trump", "shdc")
def test_s2_2_level_cards_of_the_other_suits_are_equal(trump: str) -> None:
    others = [f"7{suit}" for suit in "shdc" if suit != trump]
    for one in others:
        for other in others:
            assert first_or_second(one, other, trump=trump) == "first"


@pytest.mark.parametrize("trump", "shdc")
def test_s2_2_any_trump_is_above_any_plain_card(trump: str) -> None:
    suit = next(suit for suit in "cdh" if suit != trump)
    for card in trumps(trump, "7"):
        assert first_or_second(f"A{suit}", card, trump=trump) == "second", card


@pytest.mark.parametrize("trump", "shdc")
@pytest.mark.parametrize("level", "24TK")
def test_s2_3_plain_suits_from_the_highest(trump: str, level: str) -> None:
    for suit in (suit for suit in "shdc" if suit != trump):
        for high, low in pairwise(plain(suit, level, trump)):
            assert first_or_second(low, high, level=level, trump=trump) == "second", (low, high)
            assert first_or_second(high, low, level=level, trump=trump) == "first", (high, low)


@pytest.mark.parametrize(("trump", "threes"), [("s", "hd"), ("c", "hd"), ("h", "sc"), ("d", "sc")])
def test_s2_3_threes_of_the_other_colour_stand_between_four_and_two(
    trump: str, threes: str
) -> None:
    for suit in threes:
        assert plain(suit, "7", trump)[-3:] == [f"4{suit}", f"3{suit}", f"2{suit}"]
        assert first_or_second(f"3{suit}", f"4{suit}", trump=trump) == "second"
        assert first_or_second(f"3{suit}", f"2{suit}", trump=trump) == "first"


@pytest.mark.parametrize("suit", "sc")
def test_s2_3_the_black_fives_are_ordinary(suit: str) -> None:
    assert first_or_second(f"5{suit}", f"6{suit}") == "second"
    assert first_or_second(f"5{suit}", f"4{suit}") == "first"


@pytest.mark.parametrize("card", ["As", "5d", "5h", "BJ", "7c", "3h", "3d"])
def test_s2_3_raised_cards_belong_to_trump_and_not_to_the_suit_printed(card: str) -> None:
    suit = card[1] if card[1] in "sdc" else "c"
    state = playing(p1=f"Q{suit} Q{suit}", p2=f"{card} 9{suit}", p3="4*4h", p4="4*4h")
    assert refused(state, f"p1 play Q{suit}", f"p2 play {card}") == "must_follow_suit"
    state = playing(p1="Qh Qh", p2=f"{card} 9{suit}", p3="4*4h", p4="4*4h")
    assert refused(state, "p1 play Qh", f"p2 play 9{suit}") == "must_follow_suit"


@pytest.mark.parametrize("card", ["As", "5h", "BJ", "3h", "7h", "7c", "Ah", "2h", "Kc", "2s"])
def test_s2_4_of_equal_cards_the_one_played_first_is_higher(card: str) -> None:
    suit = "d" if card[1] != "d" else "c"
    assert winner_of(card, card, card, f"9{suit}") == ("p1", "first")


def test_s2_4_the_first_of_two_equal_ruffs_wins() -> None:
    assert winner_of("Kc", "7s", "7d", "7c") == ("p2", "ruffed")
    assert winner_of("Kc", "4h", "7d", "7s") == ("p3", "ruffed")
