"""What may be done to a log that was signed, and what somebody holds of it, for `replay verify`."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from domain.log.accepted import STREAMS
from domain.log.chain import HEADER
from domain.log.checkpoints.checkpoint import receipt_note
from domain.log.checkpoints.events import STREAM
from domain.log.decision import Receipt
from domain.log.envelope import Stored
from domain.log.streams import round_stream
from tests.support import forging
from tests.support.forging import SIGNER, AnyTable, Rows

Json = dict[str, Any]
SHORT_ROUND = round_stream("short")
TIED_ROUND = round_stream("tied")
VOIDED_ROUND = round_stream("voided")
LATE_ROUND = round_stream("late")


class Signed(NamedTuple):
    """A log, its rows as they were, and what somebody holds of it: notes and receipts, in files."""

    table: AnyTable
    rows: Rows
    notes: Sequence[Path]
    receipts: Path

    def size_of(self, note: int) -> int:
        return int(self.notes[note].read_text().split("\n")[1])

    def bounds(self, rows: Rows, after: int | None, until: int) -> tuple[Json, Json]:
        """The ends of the stretch between two notes, by their numbers, in a log with these rows.

        None is the beginning.
        """

        def bound(note: int | None) -> Json:
            size = 0 if note is None else self.size_of(note)
            position = rows[min(size, len(rows)) - 1].position if size else 0
            return {"events": size, "position": position}

        return bound(after), bound(until)


def receipts_of(table: AnyTable) -> Iterator[str]:
    """What the clients of all rounds hold: a note for each command."""
    with forging.opened(table.address) as log:
        for one in log.acceptances():
            own = one.event.results[0]  # type: ignore[union-attr]  # none is damaged
            if own.stream != STREAM:
                receipt = Receipt(stream=own.stream, version=own.last, hash=own.hash, positions=())
                yield receipt_note(SIGNER, receipt)


# What is done to the log. Positions stay as they are, but for what is inserted or exchanged.


def edited(rows: Rows) -> Rows:
    """One byte of an event, its hash left as it was."""
    return [
        row._replace(state=row.state[:-9] + bytes((row.state[-9] ^ 1,)) + row.state[-8:])
        if (row.stream, row.version) == (SHORT_ROUND, 9)
        else row
        for row in rows
    ]


def inserted(rows: Rows) -> Rows:
    """An event that nobody asked for, in the middle of a round, whose chain is made anew."""
    (place,) = (
        place for place, row in enumerate(rows) if (row.stream, row.version) == (SHORT_ROUND, 9)
    )
    more = [*rows[: place + 1], rows[place], *rows[place + 1 :]]
    return everywhere_anew(forging.reregistered(more), SHORT_ROUND)


def exchanged(rows: Rows) -> Rows:
    """The positions of two events of different rounds."""
    one = next(row for row in rows if (row.stream, row.version) == (SHORT_ROUND, 9))
    other = next(row for row in rows if (row.stream, row.version) == (TIED_ROUND, 4))
    moved = [
        row._replace(position=other.position)
        if row == one
        else row._replace(position=one.position)
        if row == other
        else row
        for row in rows
    ]
    return _in_order(moved)


def rewritten(rows: Rows) -> Rows:
    """A round in which a bet is another, hashed anew from there on; acknowledgements are left."""
    changed = [
        row._replace(state=row.state.replace(b'"points":100', b'"points":101'))
        if (row.stream, row.version) == (SHORT_ROUND, 8)
        else row
        for row in rows
    ]
    assert changed != rows
    return forging.rechained(changed, [SHORT_ROUND])


def rewritten_with_acknowledgements(rows: Rows) -> Rows:
    """A round in which a bet was made at another time, everything anew: no rule minds."""
    (bet,) = (row for row in rows if (row.stream, row.version) == (SHORT_ROUND, 8))
    told = json.loads(bet.state[HEADER:])["envelope"]["recorded_at"].encode()
    other = told.replace(b".891011Z", b".891012Z")
    changed = [row._replace(state=row.state.replace(told, other)) for row in rows]
    touched = {row.stream for row, was in zip(changed, rows, strict=True) if row != was}
    assert SHORT_ROUND in touched != {SHORT_ROUND}
    return everywhere_anew(changed, *touched)


def without_a_round(rows: Rows) -> Rows:
    """A whole round removed, and all that acknowledges it."""
    return without_round(SHORT_ROUND)(rows)


def reordered(rows: Rows) -> Rows:
    """Two rounds with all that acknowledges them, one put before the other."""
    short, tied = ([row for row in rows if _about(row, one)] for one in (SHORT_ROUND, TIED_ROUND))
    places = sorted(row.position or 0 for row in (*short, *tied))
    moved = {
        (row.stream, row.version): place
        for row, place in zip(chain(tied, short), places, strict=True)
    }
    return _in_order(
        row._replace(position=moved.get((row.stream, row.version), row.position)) for row in rows
    )


def _in_order(rows: Iterable[Stored]) -> Rows:
    return sorted(rows, key=lambda row: row.position or 0)


def everywhere_anew(rows: Rows, *streams: str) -> Rows:
    """The rows, these streams and all that acknowledges them made to fit."""
    return forging.acknowledged(forging.rechained(rows, streams), streams)


def without_round(stream: str) -> Callable[[Rows], Rows]:
    """A whole round removed, and all that acknowledges it."""
    return lambda rows: [row for row in rows if not _about(row, stream)]


def unsigned(rows: Rows) -> Rows:
    """The rows without any checkpoint, and without what acknowledges one."""
    return without_round(STREAM)(rows)


def _about(row: Stored, stream: str) -> bool:
    named = f'"{stream}"'.encode()
    return row.stream == stream or (row.stream.startswith(STREAMS) and named in row.state)
