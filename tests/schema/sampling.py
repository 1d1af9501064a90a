"""A sample value of any stored type, made from its annotations, the same every time."""

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.cards.card import Card
from domain.kernel.decider import Command, Event, Origin, name_of
from domain.kernel.seats import Seat
from domain.log.envelope import Envelope
from domain.sizhidao.events import Checked

NAMES: dict[Any, object] = {Card: "As", Seat: "p1", int: 7, bool: True, str: "text"}


def sample(kind: Any) -> Any:  # noqa: ANN401 -- any type in, a value of that type out
    """Return a value of a type, with something in every field, collection and option."""
    if kind in NAMES:
        return NAMES[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return sample(parts[0])
    if origin in {Union, UnionType}:
        return sample(next(part for part in parts if part is not NoneType))
    if origin is tuple:
        several = (parts[0], parts[0]) if parts[1:] == (Ellipsis,) else parts
        return tuple(map(sample, several))
    if origin is Mapping:
        return {sample(parts[0]): sample(parts[1])}
    if issubclass(kind, Enum):
        return list(kind)[-1]
    if issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind, include_extras=True)
        return kind(**{name: sample(hints[name]) for name in kind.__struct_fields__})
    message = f"nobody has said what a sample of {kind} is"
    raise TypeError(message)


def enveloped(kind: type[Event | Command]) -> tuple[Envelope[Command], Event]:
    """Return an envelope and an event that have a sample of `kind` as event or as command."""
    command: Command | None = sample(kind) if issubclass(kind, Command) else None
    envelope = Envelope(
        recorded_at=datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC),
        actor="ann",
        origin=Origin.PLAYER,
        command_id=f"the id of {name_of(kind)}",
        command=command,
    )
    return envelope, sample(kind) if issubclass(kind, Event) else Checked(seat=Seat("p1"))
