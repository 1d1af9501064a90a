"""The cards of a round of 比牌升級 as things, so that some can be exchanged for others.

Every card is followed from the deal on, though equal cards look alike. What a viewer does not know
may change places as long as all that was done could be done all the same, and the viewer was told
the same of it. What a viewer is told is worked out here from the rules (S9); the product's own code
about visibility is not asked.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.cards.card import Card
from domain.games.rounds import ROUND, late_command
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.shengji import commands, events

HIDDEN: Final = (
    events.KittyDealt,
    events.CardsDealt,
    events.CardsReturned,
    events.CardsReceived,
    events.KittyTaken,
    events.KittyBuried,
)
"""Facts whose cards only the seat sees that they are about, or nobody."""
OUT_OF_PLAY: Final = 0.5
"""How likely it is that a card of the kitty is exchanged, which nobody holds."""
DEALS: Final = (commands.Deal, commands.DealKitty)


class Said(NamedTuple):
    """A command, and whose decision it was."""

    command: Any
    origin: Origin


class Step(NamedTuple):
    """A command with the numbers of its cards, and what the viewer was told of it."""

    said: Said
    cards: tuple[int, ...]
    told: tuple[object, ...]


def told_to(viewer: str | None, fact: Any) -> object:  # noqa: ANN401 -- any fact
    """Return a fact as a seat, or (None) everybody, may see it."""
    if not isinstance(fact, HIDDEN) or getattr(fact, "seat", "") == viewer:
        return fact
    return replace(fact, cards=("??",) * len(fact.cards))


class Course:
    """A round as it went, for a viewer."""

    def __init__(
        self, opened: events.RoundOpened, said: Sequence[Said], viewer: str | None
    ) -> None:
        self.faces: list[Card] = []
        self.known = set[int]()
        self.steps: list[Step] = []
        self._opened, self._viewer = opened, viewer
        self._places: dict[Any, list[int]] = defaultdict(list)
        """The numbers of the cards in each hand, each pile, the kitty, and on their way."""
        state = ROUND.evolve(ROUND.initial, opened)
        for one in said:
            decided = ROUND.decide(state, one.command)
            assert not isinstance(decided, Refusal), (one, decided)
            cards = self._picked(one.command)
            for fact in decided.facts:
                self._move(fact, cards)
            told = tuple(told_to(viewer, fact) for fact in decided.facts)
            self.steps.append(Step(one, tuple(cards), told))
            state = decided.state

    @property
    def hidden(self) -> list[int]:
        """The numbers of the cards that the viewer does not know."""
        return [number for number in range(len(self.faces)) if number not in self.known]

    def commands(self, faces: Sequence[Card]) -> Iterator[Said]:
        """Yield what was said, with other faces."""
        for step in self.steps:
            yield Said(
                _with(step.said.command, [faces[one] for one in step.cards]), step.said.origin
            )

    def exchanged(self, chance: Random, tries: int) -> list[Card]:
        """Return other faces for the same round, as many hidden ones exchanged as can be."""
        faces, hidden = [*self.faces], self.hidden
        kitty = [number for number in self._places["kitty"] if number in hidden]
        for _ in range(tries if len(hidden) > 1 else 0):
            one, other = chance.sample(hidden, 2)
            if kitty and chance.random() < OUT_OF_PLAY:
                one = chance.choice(kitty)
            if faces[one] == faces[other]:
                continue
            faces[one], faces[other] = faces[other], faces[one]
            if not self._goes(faces):
                faces[one], faces[other] = faces[other], faces[one]
        return faces

    def _goes(self, faces: Sequence[Card]) -> bool:
        """Say whether the round could go like this, and the viewer would be told the same."""
        state = ROUND.evolve(ROUND.initial, self._opened)
        for step, said in zip(self.steps, self.commands(faces), strict=True):
            if said.origin is Origin.CLOCK and said.command != late_command(
                state, said.command.seat
            ):
                return False
            decided = ROUND.decide(state, said.command)
            if isinstance(decided, Refusal):
                return False
            if tuple(told_to(self._viewer, fact) for fact in decided.facts) != step.told:
                return False
            state = decided.state
        return True

    def _picked(self, command: Any) -> list[int]:  # noqa: ANN401 -- any command
        """Return the numbers of a command's cards: of equal ones those that are known first."""
        if isinstance(command, DEALS):
            first = len(self.faces)
            self.faces += command.cards
            return [*range(first, len(self.faces))]
        held = sorted(self._places[getattr(command, "seat", "")], key=self._is_hidden)
        picked: list[int] = []
        for card in _cards(command):
            picked.append(next(n for n in held if self.faces[n] == card and n not in picked))
        return picked

    def _is_hidden(self, number: int) -> bool:
        return number not in self.known

    def _move(self, fact: Any, picked: list[int]) -> None:  # noqa: ANN401 -- any fact
        """Move cards as a fact says, and note what the viewer knows by it."""
        places, seat = self._places, getattr(fact, "seat", "")
        match fact:
            case events.CardsDealt():
                self._come(seat, picked)
            case events.KittyDealt():
                places["kitty"] = picked
            case events.CardsReturned():
                self._go(seat, picked)
            case events.KittyBuried():
                self._go(seat, picked)
                places["kitty"] = picked
            case events.CardsReceived():
                self._come(seat, picked)
            case events.KittyTaken():
                self._come(seat, places["kitty"])
            case events.CardsLed() | events.CardsFollowed():
                self._play(fact, picked)
            case events.KittyShown():
                self.known.update(range(len(self.faces)))
            case _:
                self._contest(fact, picked)

    def _contest(self, fact: Any, picked: list[int]) -> None:  # noqa: ANN401 -- any fact
        places, seat = self._places, getattr(fact, "seat", "")
        match fact:
            case events.CardTurnedUp():
                self.known.update(picked)
            case events.CardsShown():
                self._go(seat, picked)
                places["pile", seat] += picked
                self.known.update(picked)
            case events.PileCaptured():
                places["pile", seat] += places.pop(("pile", fact.loser), [])
            case events.ContestWon():
                places[seat] += places.pop(("pile", seat), [])
            case _:
                pass

    def _play(self, fact: events.Played, picked: list[int]) -> None:
        """Lay cards to a trick: of a throw that failed only one, the others are seen (S5.5)."""
        self.known.update(picked)
        first = next(one for one in picked if self.faces[one] == fact.cards[0])
        forced = isinstance(fact, events.CardsLed) and fact.attempted
        self._go(fact.seat, [first] if forced else picked)

    def _come(self, seat: str, numbers: Sequence[int]) -> None:
        self._places[seat] += numbers
        if seat == self._viewer:
            self.known.update(numbers)

    def _go(self, seat: str, numbers: Sequence[int]) -> None:
        for number in numbers:
            self._places[seat].remove(number)


def _cards(command: Any) -> tuple[Card, ...]:  # noqa: ANN401 -- any command
    if isinstance(command, commands.TurnUp):
        return (command.card,)
    return getattr(command, "cards", ())


def _with(command: Any, cards: Sequence[Card]) -> Any:  # noqa: ANN401 -- any command
    """Return a command with other cards."""
    if isinstance(command, commands.TurnUp):
        return replace(command, card=cards[0])
    return replace(command, cards=tuple(cards)) if cards else command
