"""Whether each deck is the one that the house was bound to, cut by what the players revealed."""

from collections import defaultdict
from typing import Final, NamedTuple

from api.simulation.truth import Batch, Truth
from api.simulation.wrong import WrongError
from domain.cards.packs import PACKS
from domain.fairness.committed import Where, committed
from domain.fairness.cut import anchor_of, cut_of, order_by
from domain.flow.address import Address
from domain.house.deck.events import CutRevealed, DeckCommitted, DeckCut
from domain.kernel.seats import Seat
from domain.log.envelope import Recorded
from domain.shengji.events import CardsDealt as FourPacksDealt
from domain.sizhidao.events import CardsDealt

CUT: Final = "a deck is the committed one, in the order of its cut (H6.1 to H6.5)"
_Stage = tuple[str, int]


class _Deck(NamedTuple):
    deck: DeckCommitted
    values: dict[Seat, bytes]


class Decks:
    """See `Checker`: makes every deck again from the secret and the revealed values."""

    def __init__(self) -> None:
        self.cut = 0
        self._decks: dict[_Stage, _Deck] = {}
        self._places: dict[_Stage, dict[str, list[int]]] = {}

    def before(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.before`."""

    def after(self, batch: Batch, _: Truth) -> None:
        """See `Checker.after`."""
        for one in batch.facts:
            at, fact = Address.of(one.stream), one.event
            match fact:
                case DeckCommitted() if at:
                    self._decks[at.id, fact.stage] = _Deck(fact, {})
                case CutRevealed() if at:
                    self._revealed(self._decks[at.id, fact.stage], fact)
                case DeckCut() if at:
                    self._cut(at.id, fact)
                case CardsDealt() if at:
                    self._dealt(one, (at.id, fact.stage), fact)
                case FourPacksDealt() if at:
                    self._dealt(one, (at.id, 0), fact)
                case _:
                    pass

    def _revealed(self, found: _Deck, fact: CutRevealed) -> None:
        anchor = next(one.anchor for one in found.deck.cutters if one.seat == fact.seat)
        value = bytes.fromhex(fact.value)
        if anchor_of(value).hex() != anchor:
            raise WrongError(CUT, f"the value of the anchor {anchor}", fact.value)
        found.values[fact.seat] = value

    def _cut(self, about: str, fact: DeckCut) -> None:
        """Make deck and cut again; remember at which places of the dealt order each face lies."""
        deck, values = self._decks[about, fact.stage]
        where, root = Where(about, fact.stage), bytes.fromhex(deck.root)
        again = committed(where, PACKS[deck.cards], bytes.fromhex("".join(deck.secret)))
        if again.root != root:
            raise WrongError(CUT, f"root {again.root.hex()} of {about}", deck.root)
        cut = cut_of(where, root, [one.seat for one in deck.cutters], values)
        if cut.hex() != fact.cut:
            raise WrongError(CUT, f"cut {cut.hex()} of {about}", fact.cut)
        places: dict[str, list[int]] = defaultdict(list)
        for place, index in enumerate(order_by(cut, deck.cards)):
            places[again.cards[index]].append(place)
        self._places[about, fact.stage] = places
        self.cut += 1

    def _dealt(self, one: Recorded, stage: _Stage, fact: CardsDealt | FourPacksDealt) -> None:
        """A hand has every n-th card of the dealt order, for n seats (Z2.2, S1.1)."""
        if stage not in self._places:
            raise WrongError(CUT, f"a cut deck before {one.stream} is dealt", "none")
        places, count = self._places[stage], len(self._decks[stage].deck.cutters)
        turns = [{place % count for place in places[card]} for card in fact.cards]
        if not set.intersection(*turns):
            raise WrongError(CUT, f"every {count}th card of the deck for {fact.seat}", "others")
