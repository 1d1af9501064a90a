"""Whether anybody is told a card that it may not know, worked out from the facts alone (Z10, S9).

Nothing of the house's own code about visibility is asked: what a fact brings to light, and for
whom, is written down here once more, with the cards that lie there in truth.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from api.service.facts import facts_of, players_of, seat_in
from api.service.sight import legals_answer, round_answer
from api.service.told import Told
from api.simulation.truth import Batch, Truth
from api.simulation.wrong import WrongError
from domain.flow.address import Address, Kind, deck, game
from domain.games.rounds import ROUND
from domain.house.deck.events import DeckCommitted
from domain.kernel.decider import Event
from domain.kernel.seats import Seat, seats_of
from domain.log.envelope import Recorded
from domain.shengji import events as shengji
from domain.sizhidao import events as sizhidao

SEEN: Final = "nobody is told a card or a secret that it may not know (Z10, S9, H6.1)"
CARD: Final = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][shdc]|[BS]J)(?![0-9A-Za-z])")
LOOKS: Final = 0.2
"""How often somebody looks at a whole round, of the decisions in it."""


class Light(NamedTuple):
    """A seat, or everybody if it is None, may know these cards from now on."""

    seat: Seat | None
    cards: frozenset[str]


class Known:
    """What each seat may know of one round, now and at any time before."""

    def __init__(self) -> None:
        self.now: dict[Seat | None, frozenset[str]] = defaultdict(frozenset)
        self.ever: dict[Seat | None, frozenset[str]] = defaultdict(frozenset)
        self._dealt: dict[Seat, frozenset[str]] = {}
        self._live: set[Seat] = set()
        self._split: set[Seat] = set()

    def heed(self, fact: Event) -> None:
        """Take note of a fact. A playoff of 四支刀 has a pack of its own."""
        if isinstance(fact, sizhidao.PlayoffOpened):
            self.now.clear()
            self._dealt, self._live, self._split = {}, set(), set()
        for light in (*self._sizhidao(fact), *lights(fact)):
            for known in (self.now, self.ever):
                known[light.seat] |= light.cards

    def _sizhidao(self, fact: Event) -> Iterator[Light]:
        match fact:
            case sizhidao.CardsDealt():
                self._dealt[fact.seat] = frozenset(fact.cards)
                self._live.add(fact.seat)
                yield Light(fact.seat, self._dealt[fact.seat])
            case sizhidao.Folded():
                self._live.discard(fact.seat)
            case sizhidao.HandSplit():
                self._split.add(fact.seat)
                if self._live <= self._split:  # the last one: all piles are shown
                    yield Light(None, frozenset().union(*(self._dealt[one] for one in self._live)))
            case _:
                pass

    def of(self, seat: Seat | None, *, ever: bool = False) -> frozenset[str]:
        """Return what a seat may know."""
        known = self.ever if ever else self.now
        return known[None] | known[seat]


def lights(fact: Event) -> Iterator[Light]:
    """Yield what a fact of 比牌升級 brings to light. Equal cards are told apart by nobody."""
    match fact:
        case shengji.CardsDealt() | shengji.CardsReceived() | shengji.KittyTaken():
            yield Light(fact.seat, frozenset(fact.cards))
        case shengji.CardTurnedUp():
            yield Light(None, frozenset((fact.card,)))
        case shengji.CardsShown() | shengji.CardsFollowed():
            yield Light(None, frozenset(fact.cards))
        case shengji.CardsLed():
            yield Light(None, frozenset((*fact.cards, *fact.attempted)))
        case shengji.KittyShown():
            yield Light(None, frozenset((*fact.dealt, *fact.buried)))
        case _:
            pass


class Sight:
    """See `Checker`: each fact as it is told to each seat and to all; now and then a round."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._known: dict[str, Known] = defaultdict(Known)
        self._secrets: dict[str, str] = {}
        self._touched: dict[str, None] = {}
        self.looks = 0

    def before(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.before`."""

    def after(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.after`."""
        for one in batch.facts:
            at = Address.of(one.stream)
            place = None if at is None else truth.place(at)
            if at is None or place is None:
                continue
            if isinstance(one.event, DeckCommitted):
                self._secrets[at.id] = "".join(one.event.secret)
            if at.kind is Kind.ROUND:
                self._known[at.id].heed(one.event)
                self._touched[at.id] = None
            self._told(at, place, one, truth)

    def look(self, truth: Truth) -> None:
        """Look at some of the rounds in which something happened, as they are by now."""
        for about in self._touched:
            if self._chance.random() < LOOKS or ROUND.is_terminal(truth.state(game(about))):
                self._look(about, truth)
        self._touched.clear()

    def _told(self, at: Address, place: Address, one: Recorded, truth: Truth) -> None:
        """Tell a fact to each seat and to a spectator."""
        facts = truth.rounds.get(at.id, [])
        opened = facts[0] if facts else None
        if not isinstance(opened, sizhidao.RoundOpened | shengji.RoundOpened):
            self._require(Told(place, one, None, None).text(None), (), one.stream, None)
            return
        told = Told(place, one, at.id, opened)
        for player in (*players_of(opened), None):
            seat = seat_in(opened, player)
            allowed = self._known[at.id].of(seat) if at.kind is Kind.ROUND else ()
            self._require(told.text(player), allowed, at.id, seat)

    def _look(self, about: str, truth: Truth) -> None:
        """Look at a whole round as somebody, and at what it may do."""
        facts = facts_of(truth.log, about)
        assert facts is not None, "it was just written"
        self.looks += 1
        seats: Sequence[Seat | None] = (*seats_of(len(players_of(facts.opened))), None)
        seat = self._chance.choice(seats)
        allowed = self._known[about].of(seat, ever=True)
        self._require(round_answer(facts, seat).model_dump_json(), allowed, about, seat)
        if seat is not None:
            self._require(legals_answer(facts, seat).model_dump_json(), allowed, about, seat)

    def _require(self, text: str, allowed: Iterable[str], about: str, seat: Seat | None) -> None:
        who = seat or "everybody"
        leaked = sorted(set(CARD.findall(text)) - set(allowed))
        if leaked:
            raise WrongError(SEEN, f"{who} of {about} sees what it may", f"{leaked[0]} as well")
        secret = self._secrets.get(about)
        if secret is not None and secret in text:
            raise WrongError(SEEN, f"no secret of {deck(about).stream}", f"it, told to {who}")
