"""The checkpoints that the log itself stores, one after the other."""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from domain.kernel.text import text
from domain.log.checkpoints.checkpoint import Checkpoint, read_checkpoint
from domain.log.checkpoints.events import STREAM, SigningKeyChanged, TreeSigned
from domain.log.checkpoints.notes import VerifierKey, read_key, verified
from domain.log.envelope import Recorded
from domain.log.errors import BadNoteError
from domain.log.store import Log
from replay.tree.places import Place


class Stored(NamedTuple):
    """A checkpoint of the log's: where it stands, what it says, and what is wrong with itself."""

    place: Place
    checkpoint: Checkpoint
    position: int
    reason: str | None


class StoredCheckpoints:
    """Reads them one by one, so that memory is bounded. `keys` are all that the log has named."""

    def __init__(self, log: Log, last: int) -> None:
        self._log = log
        self._last = last
        self.keys: tuple[VerifierKey, ...] = ()

    def __iter__(self) -> Iterator[Stored]:
        """Yield checkpoints up to the log's last position, in the order of their versions."""
        for version in range(1, self._log.last_version(STREAM) + 1):
            recorded = self._log.fact(STREAM, version)
            if recorded is None:
                continue  # its own chain tells why
            if (recorded.position or 0) > self._last:
                return
            if isinstance(recorded.event, SigningKeyChanged):
                self._learn(recorded.event)
            elif isinstance(recorded.event, TreeSigned):
                yield self._stored(recorded, recorded.event)

    def _learn(self, event: SigningKeyChanged) -> None:
        for key in event.keys:
            with suppress(BadNoteError):
                self.keys = tuple(dict.fromkeys((*self.keys, read_key(key))))

    def _stored(self, recorded: Recorded, event: TreeSigned) -> Stored:
        place = Place(stream=STREAM, version=recorded.version, position=recorded.position)
        try:
            root = bytes.fromhex(event.root)
        except ValueError:
            root = b""
        told = Checkpoint("", event.size, root)
        try:
            said = read_checkpoint(verified(event.note, self.keys).text)
        except BadNoteError as error:
            return Stored(place, told, event.position, str(error))
        if said[1:] != told[1:]:
            return Stored(place, said, event.position, text("its note says something else"))
        return Stored(place, said, event.position, None)
