"""The check on opened leaves: cards that a viewer may see lay in the deck where they were dealt.

Which leaf of the deck is dealt to whom follows from the cut alone, which is public. So an opening
proves of one card to whom it was dealt, and nothing of the others.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from domain.cards.card import HIDDEN, Card
from domain.cards.packs import FOUR_PACKS, PACKS
from domain.fairness.committed import Opening, Where, opens
from domain.fairness.cut import order_and_place
from domain.house.deck.state import Cut
from domain.kernel.decider import Event
from domain.kernel.seats import Seat, counter_clockwise
from domain.kernel.text import text, word
from domain.shengji import events as shengji
from domain.shengji.deck import DEALT
from domain.shengji.sides import NEXT, SEATS
from domain.sizhidao import events as sizhidao
from replay.bundle.form import Opened, is_everything
from replay.bundle.held import Held
from replay.checks import Check, Verdict
from replay.proof import Proof

OPENED: Final = text("cards that may be seen are those of the committed deck")
KITTY: Final = "kitty"

Owner = tuple[int, str, Card]
"""A stage, the seat (or the kitty) to which a card of it was dealt, and the card."""


def deck_checks(held: Held, proof: Proof) -> tuple[Check, ...]:
    """Return the check on a bundle's openings; none where no deck was committed.

    Who sees everything has the house's secret, from which whole decks follow, and needs none.
    """
    decks = [one for one in proof.decks if isinstance(one, Cut)]
    if not decks and not held.bundle.openings:
        return ()
    if proof.first_wrong is not None:
        detail = text("they were not compared, for something before is wrong")
        return (Check(name=OPENED, verdict=Verdict.UNCHECKED, detail=detail),)
    facts = [fact for one in proof.derived.decisions for fact in one.facts]
    wrong = _wrong(held, decks, facts)
    if wrong is not None:
        return (Check(name=OPENED, verdict=Verdict.DIFFERENCE, detail=wrong),)
    detail = text(
        "{cards} cards of {decks} decks opened",
        cards=len(held.bundle.openings),
        decks=len(decks),
    )
    if is_everything(held.bundle):
        detail = text("{decks} decks follow from the secret", decks=len(decks))
    return (Check(name=OPENED, verdict=Verdict.OK, detail=detail),)


class Deal(NamedTuple):
    """A stage's deal: the index in the deck of every place, and who is dealt to, in turn."""

    deck: Cut
    order: Sequence[int]
    face_up: int
    turns: Sequence[Seat]

    def owner(self, place: int) -> str | None:
        """Return to whom the card at a place is dealt, None for one that stays in the deck."""
        if self.deck.deck.cards == len(FOUR_PACKS):
            return KITTY if place >= DEALT else self.turns[place % len(self.turns)]
        return self.turns[place % len(self.turns)] if place < 4 * len(self.turns) else None


def _wrong(held: Held, decks: Sequence[Cut], facts: Sequence[Event]) -> str | None:
    """Return what is wrong with the openings, None if they are exactly what the viewer may see."""
    openings = held.bundle.openings
    if is_everything(held.bundle):
        return text("openings beside the secret") if openings else None
    deals = dict(_deals(decks, facts))
    places = [(one.stage, one.place) for one in openings]
    if places != sorted(set(places)):
        return text("openings are not in their order")
    for one in openings:
        deal = deals.get(one.stage)
        if deal is None or not _opens(deal, one):
            return text(
                "the opening of place {place} in stage {stage} is not of the deck",
                place=one.place,
                stage=one.stage,
            )
    if not all(_is_of_a_pack(openings, deal) for deal in deals.values()):
        return text("cards are opened that no pack has, or not so often")
    told = Counter(
        (one.stage, deals[one.stage].owner(one.place) or "", Card(one.card)) for one in openings
    )
    if told != _expected(held, deals, facts):
        return text(
            "the cards opened are not those that {viewer} may see", viewer=word(held.bundle.viewer)
        )
    return _misplaced(held, deals, facts)


def _opens(deal: Deal, one: Opened) -> bool:
    deck = deal.deck.deck
    if one.place >= deck.cards or deal.order[one.place] != one.index:
        return False
    opening = Opening(one.index, Card(one.card), one.salt, one.path)
    return opens(Where(deck.round, deck.stage), deck.cards, bytes.fromhex(deck.root), opening)


