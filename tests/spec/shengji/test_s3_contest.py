"""S3.1-S3.6: who may call trump."""

import pytest

from domain.kernel.seats import Seat
from domain.shengji import commands, events
from domain.shengji.decider import SHENGJI
from domain.shengji.sides import NEXT, PARTNER, SEATS
from domain.shengji.state import Burying, CallingTrump, Contesting, Returning, State, TurningUp
from domain.shengji.waiting import waiting
from tests.support.shengji_rounds import (
    P1,
    P2,
    P3,
    P4,
    after,
    cards,
    contesting,
    deals,
    facts,
    opened,
    refused,
)

FIRST_ROUND = after(SHENGJI.initial, opened(dealer=None), *deals(p1="Kd", p2="9c", kitty="4*8h"))


def asked(state: State) -> str:
    """Which seat the contest asks."""
    assert isinstance(state, Contesting)
    phase, (seat,) = waiting(state)
    assert phase == "contest"
    return seat


def won(state: State) -> tuple[str, int]:
    """Who has won the contest, and with how many points."""
    assert isinstance(state, CallingTrump)
    assert waiting(state) == ("trump", (state.contest.winner,))
    return state.contest.winner, state.contest.points


def turned_up(seat: Seat, card: str) -> commands.TurnUp:
    return commands.TurnUp(seat=seat, card=cards(card)[0])


def test_s3_1_in_a_first_round_the_face_up_cards_holder_starts() -> None:
    (fact,) = facts(FIRST_ROUND, turned_up(P2, "9c"))
    assert fact == events.CardTurnedUp(seat=P2, card=cards("9c")[0])
    assert asked(after(FIRST_ROUND, turned_up(P2, "9c"))) == "p2"
    assert asked(after(FIRST_ROUND, turned_up(P1, "Kd"))) == "p1"


def test_s3_1_the_face_up_card_is_held_by_its_seat_and_never_in_the_kitty() -> None:
    for seat in SEATS:
        assert refused(FIRST_ROUND, turned_up(seat, "8h")) == "bad_deal"
    assert isinstance(FIRST_ROUND, TurningUp)
    missing = next(card for card in FIRST_ROUND.hands[P1] if card not in FIRST_ROUND.hands[P4])
    assert refused(FIRST_ROUND, commands.TurnUp(seat=P4, card=missing)) == "bad_deal"


@pytest.mark.parametrize("dealer", SEATS)
def test_s3_1_in_later_rounds_the_dealer_starts_and_nothing_is_turned_up(dealer: Seat) -> None:
    state = contesting(starter=dealer, p1="9c")
    assert asked(state) == dealer
    assert refused(state, turned_up(P1, "9c")) == "wrong_phase"


@pytest.mark.parametrize("starter", SEATS)
@pytest.mark.parametrize("first", [False, True])
def test_s3_2_passes_go_to_the_partner_the_next_seat_and_its_partner(
    starter: Seat, first: bool
) -> None:
    state = contesting(starter=starter, first=first)
    partner, following = PARTNER[starter], NEXT[starter]
    for seat in (starter, partner, following):
        assert asked(state) == seat
        state = after(state, f"{seat} pass")
    assert won(state) == (PARTNER[following], 0)


def test_s3_2_after_three_passes_the_fourth_wins_without_showing() -> None:
    told = facts(contesting(), "p1 pass", "p3 pass", "p2 pass")
    assert told[-1] == events.ContestWon(seat=P4, cards=(), points=0, dealer=P1)
    assert not any(isinstance(fact, events.CardsShown) for fact in told)


def test_s3_2_the_starter_shows_one_or_more() -> None:
    state = contesting(p1="BJ SJ 2c")
    for shown, total in (("BJ", 3), ("SJ 2c", 3), ("2c BJ SJ", 6)):
        (fact,) = facts(state, f"p1 show {shown}")
        assert fact == events.CardsShown(seat=P1, cards=cards(shown), total=total)


def test_s3_2_who_passes_in_the_opening_is_out_and_cannot_be_a_challenger() -> None:
    state = after(contesting(p3="BJ"), "p1 pass", "p3 show BJ")
    assert asked(state) == "p4"
    state = after(state, "p4 pass")
    assert asked(state) == "p2"
    assert won(after(state, "p2 pass")) == ("p3", 3)

    state = contesting(p2="BJ", p4="SJ", starter=P4)
    state = after(state, "p4 pass", "p2 show BJ", "p3 pass")
    assert asked(state) == "p1"


