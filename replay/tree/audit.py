"""The whole log against its tiles, its own checkpoints, and what is held outside, in one pass."""

from array import array
from collections.abc import Iterator, Sequence

from domain.log.chain import SIZE
from domain.log.checkpoints.checkpoint import Checkpoint
from domain.log.checkpoints.events import STREAM
from domain.log.checkpoints.notes import VerifierKey
from domain.log.errors import BadNoteError
from domain.log.store import Log
from replay.checks import Verdict
from replay.tree.growth import Growth
from replay.tree.held import Held, signers
from replay.tree.leaves import Leaves
from replay.tree.lines import MOST_TOLD, Differing, TreeLine
from replay.tree.places import Place, Stretch
from replay.tree.receipts import compare_receipts
from replay.tree.roots import Roots
from replay.tree.signed import StoredCheckpoints


def has_tree(log: Log) -> bool:
    """Say whether there is anything in a log to compare its events with."""
    return log.leaves.last_tile(0) is not None or log.last_version(STREAM) > 0


class Audit:
    """Takes the leaves of the log in their order, stretch by stretch, then tells what differs.

    `last` is the position up to which the log is looked at. With `keys` only what these have signed
    is held; without any, the keys count that the log itself names. Raises `BadNoteError` for
    what none of the given keys has signed.
    """

    def __init__(
        self, log: Log, last: int, held: Sequence[Held], keys: Sequence[VerifierKey] = ()
    ) -> None:
        for one in held if keys else ():
            signers(one, keys)
        self.last = last
        self._log = log
        self._held = held
        self._keys = keys
        self._stored = StoredCheckpoints(log, last)
        self._roots = Roots(self._stored, held)
        self._growth = Growth(log.leaves)
        self._changed: Differing | None = None

    def add(self, leaves: Leaves) -> None:
        """Take the next events."""
        found = leaves.hashes
        hashes = [found[place : place + SIZE] for place in range(0, len(found), SIZE)]
        positions = array("q", leaves.positions)
        if leaves.changed is not None and self._changed is None:
            changed = leaves.changed
            self._changed = Differing(what="event", reason=changed.reason, where=changed.place)
        begun, place = self._growth.size, 0
        while place < len(hashes):
            size = self._roots.next_size
            until = len(hashes) if size is None else min(size - begun, len(hashes))
            self._growth.add(hashes[place:until], positions[place:until])
            self._roots.settle(self._growth)
            place = until

    def end(self) -> TreeLine:
        """Return what all of it came to."""
        self._growth.end(self._log.last_position())
        self._roots.settle(self._growth, everything=True)
        receipts = [one for one in self._held if not isinstance(one.says, Checkpoint)]
        unlike = [*compare_receipts(self._log, receipts)]
        inside = [one for one in (self._changed, self._odd_tile()) if one is not None]
        first = self._first_wrong([*inside, *unlike])
        signed = [*self._signed()]
        roots = self._roots.differing(first)
        unsigned = (one for one in signed if isinstance(one, Differing))
        differing = (*inside, *roots, *unlike, *unsigned)
        names = dict.fromkeys(one for one in signed if isinstance(one, str))
        return TreeLine(
            size=self._growth.size,
            root=self._growth.root.hex(),
            verdict=Verdict.DIFFERENCE if differing else Verdict.OK,
            checkpoints=self._roots.stored,
            held_checkpoints=self._roots.held,
            held_receipts=len(receipts),
            signed_by=tuple(names),
            differing=differing[:MOST_TOLD],
            first_wrong=first,
        )

    def _odd_tile(self) -> Differing | None:
        odd = self._growth.odd
        if odd is None:
            return None
        if odd.position is None:
            return Differing(what="tree", reason=odd.reason)
        rows = self._log.span(odd.position - 1, odd.position)
        where = next(map(Place.of, rows), None)
        if self._changed is not None and where == self._changed.where:
            return None  # that is why its tile differs
        return Differing(what="event", reason=odd.reason, where=where)

    def _first_wrong(self, found: Sequence[Differing]) -> Place | Stretch | None:
        """Return the first place that is known; where a root differs before it, the stretch."""
        places = [one.where for one in found if isinstance(one.where, Place)]
        first = min(places, key=_position, default=None)
        stretch = self._roots.stretch
        if first is None or stretch is None:
            return first or stretch
        return first if _position(first) <= stretch.until.position else stretch

    def _signed(self) -> Iterator[str | Differing]:
        """Yield the names of those who signed what is held, and what nobody did."""
        keys = self._keys or self._stored.keys
        for one in self._held:
            try:
                yield from (key.name for key in signers(one, keys))
            except BadNoteError as error:
                yield Differing(what=one.told, reason=str(error), file=one.file)


def _position(place: Place) -> int:
    return place.position or 2**63
