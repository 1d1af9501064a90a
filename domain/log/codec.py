"""The codec: an envelope and its event, to JSON bytes and back, their hidden parts sealed."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import reduce
from operator import or_
from typing import Any, Final, Self

import msgspec

from domain.kernel.decider import Command, Event
from domain.log import accepted
from domain.log.catalogue import CATALOGUE, Catalogue
from domain.log.envelope import Body, Envelope, Sealed
from domain.log.errors import (
    BrokenSealError,
    DataKeyError,
    DataKeyGoneError,
    KeysMissingError,
    UnreadableEventError,
    UnstorableError,
)
from domain.log.keys import HOUSE, Keys
from domain.log.masters import Chance
from domain.log.sealing import Place, Sealer
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
    sealed: tuple[Sealed, ...] = ()


class Codec:
    """Encodes and decodes the bodies of a catalogue's events.

    The same value has the same bytes, but for what is sealed. It seals and opens with the keys that
    it is given; without keys it stores nothing that hides something, and reads `HIDDEN` there.
    """

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
        self._openings = catalogue.openings
        self._sealer = Sealer(catalogue.hidden)

    def with_keys(self, keys: Keys | None, chance: Chance | None = None) -> Self:
        """Return the same codec with other keys, and other chance if it is given."""
        other = copy(self)
        before = self._sealer
        other._sealer = Sealer(before.hidden, keys, chance or before.chance)  # noqa: SLF001 -- a copy of itself
        return other

    def audiences(self, events: Iterable[Event]) -> frozenset[str]:
        """Return whose keys a stream needs that begins with these events: none, or the house's too.

        Those are the keys of everybody for whom something is hidden in them, or will be.
        """
        found: set[str] = set()
        for event in events:
            opening = self._openings.get(type(event))
            found.update(() if opening is None else opening(event))
            if (audience := self._sealer.audience_of(event)) is not None:
                found.add(audience)
        return frozenset({*found, HOUSE} if found else ())

    def input_of(self, target: str, command: Command) -> str:
        """Return the hash of what was asked, keyed for a command that hides something.

        Raises `KeysMissingError` or a `DataKeyError` when that key is not here.
        """
        if self._sealer.audience_of(command) is None:
            return accepted.input_of(target, command)
        return accepted.input_of(target, command, self._sealer.key(target, HOUSE))

    def has_key_of(self, target: str, command: Command) -> bool:
        """Say whether the key is here with which a command that hides something is sealed."""
        audience = self._sealer.audience_of(command)
        try:
            return audience is not None and self._sealer.key(target, audience) is not None
        except (KeysMissingError, DataKeyError):
            return False

    def is_input(self, marked: str, target: str, command: Command) -> bool:
        """Say whether a hash is that of what was asked.

        A stream from before cards were sealed never had a key, and its hashes need none. Raises as
        `input_of` where the key is gone and that is not so.
        """
        try:
            return marked == self.input_of(target, command)
        except DataKeyGoneError:
            if marked == accepted.input_of(target, command):
                return True
            raise

    def encode(
        self, stream: str, version: int, envelope: Envelope[Command], event: Event
    ) -> tuple[str, bytes]:
        """Return the event's stored name and its body, which is for this place only.

        Raises `UnstorableError` when the event is not in the catalogue, or would not read back as
        itself: constraints of a type are checked on reading, and a log must stay readable. Raises
        `KeysMissingError` or a `DataKeyError` when there is no key for what is hidden.
        """
        topic = self._names.get(type(event))
        if topic is None:
            message = f"{type(event).__name__} is not in the catalogue"
            raise UnstorableError(message)
        body: AnyBody = Body(envelope=envelope, event=event)
        place = Place(stream, version)
        content = self._encoded(place, body)
        if content is None or self._decoded(place, content) != body:
            message = f"{topic} would not read back as itself"
            raise UnstorableError(message)
        return topic, content

    def decode(self, stream: str, version: int, topic: str, content: bytes) -> AnyBody:
        """Return the body in `content`, upcast to the newest names, opened as far as keys are here.

        Raises `UnreadableEventError` naming stream and version and nothing of the content: the
        decoder's own error may quote values, so it is left behind rather than chained. Raises
        `BrokenSealError` for a sealed part that does not open with its key, and the `DataKeyError`
        of a key that cannot be used.
        """
        try:
            body = self._sealer.open_body(stream, version, self._decode(content))
            if self._names[type(body.event)] == topic:
                return body
        except _FAILURES:
            body = None
        if topic not in self._known:
            raise UnreadableEventError(stream, version, "its name is unknown")
        upcast = self._upcast(Place(stream, version), topic, content) if body is None else None
        if upcast is None:
            raise UnreadableEventError(stream, version, "its bytes do not fit its name")
        return upcast

    def _encoded(self, place: Place, body: AnyBody) -> bytes | None:
        try:
            return self._encode(self._sealer.seal_body(place, body))
        except _FAILURES:
            return None

    def _decoded(self, place: Place, content: bytes) -> AnyBody | None:
        try:
            return self._sealer.open_body(*place, self._decode(content))
        except (*_FAILURES, BrokenSealError):
            return None

    def _upcast(self, place: Place, topic: str, content: bytes) -> AnyBody | None:
        """Decode by way of plain objects: an old event, or one with an old command beside it."""
        try:
            plain = self._decode_plain(content)
            event, command = plain.event, plain.envelope.get("command")
            parts = {"event": event} | ({"command": command} if isinstance(command, dict) else {})
            names = {part["type"] for part in parts.values()}
            if event["type"] != topic or names.isdisjoint(self._upcasters.names):
                return None
            left = self._sealer.open_plain(place, parts, plain.sealed)
            if "command" in parts:
                plain.envelope["command"] = self._upcasters.newest(parts["command"])
            newest = {"envelope": plain.envelope, "event": self._upcasters.newest(event)}
            body: AnyBody = msgspec.convert(newest, self._type)
            self._sealer.require_fit(body, plain.sealed, left)
        except _FAILURES:
            return None
        return msgspec.structs.replace(body, sealed=left)


CODEC: Final = Codec()
"""The codec of everything this program stores."""
