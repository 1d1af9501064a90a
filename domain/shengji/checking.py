"""Whether a command would be accepted, without making it.

The answer comes from the same checks that decide the command, out of the seat's own hand and what
lies open. Whether a throw holds hangs on what others hold, so it is not answered: it is to be
judged.
"""

from enum import StrEnum

from domain.kernel.refusal import Refusal
from domain.shengji.commands import Play, SeatCommand
from domain.shengji.decide import decide
from domain.shengji.events import CardsLed, Pattern
from domain.shengji.state import State


class Verdict(StrEnum):
    """What would become of a command that is not refused."""

    ACCEPTED = "accepted"
    JUDGED = "judged"
    """A throw: it is led as it stands, or its weakest card is, by what the others hold (S5.5)."""


def check(state: State, command: SeatCommand) -> Verdict | Refusal:
    """Return what would become of a command, or why it would be refused."""
    decided = decide(state, command)
    if isinstance(decided, Refusal):
        return decided
    led = decided.facts[0]
    if isinstance(command, Play) and isinstance(led, CardsLed):
        thrown = led.attempted or led.pattern is Pattern.THROW
        return Verdict.JUDGED if thrown else Verdict.ACCEPTED
    return Verdict.ACCEPTED