def test_s3_2_a_show_of_the_third_asked_meets_nobody_and_ends_the_contest() -> None:
    """Both opponents have passed in the opening, and partners never contest each other."""
    told = facts(contesting(p2="BJ"), "p1 pass", "p3 pass", "p2 show BJ")
    assert told[-2:] == [
        events.CardsShown(seat=P2, cards=cards("BJ"), total=3),
        events.ContestWon(seat=P2, cards=cards("BJ"), points=3, dealer=P1),
    ]


@pytest.mark.parametrize("champion", SEATS)
def test_s3_3_the_challenger_is_the_champions_next_seat(champion: Seat) -> None:
    state = contesting(starter=champion, p1="BJ", p2="BJ", p3="BJ", p4="BJ")
    assert asked(after(state, f"{champion} show BJ")) == NEXT[champion]


def test_s3_3_totals_are_compared_not_each_show() -> None:
    state = contesting(p1="BJ SJ", p2="5d 2c 2d SJ")
    state = after(state, "p1 show BJ", "p2 show 5d", "p1 show SJ")  # 3, 4, 5
    assert refused(state, "p2 show 2c") == "not_above"  # 4 + 1
    (fact,) = facts(state, "p2 show 2c 2d")
    assert fact == events.CardsShown(seat=P2, cards=cards("2c 2d"), total=6)
    (fact,) = facts(state, "p2 show SJ")
    assert isinstance(fact, events.CardsShown)
    assert fact.total == 6


def test_s3_3_equal_is_not_above() -> None:
    state = after(contesting(p1="BJ", p2="BJ SJ 2s"), "p1 show BJ")
    assert refused(state, "p2 show BJ") == "not_above"
    assert refused(state, "p2 show SJ 2s") == "not_above"
    assert asked(after(state, "p2 show BJ 2s")) == "p1"


def test_s3_3_they_lift_in_turn_until_one_passes() -> None:
    state = contesting(p1="BJ 5d As", p2="5h 5h")
    for said, then in (
        ("p1 show BJ", "p2"),
        ("p2 show 5h", "p1"),
        ("p1 show 5d", "p2"),
        ("p2 show 5h", "p1"),
        ("p1 show As", "p2"),
    ):
        state = after(state, said)
        assert asked(state) == then


def test_s3_3_cards_shown_are_not_taken_back() -> None:
    state = after(contesting(p1="BJ 2s", p2="2*SJ"), "p1 show BJ", "p2 show 2*SJ")
    assert isinstance(state, Contesting)
    assert len(state.hands[P2]) == 50
    held = state.hands[P1].count(cards("BJ")[0])
    assert refused(state, f"p1 show {held + 1}*BJ") == "not_your_cards"


def test_s3_4_who_passes_in_a_duel_is_out_and_the_pile_is_captured() -> None:
    state = after(contesting(p1="BJ", p2="5d"), "p1 show BJ", "p2 show 5d")
    told = facts(state, "p1 pass")
    assert told == [
        events.ContestPassed(seat=P1),
        events.PileCaptured(seat=P2, loser=P1, cards=cards("BJ"), total=7),
    ]
    assert asked(after(state, "p1 pass")) == "p3"


def test_s3_4_captured_cards_stand_with_the_champions_total() -> None:
    state = contesting(p1="BJ", p2="5d", p3="As SJ 2c")
    state = after(state, "p1 show BJ", "p2 show 5d", "p1 pass")  # p2 has 7
    assert refused(state, "p3 show As") == "not_above"
    assert refused(state, "p3 show As 2c") == "not_above"
    state = after(state, "p3 show As SJ")  # 8
    assert asked(state) == "p2"
    assert refused(state, "p2 show 2c") in {"not_above", "not_your_cards"}


def test_s3_4_a_pile_with_what_it_captured_goes_to_the_next_winner() -> None:
    state = contesting(p1="BJ", p2="5d", p3="As SJ", p4="4*5h")
    said = ("p1 show BJ", "p2 show 5d", "p1 pass", "p3 show As SJ", "p2 pass")
    told = facts(state, *said)
    assert isinstance(told[-1], events.PileCaptured)
    assert (told[-1].seat, told[-1].loser, told[-1].total) == (P3, P2, 15)
    assert sorted(told[-1].cards) == sorted(cards("5d BJ"))
    state = after(state, *said)
    assert asked(state) == "p4"
    assert refused(state, "p4 show 3*5h") == "not_above"  # 15
    state = after(state, "p4 show 4*5h", "p3 pass")
    assert won(state) == ("p4", 35)


