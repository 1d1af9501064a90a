"""Where the rows of a stream lie in the log: in the order in which they were written.

No hash covers a position. A decision is written with its acknowledgement behind it, and the next
one after both, so that a row that was moved lies out of its place all the same.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from domain.kernel.text import text
from domain.log.envelope import Recorded

MOVED: Final = text("it, or its acknowledgement, does not lie in the log where it was written")


class Places:
    """Goes on from decision to decision of one stream, in the order of its versions."""

    def __init__(self) -> None:
        self._last = self._acknowledged = 0
        self._before = 1

    def astray(self, rows: Sequence[Recorded], acknowledged: int | None) -> int | None:
        """Return the first version that lies out of its place, None if there is none.

        `rows` are the events of the next decision, `acknowledged` is the position of what
        acknowledged it.
        """
        first, last, behind = rows[0], rows[-1].position, acknowledged
        if first.position is None or last is None or behind is None:
            return None  # not from a log
        if self._last < first.position <= self._acknowledged:
            return self._before
        if len(rows) > 1 or not self._acknowledged < first.position < behind:
            moved = _moved(rows, self._acknowledged, behind)
            if moved is not None:
                return moved
        self._last, self._acknowledged, self._before = last, behind, first.version
        return None


def _moved(rows: Sequence[Recorded], after: int, before: int) -> int | None:
    positions = (row.position or 0 for row in rows)
    fitting = sorted(position for position in positions if after < position < before)
    for row, position in zip_longest(rows, fitting):
        if row.position != position:
            return row.version
    return None
