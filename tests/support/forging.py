"""A whole log rewritten behind its back, on either database, as somebody could who owns it.

What is done to it is a function from all of its rows to all of its rows.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import psycopg

from domain.fairness.tree import root_of
from domain.log import accepted, chain
from domain.log.checkpoints.checkpoint import Checkpoint
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.events import STREAM, TreeSigned
from domain.log.checkpoints.grown import grow
from domain.log.checkpoints.notes import Signer, SigningKey
from domain.log.checkpoints.tiles import Leaf
from domain.log.codec import CODEC
from domain.log.envelope import Stored
from domain.log.store import Log, open_log
from tests.support.keys import KEYS
from tests.support.logs import SHORT, TIED, VOIDED, sample, store, ticking, url
from tests.support.tamper import open_file

SIGNER: Final = Signer([SigningKey("log.test", bytes(range(32)))])
OTHER: Final = Signer([SigningKey("other.test", bytes(range(1, 33)))])
_ROWS: Final = (
    "SELECT originator_id, originator_version, position, topic, state FROM events ORDER BY position"
)
_COLUMNS: Final = "INSERT INTO events (originator_id, originator_version, position, topic, state)"
GUARDS: Final = (("events", "events_no_change"), ("tree_tiles", "tree_tiles_no_change"))

Rows = list[Stored]
Change = Callable[[Rows], Iterable[Stored]]


class FileTable:
    """The tables of a log in a file, without their triggers."""

    def __init__(self, path: Path) -> None:
        self.address = url(path)
        self._path = path

    def rows(self) -> Rows:
        with closing(sqlite3.connect(self._path)) as file:
            return [Stored(*row) for row in file.execute(_ROWS)]

    def put(self, rows: Iterable[Stored], *, tiles: bool = True) -> None:
        """Put these rows in the place of all; without `tiles` those are gone."""
        with closing(open_file(self._path)) as file:
            file.execute("BEGIN")
            file.execute("DELETE FROM events")
            file.executemany(f"{_COLUMNS} VALUES (?, ?, ?, ?, ?)", rows)
            if not tiles:
                file.execute("DELETE FROM tree_tiles")
            file.execute("COMMIT")


class ServerTable:
    """The tables of a log on a server, their triggers off."""

    def __init__(self, address: str) -> None:
        self.address = address

    def rows(self) -> Rows:
        with psycopg.connect(self.address) as connection:
            return [Stored(*row) for row in connection.execute(_ROWS.encode())]

    def put(self, rows: Iterable[Stored], *, tiles: bool = True) -> None:
        """See `FileTable`."""
        values = "OVERRIDING SYSTEM VALUE VALUES (%s, %s, %s, %s, %s)"
        with psycopg.connect(self.address) as connection:
            for table, guard in GUARDS:
                connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER {guard}".encode())
            connection.execute("DELETE FROM events")
            connection.cursor().executemany(f"{_COLUMNS} {values}".encode(), list(rows))
            if not tiles:
                connection.execute("DELETE FROM tree_tiles")
            for table, guard in GUARDS:
                connection.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {guard}".encode())


AnyTable = FileTable | ServerTable


@contextmanager
def opened(address: str) -> Iterator[Log]:
    """The log, to be written to."""
    with open_log(address, now=ticking(), keys=KEYS) as log:
        yield log


def fill(address: str) -> list[str]:
    """Play rounds into a log and sign it now and then; return the notes of its checkpoints."""
    with opened(address) as log:
        checkpoints, notes = Checkpoints(log, SIGNER), list[str]()

        def sign() -> None:
            signed = checkpoints.take()
            assert signed is not None
            notes.append(signed.note)

        playing = sample(log)
        store(log, "short", SHORT)
        assert len([*playing.play(4)]) == len("four")
        sign()
        store(log, "tied", TIED)
        assert len([*playing.play(4)]) == len("four")
        sign()
        store(log, "voided", VOIDED)
        sign()
        store(log, "late", SHORT)
    return notes


def reregistered(rows: Iterable[Stored]) -> Rows:
    """The rows, at positions from 1 on, in the order in which they are given."""
    return [row._replace(position=position) for position, row in enumerate(rows, start=1)]


def rechained(rows: Sequence[Stored], streams: Iterable[str]) -> Rows:
    """The rows; these streams are numbered and hashed anew in the order of the log."""
    numbers = {stream: count(1) for stream in streams}
    heads = dict.fromkeys(numbers, chain.ORIGIN)
    made = []
    for row in rows:
        if row.stream in numbers:
            version, body = next(numbers[row.stream]), row.state[chain.HEADER :]
            own = chain.event_hash(row.stream, version, row.topic, heads[row.stream], body)
            row = row._replace(version=version, state=heads[row.stream] + own + body)  # noqa: PLW2901 -- the same row in another form
            heads[row.stream] = own
        made.append(row)
    return made


def acknowledged(rows: Sequence[Stored], streams: Iterable[str]) -> Rows:
    """The rows; every acknowledgement tells the hashes that these streams have now."""
    wanted = set(streams)
    hashes = {
        (row.stream, row.version): row.state[chain.SIZE : chain.HEADER].hex()
        for row in rows
        if row.stream in wanted
    }
    made, touched = [], set[str]()
    for row in rows:
        told = row
        if row.stream.startswith(accepted.STREAMS):
            told = _telling(row, hashes)
            touched |= {row.stream} if told != row else set()
        made.append(told)
    return rechained(made, touched)


def _telling(row: Stored, hashes: Mapping[tuple[str, int], str]) -> Stored:
    body = row.state[chain.HEADER :]
    decoded = CODEC.decode(row.stream, row.version, row.topic, body)
    assert isinstance(decoded.event, accepted.CommandAccepted)
    for one in decoded.event.results:
        new = hashes.get((one.stream, one.last), one.hash)
        body = body.replace(one.hash.encode(), new.encode())
    return row._replace(state=row.state[: chain.HEADER] + body)


def resigned(rows: Sequence[Stored], signer: Signer = SIGNER) -> Rows:
    """The rows; whoever has the key signs every checkpoint of the log anew, over what is there."""
    leaves: list[bytes] = []
    made: Rows = []
    for row in rows:
        told = row if row.stream != STREAM else _signed(row, leaves, signer, made)
        made.append(told)
        leaves.append(Leaf(told.position or 0, told.state[chain.SIZE : chain.HEADER]).leaf)
    again = acknowledged(rechained(made, [STREAM]), [STREAM])
    # A checkpoint covers those before it, so that there is no end to it in one go.
    return again if again == list(rows) else resigned(again, signer)


def _signed(row: Stored, leaves: Sequence[bytes], signer: Signer, before: Rows) -> Stored:
    body = CODEC.decode(row.stream, row.version, row.topic, row.state[chain.HEADER :])
    if not isinstance(body.event, TreeSigned):
        return row
    size = min(body.event.size, len(leaves))
    checkpoint = Checkpoint(signer.origin, size, root_of(leaves[:size]))
    event = TreeSigned(
        size=size,
        root=checkpoint.root.hex(),
        position=before[size - 1].position or 0,
        note=signer.signed(checkpoint.text),
    )
    _, content = CODEC.encode(row.stream, row.version, body.envelope, event)
    return row._replace(state=row.state[: chain.HEADER] + content)


def regrow(table: AnyTable) -> None:
    """Make the tiles anew of what is in the log now."""
    with opened(table.address) as log:
        grow(log.leaves)