def test_s3_4_a_challenger_that_passes_at_once_is_out_and_its_partner_is_next() -> None:
    state = after(contesting(p1="BJ"), "p1 show BJ", "p2 pass")
    assert asked(state) == "p4"
    assert won(after(state, "p4 pass")) == ("p1", 3)


def test_s3_4_the_losers_partner_challenges_the_winner_whoever_it_is() -> None:
    state = contesting(p1="BJ", p2="5h", p4="As")
    state = after(state, "p1 show BJ", "p2 show 5h", "p1 pass", "p3 pass")
    assert won(state) == ("p2", 8)
    state = contesting(p1="BJ As", p2="5h", p4="4*5d")
    state = after(state, "p1 show BJ", "p2 show 5h", "p1 show As", "p2 pass")  # 9 + 5
    assert asked(state) == "p4"
    assert refused(state, "p4 show 3*5d") == "not_above"
    assert asked(after(state, "p4 show 4*5d")) == "p1"


def test_s3_4_partners_never_contest_each_other() -> None:
    state = after(contesting(p1="BJ", p3="4*As"), "p1 show BJ", "p2 pass")
    assert refused(state, "p3 show 4*As") == "not_your_turn"
    assert won(after(state, "p4 pass"))[0] == "p1"


def test_s3_5_the_champion_takes_the_pile_with_all_captured_cards() -> None:
    state = contesting(p1="BJ", p2="5d", p3="As SJ")
    said = ("p1 show BJ", "p2 show 5d", "p1 pass", "p3 show As SJ", "p2 pass", "p4 pass")
    told = facts(state, *said)
    assert isinstance(told[-1], events.ContestWon)
    assert sorted(told[-1].cards) == sorted(cards("As SJ 5d BJ"))
    assert (told[-1].points, told[-1].seat) == (15, P3)
    done = after(state, *said)
    assert isinstance(state, Contesting)
    assert isinstance(done, CallingTrump)
    assert {seat: len(hand) for seat, hand in done.hands.items()} == {
        P1: 51,
        P2: 51,
        P3: 54,
        P4: 52,
    }
    assert sorted(done.hands[P3]) == sorted((*state.hands[P3], *cards("5d BJ")))
    assert done.contest.shown == {P1: cards("BJ"), P2: cards("5d"), P3: cards("As SJ")}


def test_s3_5_shown_stand_in_the_order_of_showing() -> None:
    state = contesting(p1="BJ 2*As", p2="5h 5h")
    state = after(state, "p1 show BJ", "p2 show 5h", "p1 show As", "p2 show 5h", "p1 show As")
    done = after(state, "p2 pass", "p4 pass")
    assert isinstance(done, CallingTrump)
    assert done.contest.shown[P1] == cards("BJ As As")


def test_s3_5_without_any_show_the_pile_is_empty_and_nothing_is_owed() -> None:
    state = after(contesting(), "p1 pass", "p3 pass", "p2 pass", "p4 trump c")
    assert isinstance(state, Burying)
    assert {len(hand) for seat, hand in state.hands.items() if seat != P1} == {52}


@pytest.mark.parametrize("suit", "shdc")
def test_s3_6_the_champion_names_any_of_the_four_suits(suit: str) -> None:
    state = after(contesting(p1="BJ", p2="5d"), "p1 show BJ", "p2 show 5d", "p1 pass", "p3 pass")
    (called,) = facts(state, f"p2 trump {suit}")
    assert called == events.TrumpCalled(seat=P2, suit=suit)
    done = after(state, f"p2 trump {suit}")
    assert isinstance(done, Returning)
    assert (done.trump, dict(done.owed)) == (suit, {P1: 1})


@pytest.mark.parametrize("suit", ["x", "hs", "BJ", "nt", "H"])
def test_s3_6_nothing_else_is_a_trump_suit(suit: str) -> None:
    state = after(contesting(), "p1 pass", "p3 pass", "p2 pass")
    assert refused(state, f"p4 trump {suit}") == "bad_action"


def test_s3_6_nobody_else_names_it() -> None:
    state = after(contesting(), "p1 pass", "p3 pass", "p2 pass")
    assert refused(state, "p1 trump h") == "not_your_turn"
