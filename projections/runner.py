"""Driving one projection: read what came after its position, fold it, write rows and position."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final, NamedTuple

import sqlalchemy as sa

from domain.kernel.text import text
from domain.log.envelope import Recorded
from domain.log.pages import read_until
from domain.log.store import Log
from projections.projection import Projection
from projections.reached import Reached
from projections.store.engine import Views
from projections.store.errors import LostRaceError, ViewsAheadError
from projections.store.position import Place, advance, live_place
from projections.store.tables import Change
from projections.store.writing import write

BATCH: Final = 2_000
"""Facts in one transaction: enough that its cost does not show, few enough to be back soon."""
Around = Callable[[str], AbstractContextManager[object]]
"""What surrounds the writing of a batch, for whoever measures it; it is told what kind of work."""


class Batch(NamedTuple):
    """What comes next for a projection: from where to where it moves, and by which facts.

    `more` says that the log goes on behind it.
    """

    place: Place
    until: int
    facts: Sequence[Recorded]
    more: bool


class Runner:
    """Runs a projection over one log. Not to be shared between threads.

    Any number of runners may run one projection, in any processes: each batch is written by one of
    them. `beside` is the generation that a rebuild fills; else it is the one that readers see.
    """

    def __init__(  # noqa: PLR0913 -- its parts, and what may differ
        self,
        projection: Projection,
        log: Log,
        views: Views,
        *,
        batch: int = BATCH,
        beside: Place | None = None,
        around: Around = nullcontext,
    ) -> None:
        self.projection = projection
        self.reached = Reached()
        self._log = log
        self._views = views
        self._batch = batch
        self._beside = beside
        self._around = around
        self._place = beside
        self._writer = projection.writer(log)
        self._kinds = frozenset(projection.facts)

    @property
    def position(self) -> int:
        """The position of the log up to which this runner knows everything to be written."""
        return 0 if self._place is None else self._place.position

    def catch_up(self) -> int:
        """Project until nothing is left; return how many facts that were."""
        done = 0
        while True:
            try:
                facts = self.step()
            except LostRaceError:
                if self._beside is not None:
                    raise  # another rebuild has begun, and this one is given up
                continue
            if facts is None:
                return done
            done += facts

    def step(self) -> int | None:
        """Project one batch; return how many facts were in it, None if nothing is left to read.

        Raises `LostRaceError` if another runner was faster; the next step goes on after it.
        """
        try:
            batch = self.next()
            if batch is None:
                return None
            with self._around("projection"):
                changes = self.fold(batch)
                with self._views.writing() as connection:
                    self.write(connection, batch, changes)
        except BaseException:
            self.forget()
            raise
        self.written(batch)
        return len(batch.facts)

    def next(self, page: "Page | None" = None) -> Batch | None:
        """Return what comes next, None if nothing is left to read.

        It is taken from the page after its place, if given, and else read. Whoever has it is to
        `fold` it, to `write` what that gives, and to tell by `written` that it is, or to `forget`.
        """
        place = self.place()
        if page is None:
            page = Page(self._log, place.position, self.projection.topics, self._batch)
        facts, until = self._next(place.position, page)
        if until == place.position:
            return None
        return Batch(place, until, facts, until < page.end)

    def fold(self, batch: Batch) -> Sequence[Change]:
        """Return the rows that follow from a batch."""
        return self._writer.fold(batch.facts)

    def write(self, connection: sa.Connection, batch: Batch, changes: Sequence[Change]) -> None:
        """Write rows and the new position. Raises `LostRaceError` if another was faster."""
        advance(connection, self.projection.name, batch.place, batch.until)
        for change in changes:
            write(connection, batch.place.generation, change)

    def written(self, batch: Batch) -> None:
        """Go on behind a batch, which is written for good."""
        self._place = batch.place._replace(position=batch.until)
        self.reached.tell(batch.until)

    def forget(self) -> None:
        """Begin again from what is stored; a generation beside the live one has one writer only."""
        self._writer.forget()
        self._place = self._beside

    def place(self) -> Place:
        """Return where the next batch begins, as stored, if this runner has not come there."""
        if self._place is None:
            with self._views.reading() as connection:
                self._place = live_place(connection, self.projection.name)
            self.reached.tell(self._place.position)
        return self._place

    def _next(self, position: int, page: "Page") -> tuple[Sequence[Recorded], int]:
        """Return the facts to project next, and the position up to which there are no others."""
        if page.end < position:
            message = text(
                "{name} is at {seen}, and the log ends at {end}: these are the views of another"
                " log, or of more of it",
                name=self.projection.name,
                seen=position,
                end=page.end,
            )
            raise ViewsAheadError(message)
        return [one for one in page.events if type(one.event) in self._kinds], page.until


class Page:
    """What comes next after a position of a log, of all names that those who stand there want.

    Events of other names are passed over. The log's end is asked before its events: what is
    committed in between may be among them, and what is committed later lies behind them.
    """

    def __init__(self, log: Log, after: int, topics: Sequence[str], limit: int) -> None:
        self.end = log.last_position()
        self.events: Sequence[Recorded] = ()
        self.until = after
        """Up to where nothing else is left to read."""
        if self.end > after:
            self.events = log.after(after, limit, topics)
            self.until = read_until(self.events, limit, self.end)
