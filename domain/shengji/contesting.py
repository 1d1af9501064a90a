"""S3.1-S3.5: the contest 比牌: who may show, who must answer whom, and when it is over."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from domain.cards.card import BIG_JOKER, SMALL_JOKER, Card
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji import commands, refusals
from domain.shengji.events import CardsShown, ContestPassed, ContestWon, PileCaptured
from domain.shengji.hands import holds
from domain.shengji.ordering import ACE_OF_SPADES, FIVE_OF_DIAMONDS, FIVE_OF_HEARTS
from domain.shengji.sides import NEXT, PARTNER
from domain.shengji.state import Contesting

_ALWAYS: Final[Mapping[Card, int]] = {
    ACE_OF_SPADES: 6,
    FIVE_OF_HEARTS: 5,
    FIVE_OF_DIAMONDS: 4,
    BIG_JOKER: 3,
    SMALL_JOKER: 2,
}
_LEVEL_CARD: Final = 1


def worth(card: Card, level: str) -> int:
    """S2.1: return the points of a 比牌 card at a level; 0 if it is none."""
    return _ALWAYS.get(card, _LEVEL_CARD if card[0] == level else 0)


def total(cards: Iterable[Card], level: str) -> int:
    """Return what a pile counts in the contest."""
    return sum(worth(card, level) for card in cards)


def opening_order(starter: Seat) -> tuple[Seat, ...]:
    """S3.2: return who may open the contest, one after the other."""
    return starter, PARTNER[starter], NEXT[starter], PARTNER[NEXT[starter]]


def challenger_of(champion: Seat, left: Collection[Seat]) -> Seat | None:
    """S3.3: return who may challenge the champion, None when nobody is left to do so."""
    opponents = NEXT[champion], PARTNER[NEXT[champion]]
    return next((seat for seat in opponents if seat in left), None)


def show(state: Contesting, command: commands.Show) -> CardsShown | Refusal:
    """S3.2, S3.3: lay 比牌 cards on the own pile; in a duel it must rise above the other's."""
    level, seat = state.round.level, command.seat
    if not all(worth(card, level) for card in command.cards):
        return refusals.NotBiCards()
    if not holds(state.hands[seat], command.cards):
        return refusals.NotYourCards()
    risen = total((*state.piles[seat], *command.cards), level)
    above = standing(state, seat)
    if above is not None and risen <= above:
        return refusals.NotAbove(total=risen, above=above)
    return CardsShown(seat=seat, cards=command.cards, total=risen)


def standing(state: Contesting, seat: Seat) -> int | None:
    """Return the total that a seat must rise above, None if it would open the contest."""
    if state.champion is None:
        return None
    rival = challenger_of(seat, state.left) if seat == state.champion else state.champion
    return 0 if rival is None else total(state.piles[rival], state.round.level)


def captured(before: Contesting, passed: ContestPassed) -> PileCaptured | None:
    """S3.4: return what follows from a pass: in a duel the other has won the pile."""
    if before.champion is None:
        return None
    loser = passed.seat
    winner = challenger_of(loser, before.left) if loser == before.champion else before.champion
    assert winner is not None, "a champion passes only to a challenger"
    cards = before.piles[loser]
    pile = (*before.piles[winner], *cards)
    return PileCaptured(
        seat=winner, loser=loser, cards=cards, total=total(pile, before.round.level)
    )


def won(state: Contesting) -> ContestWon | None:
    """S3.2, S3.5: return the end of the contest once no challenger is left, None before."""
    winner = _winner(state)
    if winner is None:
        return None
    pile = state.piles[winner]
    return ContestWon(
        seat=winner,
        cards=pile,
        points=total(pile, state.round.level),
        dealer=state.round.dealer or winner,  # S4.1
    )


def _winner(state: Contesting) -> Seat | None:
    if state.champion is not None:
        over = challenger_of(state.champion, state.left) is None
        return state.champion if over else None
    return next(iter(state.left)) if len(state.left) == 1 else None
