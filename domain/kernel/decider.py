"""The shape every stream of the house has: decide, evolve, an initial state, an end.

A decider is pure. `decide` answers a command with the facts that follow from it and the state
they lead to, or with a refusal; `evolve` folds one fact into the state and never judges. The
pattern is Jérémie Chassaing's.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from domain.kernel.refusal import Refusal


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    gc=False,
    tag_field="type",
):
    """A fact that has happened. Its tag, as `sizhidao.BetMade.1`, is its stored name for ever."""


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    gc=False,
    tag_field="type",
):
    """A wish to act. Its tag is its stored name: commands are kept beside the facts they caused."""


class ImpossibleFactError(ValueError):
    """A fact cannot follow in this state: the stream is not one that the rules wrote."""


class Origin(StrEnum):
    """Who made a decision: the player, clock or operator in the player's place, or the house.

    The house opens rounds and deals.
    """

    PLAYER = "player"
    CLOCK = "clock"
    OPERATOR = "operator"
    HOUSE = "house"


S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class Decision(NamedTuple, Generic[S, E]):
    """What follows from a command: the facts, never none, and the state that they lead to."""

    facts: tuple[E, ...]
    state: S


class Decider(NamedTuple, Generic[S, C, E]):
    """The four parts of a stream's rules, to be handed to whatever runs or replays it."""

    initial: S
    decide: Callable[[S, C], Decision[S, E] | Refusal]
    evolve: Callable[[S, E], S]
    is_terminal: Callable[[S], bool]

    def fold(self, facts: Iterable[E]) -> S:
        """Return the state after `facts`, beginning with the initial one."""
        state = self.initial
        for fact in facts:
            state = self.evolve(state, fact)
        return state


Phases = type | tuple[type, ...]
"""The kinds of state in which a fact can happen."""


def folding(folds: Mapping[type[E], tuple[Phases, Callable[[Any, Any], S]]]) -> Callable[[S, E], S]:
    """Return the `evolve` of a decider from its folds: for every fact, the phases and the fold.

    It raises `ImpossibleFactError` at a fact out of place.
    """

    def evolve(state: S, event: E) -> S:
        phases, fold = folds[type(event)]
        if not isinstance(state, phases):
            message = f"{type(event).__name__} cannot happen in {type(state).__name__}"
            raise ImpossibleFactError(message)
        return fold(state, event)

    return evolve


def name_of(kind: type[msgspec.Struct]) -> str:
    """Return the stored name of an event or command type, such as `sizhidao.BetMade.1`."""
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str):
        message = f"{kind.__name__} has no stored name"
        raise TypeError(message)
    return tag