def _is_of_a_pack(openings: Sequence[Opened], deal: Deal) -> bool:
    """Say whether the cards that are opened of a stage can all lie in one deck."""
    stage = deal.deck.deck
    opened = Counter(one.card for one in openings if one.stage == stage.stage)
    return opened <= Counter[str](PACKS[stage.cards])


def _deals(decks: Sequence[Cut], facts: Sequence[Event]) -> Iterator[tuple[int, Deal]]:
    turns = dict(_turns(facts))
    for one in decks:
        order, face_up = order_and_place(
            bytes.fromhex(one.cut), one.deck.cards, min(DEALT, one.deck.cards)
        )
        if one.deck.stage in turns:
            yield one.deck.stage, Deal(one, order, face_up, turns[one.deck.stage])


def _turns(facts: Sequence[Event]) -> Iterator[tuple[int, Sequence[Seat]]]:
    """Yield of every stage to whom its cards are dealt one by one, in turn (Z2.2, S1.1)."""
    seats: Sequence[Seat] = ()
    for fact in facts:
        match fact:
            case sizhidao.RoundOpened():
                seats = [Seat(f"p{number}") for number, _ in enumerate(fact.players, 1)]
                yield 0, _after(seats, fact.head, seats)
            case sizhidao.PlayoffOpened():
                yield fact.stage, _after(seats, fact.head, fact.contestants)
            case shengji.RoundOpened():
                first = SEATS[0] if fact.dealer is None else NEXT[fact.dealer]
                yield 0, [*counter_clockwise(SEATS, first)]
            case _:
                pass


def _after(seats: Sequence[Seat], head: Seat, dealt_to: Sequence[Seat]) -> Sequence[Seat]:
    _, *others = counter_clockwise(seats, head)
    return [seat for seat in (*others, head) if seat in dealt_to]


def _expected(held: Held, deals: Mapping[int, Deal], facts: Sequence[Event]) -> Counter[Owner]:
    """Return the cards that the viewer may see as dealt (Z10, S9), as the facts show them.

    Of equal cards of 比牌升級 as many are opened as were shown.
    """
    own, face_up, shown = Counter[Owner](), Counter[Owner](), Counter[Owner]()
    for fact in facts:
        match fact:
            case sizhidao.CardsDealt(stage=stage, seat=seat, cards=cards) if seat == held.viewer:
                own.update((stage, seat, card) for card in cards)
            case sizhidao.HandsShown(stage=stage, hands=hands):
                for hand in hands:
                    shown.update((stage, hand.seat, one) for one in (*hand.front, *hand.back))
            case shengji.CardsDealt(seat=seat, cards=cards) if seat == held.viewer:
                own.update((0, seat, card) for card in cards)
            case shengji.KittyTaken(seat=seat, cards=cards) if seat == held.viewer:
                own.update({(0, KITTY, card): cards.count(card) for card in cards})
            case shengji.CardTurnedUp(seat=seat, card=card):
                face_up[0, seat, card] = 1
            case shengji.CardsShown(seat=seat, cards=cards):
                shown.update((0, seat, card) for card in cards)
            case _:
                pass
    kitty = Counter[Owner]()
    for fact in facts:
        if isinstance(fact, shengji.KittyShown):
            kitty.update((0, KITTY, card) for card in fact.dealt)
    found = own | face_up | shown | kitty
    return Counter({one: count for one, count in found.items() if one[0] in deals})


def _misplaced(held: Held, deals: Mapping[int, Deal], facts: Sequence[Event]) -> str | None:
    """Compare the order in which cards came with the order of the deal, where both are known."""
    told = {(one.stage, one.place): one.card for one in held.bundle.openings}
    for fact in facts:
        match fact:
            case sizhidao.CardsDealt(stage=stage, seat=seat, cards=cards):
                pass
            case shengji.CardsDealt(seat=seat, cards=cards):
                stage = 0
            case shengji.CardTurnedUp(seat=seat, card=card) if 0 in deals:
                if told.get((0, deals[0].face_up)) != card:
                    return text("another card lay face up")
                continue
            case _:
                continue
        if stage in deals and HIDDEN not in cards:
            places = (place for place, _ in enumerate(deals[stage].order))
            own = [told.get((stage, one)) for one in places if deals[stage].owner(one) == seat]
            if own != [*cards]:
                return text("{seat} was dealt other cards, or in another order", seat=seat)
    return None
