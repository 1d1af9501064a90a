"""Looking whether a few streams of the log, taken at random, are still as they were written."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from domain.fairness.tree import root_by
from domain.log.checkpoints.checkpoints import Checkpoints, Inclusion
from domain.log.checkpoints.events import STREAM
from domain.log.checkpoints.grown import GrownTree
from domain.log.checkpoints.tiles import Leaf
from domain.log.codec import CODEC
from domain.log.envelope import Stored
from domain.log.errors import TreeBrokenError
from domain.log.examine import examine
from domain.log.store import Log

SAMPLED: Final = 8
"""Places of the log that one self-check looks at."""


def faults_in_sample(log: Log, below: Callable[[int], int]) -> tuple[str, ...]:
    """Return what is wrong with streams at random places of a log, an item each.

    A stream's chain holds, and what was signed last is what is there: its root, and the place of
    what was sampled below it. `below` returns a number that it draws from 0 up to, but not
    including, the one given to it.
    """
    last = log.last_position()
    places = [below(last) for _ in range(SAMPLED)] if last else []
    rows = {row.stream: row for row in _rows(log, places)}
    return tuple(sorted({*_broken(log, rows), *_unlike_signed(log, rows.values())}))


def _rows(log: Log, places: list[int]) -> Iterator[Stored]:
    for place in places:
        position = log.next_position(place)
        yield from () if position is None else log.span(position - 1, position)


def _broken(log: Log, streams: Iterable[str]) -> Iterator[str]:
    for stream in streams:
        # Without keys: what is sealed is covered by the chain as it is.
        _, fault = examine(log.read_stored(stream), CODEC)
        if fault is not None:
            yield f"{stream}: event {fault.version}: {fault.kind.replace('_', ' ')}"


def _unlike_signed(log: Log, rows: Iterable[Stored]) -> Iterator[str]:
    checkpoints = Checkpoints(log)
    try:
        latest = checkpoints.latest()
        if latest is None:
            return
        if GrownTree(log.leaves).root(latest.size) != latest.root:
            yield f"{STREAM}: the log is not what was signed last"
        for row in rows:
            found = checkpoints.inclusion(row.stream, row.version, latest.size)
            if found is not None and _root_from(found) != latest.root:
                yield f"{row.stream}: event {row.version} is not the one that was signed"
    except TreeBrokenError:
        yield f"{STREAM}: the tree over the log is broken"


def _root_from(found: Inclusion) -> bytes | None:
    leaf = Leaf(found.position, found.hash).leaf
    return root_by(found.path, found.index, found.size, leaf)
