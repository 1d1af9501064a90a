"""H6.5: what a committed deck deals, once it is cut, and that nothing else is dealt."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from domain.cards.card import Card
from domain.cards.packs import PACKS
from domain.fairness.committed import cards_of
from domain.fairness.cut import order_and_place
from domain.flow.turns import WAITS_FOR_CARDS
from domain.house.deck.refusals import NotCutYet, NotOfTheDeck
from domain.house.deck.state import Cut, Uncommitted
from domain.house.deck.state import State as DeckState
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.shengji import commands as shengji
from domain.shengji.deck import DEALT, face_up
from domain.shengji.deck import deal_from as deal_four_packs
from domain.shengji.state import Dealing as DealingFourPacks
from domain.shengji.state import TurningUp
from domain.sizhidao import commands as sizhidao
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.state import Dealing

DEALS: Final = (sizhidao.Deal, shengji.Deal, shengji.DealKitty, shengji.TurnUp)
"""The commands by which the house deals."""


def misdealt(deck: DeckState, state: Any, command: Command) -> Refusal | None:  # noqa: ANN401 -- a round of either game
    """Say why the house may not deal this in a round in this state, None if it may.

    A round without a committed deck takes any cards. Of what the deck deals anything may come once,
    in any order: the rules of the game refuse a second time.
    """
    if (
        not isinstance(state, WAITS_FOR_CARDS)
        or isinstance(deck, Uncommitted)
        or not isinstance(command, DEALS)
    ):
        return None
    if not isinstance(deck, Cut) or deck.deck.stage != _stage(state):
        return NotCutYet()
    return None if command in dealt_by(deck, state) else NotOfTheDeck()


def dealt_by(deck: Cut, state: Any) -> Iterator[Command]:  # noqa: ANN401 -- a round of either game
    """Yield all that a cut deck deals in a round that waits for cards, whatever was dealt already.

    Needs the secret.
    """
    cards, place = dealt_cards(deck)
    match state:
        case Dealing():
            for seat, hand in deal_from(cards, state.round).items():
                yield sizhidao.Deal(seat=seat, cards=hand)
        case DealingFourPacks() | TurningUp():
            hands, kitty = deal_four_packs(cards, state.round.dealer)
            for seat, hand in hands.items():
                yield shengji.Deal(seat=seat, cards=hand)
            yield shengji.DealKitty(cards=kitty)
            if state.round.dealer is None:
                seat, card = face_up(hands, place)
                yield shengji.TurnUp(seat=seat, card=card)
        case _:
            pass


def dealt_cards(deck: Cut) -> tuple[tuple[Card, ...], int]:
    """Return a cut deck in the order in which it is dealt, and the place of the face-up card.

    The place (S3.1) has a meaning in a first round of 比牌升級 only.
    """
    size = deck.deck.cards
    order, place = order_and_place(bytes.fromhex(deck.cut), size, min(DEALT, size))
    cards = _cards(deck.deck.stage, size, *deck.deck.secret)
    return tuple(cards[index] for index in order), place


@lru_cache(maxsize=64)
def _cards(stage: int, size: int, secret: str) -> tuple[Card, ...]:
    return cards_of(stage, PACKS[size], bytes.fromhex(secret))


def _stage(state: Any) -> int:  # noqa: ANN401 -- a round of either game
    return state.round.stage if isinstance(state, Dealing) else 0
