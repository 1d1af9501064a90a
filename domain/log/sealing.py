"""Sealed parts: what not everybody may see is stored encrypted, for whoever may see it.

In the stored JSON `HIDDEN` stands for every hidden card, as in the view of somebody who may see
none. Beside it lies a sealed part: AES-256-GCM under the data key of stream and audience, over a
random salt and the hidden fields, bound to its place; and a commitment, the hash of salt and
fields. `docs/sealing.md` gives the bytes.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from secrets import token_bytes
from struct import Struct
from typing import Any, Final, NamedTuple, TypeVar, get_type_hints

import msgspec
from msgspec.structs import replace

from domain.cards.card import HIDDEN
from domain.kernel.decider import Command, Event, name_of
from domain.log.envelope import Body, Part, Sealed
from domain.log.errors import BrokenSealError, DataKeyGoneError, KeysMissingError
from domain.log.framing import framed_text
from domain.log.keys import HOUSE, DataKey, Keys
from domain.log.masters import NONCE_SIZE, Chance
from domain.log.upcast import Fields

SALT_SIZE: Final = 32
"""Bytes of the random salt, without which a commitment could be tried out hand by hand."""

_SEAL_TAG: Final = b"paipu.seal.1\0"
_COMMITMENT_TAG: Final = b"paipu.commitment.1\0"
_U64: Final = Struct(">Q").pack
_encode = msgspec.json.Encoder(order="deterministic").encode
_decode_fields = msgspec.json.Decoder(dict[str, object]).decode

T = TypeVar("T", bound=msgspec.Struct)
AnyBody = Body[Command, Event]
Hidden = Mapping[type[msgspec.Struct], tuple[str, ...]]
"""The hidden fields of kinds, which are cards; the field `seat` says whose."""


class UnfitSealError(ValueError):
    """A sealed part does not belong to what it stands beside; the codec says which event."""


class Place(NamedTuple):
    """Where an event stands. Its sealed parts open there only."""

    stream: str
    version: int


class _Shape:
    """What is hidden of one kind, and how that is read from the sealed bytes."""

    def __init__(self, kind: type[msgspec.Struct], fields: tuple[str, ...]) -> None:
        hints = get_type_hints(kind)
        form: Any = msgspec.defstruct(
            f"Hidden{kind.__name__}",
            [(field, hints[field]) for field in fields],
            frozen=True,
            forbid_unknown_fields=True,
            gc=False,
        )
        self.name = name_of(kind)
        self.fields = fields
        self.decode: Callable[[bytes], msgspec.Struct] = msgspec.json.Decoder(form).decode


@cache
def _shape(kind: type[msgspec.Struct], fields: tuple[str, ...]) -> _Shape:
    """Return the shape of a kind, made once: every log and bundle that is opened needs all."""
    return _Shape(kind, fields)


class Sealer:
    """Seals what is hidden of events and commands, and opens it with the keys that are here."""

    def __init__(
        self, hidden: Hidden, keys: Keys | None = None, chance: Chance = token_bytes
    ) -> None:
        self.hidden = hidden
        self._shapes = {kind: _shape(kind, fields) for kind, fields in hidden.items()}
        self._keys = keys
        self.chance = chance

    def audience_of(self, told: object) -> str | None:
        """Return for whom a part of an event or command is sealed, None if all of it is open."""
        return str(getattr(told, "seat", HOUSE)) if type(told) in self._shapes else None

    def key(self, stream: str, audience: str) -> DataKey:
        """Return a key to seal with. Raises `KeysMissingError` or a `DataKeyError`."""
        if self._keys is None:
            raise KeysMissingError
        key = self._keys.of(stream, audience)
        if key is None:
            raise DataKeyGoneError(stream, audience)
        return key

    def seal(self, place: Place, part: Part, told: T) -> tuple[T, Sealed]:
        """Return an event or command without what is hidden of it, and that as a sealed part."""
        audience, shape = str(self.audience_of(told)), self._shapes[type(told)]
        key = self.key(place.stream, audience)
        hidden = {field: getattr(told, field) for field in shape.fields}
        plain = self.chance(SALT_SIZE) + _encode(hidden)
        context = _context(place, part, audience, shape.name)
        sealed = Sealed(
            part=part,
            audience=audience,
            commitment=sha256(_COMMITMENT_TAG + plain).digest(),
            box=key.seal(self.chance(NONCE_SIZE), plain, context),
        )
        return replace(told, **{field: _masked(cards) for field, cards in hidden.items()}), sealed

    def open(self, place: Place, told: T, sealed: Sealed) -> T | None:
        """Return an event or command with what is hidden of it, None if the key is not here.

        Raises `BrokenSealError` unless that is what was sealed there and committed to, and
        `UnfitSealError` if it would not belong to what stands in clear, key or none.
        """
        shape = self._shapes[type(told)]
        masks = [getattr(told, field) for field in shape.fields]
        if sealed.audience != self.audience_of(told):
            raise UnfitSealError
        if any(map(_shows, masks)):
            raise UnfitSealError
        content = self._content(place, shape.name, sealed)
        if content is None:
            return None
        hidden = shape.decode(content)
        opened = {}
        for field, mask in zip(shape.fields, masks, strict=True):
            opened[field] = cards = getattr(hidden, field)
            if len(cards) != len(mask):
                raise UnfitSealError
        return replace(told, **opened)

    def parts_of(self, body: AnyBody) -> dict[Part, Any]:
        """Return the parts of a body that hide something, in the order in which they are sealed."""
        parts: dict[Part, Any] = {}
        if type(body.envelope.command) in self._shapes:
            parts["command"] = body.envelope.command
        if type(body.event) in self._shapes:
            parts["event"] = body.event
        return parts

    def seal_body(self, place: Place, body: AnyBody) -> AnyBody:
        """Return a body as it is stored: what is hidden stands in its sealed parts only."""
        parts = self.parts_of(body)
        sealed = []
        for part, told in parts.items():
            parts[part], one = self.seal(place, part, told)
            sealed.append(one)
        return _with(body, parts, tuple(sealed)) if sealed else body

    def open_body(self, stream: str, version: int, body: AnyBody) -> AnyBody:
        """Return a stored body, opened; parts whose keys are not here stay sealed.

        Raises `UnfitSealError` unless what should be sealed is, and nothing besides.
        """
        shapes = self._shapes
        open_to_all = type(body.event) not in shapes and type(body.envelope.command) not in shapes
        if open_to_all and not body.sealed:
            return body
        parts, place, left = self.parts_of(body), Place(stream, version), []
        if not body.sealed and self._in_clear(stream, parts):
            return body
        if [one.part for one in body.sealed] != list(parts):
            raise UnfitSealError
        for one in body.sealed:
            opened = self.open(place, parts[one.part], one)
            if opened is None:
                left.append(one)
            else:
                parts[one.part] = opened
        return body if len(left) == len(parts) else _with(body, parts, tuple(left))

    def _in_clear(self, stream: str, parts: Mapping[Part, Any]) -> bool:
        """Say whether a stream was written before cards were sealed: it has no keys, and shows all.

        Where a stream has keys, cards in clear are not what was written.
        """
        if self._keys is not None and self._keys.of(stream, HOUSE) is not None:
            return False
        return not any(
            HIDDEN in getattr(told, field)
            for told in parts.values()
            for field in self._shapes[type(told)].fields
        )

    def open_plain(
        self, place: Place, parts: Mapping[str, Fields], sealed: Sequence[Sealed]
    ) -> tuple[Sealed, ...]:
        """Open the sealed parts of plain objects into these; return those whose keys are not here.

        It is for events and commands with old names, whose kinds are gone.
        """
        left = []
        if len({one.part for one in sealed}) < len(sealed):
            raise UnfitSealError
        for one in sealed:
            fields = parts[one.part]
            content = self._content(place, str(fields["type"]), one)
            if content is None:
                left.append(one)
                continue
            hidden = _decode_fields(content)
            if not hidden.keys() < fields.keys() or any(_shows(fields[name]) for name in hidden):
                raise UnfitSealError
            fields.update(hidden)
        return tuple(left)

    def require_fit(self, body: AnyBody, sealed: Sequence[Sealed], left: Sequence[Sealed]) -> None:
        """Raise `UnfitSealError` unless what should be sealed of a body was, and is still if left.

        It is for a body that was made of plain objects.
        """
        audiences = {one.part: one.audience for one in sealed}
        closed = {one.part for one in left}
        for part, told in self.parts_of(body).items():
            fields = self._shapes[type(told)].fields
            shown = part in closed and any(_shows(getattr(told, field)) for field in fields)
            if shown or audiences.get(part) != self.audience_of(told):
                raise UnfitSealError

    def _content(self, place: Place, name: str, sealed: Sealed) -> bytes | None:
        audience = sealed.audience
        key = self._keys.of(place.stream, audience) if self._keys is not None else None
        if key is None:
            return None
        plain = key.open(sealed.box, _context(place, sealed.part, audience, name))
        if plain is None or sha256(_COMMITMENT_TAG + plain).digest() != sealed.commitment:
            raise BrokenSealError(place.stream, place.version, audience)
        return plain[SALT_SIZE:]


def _with(body: AnyBody, parts: Mapping[Part, Any], sealed: tuple[Sealed, ...]) -> AnyBody:
    envelope, event = body.envelope, parts.get("event", body.event)
    if "command" in parts:
        envelope = replace(envelope, command=parts["command"])
    return Body(envelope=envelope, event=event, sealed=sealed)


def _context(place: Place, part: Part, audience: str, name: str) -> bytes:
    """Return what a sealed part is bound to: its place, part and audience, and the stored name."""
    stream, version = place
    return b"".join(
        (
            _SEAL_TAG,
            framed_text(stream),
            _U64(version),
            framed_text(audience),
            framed_text(part),
            framed_text(name),
        ),
    )


def _shows(cards: object) -> bool:
    """Say whether a field holds anything but `HIDDEN`."""
    if not isinstance(cards, list | tuple):
        return True
    return cards.count(HIDDEN) != len(cards)


def _masked(cards: tuple[object, ...]) -> tuple[object, ...]:
    return (HIDDEN,) * len(cards)
