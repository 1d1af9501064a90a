"""The events of a log as rows: who decided what and when, without what is sealed."""

from collections.abc import Iterator
from typing import Final

import msgspec
import pyarrow as pa

from api.export.sheet import TIME, Row
from domain.kernel.decider import name_of
from domain.log.envelope import Recorded
from domain.log.store import Log
from replay.verify_choice import Choice

TITLE: Final = "events"
PAGE: Final = 1_000
SCHEMA: Final = pa.schema(
    [
        pa.field("position", pa.int64(), nullable=False),
        pa.field("stream", pa.string(), nullable=False),
        pa.field("version", pa.int64(), nullable=False),
        pa.field("type", pa.string(), nullable=False),
        pa.field("recorded_at", TIME, nullable=False),
        pa.field("actor", pa.string(), nullable=False),
        pa.field("origin", pa.string(), nullable=False),
        pa.field("command_id", pa.string(), nullable=False),
        pa.field("command_type", pa.string()),
        pa.field("command", pa.string()),
        pa.field("event", pa.string(), nullable=False),
        pa.field("sealed", pa.int32(), nullable=False),
        pa.field("hash", pa.binary(32), nullable=False),
    ]
)
_encode: Final = msgspec.json.Encoder().encode


def events(log: Log, choice: Choice, last: int, after: int = 0) -> Iterator[Row]:
    """Yield the events recorded in the chosen time, up to a position, in the order of the log.

    Those up to and with `after` are left out. The log must have been opened without keys: then
    nothing that is sealed can come out.
    """
    assert log.keys is None
    position = after
    while position < last and (page := log.after(position, PAGE)):
        for recorded in page:
            position = recorded.position or last
            if position <= last and choice.in_time(recorded.envelope.recorded_at):
                yield _row(recorded)


def _row(recorded: Recorded) -> Row:
    envelope = recorded.envelope
    command = envelope.command
    return {
        "position": recorded.position,
        "stream": recorded.stream,
        "version": recorded.version,
        "type": name_of(type(recorded.event)),
        "recorded_at": envelope.recorded_at,
        "actor": envelope.actor,
        "origin": envelope.origin.value,
        "command_id": envelope.command_id,
        "command_type": None if command is None else name_of(type(command)),
        "command": None if command is None else _encode(command).decode(),
        "event": _encode(recorded.event).decode(),
        "sealed": len(recorded.sealed),
        "hash": recorded.hash,
    }
