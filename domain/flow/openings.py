"""H6.6: which cards of committed decks a viewer may have proven, and the proofs (Z10, S9).

An opening tells to whom a card was dealt, which is more than what the card is. So of 比牌升級 no
card that was played is opened, though all have seen it: who gave it back to whom (S3.7) would show.
"""

import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any, Final, Literal, NamedTuple

from domain.cards.card import PACK, Card
from domain.cards.packs import FOUR_PACKS, PACKS
from domain.fairness.committed import Committed, Opening, Where, committed
from domain.fairness.cut import order_and_place
from domain.games.rounds import ROUND
from domain.house.deck.decider import DECK
from domain.house.deck.state import Cut
from domain.kernel.seats import Seat
from domain.shengji import events as shengji
from domain.shengji.deck import DEALT
from domain.shengji.deck import deal_from as deal_four_packs
from domain.sizhidao import events as sizhidao
from domain.sizhidao.dealing import deal_from

EVERYTHING: Final = "everything"
"""Sees all: an officer with a reveal."""

Viewer = Seat | Literal["everything"] | None
"""Who looks: a seat, somebody who may see everything, or (None) everybody else."""

_PICK_TAG: Final = b"paipu.pick.1\0"
_U32: Final = Struct(">II").pack


@dataclass(frozen=True, slots=True, order=True)
class Openable:
    """A card that may be opened: in the deck of `stage` the `place`-th that is dealt, from 0.

    `index` is where the committed deck has it.
    """

    stage: int
    place: int
    index: int
    card: Card


class Proof(NamedTuple):
    """A place in the deal of a stage, and what opens the leaf of the card that was dealt there."""

    stage: int
    place: int
    opening: Opening


def cut_decks(facts: Iterable[Any]) -> tuple[Cut, ...]:
    """Return the decks of a round that were cut, by their stages, from the facts of its `deck/`."""
    state, found = DECK.initial, list[Cut]()
    for fact in facts:
        state = DECK.evolve(state, fact)
        if isinstance(state, Cut):
            found.append(state)
    return tuple(found)


def openable(facts: Iterable[Any], decks: Sequence[Cut], viewer: Viewer) -> tuple[Openable, ...]:
    """Return what the viewer may have opened, by stage and place.

    `facts` are those of the round, unmasked; `decks` are those it was dealt from, by their stages,
    with their secrets.
    """
    dealt = _Dealt(decks, viewer)
    for fact in facts:
        dealt.heed(fact)
    return tuple(sorted(dealt.open))


def proofs(decks: Sequence[Cut], wanted: Iterable[Openable]) -> Iterator[Proof]:
    """Yield what proves each card that may be opened."""
    whole = tuple(map(_committed, decks))
    for one in wanted:
        yield Proof(one.stage, one.place, whole[one.stage].opening(one.index))


def _committed(one: Cut) -> Committed:
    deck = one.deck
    return committed(Where(deck.round, deck.stage), PACKS[deck.cards], bytes.fromhex(*deck.secret))


class _Dealt:
    """What was dealt where, and what of it is open to a viewer, fact by fact."""

    def __init__(self, decks: Sequence[Cut], viewer: Viewer) -> None:
        self.open: set[Openable] = set()
        self._decks = decks
        self._orders = [order_and_place(bytes.fromhex(d.cut), d.deck.cards, DEALT) for d in decks]
        self._viewer = viewer
        self._state = ROUND.initial
        self._hands: dict[Seat, tuple[Openable, ...]] = {}
        self._kitty: tuple[Openable, ...] = ()
        self._face_up: int | None = None
        self._shown: Counter[tuple[Seat, Card]] = Counter()

    def heed(self, fact: Any) -> None:  # noqa: ANN401 -- a fact of either game
        """Take in the next fact of the round."""
        table: Any = getattr(self._state, "round", None)
        self._state = ROUND.evolve(self._state, fact)
        match fact:
            case sizhidao.CardsDealt():
                places = deal_from(range(len(PACK)), table)[fact.seat]
                self._deal(fact.seat, self._opened(fact.stage, places, fact.cards))
            case sizhidao.HandsShown():
                for hand in fact.hands:
                    self.open.update(self._hands[hand.seat])
            case _:
                self._heed_four_packs(fact, table)

    def _heed_four_packs(self, fact: Any, table: Any) -> None:  # noqa: ANN401 -- a fact of 比牌升級, mostly
        match fact:
            case shengji.CardsDealt():
                places = deal_four_packs(range(len(FOUR_PACKS)), table.dealer).hands[fact.seat]
                self._deal(fact.seat, self._opened(0, places, fact.cards))
            case shengji.KittyDealt():
                self._kitty = self._opened(0, range(DEALT, len(FOUR_PACKS)), fact.cards)
                self.open.update(self._kitty if self._viewer == EVERYTHING else ())
            case shengji.KittyTaken():
                self.open.update(self._kitty if self._viewer == fact.seat else ())
            case shengji.KittyShown():
                self.open.update(self._kitty)
            case shengji.CardTurnedUp():
                self._turn_up(fact)
            case shengji.CardsShown():
                self._shown.update((fact.seat, card) for card in fact.cards)
                for card in fact.cards:
                    self._show(fact.seat, card)
            case _:
                pass

    def _opened(
        self, stage: int, places: Sequence[int], cards: Sequence[Card]
    ) -> tuple[Openable, ...]:
        """Return what was dealt at some places of a stage; nothing if no deck was committed."""
        if stage >= len(self._decks):
            return ()
        order, _ = self._orders[stage]
        dealt = zip(places, cards, strict=True)
        return tuple(Openable(stage, place, order[place], card) for place, card in dealt)

    def _deal(self, seat: Seat, hand: tuple[Openable, ...]) -> None:
        self._hands[seat] = hand
        self.open.update(hand if self._viewer in {seat, EVERYTHING} else ())

    def _turn_up(self, fact: shengji.CardTurnedUp) -> None:
        """S3.1: the cut says at which place the face-up card lay, whoever has equal ones."""
        for _, place in self._orders[:1]:
            up = [
                one for one in self._hands[fact.seat] if (one.place, one.card) == (place, fact.card)
            ]
            self._face_up = place if up else None
            self.open.update(up)

    def _show(self, seat: Seat, card: Card) -> None:
        """Open as many equal cards as the seat has shown (S3.2, S3.3).

        Which of them is as good as chance, or else the choice would hint at how many it holds; but
        one that lay face up is among them, since it is not known that the seat has another.
        """
        equal = [one for one in self._hands[seat] if one.card == card]
        equal.sort(key=lambda one: (one.place != self._face_up, self._chance(one)))
        self.open.update(equal[: self._shown[seat, card]])

    def _chance(self, one: Openable) -> bytes:
        secret = bytes.fromhex(*self._decks[one.stage].deck.secret)
        return hmac.digest(secret, _PICK_TAG + _U32(one.stage, one.index), "sha256")
