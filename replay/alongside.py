"""The checks on what lies beside a round, its decks and its clock, and what of them is told."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.house.deck.state import Cut, Cutting
from domain.log.envelope import Recorded
from domain.log.examine import examine
from replay.asked import Asked
from replay.checks import Check
from replay.clock import Clocked, clock_check
from replay.decks.check import decks_of
from replay.decks.decked import Decked
from replay.memory import Beside, Memory
from replay.receipts import Acknowledged
from replay.rederive import Rederivation


class Derived(NamedTuple):
    """A round decided again, what is asked of its acknowledgements, and what they say."""

    round: str
    derived: Rederivation
    asked: Asked
    known: Acknowledged


class Alongside(NamedTuple):
    """The checks, the sound events of the clock, and a deck's state for every stage with one."""

    checks: tuple[Check, ...]
    clock: tuple[Recorded, ...]
    decks: Sequence[Cutting | Cut]


def alongside(one: Derived, memory: Memory, rows: Beside, wrong: int | None) -> Alongside:
    """Check the rows beside a round; `wrong` is the first event of the round that is, if any."""
    decked = Decked(
        round=one.round,
        recorded=one.asked.recorded,
        derived=one.derived,
        shared=one.known.decked,
        memory=memory,
        codec=one.asked.codec,
    )
    decks = decks_of(rows.deck, decked, wrong)
    clocked = Clocked(
        round=one.round,
        recorded=one.asked.recorded,
        decisions=one.derived.decisions,
        shared=one.known.clocked,
        accepted=memory.accepted,
        cutting=decks.turns,
    )
    heard = examine(rows.clock)
    checks = (*decks.checks, *clock_check(heard, len(rows.clock), clocked, wrong))
    return Alongside(checks, tuple(heard.recorded), decks.stages)
