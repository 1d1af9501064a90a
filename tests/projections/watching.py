"""Looking at rows as a comparison and a runner see them, and changing some behind their back."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from domain.log.envelope import Recorded
from domain.log.store import Log
from projections.compare import Compared, compare
from tests.projections.conftest import Store


def compared(store: Store, stream: str) -> dict[str, Compared]:
    """Return how the rows of a stream compare with its events, by projection."""
    found = compare(store.views, store.log, {stream: store.log.read(stream)})
    return {one.projection: one for one in found[stream]}


def change(store: Store, statement: str) -> None:
    """Change rows; there must be some."""
    with store.views.writing() as connection:
        assert connection.execute(sa.text(statement)).rowcount > 0, statement


@contextmanager
def reads_counted(patch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Yield how often each stream is read meanwhile."""
    reads: Counter[str] = Counter()
    reading = Log.read

    def counted(self: Log, stream: str) -> tuple[Recorded, ...]:
        reads[stream] += 1
        return reading(self, stream)

    with patch.context() as while_counted:
        while_counted.setattr(Log, "read", counted)
        yield reads
