"""The events of a round as far as somebody may see them (H12)."""

from collections.abc import Sequence
from typing import NamedTuple

from api.roles import Caller
from api.service.facts import NOW, Opened, before
from api.service.problems import CONFLICT, ProblemError, no_such
from api.service.room import Room
from domain.flow.address import Address, game
from domain.games.rounds import ROUND
from domain.kernel.text import text, word
from domain.log.envelope import Recorded


class RoundSeen(NamedTuple):
    """The events of a round, of which there are some, up to a position of the log."""

    recorded: Sequence[Recorded]
    until: int

    @property
    def late(self) -> bool:
        """Whether there may be more that is not to be seen yet."""
        return self.until != NOW


def round_seen(room: Room, who: Caller, round_id: str) -> RoundSeen:
    """Return what somebody may see of a round. Raises `ProblemError`, or the log's errors."""
    recorded = room.log.read(game(round_id).stream)
    opened = recorded[0].event if recorded else None
    seen = room.spectators.of_round(who, round_id)
    until = seen(opened) if isinstance(opened, Opened) else NOW
    found = before(recorded, until)
    if not found:
        raise no_such("round")
    return RoundSeen(found, until)


def require_round_over(room: Room, who: Caller, round_id: str) -> None:
    """Refuse spectators what tells a whole round until they have seen its end (H12.4).

    Raises `ProblemError`, or the log's errors.
    """
    first = room.log.fact(game(round_id).stream, 1)
    opened = None if first is None else first.event
    if not isinstance(opened, Opened):
        return  # whatever is wrong with it, that is told by who proves it
    if room.spectators.of_round(who, round_id)(opened) == NOW:
        return
    found = round_seen(room, who, round_id)
    if not ROUND.is_terminal(ROUND.fold(one.event for one in found.recorded)):
        raise _not_seen("round")


def require_match_over(room: Room, who: Caller, match: Address) -> None:
    """Refuse spectators what tells a whole match until they have seen its end (H12.4)."""
    until, (found,) = room.spectators.seen(who, match)
    if until != NOW and found.version and not match.decider.is_terminal(found.state):
        raise _not_seen("match")


def _not_seen(what: str) -> ProblemError:
    detail = text("spectators have not seen the end of this {what} yet", what=word(what))
    return ProblemError(CONFLICT, "not_seen_yet", detail, rule="H12.4")
