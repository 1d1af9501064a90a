"""What the views showed some time ago, to those who see late (H12).

Rows of views are of now. What spectators may see of a round that has gone on is made of its events
as far as they may see them, by the projection's own fold: nothing in it hangs on what came after.
"""

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any

from api.service.facts import before
from domain.flow.address import Address, clock, game
from domain.games.status import Status
from domain.log.envelope import Recorded
from domain.log.store import Log
from projections.compare import expected_rows
from projections.contests.query import ContestLine
from projections.contests.writer import PROJECTION as CONTESTS
from projections.matches.writer import PROJECTION as MATCHES
from projections.projection import Projection
from projections.rounds.query import Found
from projections.rounds.writer import PROJECTION as ROUNDS
from projections.tricks.query import TrickLine
from projections.tricks.writer import PROJECTION as TRICKS

Lines = list[Any]
"""Rows with their columns as attributes, as a query's."""


def _lines(log: Log, projection: Projection, facts: Sequence[Recorded], table: str) -> Lines:
    mine = [one for one in facts if type(one.event) in projection.facts]
    rows = expected_rows(log, projection, mine).get(table, [])
    return [SimpleNamespace(**row) for row in rows]


def tricks_then(log: Log, facts: Sequence[Recorded]) -> list[TrickLine]:
    """Return the tricks of a round as they were after some of its facts, the first ones."""
    plays = _lines(log, TRICKS, facts, "trick_plays")
    return [
        TrickLine(trick, [play for play in plays if play.trick == trick.trick], ())
        for trick in _lines(log, TRICKS, facts, "tricks")
    ]


def contest_then(log: Log, facts: Sequence[Recorded]) -> ContestLine | None:
    """Return the contest of a round as it was then, None before it began."""
    found = _lines(log, CONTESTS, facts, "contests")
    steps = _lines(log, CONTESTS, facts, "contest_steps")
    return ContestLine(found[0], steps) if found else None


def rounds_then(log: Log, found: Iterable[Found], until: int) -> Lines:
    """Return rounds of a list as they stood at a position; what has not changed is as given."""
    rows = list(found)
    streams = [at.stream for row in rows for at in (game(row.round), clock(row.round))]
    changed = {one.stream for one in log.extents(streams) if one.last > until}
    return [
        _round_then(log, row, until)
        if changed & {game(row.round).stream, clock(row.round).stream}
        else row
        for row in rows
        if row.opened_position <= until
    ]


def _round_then(log: Log, row: Found, until: int) -> Any:  # noqa: ANN401 -- as a row
    (then,) = _lines(log, ROUNDS, _before(log, game(row.round), until), "rounds")
    then.status = _status(log, then, until)
    return then


def _status(log: Log, then: Any, until: int) -> str:  # noqa: ANN401 -- a row
    """Return how a round stood: of H8 its clock tells."""
    stopped = _lines(log, ROUNDS, _before(log, clock(then.round), until), "interruptions")
    interrupted = then.status == Status.OPEN and any(one.interrupted for one in stopped)
    return Status.INTERRUPTED.value if interrupted else str(then.status)


def match_rounds_then(log: Log, match: Address, until: int) -> Lines:
    """Return the rounds of a match in order, as they stood at a position."""
    rounds = _lines(log, MATCHES, _before(log, match, until), "match_rounds")
    for one in rounds:
        one.status = _status(log, one, until)
    return sorted(rounds, key=lambda one: one.number)


def _before(log: Log, address: Address, until: int) -> Sequence[Recorded]:
    return before(log.read(address.stream), until)
