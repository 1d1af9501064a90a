"""What can be seen in rounds of 比牌升級: patterns, and what can become of them."""

from collections.abc import Iterable

from domain.kernel.decider import Event
from domain.log.store import Log
from domain.log.streams import round_stream
from domain.shengji import events
from domain.shengji.events import Pattern, Winning

PATTERNS = {
    *("single", "pair", "tractor", "bomb", "throw", "failed throw", "whole suit thrown"),
    *("ruff", "ruffed throw", "bombed tractor", "♠A captured", "kitty captured"),
}
"""All that can be seen in rounds of 比牌升級 and must be in the demonstration's data."""


def seen_in(told: Iterable[Event]) -> set[str]:
    """Which of the patterns occur in the facts of rounds."""
    seen, led = set[str](), Pattern.SINGLE
    for fact in told:
        match fact:
            case events.CardsLed():
                led = fact.pattern
                seen.add(str(led))
                seen |= {"failed throw"} if fact.attempted else set()
                thrown = led is Pattern.THROW and len(fact.cards) > 2
                seen |= {"whole suit thrown"} if thrown else set()
            case events.TrickWon(why=Winning.RUFFED):
                seen |= {"ruff", *(["ruffed throw"] if led is Pattern.THROW else [])}
            case events.TrickWon(why=Winning.BOMBED):
                seen.add("bombed tractor")
            case events.AceCaptured():
                seen.add("♠A captured")
            case events.KittyShown(points=points, multiplier=multiplier) if points * multiplier:
                seen.add("kitty captured")
            case _:
                pass
    return seen


def facts_of(log: Log, rounds: Iterable[str]) -> list[Event]:
    return [one.event for round_id in rounds for one in log.read(round_stream(round_id))]
