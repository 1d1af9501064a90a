"""What stands around an event: who decided it, when it was recorded, in answer to which command."""

from datetime import datetime
from typing import Annotated, Generic, Literal, NamedTuple, TypeVar

import msgspec

from domain.kernel.decider import Command, Event, Origin

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its zone; written in UTC as RFC 3339, to the microsecond. No rule ever reads it."""
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Part = Literal["command", "event"]
"""What a sealed part is a part of."""


class Envelope(
    msgspec.Struct,
    Generic[C],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """Who decided an event, how and when it came into the log.

    `command` stands on a decision's first event in each stream only; the others share its
    `command_id`.
    """

    recorded_at: Moment
    actor: Label
    origin: Origin
    command_id: Label
    command: C | None = None


class Sealed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """What is hidden of an event or its command, sealed for an audience (`domain.log.sealing`).

    `commitment` is a hash; `box` is nonce, ciphertext and tag. Both are written in Base64.
    """

    part: Part
    audience: Label
    commitment: bytes
    box: bytes


class Body(
    msgspec.Struct,
    Generic[C, E],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """The JSON object that is stored: the envelope, the event, and what is hidden of both.

    As it is read, `sealed` holds the parts that could not be opened: their keys are not here.
    """

    envelope: Envelope[C]
    event: E
    sealed: tuple[Sealed, ...] = ()


class Stored(NamedTuple):
    """A row as the database holds it, unexamined: any of it may have been tampered with.

    `state` is previous hash, own hash and body, see `domain.log.chain`. `position` is None before
    the row is in the log.
    """

    stream: str
    version: int
    position: int | None
    topic: str
    state: bytes


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """An event as read from the log. `version` counts from 1 in its stream, without gaps.

    `position` orders the whole log and may have gaps. `previous` and `hash` are 32 bytes each.
    `sealed` holds what could not be opened; `HIDDEN` stands for its cards in command and event.
    """

    stream: str
    version: int
    position: int | None
    envelope: Envelope[Command]
    event: Event
    previous: bytes
    hash: bytes
    sealed: tuple[Sealed, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether cards are hidden in it because their keys are not here."""
        return self.sealed != ()
