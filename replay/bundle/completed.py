"""Deciding a round of 四支刀 again without its hidden cards, as far as it hangs on none of them.

What a round comes to hangs on the hands that were shown, and those are open. A hand that never came
to light was folded, or the round ended before; any other cards in its place give the same facts. So
whoever has no keys can decide the round again, and see that points went where they had to go.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from msgspec.structs import replace

from domain.cards.card import HIDDEN, PACK, Card
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.kernel.text import text
from domain.log.envelope import Recorded
from domain.sizhidao.commands import AutoSplit, Deal, Split
from domain.sizhidao.dealing import HAND
from domain.sizhidao.events import CardsDealt, HandSplit, HandsShown, RoundOpened, ShownHand
from domain.sizhidao.splitting import Pile, autosplit
from replay.checks import CHOICES, DERIVED, Check, Verdict, choices_check, derived_check, differs
from replay.proof import Proof
from replay.rederive import rederive

Place = tuple[int, Seat]
"""A stage and a seat, which has one hand in it."""
Piles = tuple[Pile, Pile]
"""Front and back."""


def decided_again(proof: Proof) -> Proof:
    """Return a proof of a round of 四支刀 with its facts decided again; any other as it is."""
    recorded = proof.recorded
    if not recorded or not isinstance(recorded[0].event, RoundOpened) or not proof.derived.closed:
        return proof
    whole = _Whole(recorded)
    try:
        again = rederive(tuple(whole.rows()))
    except (LookupError, ValueError):  # no house has written such facts
        wrong = differs(DERIVED, 1, text("its facts cannot follow each other"))
        checks = tuple(wrong if check.name == DERIVED else check for check in proof.checks)
        return replace(proof, checks=checks)
    derived = derived_check(again.decisions, again.difference, None)
    if whole.any and derived.verdict is Verdict.OK:
        detail = text(
            "{detail}, with any cards for {hands} hands that were never shown",
            detail=derived.detail,
            hands=whole.any,
        )
        derived = replace(derived, verdict=Verdict.PARTLY, detail=detail)
    instead: dict[str, Check] = {DERIVED: derived, CHOICES: choices_check(again, None)}
    checks = tuple(instead.get(check.name, check) for check in proof.checks)
    return replace(proof, checks=checks)


class _Whole:
    """The events of a round with some cards in the place of hidden ones."""

    def __init__(self, recorded: Sequence[Recorded]) -> None:
        self.any = 0
        """How many hands were never shown, so that any cards stand for them."""
        self._recorded = recorded
        self._shown = dict(_shown(recorded))
        self._by_rules = dict(_split_by_rules(recorded))
        self._hands: dict[Place, tuple[Card, ...]] = {}
        self._stage = 0

    def rows(self) -> Iterator[Recorded]:
        """Yield the events, none of which is sealed any more."""
        for one in self._recorded:
            event, command = one.event, one.envelope.command
            if isinstance(event, CardsDealt):
                self._stage = event.stage
                cards = self._dealt(event)
                event, command = replace(event, cards=cards), _with(command, cards=cards)
            elif isinstance(event, HandSplit):
                front, back = self._split(event)
                event = replace(event, front=front, back=back)
                command = _with(command, front=front, back=back)
            envelope = replace(one.envelope, command=command)
            yield replace(one, envelope=envelope, event=event, sealed=())

    def _dealt(self, event: CardsDealt) -> tuple[Card, ...]:
        place = event.stage, event.seat
        cards, shown = event.cards, self._shown.get(place)
        if HIDDEN in cards and shown is not None:
            cards = _in_order(shown, by_rules=self._by_rules.get(place, False))
        elif HIDDEN in cards:
            self.any += 1
            cards = self._unused(event.stage)
        self._hands[place] = cards
        return cards

    def _unused(self, stage: int) -> tuple[Card, ...]:
        """Four cards that nobody has in a stage, as far as its hands are known."""
        used = {card for (of, _), hand in self._hands.items() if of == stage for card in hand}
        for (of, _), shown in self._shown.items():
            used |= {*shown.front, *shown.back} if of == stage else set()
        for one in self._recorded:
            if isinstance(one.event, CardsDealt) and one.event.stage == stage:
                used |= {*one.event.cards}
        return tuple(card for card in PACK if card not in used)[:HAND]

    def _split(self, event: HandSplit) -> Piles:
        if HIDDEN not in event.front:
            return event.front, event.back
        shown = self._shown.get((self._stage, event.seat))
        if shown is not None:
            return shown.front, shown.back
        return autosplit(self._hands[self._stage, event.seat])[:2]


def _shown(recorded: Sequence[Recorded]) -> Iterator[tuple[Place, ShownHand]]:
    for one in recorded:
        if isinstance(one.event, HandsShown):
            yield from (((one.event.stage, hand.seat), hand) for hand in one.event.hands)


def _split_by_rules(recorded: Sequence[Recorded]) -> Iterator[tuple[Place, bool]]:
    stage = 0
    for one in recorded:
        if isinstance(one.event, CardsDealt):
            stage = one.event.stage
        elif isinstance(one.event, HandSplit):
            yield (stage, one.event.seat), isinstance(one.envelope.command, AutoSplit)


def _in_order(shown: ShownHand, *, by_rules: bool) -> tuple[Card, ...]:
    """Return a shown hand in an order in which it can have been dealt.

    What the rules split for a late seat (Z5.6) hangs on that order, where it leaves a choice.
    """
    cards = (*shown.front, *shown.back)
    if not by_rules:
        return cards
    orders = permutations(cards)
    return next((one for one in orders if autosplit(one)[:2] == (shown.front, shown.back)), cards)


def _with(command: Command | None, **cards: tuple[Card, ...]) -> Command | None:
    return replace(command, **cards) if isinstance(command, Deal | Split) else command
