"""The roots that the events should have: by the log's checkpoints, and by those held outside."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from typing import Final, NamedTuple

import msgspec

from domain.kernel.text import text
from domain.log.checkpoints.checkpoint import Checkpoint
from replay.tree.growth import Growth
from replay.tree.held import Held
from replay.tree.lines import Differing
from replay.tree.places import Bound, Place, Stretch
from replay.tree.signed import Stored

OTHER_ROOT: Final = text("the events have another root")
FORKED: Final = text("the log has signed another root of as many events: it was forked")
ELSEWHERE: Final = text("its last event stands at another position")
BACKWARDS: Final = text("it covers fewer events than the one before it")


class _Expected(NamedTuple):
    """A checkpoint, and where it comes from."""

    size: int
    root: bytes
    by: Stored | Held


class Roots:
    """Compares the checkpoints, in the order of their sizes, with the tree as it grows.

    `stretch` is where the first difference lies: behind the last checkpoint held outside that
    holds. A checkpoint of the log's own narrows it only for whoever trusts the one who signs.
    """

    def __init__(self, stored: Iterable[Stored], held: Sequence[Held]) -> None:
        outside = sorted(_expected_by(held), key=_size)
        inside = (_Expected(one.checkpoint.size, one.checkpoint.root, one) for one in stored)
        self._waiting = merge(inside, outside, key=_size)
        self._next = next(self._waiting, None)
        self._holding = self._signed = Bound(events=0, position=0)
        self._faults: list[Differing] = []
        self._unlike: list[Differing] = []
        self.stretch: Stretch | None = None
        self.stored = self.held = 0

    @property
    def next_size(self) -> int | None:
        """Of how many events the root is wanted next."""
        return None if self._next is None else self._next.size

    def settle(self, growth: Growth, *, everything: bool = False) -> None:
        """Compare what covers no more events than there are; at the end also what covers more."""
        while self._next is not None and (everything or self._next.size <= growth.size):
            one, self._next = self._next, next(self._waiting, None)
            if isinstance(one.by, Stored):
                self.stored += 1
                self._settle_stored(one, one.by, growth)
            else:
                self.held += 1
                self._settle_held(one, one.by, growth)

    def differing(self, where: Place | Stretch | None) -> Iterator[Differing]:
        """Yield what differs, told the first wrong place."""
        yield from self._faults
        yield from (msgspec.structs.replace(one, where=where) for one in self._unlike)

    def _settle_stored(self, one: _Expected, stored: Stored, growth: Growth) -> None:
        what = text("checkpoint of {size} events", size=one.size)
        same = one.size == growth.size and one.root == growth.root
        reason = stored.reason
        if reason is None and one.size < growth.size:
            reason = BACKWARDS
        elif reason is None and same and stored.position != growth.here.position:
            reason = ELSEWHERE
        if reason is not None:
            self._faults.append(Differing(what=what, reason=reason, where=stored.place))
        elif same and self.stretch is None:
            self._signed = growth.here
        elif not same and self._fails(one, growth):
            self._unlike.append(Differing(what=what, reason=_unlike(one, growth)))

    def _settle_held(self, one: _Expected, held: Held, growth: Growth) -> None:
        if one.size == growth.size and one.root == growth.root:
            self._holding = growth.here if self.stretch is None else self._holding
            return
        forked = self.stretch is None and self._signed.events == one.size
        self._fails(one, growth)
        reason = FORKED if forked else _unlike(one, growth)
        self._unlike.append(Differing(what=held.told, reason=reason, file=held.file))

    def _fails(self, one: _Expected, growth: Growth) -> bool:
        """Note where the first root differs; say whether this is it."""
        if self.stretch is not None:
            return False
        further = self._holding.events < self._signed.events < one.size
        signed = self._signed if further else None
        until = Bound(events=one.size, position=growth.here.position)
        self.stretch = Stretch(after=self._holding, until=until, signed=signed)
        return True


def _unlike(one: _Expected, growth: Growth) -> str:
    if one.size <= growth.size:
        return OTHER_ROOT
    here = growth.here
    return text(
        "the log ends with event {events}, at position {position}",
        events=here.events,
        position=here.position,
    )


def _expected_by(held: Iterable[Held]) -> Iterator[_Expected]:
    for one in held:
        if isinstance(one.says, Checkpoint):
            yield _Expected(one.says.size, one.says.root, one)


def _size(one: _Expected) -> int:
    return one.size
