"""What is copied of a log, in which order, whichever databases it lies in and goes to."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from domain.log.checkpoints.tiles import Tile
from domain.log.envelope import Stored
from domain.log.erased import STREAMS
from domain.log.errors import BackupDamagedError, LogNotEmptyError, OtherLogError
from domain.log.keys import WrappedKey, pages
from domain.log.streams import DECKS, ROUNDS
from domain.log.table import Table

PAGE: Final = 1_000
"""Rows in one transaction."""


class Copy(Protocol):
    """A log that is being made of another one. It only grows."""

    def last(self) -> Stored | None:
        """Return its last row, None while it has none."""

    def add_events(self, rows: Sequence[Stored]) -> None:
        """Take rows at the positions that they have."""

    def put_keys(self, keys: Sequence[WrappedKey]) -> None:
        """Take data keys, in place of those of the same owner."""

    def erase_keys(self, stream: str) -> None:
        """Remove a stream's data keys."""

    def tiles(self, level: int) -> int:
        """Return how many tiles of a level it has."""

    def add_tiles(self, tiles: Sequence[Tile]) -> None:
        """Take the next complete tiles of a level."""


class Copied(NamedTuple):
    """What came of copying: events that were new, the last position, and data keys."""

    events: int
    position: int
    keys: int


def copied(source: Table, into: Copy, *, anew: bool = False) -> Copied:
    """Bring a copy up to where a log ends now. Others may go on writing to the log meanwhile.

    Positions become visible in their order, so all rows up to the last are a state in which the log
    has been. Data keys come after: none is made later than the events that it opens. Raises
    `OtherLogError` if the copy is no earlier state of this log, else `LogUnavailableError`. With
    `anew` the log is a backup and no one else writes to it: raises `LogNotEmptyError` if the copy
    has anything, and `BackupDamagedError` if the backup has nothing or tells of more than it has.
    """
    end = source.read.last_position()
    position = _begun(source, into.last(), anew=anew)
    if anew and _lacks(source, end):
        raise BackupDamagedError(end)
    events, erased = 0, []
    while position < end and (rows := _page(source, position, end)):
        into.add_events(rows)
        events, position = events + len(rows), rows[-1].position or end
        erased += [row.stream for row in rows if row.stream.startswith(STREAMS)]
    keys = _keys(source, into)
    for stream in erased:
        _erase(source, into, stream.removeprefix(STREAMS))
    for tiles in _tiles(source, into, position):
        into.add_tiles(tiles)
    return Copied(events, position, keys)


def _begun(source: Table, last: Stored | None, *, anew: bool) -> int:
    if last is None:
        return 0
    if anew:
        raise LogNotEmptyError
    position = last.position or 0
    if source.read.span(position - 1, position) != [last]:
        raise OtherLogError
    return position


def _lacks(source: Table, end: int) -> bool:
    tile = source.leaves.last_tile(0)
    return not end or (tile is not None and tile.last > end)


def _page(source: Table, after: int, end: int) -> list[Stored]:
    rows = source.read.after(after, PAGE, ())
    return [row for row in rows if (row.position or 0) <= end]


def _keys(source: Table, into: Copy) -> int:
    count = 0
    for page in pages(source.keys):
        into.put_keys(page)
        count += len(page)
    return count


def _erase(source: Table, into: Copy, stream: str) -> None:
    """Remove from the copy too what was erased since it was made last."""
    for one in (stream, DECKS + stream.removeprefix(ROUNDS)):
        if not source.keys.of(one):
            into.erase_keys(one)


def _tiles(source: Table, into: Copy, until: int) -> Iterator[list[Tile]]:
    level = 0
    while source.leaves.last_tile(level) is not None:
        number = into.tiles(level)
        while page := source.leaves.tiles(level, number, PAGE):
            # A page comes without the hashes; they are read tile by tile.
            whole = [source.leaves.tile(level, one.number) for one in page if one.last <= until]
            yield [one for one in whole if one is not None]
            number = page[-1].number + 1
        level += 1
