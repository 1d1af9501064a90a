"""A log's file changed behind its back, with plain SQL, as somebody could who owns the machine."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Self, cast

from msgspec.structs import replace

from domain.kernel.decider import Command, Event
from domain.log import chain
from domain.log.accepted import stream_of
from domain.log.codec import Codec
from domain.log.envelope import Stored
from domain.log.store import open_log
from domain.log.streams import round_stream
from domain.sizhidao.visibility import Viewer
from replay.proof import Proof, prove
from replay.round import as_json, readable
from tests.support.keys import KEYS
from tests.support.leaks import CARD, PUBLIC, Secrets
from tests.support.logs import ticking, url

Json = dict[str, object]


class Row(NamedTuple):
    """A row of the table of events. `position` is None for one that is new."""

    version: int
    topic: str
    state: bytes
    position: int | None = None

    @property
    def body(self) -> Json:
        """The JSON object in it, with `envelope` and `event`."""
        body: Json = json.loads(self.state[chain.HEADER :])
        return body

    @property
    def envelope(self) -> Json:
        return cast("Json", self.body["envelope"])

    @property
    def event(self) -> Json:
        return cast("Json", self.body["event"])

    def event_seats(self) -> list[str]:
        """The seats of the round that this row opens."""
        players = self.event["players"]
        assert isinstance(players, list)
        return [f"p{number}" for number, _ in enumerate(players, start=1)]

    def with_content(self, content: bytes) -> "Row":
        """The row with another body and its hashes as they were."""
        return self._replace(state=self.state[: chain.HEADER] + content)

    def with_body(self, body: Json) -> "Row":
        return self.with_content(json.dumps(body, separators=(",", ":")).encode())

    def with_event(self, **changes: object) -> "Row":
        return self.with_body({**self.body, "event": {**self.event, **changes}})

    def with_envelope(self, **changes: object) -> "Row":
        return self.with_body({**self.body, "envelope": {**self.envelope, **changes}})


def open_file(path: Path) -> sqlite3.Connection:
    """Open a log for tampering: without the triggers that would refuse it."""
    connection = sqlite3.connect(path, isolation_level=None)
    named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in named:
        connection.execute(f"DROP TRIGGER {name}")
    return connection


def rows_of(connection: sqlite3.Connection, stream: str) -> list[Row]:
    found = connection.execute(
        "SELECT originator_version, topic, state, position FROM events"
        " WHERE originator_id = ? ORDER BY originator_version",
        (stream,),
    )
    return [Row(*row) for row in found]


def put(connection: sqlite3.Connection, stream: str, rows: Iterable[Row]) -> None:
    """Put these rows in the place of all that the stream holds."""
    connection.execute("BEGIN")
    connection.execute("DELETE FROM events WHERE originator_id = ?", (stream,))
    connection.executemany(
        "INSERT INTO events (position, originator_id, originator_version, topic, state)"
        " VALUES (?, ?, ?, ?, ?)",
        [(row.position, stream, row.version, row.topic, row.state) for row in rows],
    )
    connection.execute("COMMIT")


def renumbered(rows: Sequence[Row]) -> list[Row]:
    """The rows with versions from 1 upward. Positions stay in order; new rows get new ones."""
    places = sorted(row.position for row in rows if row.position is not None)
    given = [*places, *[None] * (len(rows) - len(places))]
    return [
        row._replace(version=version, position=place)
        for version, (row, place) in enumerate(zip(rows, given, strict=True), start=1)
    ]


def rehashed(stream: str, rows: Sequence[Row]) -> list[Row]:
    """The rows with a chain made anew: every link and every hash fits."""
    linked, head = [], chain.ORIGIN
    for row in rows:
        content = row.state[chain.HEADER :]
        own = chain.event_hash(stream, row.version, row.topic, head, content)
        linked.append(row._replace(state=head + own + content))
        head = own
    return linked


def tampered(path: Path, stream: str, change: Callable[[list[Row]], Iterable[Row]]) -> None:
    """Change a stream's rows in the file; what `change` returns is stored as it is."""
    with closing(open_file(path)) as connection:
        put(connection, stream, list(change(rows_of(connection, stream))))


def rewritten(path: Path, stream: str, change: Callable[[list[Row]], Iterable[Row]]) -> None:
    """Change a stream's rows, and number and hash them all anew behind the change."""
    tampered(path, stream, lambda rows: rehashed(stream, renumbered(list(change(rows)))))


def forged(path: Path, stream: str, rows: Iterable[Row]) -> None:
    """Put rows in a stream's place, its chain made anew, and let every receipt tell the hashes."""
    with closing(open_file(path)) as file:
        chained = rehashed(stream, list(rows))
        put(file, stream, chained)
        hashes = {row.version: row.state[chain.SIZE : chain.HEADER].hex() for row in chained}
        for receipt in {receipt_stream(row) for row in chained}:
            told = [_telling(one, stream, hashes) for one in rows_of(file, receipt)]
            put(file, receipt, rehashed(receipt, told))


