"""Where in the log something is wrong."""

from typing import Self

import msgspec

from domain.kernel.text import text
from domain.log.envelope import Stored
from replay.text import printable


class Place(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="event"):
    """An event: its stream and version, and its position in the log, None if it is missing."""

    stream: str
    version: int
    position: int | None

    @classmethod
    def of(cls, row: Stored) -> Self:
        """Return where a row stands, whatever it holds."""
        version: object = row.version  # in a table made by hand it may be anything
        known = version if isinstance(version, int) else 0
        return cls(stream=str(row.stream), version=known, position=row.position)

    @property
    def told(self) -> str:
        """The place in words."""
        stream = printable(self.stream)
        event = text("{stream} event {version}", stream=stream, version=self.version)
        if self.position is None:
            return event
        return text("position {position}, {event}", position=self.position, event=event)


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """So many events from the beginning, the last of which is at a position."""

    events: int
    position: int


class Stretch(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="stretch"):
    """Where something is wrong, as far as can be told: behind so many events, up to so many.

    `signed` is up to where the log's own signed checkpoints hold, where that is further: it counts
    only for whoever trusts the one who signs.
    """

    after: Bound
    until: Bound
    signed: Bound | None = None

    @property
    def told(self) -> str:
        """The stretch in words."""
        told = text(
            "one of events {first} to {last}, positions {begin} to {end}",
            first=self.after.events + 1,
            last=self.until.events,
            begin=self.after.position + 1,
            end=self.until.position,
        )
        if self.signed is None:
            return told
        return text(
            "{where}; behind event {event}, position {position}, "
            "if the log's own signed checkpoints are true",
            where=told,
            event=self.signed.events,
            position=self.signed.position,
        )
