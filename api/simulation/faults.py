"""What goes wrong in a simulation, and how often."""

from collections import Counter
from collections.abc import Collection, Mapping
from enum import StrEnum
from random import Random
from typing import Final


class Fault(StrEnum):
    """A kind of fault, by the word that `--faults` takes."""

    DUPLICATED = "duplicated"
    """A command is sent twice, the second time later, perhaps to another process."""
    ALTERED = "altered"
    """A command is sent again under the same id with another content."""
    DELAYED = "delayed"
    """A command is on its way for long: it comes behind later ones, or in a later turn."""
    UNANSWERED = "unanswered"
    """The answer is lost on its way to the client, which asks again."""
    RACED = "raced"
    """Somebody else acts between a decision and its append."""
    OVERTAKEN = "overtaken"
    """Somebody else acts just after a process has looked at the database."""
    CRASHED_BEFORE = "crashed_before"
    """A process dies just before an append."""
    CRASHED_AFTER = "crashed_after"
    """A process dies just after an append, with nobody answered."""
    CRASHED_READING = "crashed_reading"
    """A process dies at any look at the database."""
    UNCERTAIN = "uncertain"
    """The database has written, and its answer to the process is lost."""
    UNAVAILABLE = "unavailable"
    """The database cannot be reached for a while."""
    SLOW = "slow"
    """A look at the database takes long."""
    KILLED_PROJECTOR = "killed_projector"
    """A projection is killed within a batch, and begins anew from its position."""
    KILLED_BEHIND = "killed_behind"
    """A projection is killed when its batch is written, before it knows."""
    LOST_NOTICE = "lost_notice"
    """A process is not told of new events, and has to find them by looking."""
    LATE = "late"
    """A player lets a turn pass."""
    DISCONNECTED = "disconnected"
    """A client loses its connection and comes back, perhaps to another process."""
    JUMPED = "jumped"
    """The clock jumps forward."""
    STALLED = "stalled"
    """The steward that holds the house does nothing for a while."""
    UNSEATED = "unseated"
    """The steward's hold is taken away: another may have it before this one knows."""
    ERASED = "erased"
    """The keys of a round that is over are erased."""
    RESTARTED = "restarted"
    """All processes die at once."""


RATES: Final[Mapping[Fault, float]] = {
    Fault.DUPLICATED: 0.08,
    Fault.ALTERED: 0.03,
    Fault.DELAYED: 0.06,
    Fault.UNANSWERED: 0.03,
    Fault.RACED: 0.2,
    Fault.OVERTAKEN: 0.003,
    Fault.CRASHED_BEFORE: 0.004,
    Fault.CRASHED_AFTER: 0.006,
    Fault.CRASHED_READING: 0.000_2,
    Fault.UNCERTAIN: 0.01,
    Fault.UNAVAILABLE: 0.000_7,
    Fault.SLOW: 0.002,
    Fault.KILLED_PROJECTOR: 0.05,
    Fault.KILLED_BEHIND: 0.03,
    Fault.LOST_NOTICE: 0.2,
    Fault.LATE: 0.04,
    Fault.DISCONNECTED: 0.03,
    Fault.JUMPED: 0.001_5,
    Fault.STALLED: 0.001_5,
    Fault.UNSEATED: 0.001_5,
    Fault.ERASED: 0.003,
    Fault.RESTARTED: 0.000_5,
}
"""How often each strikes, of the times that it could."""

ALL: Final = frozenset(Fault)


class Faults:
    """Says when a fault strikes, and counts them. `quiet` ends them all."""

    def __init__(self, chance: Random, chosen: Collection[Fault] = ALL) -> None:
        self.chance = chance
        self.struck = Counter[Fault]()
        self.quiet = False
        self._chosen = frozenset(chosen)

    def strike(self, fault: Fault) -> bool:
        """Say whether a fault strikes now."""
        if self.quiet or fault not in self._chosen or self.chance.random() >= RATES[fault]:
            return False
        self.struck[fault] += 1
        return True
