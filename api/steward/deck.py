"""The deck of a round that the house is not bound to: shuffled by the round's own random key.

It is for rounds that began before there were committed decks (H6), and were not dealt to the end.
"""

from typing import Final

from domain.cards.card import PACK, Card
from domain.cards.packs import FOUR_PACKS
from domain.fairness.shuffle import shuffled, shuffled_and_drawn
from domain.kernel.seats import Seat
from domain.log.errors import DataKeyGoneError
from domain.log.keys import HOUSE, Keys
from domain.shengji.deck import DEALT
from domain.sizhidao.dealing import HAND, deal_from
from domain.sizhidao.state import Dealing

_TAG: Final = b"paipu.deck.1\0"


def deck_of(keys: Keys, stream: str, stage: int) -> tuple[Card, ...]:
    """Return the deck of a stage of 四支刀 in a stream, the same whoever asks, and when.

    Raises `DataKeyGoneError` when there is no key of the house to the round.
    """
    return shuffled(PACK, _seed(keys, stream, stage))


def four_packs_of(keys: Keys, stream: str) -> tuple[tuple[Card, ...], int]:
    """Return the deck of a round of 比牌升級, and the place in it of the face-up card (S3.1).

    Raises `DataKeyGoneError` when there is no key of the house to the round.
    """
    return shuffled_and_drawn(FOUR_PACKS, _seed(keys, stream, 0), DEALT)


def _seed(keys: Keys, stream: str, stage: int) -> bytes:
    """Return a mark of the key that the house alone has to the round (docs/fairness.md)."""
    key = keys.of(stream, HOUSE)
    if key is None:
        raise DataKeyGoneError(stream, HOUSE)
    return key.mark(_TAG + stage.to_bytes(4))


def hand_of(deck: tuple[Card, ...], state: Dealing, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that are to be dealt to a seat (Z2.2).

    Who dealt before may have dealt from another deck, and somebody hold one of these cards. Then
    the seat gets the last cards of this deck that nobody holds.
    """
    hand = deal_from(deck, state.round)[seat]
    held = {card for dealt in state.hands.values() for card in dealt}
    if held.isdisjoint(hand):
        return hand
    return tuple(card for card in deck if card not in held)[-HAND:]
