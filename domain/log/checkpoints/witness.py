"""A witness: cosigns a log's checkpoint if it holds all that the one before it held.

It is somebody else than the house, and remembers the last checkpoint that it signed. What it has
cosigned the house can no longer deny, and everybody who asks the same witness sees the same log.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.fairness.tree import Path, is_consistent
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
    text, _ = verified(note, [one for one in trusted if one.kind == ED25519])
    checkpoint = read_checkpoint(text)
    if checkpoint.origin not in {one.name for one in trusted}:
        message = f"this is a checkpoint of {checkpoint.origin}, whose key is not trusted here"
        raise BadNoteError(message)
    if checkpoint.size == 0:
        message = "this is a checkpoint of no events, which holds nothing"
        raise BadNoteError(message)
    if before is not None:
        _require_extension(before, checkpoint, proof)
    found = read_note(note)
    others = (one for one in found.signatures if not key.verifier.made(one))
    signed = found._replace(signatures=(*others, key.cosign(text, seconds)))
    return Cosigned(str(signed), checkpoint)


def _require_extension(before: Checkpoint, now: Checkpoint, proof: Proof) -> None:
    if before.origin != now.origin:
        message = f"this witness is of {before.origin}; for {now.origin} it takes another state"
    elif now.size < before.size:
        message = f"the log shows {now.size} events and showed {before.size} before: some are gone"
    elif now.size == before.size and now.root != before.root:
        message = f"the log shows other {now.size} events than before"
    elif now.size == before.size or is_consistent(
        before.size, before.root, now.size, now.root, proof(before.size, now.size)
    ):
        return
    else:
        message = f"the {now.size} events do not begin with the {before.size} that were before"
    raise NotAnExtensionError(message)
