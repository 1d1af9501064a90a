"""Z2.2: dealing four cards to each contestant."""

from collections.abc import Sequence
from typing import Final, TypeVar

from domain.cards.card import PACK
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, counter_clockwise
from domain.sizhidao import refusals
from domain.sizhidao.commands import Deal
from domain.sizhidao.events import CardsDealt
from domain.sizhidao.state import Dealing, Round

HAND: Final = 4
"""Cards in a hand."""

_IN_THE_PACK: Final = frozenset(PACK)

Thing = TypeVar("Thing")


def deal(state: Dealing, command: Deal) -> CardsDealt | Refusal:
    """Give a contestant its cards: four, no joker, none dealt before in this stage's pack."""
    seat, cards, hands = command.seat, frozenset(command.cards), state.hands
    waiting = seat in state.round.contestants and seat not in hands
    four = len(cards) == len(command.cards) == HAND
    fresh = cards <= _IN_THE_PACK and all(map(cards.isdisjoint, hands.values()))
    if not (waiting and four and fresh):
        return refusals.BadDeal()
    return CardsDealt(stage=state.round.stage, seat=seat, cards=command.cards)


def deal_from(deck: Sequence[Thing], table: Round) -> dict[Seat, tuple[Thing, ...]]:
    """Return each contestant's hand from the top of a deck of 52, one card at a time (Z2.2).

    Counter-clockwise, beginning with the contestant after the stage's head; hands keep the order
    in which their cards came.
    """
    order = [s for s in counter_clockwise(table.seats, table.head) if s in table.contestants]
    if order[0] == table.head:
        order = [*order[1:], order[0]]
    turns = len(order)
    return {seat: tuple(deck[turn : turns * HAND : turns]) for turn, seat in enumerate(order)}
