"""Which rounds a verification is about: by time, table and game of their opening."""

from datetime import UTC, datetime
from typing import Final, NamedTuple

import msgspec

from domain.games.games import BY_NAME
from domain.log.envelope import Stored
from domain.log.errors import BrokenChainError, UnreadableEventError
from domain.log.examine import single
from replay.games import opened_by

GAMES: Final = tuple(BY_NAME)
"""The games whose rounds can be chosen."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Rounds opened from `since` on and before `until`, at one table or in one match, of one game.

    None stands for all.
    """

    since: datetime | None = None
    until: datetime | None = None
    table: str | None = None
    game: str | None = None

    @property
    def everything(self) -> bool:
        """Whether no round is left out."""
        return self == Choice()

    def takes(self, first: Stored) -> bool:
        """Say whether a round is chosen, by the first of its rows.

        An opening that cannot be read says nothing, so its round is always among the chosen.
        """
        if self.everything:
            return True
        opening = opening_of(first)
        if opening is None:
            return True
        right_table = self.table is None or opening.table == self.table
        right_game = self.game is None or opening.game == self.game
        return right_table and right_game and self.in_time(opening.recorded_at)

    def in_time(self, moment: datetime) -> bool:
        """Say whether a round of this time is chosen."""
        early = self.since is not None and moment < self.since
        late = self.until is not None and moment >= self.until
        return not early and not late


class Opening(NamedTuple):
    """At which table or in which match a round was opened, in which game, and when."""

    table: str | None
    game: str
    recorded_at: datetime


def opening_of(first: Stored) -> Opening | None:
    """Return what the first row of a round's stream says, or None if that cannot be read."""
    try:
        recorded = single(first)
    except (BrokenChainError, UnreadableEventError):
        return None
    opened = opened_by(recorded.event)
    if recorded.version != 1 or opened is None:
        return None
    return Opening(opened.home, opened.game.game.name, recorded.envelope.recorded_at)


def moment(text: str) -> datetime:
    """Read a date or time as ISO 8601 has it; UTC unless it names another zone."""
    read = datetime.fromisoformat(text)
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)
