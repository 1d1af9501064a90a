"""The checks on what a bundle is held by: the tree, its signed checkpoint, the witnesses."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from domain.fairness.tree import root_by
from domain.kernel.text import joined, text, text_of
from domain.log.checkpoints.checkpoint import Checkpoint, read_checkpoint
from domain.log.checkpoints.notes import (
    COSIGNATURE,
    ED25519,
    Note,
    VerifierKey,
    read_key,
    read_note,
)
from domain.log.checkpoints.tiles import Leaf
from domain.log.errors import BadNoteError
from replay.bundle.form import Bundle, Stream
from replay.checks import Check, Verdict

INCLUDED: Final = text("every stream is in the tree of the checkpoint")
SIGNED: Final = text("the checkpoint is signed by the house")
COSIGNED: Final = text("the checkpoint is cosigned by witnesses")
NOT_COVERED: Final = text("not yet covered by a checkpoint")


def signed_checks(bundle: Bundle, trusted: Sequence[VerifierKey]) -> tuple[Check, ...]:
    """Return the checks on the checkpoint; `trusted` are keys that whoever checks has already."""
    if bundle.checkpoint is None:
        if any(one.included is not None for one in bundle.streams):
            return (_difference(INCLUDED, text("there is no checkpoint")),)
        return (_unchecked(INCLUDED, NOT_COVERED),)
    try:
        note = read_note(bundle.checkpoint.note)
        checkpoint = read_checkpoint(note.text)
        listed = [read_key(key) for key in bundle.checkpoint.keys]
    except BadNoteError as error:
        return (_difference(SIGNED, text_of(error)),)
    if [*map(str, listed)] != [*bundle.checkpoint.keys] or len(set(listed)) < len(listed):
        return (_difference(SIGNED, text("a key is listed twice, or not as keys are written")),)
    return (
        _included(bundle.streams, checkpoint),
        _signed(note, checkpoint, listed, trusted),
        *_cosigned(note, listed, trusted),
    )


def _included(streams: Sequence[Stream], checkpoint: Checkpoint) -> Check:
    covered = [one for one in streams if one.included is not None]
    for one in covered:
        if not _is_included(one, checkpoint):
            last = one.rows[-1].version
            return _difference(
                INCLUDED,
                text("event {last} of {stream} is not in it", last=last, stream=one.stream),
            )
    indexes = {one.included.index for one in covered if one.included is not None}
    if len(indexes) != len(covered):
        return _difference(INCLUDED, text("two streams stand in one place"))
    if len(covered) < len(streams):
        detail = text(
            "{missing} of {streams} streams are {state}",
            missing=len(streams) - len(covered),
            streams=len(streams),
            state=NOT_COVERED,
        )
        return _unchecked(INCLUDED, detail)
    detail = text(
        "{streams} streams, {size} events, root {root}",
        streams=len(covered),
        size=checkpoint.size,
        root=checkpoint.root.hex(),
    )
    return _ok(INCLUDED, detail)


def _is_included(stream: Stream, checkpoint: Checkpoint) -> bool:
    last, included = stream.rows[-1], stream.included
    if included is None:
        return False
    leaf = Leaf(last.position, last.hash).leaf
    return root_by(included.path, included.index, checkpoint.size, leaf) == checkpoint.root


def _signed(
    note: Note,
    checkpoint: Checkpoint,
    listed: Sequence[VerifierKey],
    trusted: Iterable[VerifierKey],
) -> Check:
    """The house's own signatures, and that nothing else stands below the note than is listed."""
    made = [(one.name, one.key_id) for one in note.signatures]
    if made != [(key.name, key.key_id) for key in listed]:
        return _difference(SIGNED, text("its signatures are not those of the keys that are listed"))
    for key, signature in zip(listed, note.signatures, strict=True):
        if not key.has_signed(note.text, signature):
            return _difference(
                SIGNED, text("the signature of {key} is not that of this checkpoint", key=key)
            )
    house = [key for key in listed if key.kind == ED25519 and key.name == checkpoint.origin]
    if not house:
        return _difference(
            SIGNED, text("no key of {origin} has signed it", origin=checkpoint.origin)
        )
    held = [key for key in trusted if key.kind == ED25519]
    if not held:
        told = text(
            "by {key}, a key that only the bundle names; --key names the one you have",
            key=house[0],
        )
        return _unchecked(SIGNED, told)
    good = [key for key in house if key in held]
    if not good:
        return _difference(SIGNED, text("none of the keys given has signed it"))
    return _ok(SIGNED, text("by {signers}", signers=good[0]))


def _cosigned(
    note: Note, listed: Sequence[VerifierKey], trusted: Iterable[VerifierKey]
) -> tuple[Check, ...]:
    """The witnesses; one check less where there are none and none are asked for."""
    held = [key for key in trusted if key.kind == COSIGNATURE]
    witnesses = [key for key in listed if key.kind == COSIGNATURE]
    if not held and not witnesses:
        return ()
    missing = [key for key in held if key not in witnesses]
    if missing:
        return (_unchecked(COSIGNED, text("{key} has not cosigned it", key=missing[0])),)
    if not held:
        told = text(
            "by {key}, a key that only the bundle names; --key names the one you have",
            key=witnesses[0],
        )
        return (_unchecked(COSIGNED, told),)
    each = (text("{key} at {time}", key=key, time=_time_of(note, key)) for key in held)
    told = joined(text(", "), each)
    return (_ok(COSIGNED, text("by {signers}", signers=told)),)


def _time_of(note: Note, key: VerifierKey) -> str:
    (content,) = (one.content for one in note.signatures if key.made(one))
    seconds = int.from_bytes(content[:8])
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat()
    except (OverflowError, OSError, ValueError):  # a time that no calendar has
        return f"{seconds} s"


def _ok(name: str, detail: str) -> Check:
    return Check(name=name, verdict=Verdict.OK, detail=detail)


def _unchecked(name: str, detail: str) -> Check:
    return Check(name=name, verdict=Verdict.UNCHECKED, detail=detail)


def _difference(name: str, detail: str) -> Check:
    return Check(name=name, verdict=Verdict.DIFFERENCE, detail=detail)
