"""The decider of a table's or match's anchors: every player has one at most."""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.fairness.cut import comes_behind
from domain.house.anchors.commands import Command, DepositAnchor, MoveAnchor, NameAnchors
from domain.house.anchors.events import (
    AnchorDeposited,
    AnchorDropped,
    AnchorMoved,
    AnchorsNamed,
    Event,
)
from domain.house.anchors.refusals import AnchorUsed, BadAnchor
from domain.house.hexes import is_hex
from domain.kernel.decider import Decider, Decision
from domain.kernel.refusal import Refusal

SPENT: Final = 1_024
"""H6.2: how far a chain is looked along for an anchor whose value is known."""


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Anchors by player: `present` is what the next cut is checked by, `dropped` was missed with.

    Of those that were dropped each player's last is kept.
    """

    present: Mapping[str, str]
    dropped: Mapping[str, str]


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the fact that follows from the command in this state, or why it is refused."""
    fact = _follows(state, command)
    return fact if isinstance(fact, Refusal) else Decision((fact,), evolve(state, fact))


def _follows(state: State, command: Command) -> Event | Refusal:
    if isinstance(command, NameAnchors):
        return AnchorsNamed(round=command.round, stage=command.stage)
    player = command.player
    match command:
        case DepositAnchor(anchor=anchor):
            if not is_hex(anchor):
                return BadAnchor()
            if is_spent(state, player, anchor):
                return AnchorUsed()
            return AnchorDeposited(player=player, anchor=anchor)
        case MoveAnchor():
            return AnchorMoved(player=player, anchor=command.anchor)
        case _:
            return AnchorDropped(player=player, anchor=command.was)


def is_spent(state: State, player: str, anchor: str) -> bool:
    """H6.2: say whether an anchor is the player's present or last dropped one, or was before it.

    What was before it in its chain are its hashes: their values have been revealed.
    """
    known = (state.present.get(player), state.dropped.get(player))
    own = bytes.fromhex(anchor)
    return any(comes_behind(own, bytes.fromhex(one), SPENT) for one in known if one)


def evolve(state: State, event: Event) -> State:
    """Return the anchors as the fact leaves them."""
    if isinstance(event, AnchorsNamed):
        return state
    player, anchor = event.player, event.anchor
    if isinstance(event, AnchorDropped):
        left = {name: one for name, one in state.present.items() if name != player}
        return State(present=left, dropped={**state.dropped, player: anchor})
    return State(present={**state.present, player: anchor}, dropped=state.dropped)


def is_terminal(_: State) -> bool:
    """Anchors have no end of their own: it is the table's or match's."""
    return False


ANCHORS: Final[Decider[State, Command, Event]] = Decider(
    initial=State(present={}, dropped={}),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
