"""What a viewer could have proven of a round, had it been dealt from committed decks (H6.6).

Two houses that differ in hidden cards have other decks, so other roots, cuts, indexes and salts.
What else there is in a proof must be the same: which cards it opens, and to whom they were dealt.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from domain.cards.card import PACK
from domain.cards.packs import FOUR_PACKS
from domain.flow.openings import Openable, Viewer, openable
from domain.house.deck.events import Cutter, DeckCommitted
from domain.house.deck.state import Cut
from domain.kernel.seats import Seat
from domain.shengji import events as shengji
from domain.shengji.deck import deal_from

STAGES = 12
"""More than a round has."""


def decks_like(cards: int, secret: str = "5f" * 32, cut: str = "a1" * 32) -> tuple[Cut, ...]:
    """Return cut decks of so many cards for every stage, whatever was dealt."""
    return tuple(
        Cut(deck=_committed(stage, cards, secret), values={}, cut=cut) for stage in range(STAGES)
    )


def _committed(stage: int, cards: int, secret: str) -> DeckCommitted:
    return DeckCommitted(
        round="r",
        venue="table/t",
        stage=stage,
        cards=cards,
        root="00" * 32,
        cutters=(Cutter(seat=Seat("p1"), player="ann", anchor=None),),
        seconds=5,
        secret=(secret,),
    )


def openable_of(facts: Sequence[Any], viewer: Viewer) -> tuple[Openable, ...]:
    """Return what a viewer may have opened of a round with these facts."""
    pack = FOUR_PACKS if isinstance(facts[0], shengji.RoundOpened) else PACK
    return openable(facts, decks_like(len(pack)), viewer)


def opened_to(facts: Sequence[Any], viewer: Viewer) -> Iterable[tuple[object, ...]]:
    """Return the same as what it tells: of 四支刀 the very places, of 比牌升級 whose they are.

    Of equal cards of a hand any is opened, so that two houses need not have opened the same.
    """
    told = openable_of(facts, viewer)
    opened = facts[0]
    if not isinstance(opened, shengji.RoundOpened):
        return [(one.stage, one.place, one.card) for one in told]
    hands, _ = deal_from(range(len(FOUR_PACKS)), opened.dealer)
    whose = {place: seat for seat, places in hands.items() for place in places}
    return sorted((whose.get(one.place, ""), one.card) for one in told)
