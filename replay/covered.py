"""Whether the last checkpoint covers a round, its proof made again."""

from typing import Final

import msgspec

from domain.fairness.tree import root_by
from domain.kernel.text import text, text_of
from domain.log.checkpoints.checkpoint import read_checkpoint
from domain.log.checkpoints.checkpoints import Checkpoints, Signed
from domain.log.checkpoints.notes import read_note
from domain.log.checkpoints.tiles import Leaf
from domain.log.errors import BadNoteError, TreeBrokenError
from domain.log.store import Log
from domain.log.streams import round_stream
from replay.checks import COVERED, Check, Verdict
from replay.proof import Proof

NOT_SOUND: Final = text("its own events are not as they were written")
OTHER_ROOT: Final = text(
    "the log's tree does not lead to what was signed; `replay verify` tells where"
)


def with_checkpoint(proof: Proof, log: Log) -> Proof:
    """Return a proof with the check on the last checkpoint added, if the log has any."""
    try:
        latest = Checkpoints(log).latest()
    except TreeBrokenError as error:
        return _with(proof, Verdict.DIFFERENCE, str(error))
    if latest is None:
        return proof
    if len(proof.recorded) < proof.stored:
        return _with(proof, Verdict.UNCHECKED, NOT_SOUND)
    return _compared(proof, log, latest)


def _compared(proof: Proof, log: Log, latest: Signed) -> Proof:
    """The last event's hash proves all before it, so that one proof of inclusion is enough."""
    last, of = proof.recorded[-1], text("checkpoint of {size} events", size=latest.size)
    try:
        stream = round_stream(proof.round)
        found = Checkpoints(log).inclusion(stream, last.version, latest.size)
    except TreeBrokenError as error:
        detail = text("event {version}: {error}", version=last.version, error=text_of(error))
        return _with(proof, Verdict.DIFFERENCE, detail, last.version)
    if found is None:
        return _with(
            proof,
            Verdict.UNCOVERED,
            text(
                "the last one, {checkpoint}, does not have event {version}",
                checkpoint=of,
                version=last.version,
            ),
        )
    leaf = Leaf(found.position, last.hash).leaf
    if root_by(found.path, found.index, found.size, leaf) != latest.root or not _says(latest):
        return _with(proof, Verdict.DIFFERENCE, OTHER_ROOT)
    return _with(
        proof,
        Verdict.OK,
        text(
            "{checkpoint}; event {version} is number {number}",
            checkpoint=of,
            version=last.version,
            number=found.index + 1,
        ),
    )


def _says(signed: Signed) -> bool:
    """Say whether a checkpoint's note says what is stored beside it."""
    try:
        said = read_checkpoint(read_note(signed.note).text)
    except BadNoteError:
        return False
    return (said.size, said.root) == (signed.size, signed.root)


def _with(proof: Proof, verdict: Verdict, detail: str, version: int | None = None) -> Proof:
    check = Check(name=COVERED, verdict=verdict, detail=detail, version=version)
    return msgspec.structs.replace(proof, checks=(*proof.checks, check))
