"""S4: who is dealer, and the kitty."""

import pytest

from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.sides import NEXT, PARTNER, SEATS
from domain.shengji.state import Burying, CallingTrump, Contesting, Playing
from domain.shengji.waiting import waiting
from tests.support.shengji_rounds import (
    P1,
    P2,
    P4,
    after,
    burying,
    cards,
    contesting,
    facts,
    refused,
)

PASSES = ("p1 pass", "p3 pass", "p2 pass")
BURIED = "4d 4d Kc Kc As BJ 9h 5s"


@pytest.mark.parametrize("starter", SEATS)
def test_s4_1_in_a_first_round_the_contests_winner_is_dealer(starter: Seat) -> None:
    state = contesting(starter=starter, first=True)
    assert isinstance(state, Contesting)
    assert state.round.dealer is None
    partner, following = PARTNER[starter], NEXT[starter]
    told = facts(state, *(f"{seat} pass" for seat in (starter, partner, following)))
    assert isinstance(told[-1], events.ContestWon)
    assert told[-1].dealer == told[-1].seat == PARTNER[following]


@pytest.mark.parametrize("first", [False, True])
def test_s4_1_the_contest_of_a_later_round_decides_trump_only(first: bool) -> None:
    state = after(contesting(first=first), *PASSES)
    assert isinstance(state, CallingTrump)
    assert state.contest.winner == "p4"
    assert state.round.dealer == ("p4" if first else "p1")
    state = after(state, "p4 trump h")
    assert isinstance(state, Burying)
    assert waiting(state) == ("bury", ("p4",) if first else ("p1",))


def test_s4_2_the_dealer_takes_the_kitty_when_nothing_is_left_to_return() -> None:
    state = after(contesting(kitty="4*8h 4*9d"), *PASSES)
    told = facts(state, "p4 trump h")
    assert told == [
        events.TrumpCalled(seat=P4, suit="h"),
        events.KittyTaken(seat=P1, cards=cards("4*8h 4*9d")),
    ]


def test_s4_2_after_returns_the_dealer_takes_the_kitty_not_the_champion() -> None:
    state = contesting(p1="BJ", p2="5d 4*4c", kitty="4*8h 4*9d")
    state = after(state, "p1 show BJ", "p2 show 5d", "p1 pass", "p3 pass", "p2 trump s")
    told = facts(state, "p2 return p1 4c")
    assert isinstance(told[-1], events.KittyTaken)
    assert told[-1].seat == P1
    done = after(state, "p2 return p1 4c")
    assert isinstance(done, Burying)
    assert {seat: len(hand) for seat, hand in done.hands.items()} == dict.fromkeys(SEATS, 52) | {
        P1: 60
    }


def test_s4_2_any_eight_are_laid_away_and_the_dealer_leads() -> None:
    state = burying(dealer=P2, p2=f"{BURIED} 6c")
    told = facts(state, f"p2 bury {BURIED}")
    assert told == [events.KittyBuried(seat=P2, cards=cards(BURIED))]
    done = after(state, f"p2 bury {BURIED}")
    assert isinstance(done, Playing)
    assert (done.hands[P2], done.buried) == (cards("6c"), cards(BURIED))
    assert (waiting(done), done.trick) == (("play", ("p2",)), 0)


@pytest.mark.parametrize("number", [1, 7, 9])
def test_s4_2_eight_not_more_or_fewer(number: int) -> None:
    words = " ".join(f"{BURIED} 6c".split()[:number])
    assert refused(burying(p1=f"{BURIED} 6c"), f"p1 bury {words}") == "wrong_count"


def test_s4_2_only_the_dealer_buries_and_only_own_cards() -> None:
    state = burying(p1=f"{BURIED} 6c", p3=BURIED)
    assert refused(state, f"p3 bury {BURIED}") == "not_your_turn"
    assert refused(state, f"p1 bury {BURIED[:-2]}8s") == "not_your_cards"
    assert refused(state, "p1 bury 2*6c 2*4d 2*Kc As BJ") == "not_your_cards"


def test_s4_2_whoever_called_trump_the_dealer_leads_first() -> None:
    state = after(contesting(), *PASSES, "p4 trump h")
    assert isinstance(state, Burying)
    buried = " ".join(state.hands[P1][:8])
    done = after(state, f"p1 bury {buried}")
    assert isinstance(done, Playing)
    assert done.turn == "p1"
    assert refused(done, f"p4 play {done.hands[P4][0]}") == "not_your_turn"
