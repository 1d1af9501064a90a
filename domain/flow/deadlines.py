"""H5.1: a turn that a decision opens brings its deadline to the round's clock."""

from typing import Final

from domain.games.rounds import State, seconds_of, turn_of
from domain.house.clock.commands import SetDeadline

MS: Final = 1000
"""Milliseconds in a second."""


def deadline(before: State, after: State, now_ms: int) -> SetDeadline | None:
    """Return the deadline of the turn that a round's decision opened, None if it opened none.

    `now_ms` is the moment of the decision, Unix time in milliseconds. A turn that was open before
    keeps the deadline that it has.
    """
    turn, seconds = turn_of(after), seconds_of(after)
    if turn is None or seconds is None or turn == turn_of(before):
        return None
    return SetDeadline(turn=turn, seconds=seconds, due_ms=now_ms + seconds * MS)
