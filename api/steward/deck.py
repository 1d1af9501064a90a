"""The deck of a round: shuffled by the round's own random key, so that a crash never reshuffles."""

from typing import Final

from domain.cards.card import PACK, Card
from domain.fairness.shuffle import shuffled
from domain.kernel.seats import Seat
from domain.log.errors import DataKeyGoneError
from domain.log.keys import HOUSE, Keys
from domain.sizhidao.dealing import HAND, deal_from
from domain.sizhidao.state import Dealing

_TAG: Final = b"paipu.deck.1\0"


def deck_of(keys: Keys, stream: str, stage: int) -> tuple[Card, ...]:
    """Return the deck of a stage of the round in a stream, the same whoever asks, and when.

    Its seed is a mark of the key that the house alone has to the round (docs/fairness.md). Raises
    `DataKeyGoneError` when there is no such key.
    """
    key = keys.of(stream, HOUSE)
    if key is None:
        raise DataKeyGoneError(stream, HOUSE)
    return shuffled(PACK, key.mark(_TAG + stage.to_bytes(4)))


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
