"""The codec: an envelope and its event, to JSON bytes and back."""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Final

import msgspec

from domain.kernel.decider import Command, Event
from domain.log.catalogue import CATALOGUE, Catalogue
from domain.log.envelope import Body, Envelope
from domain.log.errors import UnreadableEventError, UnstorableError
from domain.log.upcast import CURRENT, Fields, Upcasters

AnyBody = Body[Command, Event]
# What hostile bytes, or an upcaster fed with them, can make a decoder raise.
_FAILURES: Final = (
    msgspec.MsgspecError,
    ValueError,
    TypeError,
    LookupError,
    RecursionError,
    OverflowError,
)


class _PlainBody(msgspec.Struct, forbid_unknown_fields=True):
    envelope: Fields
    event: Fields


class Codec:
    """Encodes and decodes the bodies of a catalogue's events; the same value, the same bytes."""

    def __init__(
        self,
        catalogue: Catalogue = CATALOGUE,
        upcasters: Upcasters = CURRENT,
    ) -> None:
        self._names: Mapping[type[Event], str] = catalogue.names
        self._upcasters = upcasters
        self._known = frozenset(catalogue.events) | upcasters.names
        if both := upcasters.names & (catalogue.events.keys() | catalogue.commands.keys()):
            message = f"{min(both)} is both current and upcast"
            raise ValueError(message)
        events: Any = reduce(or_, catalogue.events.values())
        commands: Any = reduce(or_, catalogue.commands.values())
        self._type: Any = Body[commands, events]
        self._decode: Callable[[bytes], AnyBody] = msgspec.json.Decoder(self._type).decode
        self._decode_plain = msgspec.json.Decoder(_PlainBody).decode
        self._encode = msgspec.json.Encoder(order="deterministic").encode

    def encode(self, envelope: Envelope[Command], event: Event) -> tuple[str, bytes]:
        """Return the event's stored name and its body.

        Raises `UnstorableError` when the event is not in the catalogue, or would not read back as
        itself: constraints of a type are checked on reading, and a log must stay readable.
        """
        topic = self._names.get(type(event))
        if topic is None:
            message = f"{type(event).__name__} is not in the catalogue"
            raise UnstorableError(message)
        body: AnyBody = Body(envelope=envelope, event=event)
        content = self._encoded(body)
        if content is None or self._decoded(content) != body:
            message = f"{topic} would not read back as itself"
            raise UnstorableError(message)
        return topic, content

    def decode(self, stream: str, version: int, topic: str, content: bytes) -> AnyBody:
        """Return the body in `content`, upcast to the newest names.

        Raises `UnreadableEventError` naming stream and version and nothing of the content: the
        decoder's own error may quote values, so it is left behind rather than chained.
        """
        try:
            body = self._decode(content)
            if self._names[type(body.event)] == topic:
                return body
        except _FAILURES:
            body = None
        if topic not in self._known:
            raise UnreadableEventError(stream, version, "its name is unknown")
        upcast = self._upcast(topic, content) if body is None else None
        if upcast is None:
            raise UnreadableEventError(stream, version, "its bytes do not fit its name")
        return upcast

    def _encoded(self, body: AnyBody) -> bytes | None:
        try:
            return self._encode(body)
        except _FAILURES:
            return None

    def _decoded(self, content: bytes | None) -> AnyBody | None:
        try:
            return self._decode(content) if content is not None else None
        except _FAILURES:
            return None

    def _upcast(self, topic: str, content: bytes) -> AnyBody | None:
        """Decode by way of plain objects: an old event, or one with an old command beside it."""
        try:
            plain = self._decode_plain(content)
            if plain.event.get("type") != topic:
                return None
            command = plain.envelope.get("command")
            if isinstance(command, dict):
                plain.envelope["command"] = self._upcasters.newest(command)
            newest = {"envelope": plain.envelope, "event": self._upcasters.newest(plain.event)}
            body: AnyBody = msgspec.convert(newest, self._type)
        except _FAILURES:
            return None
        return body


CODEC: Final = Codec()
"""The codec of everything this program stores."""
