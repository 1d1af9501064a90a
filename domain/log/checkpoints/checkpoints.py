"""Taking checkpoints of a log, and proving what they cover."""

from contextlib import suppress
from secrets import token_bytes
from typing import Final

import msgspec

from domain.fairness.tree import Path
from domain.kernel.decider import Origin
from domain.kernel.text import text
from domain.log import accepted
from domain.log.checkpoints.checkpoint import Checkpoint
from domain.log.checkpoints.events import STREAM, SigningKeyChanged, SignTree, TreeSigned
from domain.log.checkpoints.grown import GrownTree, grow
from domain.log.checkpoints.notes import Signer, read_note
from domain.log.decision import CommandInfo, Write
from domain.log.envelope import Recorded
from domain.log.errors import (
    ConflictError,
    NoCheckpointError,
    SigningKeysMissingError,
    TreeBrokenError,
)
from domain.log.masters import Chance
from domain.log.store import Log

ACTOR: Final = "house"


class Signed(msgspec.Struct, frozen=True, kw_only=True):
    """A checkpoint: version `version` of its stream, and what was signed. `root` is 32 bytes.

    It covers the first `size` events, the last of which is at `position`.
    """

    version: int
    size: int
    root: bytes
    position: int
    note: str
    recorded: Recorded


class Inclusion(msgspec.Struct, frozen=True, kw_only=True):
    """That an event is in the tree over the first `size` events, at an index from 0.

    `hash` is its own hash, each part of `path` a hash of the tree (32 bytes each).
    """

    size: int
    index: int
    position: int
    hash: bytes
    path: Path


class Checkpoints:
    """The checkpoints of one log. Without a signer it reads and proves only.

    Several processes may take them of the same log at once. A reader must follow the log in the
    order of positions, which is the order in which events were committed; positions have gaps.
    """

    def __init__(
        self, log: Log, signer: Signer | None = None, chance: Chance = token_bytes
    ) -> None:
        self._log = log
        self._chance = chance
        self._signer = signer
        self._table = log.leaves

    def take(self) -> Signed | None:
        """Sign the log as it is; None if all of it but checkpoints has been signed by now.

        Killed at any moment, it has changed nothing or all of it. Raises `TreeBrokenError` when
        the log no longer is what was signed last, `SigningKeysMissingError`, and the log's errors.
        """
        if self._signer is None:
            message = text("no key is here to sign a checkpoint with")
            raise SigningKeysMissingError(message)
        asked = self._log.last_position()
        while True:
            with suppress(ConflictError):
                return self._take(self._signer)
            # The second that is first after this began has seen all that there was by then.
            latest = self.latest()
            if latest is not None and latest.position >= asked:
                return None

    def latest(self) -> Signed | None:
        """Return the last checkpoint, None if there is none yet."""
        version = self._log.last_version(STREAM)
        if not version:
            return None
        found = self.signed(version)
        if found is None:
            message = text("the last checkpoint cannot be read")
            raise TreeBrokenError(message)
        return found

    def signed(self, version: int) -> Signed | None:
        """Return the checkpoint that is this version of their stream; None if that is another."""
        recorded = self._log.fact(STREAM, version)
        if recorded is None or not isinstance(recorded.event, TreeSigned):
            return None
        event = recorded.event
        return Signed(
            version=version,
            size=event.size,
            root=bytes.fromhex(event.root),
            position=event.position,
            note=event.note,
            recorded=recorded,
        )

    def inclusion(self, stream: str, version: int, size: int | None = None) -> Inclusion | None:
        """Return the proof that an event is among the first `size`, or those last signed.

        None if it is not, or not yet. Raises `NoCheckpointError` for more events than were signed,
        `TreeBrokenError` when the event is not the one that went into the tree.
        """
        size = self._covered(size)
        leaf = self._table.leaf(stream, version)
        grown = GrownTree(self._table)
        index = None if leaf is None else grown.index(leaf)
        if leaf is None or index is None or index >= size:
            return None
        return Inclusion(
            size=size,
            index=index,
            position=leaf.position,
            hash=leaf.hash,
            path=grown.path(index, size),
        )

    def consistency(self, old: int, new: int | None = None) -> Path:
        """Return the proof that the first `new` events, or those last signed, begin with `old`.

        Raises `NoCheckpointError` for more events than were signed, or none.
        """
        new = self._covered(new)
        if not 0 < old <= new:
            message = text("there is no proof from {old} to {new} events", old=old, new=new)
            raise NoCheckpointError(message)
        return GrownTree(self._table).consistency(old, new)

    def _covered(self, size: int | None) -> int:
        latest = self.latest()
        if latest is None or (size is not None and not 0 < size <= latest.size):
            none = text("there is no checkpoint yet")
            fewer = text("there is no checkpoint of {size} events yet", size=size)
            raise NoCheckpointError(none if latest is None else fewer)
        return latest.size if size is None else size

    def _take(self, signer: Signer) -> Signed | None:
        latest = self.latest()
        changed = latest is None or not _signed_by(latest, signer)
        if not changed and latest is not None and not self._has_news(latest):
            return None
        size, position = grow(self._table)
        if not size:
            return None
        grown = GrownTree(self._table)
        if latest is not None:
            self._require_extension(latest, grown, signer)
        checkpoint = Checkpoint(signer.origin, size, grown.root(size))
        signed = TreeSigned(
            size=size,
            root=checkpoint.root.hex(),
            position=position,
            note=signer.signed(checkpoint.text),
        )
        keys = SigningKeyChanged(keys=tuple(map(str, signer.verifiers)))
        write = Write(
            stream=STREAM,
            expected_version=0 if latest is None else latest.version,
            events=(keys, signed) if changed else (signed,),
        )
        receipt = self._log.append((write,), _command(self._chance(16).hex()))
        return self.signed(receipt.version)

    def _has_news(self, latest: Signed) -> bool:
        """Say whether there is any event after a checkpoint but those that it brought itself."""
        envelope = latest.recorded.envelope
        acceptance = accepted.stream_of(envelope.actor, envelope.command_id)
        own = (
            self._table.leaf(STREAM, latest.version - 1),
            self._table.leaf(STREAM, latest.version),
            self._table.leaf(acceptance, 1),
        )
        return any(one not in own for one in self._table.leaves(latest.position, len(own) + 1))

    def _require_extension(self, latest: Signed, grown: GrownTree, signer: Signer) -> None:
        signed = Checkpoint(signer.origin, latest.size, grown.root(latest.size))
        if read_note(latest.note).text != signed.text:
            message = text(
                "the log is not what was signed last, or its signing keys bear another name"
            )
            raise TreeBrokenError(message)


def _signed_by(latest: Signed, signer: Signer) -> bool:
    """Say whether the very keys that sign now have signed a checkpoint."""
    made = {(one.name, one.key_id) for one in read_note(latest.note).signatures}
    return made == {(key.name, key.key_id) for key in signer.verifiers}


def _command(number: str) -> CommandInfo:
    return CommandInfo(
        actor=ACTOR,
        origin=Origin.HOUSE,
        command_id=f"checkpoint-{number}",
        target=STREAM,
        command=SignTree(),
    )
