"""A match, played at random through the service: every word a request of its player."""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from api.service.shengji.legals import ShengjiLegalAnswer, legal_answer
from domain.cards.card import CARDS, Card
from domain.cards.packs import FOUR_PACKS
from domain.flow.address import match
from domain.games.rounds import late_command, turn_of
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.shengji import commands
from domain.shengji.contesting import worth
from domain.shengji.hands import HAND, KITTY, without
from domain.shengji.ordering import order_of
from domain.shengji.sides import SEATS
from domain.shengji.state import Dealing, Settled, TurningUp, Voided
from tests.leaks.evening import Evening
from tests.leaks.inside import Inside, Told

MATCH: Final = "ash"
FOUR: Final[Mapping[str, str]] = dict(zip(("bob", "ann", "dot", "cyd"), SEATS, strict=True))
"""Who sits where in the match: not as at the table."""

# How likely it is that the clock acts, that a seat passes, and that a lead is a throw.
_CLOCK: Final = 0.1
_PASS: Final = 0.35
_THROW: Final = 0.3
Cards = tuple[Card, ...]


class MatchEvening(Evening):
    """An evening on which a match is played as well, by one seed."""

    def __init__(self, served: Inside, seed: int) -> None:
        super().__init__(served, seed)
        self.match_rounds: list[str] = []
        self.voids = 0.0
        """How likely it is that an operator voids a round of the match before a word."""

    def open_match(self, name: str = MATCH) -> None:
        """Open a match, and have its four players sit down and be ready."""
        self.done(self.office, "/matches", {"match": name})
        for player, seat in FOUR.items():
            self.done(self.tokens[player], f"/matches/{name}/join", {"seat": seat})
            self.done(self.tokens[player], f"/matches/{name}/ready")
        self.served.spread()

    def start_match_round(self, name: str = MATCH) -> str:
        """Start the next round of the match; return its id."""
        self.prepare(f"/matches/{name}", match(name))
        started = self.done(self.office, f"/matches/{name}/rounds")
        self.match_rounds.append(json.loads(started.body)["round"])
        self.all_rounds.append(self.match_rounds[-1])
        return self.match_rounds[-1]

    def match_steps(self, round_id: str, *, tidy: bool = True) -> Iterator[Told | None]:
        """Play a round to its end, one command a step; yield what the service answered to each.

        After a tidy deal every face is in one place (`tidy_deck`).
        """
        deck = tidy_deck(self.chance) if tidy else self.chance.sample(FOUR_PACKS, len(FOUR_PACKS))
        while not isinstance(state := self.any_state(round_id), Settled | Voided):
            if isinstance(state, Dealing | TurningUp):
                for command in dealing(deck, state, self.chance):
                    yield self.deal(round_id, state, command)
                    if self.served.has_decks:
                        break
            elif self.voids and self.chance.random() < self.voids:
                yield self.void(round_id)
            else:
                yield self._match_word(round_id, state)

    def any_state(self, round_id: str) -> Any:  # noqa: ANN401 -- of whichever game
        return self.state(round_id)

    def _match_word(self, round_id: str, state: Any) -> Told | None:  # noqa: ANN401 -- a phase that asks
        seat = next(one for one in SEATS if legal_answer(state, one))
        if self.chance.random() < _CLOCK:
            self.decide(round_id, late_command(state, seat), Origin.CLOCK)
            return None
        body = {"turn": turn_of(state), **word(state, seat, self.chance)}
        return self.act(round_id, seat, state.round.players[seat], body)


def begun(served: Inside, steps: int) -> MatchEvening:
    """Return an evening on which a round of a match was played for so many steps."""
    evening = MatchEvening(served, 1)
    evening.open()
    evening.open_match()
    round_id = evening.start_match_round()
    for _ in zip(range(steps), evening.match_steps(round_id), strict=False):
        pass
    return evening


def tidy_deck(chance: Random) -> list[Card]:
    """Return a deck of which each seat gets all four cards of 13 faces, the kitty those of two.

    So a card that is told says whose it is, wherever it turns up.
    """
    faces = chance.sample(sorted(CARDS), len(CARDS))
    return [card for face in faces for card in (face,) * 4]


def dealing(deck: Sequence[Card], state: Dealing | TurningUp, chance: Random) -> Iterator[Command]:
    """Yield what deals the cards of a deck, hand by hand, and turns one up in a first round."""
    if isinstance(state, TurningUp):
        seat = chance.choice(SEATS)
        yield commands.TurnUp(seat=seat, card=chance.choice(state.hands[seat]))
        return
    for number, seat in enumerate(SEATS):
        yield commands.Deal(seat=seat, cards=tuple(deck[HAND * number : HAND * (number + 1)]))
    yield commands.DealKitty(cards=tuple(deck[-KITTY:]))


def word(state: Any, seat: Seat, chance: Random) -> dict[str, Any]:  # noqa: ANN401 -- a phase that asks
    """Return something that a seat may do, ready to be sent but for its turn."""
    told = legal_answer(state, seat)
    by_verb = {one.verb: one for one in told}
    if "show" in by_verb and chance.random() > _PASS:
        return {"verb": "show", "cards": _shown(by_verb["show"], state.round.level, chance)}
    legal = chance.choice([one for one in told if one.verb != "show"])
    hand: Cards = state.hands[seat]
    match legal.verb:
        case "trump":
            return {"verb": "trump", "suit": chance.choice(legal.suits or ())}
        case "return":
            cards = _returned(state, legal, chance)
            return {"verb": "return", "to": legal.to, "cards": cards}
        case "bury":
            return {"verb": "bury", "cards": chance.sample(hand, legal.count or 0)}
        case "play":
            cards = (
                _led(state, hand, legal, chance) if legal.held else _followed(hand, legal, chance)
            )
            return {"verb": "play", "cards": cards}
        case _:
            return {"verb": legal.verb}


def _shown(legal: ShengjiLegalAnswer, level: str, chance: Random) -> list[str]:
    cards: list[str] = []
    for card in chance.sample(legal.cards or (), len(legal.cards or ())):
        cards.append(card)
        if sum(worth(Card(one), level) for one in cards) >= (legal.least or 0):
            break
    return cards


def _returned(state: Any, legal: ShengjiLegalAnswer, chance: Random) -> list[str]:  # noqa: ANN401 -- returning
    order, left = order_of(state.round.level, state.trump), dict(legal.most or {})
    cards: list[str] = []
    for card in chance.sample(legal.cards or (), len(legal.cards or ())):
        suit = order.suit[Card(card)]
        if len(cards) < (legal.count or 0) and left.get(suit, 0) > 0:
            left[suit] -= 1
            cards.append(card)
    return cards


def _led(state: Any, hand: Cards, legal: ShengjiLegalAnswer, chance: Random) -> list[str]:  # noqa: ANN401 -- playing
    order = order_of(state.round.level, state.trump)
    first = chance.choice(hand)
    suit = [card for card in hand if order.suit[card] == order.suit[first]]
    if chance.random() < _THROW:
        return [*(suit if chance.random() < 0.5 else chance.sample(suit, min(2, len(suit))))]
    patterns = [list(one.cards) for one in legal.patterns or ()]
    return chance.choice([*patterns, [first]])


def _followed(hand: Cards, legal: ShengjiLegalAnswer, chance: Random) -> list[str]:
    must = chance.sample(legal.cards or (), legal.required or 0)
    rest = without(hand, tuple(map(Card, must)))
    return [*must, *chance.sample(rest, (legal.count or 0) - len(must))]