def _telling(receipt: Row, stream: str, hashes: Mapping[int, str]) -> Row:
    results = cast("list[Json]", receipt.event["results"])
    told = [
        {**one, "hash": hashes[cast("int", one["last"])]} if one["stream"] == stream else one
        for one in results
    ]
    return receipt.with_event(results=told)


def receipt_stream(row: Row) -> str:
    """The stream that holds the receipt of the decision that a row belongs to."""
    return stream_of(str(row.envelope["actor"]), str(row.envelope["command_id"]))


def first_of_decision(rows: Sequence[Row], version: int) -> int:
    """The version of the first fact of the decision that a version belongs to."""
    return max(row.version for row in rows[:version] if "command" in row.envelope)


def changed(value: object) -> Iterator[object]:
    """The value with one leaf changed, for every leaf in it."""
    match value:
        case dict():
            for key, part in value.items():
                yield from ({**value, key: other} for other in changed(part))
        case list():
            for place, part in enumerate(value):
                others = changed(part)
                yield from ([*value[:place], other, *value[place + 1 :]] for other in others)
            if value:
                yield value[:-1]
                yield [*value, value[0]]
        case bool():
            yield not value
        case int():
            yield value + 1
            yield -value - 1
        case str():
            yield other_text(value)
        case _:
            yield "x"


def other_text(text: str) -> str:
    """Another seat or pot for one, another text for any other; no card that is a secret."""
    if text[:1] in {"p", "P"} and text[1:].isdigit():
        return text[0] + str(int(text[1:]) % 3 + 1)
    return f"{text}x"


class Workbench:
    """One round in a file, to be stored in ever other forms and proven in each."""

    def __init__(self, path: Path, round_id: str) -> None:
        self.path, self.round_id = path, round_id
        self.stream = round_stream(round_id)
        self._file = open_file(path)
        self._file.execute("PRAGMA synchronous=OFF")
        self._log = open_log(url(path), now=ticking(), read_only=True, keys=KEYS)
        self.rows = rows_of(self._file, self.stream)
        facts = [recorded.event for recorded in self._log.read(self.stream)]
        self.secrets = Secrets(facts)
        self.public: frozenset[str] = frozenset()
        """Cards that are no secret of this round, though told: put in by a test."""
        self.viewers: list[str | None] = [PUBLIC, *self.rows[0].event_seats()]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._log.close()
        self._file.close()

    def proof(self, rows: Iterable[Row]) -> Proof:
        """Store the rows as they are and prove the round. No viewer is told a card too many."""
        put(self._file, self.stream, rows)
        proof = prove(self._log, self.round_id)
        assert proof is not None
        for viewer in self.viewers:
            seen = cast("Viewer", viewer)
            told = "\n".join(readable(proof, seen)) + json.dumps(as_json(proof, seen))
            assert set(CARD.findall(told)) <= self.secrets.ever(viewer) | self.public
        return proof

    def wrong(self, rows: Iterable[Row]) -> int | None:
        """Store the rows as they are; return the first wrong place, None if the round is proven."""
        proof = self.proof(rows)
        assert proof.proven == (proof.first_wrong is None)
        return None if proof.first_wrong is None else proof.first_wrong.version

    def rewritten(self, rows: Iterable[Row]) -> list[Row]:
        """The rows numbered and hashed anew."""
        return rehashed(self.stream, renumbered(list(rows)))

    def replaced(self, row: Row) -> list[Row]:
        """All rows, this one in the place of the one of its version, hashed anew behind it."""
        others = (row if one.version == row.version else one for one in self.rows)
        return self.rewritten(others)

    @property
    def codec(self) -> Codec:
        """The log's own codec, with its keys."""
        return self._log.codec

    def stored(self, rows: Iterable[Row]) -> list[Stored]:
        """The rows as the log would read them."""
        return [
            Stored(self.stream, row.version, row.position, row.topic, row.state) for row in rows
        ]

    def resealed(self, row: Row, *, event: Json | None = None, command: Json | None = None) -> Row:
        """The row with other fields, hidden ones too, sealed anew: as one with keys could."""
        codec = self._log.codec
        body = codec.decode(self.stream, row.version, row.topic, row.state[chain.HEADER :])
        told = replace(body.event, **(event or {}))
        asked = body.envelope.command
        assert asked is not None or command is None
        envelope = replace(body.envelope, command=asked and replace(asked, **(command or {})))
        _, content = codec.encode(self.stream, row.version, envelope, told)
        return row.with_content(content)

    def opened(self, row: Row) -> tuple[Event, Command | None]:
        """The event in a row and the command beside it, with what they hide."""
        codec = self._log.codec
        body = codec.decode(self.stream, row.version, row.topic, row.state[chain.HEADER :])
        return body.event, body.envelope.command

    def rows_without_positions(self) -> list[Row]:
        """The rows as they could be put into another stream."""
        return [row._replace(position=None) for row in self.rows]
