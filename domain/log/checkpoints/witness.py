"""A witness: cosigns a log's checkpoint if it holds all that the one before it held.

It is somebody else than the house, and remembers the last checkpoint that it signed. What it has
cosigned the house can no longer deny, and everybody who asks the same witness sees the same log.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.fairness.tree import Path, is_consistent
from domain.kernel.text import text
from domain.log.checkpoints.checkpoint import Checkpoint, read_checkpoint
from domain.log.checkpoints.notes import (
    ED25519,
    SigningKey,
    VerifierKey,
    read_note,
    verified,
)
from domain.log.errors import BadNoteError, NotAnExtensionError

Proof = Callable[[int, int], Path]
"""Gets the log's proof that its first events of the one number begin with those of the other."""


class Cosigned(NamedTuple):
    """A note with a witness's signature below the log's own."""

    note: str
    checkpoint: Checkpoint


def cosign(  # noqa: PLR0913 -- what a witness goes by
    note: str,
    *,
    trusted: Sequence[VerifierKey],
    before: Checkpoint | None,
    proof: Proof,
    key: SigningKey,
    seconds: int,
) -> Cosigned:
    """Return a log's note with a witness's signature at a time, in seconds since 1970 (UTC).

    `trusted` are the log's keys; `before` is what the witness signed last, None for its first time,
    when it takes the log as it is. A signature of this key below the note gives way to the new one.
    Raises `BadNoteError` for a note that is not the log's, and
    `NotAnExtensionError` for one that does not hold all that was held before.
    """
    content, _ = verified(note, [one for one in trusted if one.kind == ED25519])
    checkpoint = read_checkpoint(content)
    if checkpoint.origin not in {one.name for one in trusted}:
        message = text(
            "this is a checkpoint of {origin}, whose key is not trusted here",
            origin=checkpoint.origin,
        )
        raise BadNoteError(message)
    if checkpoint.size == 0:
        message = text("this is a checkpoint of no events, which holds nothing")
        raise BadNoteError(message)
    if before is not None:
        _require_extension(before, checkpoint, proof)
    found = read_note(note)
    others = (one for one in found.signatures if not key.verifier.made(one))
    signed = found._replace(signatures=(*others, key.cosign(content, seconds)))
    return Cosigned(str(signed), checkpoint)


def _require_extension(before: Checkpoint, now: Checkpoint, proof: Proof) -> None:
    if before.origin != now.origin:
        message = text(
            "this witness is of {before}; for {now} it takes another state",
            before=before.origin,
            now=now.origin,
        )
    elif now.size < before.size:
        message = text(
            "the log shows {now} events and showed {before} before: some are gone",
            now=now.size,
            before=before.size,
        )
    elif now.size == before.size and now.root != before.root:
        message = text("the log shows other {now} events than before", now=now.size)
    elif now.size == before.size or is_consistent(
        before.size, before.root, now.size, now.root, proof(before.size, now.size)
    ):
        return
    else:
        message = text(
            "the {now} events do not begin with the {before} that were before",
            now=now.size,
            before=before.size,
        )
    raise NotAnExtensionError(message)
