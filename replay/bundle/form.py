"""The form of a bundle, `paipu.bundle.1`: one JSON object on one line (docs/proof.md).

A bundle comes from anybody, so whatever is read here is bounded, and there is one way to write it:
what reads back to other bytes is no bundle. Bytes are written in Base64.
"""

from importlib.metadata import version
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from domain.kernel.text import text
from replay.errors import BadBundleError
from replay.words import EVERYTHING, Viewer

PROGRAM: Final = version("paipu")
"""The version of this program."""
PUBLIC: Final = "public"
"""The viewer that sees what everybody sees."""
MOST_BYTES: Final = 1 << 24
"""A larger bundle is refused unread: 16 MiB is some twenty times the longest round."""

Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
Name = Annotated[str, Meta(min_length=1, max_length=400)]
Number = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Index = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Path = Annotated[tuple[Hash, ...], Meta(max_length=64)]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value in a bundle."""


class Row(Part, frozen=True, kw_only=True):
    """An event as it is stored; `name` is its stored name (docs/log.md)."""

    version: Number
    position: Number
    name: Name
    previous: Hash
    hash: Hash
    body: bytes


class Included(Part, frozen=True, kw_only=True):
    """Where a stream's last event stands in the checkpoint's tree, and the path to its root."""

    index: Index
    path: Path


class Stream(Part, frozen=True, kw_only=True):
    """A stream from its first event on. `included` is null if no checkpoint covers it yet."""

    stream: Name
    rows: Annotated[tuple[Row, ...], Meta(min_length=1, max_length=20_000)]
    included: Included | None


class Key(Part, frozen=True, kw_only=True):
    """The data key of a stream and audience (docs/sealing.md)."""

    stream: Name
    audience: Name
    key: Hash


class Opened(Part, frozen=True, kw_only=True):
    """What opens a leaf of a committed deck: the card at `index`, dealt as the `place`-th."""

    stage: Index
    place: Index
    index: Index
    card: Annotated[str, Meta(min_length=2, max_length=2)]
    salt: Hash
    path: Path


class Checkpoint(Part, frozen=True, kw_only=True):
    """A signed checkpoint with all signatures that are held, and the keys of those who signed."""

    note: Annotated[str, Meta(max_length=1 << 18)]
    keys: Annotated[tuple[Name, ...], Meta(max_length=100)]


class Bundle(Part, frozen=True, kw_only=True):
    """A round as its `viewer` may know it: a seat, `public`, or `everything`.

    `program`, and `report`, which is the account in words, are for reading: nothing is proven by
    them. `streams` are the round's own, those of its decks and clock where there are any, and the
    acknowledgement of every decision in them.
    """

    form: Literal["paipu.bundle.1"] = "paipu.bundle.1"
    program: Name
    round: Name
    viewer: Name
    game: Name
    rules: Index
    settings: dict[str, Any]
    streams: Annotated[tuple[Stream, ...], Meta(min_length=1, max_length=50_000)]
    keys: Annotated[tuple[Key, ...], Meta(max_length=20)]
    openings: Annotated[tuple[Opened, ...], Meta(max_length=20_000)]
    checkpoint: Checkpoint | None
    report: str


_encode: Final = msgspec.json.Encoder(order="deterministic").encode
_decode: Final = msgspec.json.Decoder(Bundle).decode


def written(bundle: Bundle) -> bytes:
    """Return a bundle as it is written: the same bundle gives the same bytes."""
    return _encode(bundle) + b"\n"


def read(content: bytes) -> Bundle:
    """Return the bundle that bytes are. Raises `BadBundleError`, which quotes nothing of them."""
    if len(content) > MOST_BYTES:
        message = text("it is larger than {most} bytes", most=MOST_BYTES)
        raise BadBundleError(message)
    try:
        bundle = _decode(content)
        same = written(bundle) == content
    except msgspec.ValidationError:
        # Its text may quote the name of a field, which anybody may have written.
        message = text("it has not the form of a bundle")
        raise BadBundleError(message) from None
    except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError):
        message = text("it is no JSON")
        raise BadBundleError(message) from None
    if not same:
        message = text("it is not written as a bundle is written")
        raise BadBundleError(message)
    return bundle


def word_of(viewer: Viewer) -> str:
    """Return a viewer as a bundle names it."""
    return PUBLIC if viewer is None else viewer


def is_everything(bundle: Bundle) -> bool:
    """Say whether a bundle shows all cards."""
    return bundle.viewer == EVERYTHING
