"""Driving one projection: read what came after its position, fold it, write rows and position."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import Event
from typing import Final

from domain.log.envelope import Recorded
from domain.log.pages import read_until
from domain.log.store import Log
from projections.projection import Projection
from projections.reached import Reached
from projections.store.engine import Views
from projections.store.errors import LostRaceError, ViewsAheadError
from projections.store.position import Place, advance, live_place
from projections.store.writing import write

BATCH: Final = 2_000
"""Facts in one transaction: enough that its cost does not show, few enough to be back soon."""
Around = Callable[[str], AbstractContextManager[object]]
"""What surrounds the writing of a batch, for whoever measures it; it is told what kind of work."""


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
        self._topics = projection.topics

    @property
    def position(self) -> int:
        """The position of the log up to which this runner knows everything to be written."""
        return 0 if self._place is None else self._place.position

    def catch_up(self, stop: Event | None = None, *, rest: float = 0.0) -> int:
        """Project until nothing is left, or until told to stop; return how many facts that were.

        Who can be told to stop may `rest`, in seconds, after a batch that was not full, so that
        the news of a busy log comes in few batches.
        """
        done = 0
        while stop is None or not stop.is_set():
            try:
                facts = self.step()
            except LostRaceError:
                if self._beside is not None:
                    raise  # another rebuild has begun, and this one is given up
                continue
            if facts is None:
                break
            done += facts
            if stop is not None and facts < self._batch:
                stop.wait(rest)
        return done

    def step(self) -> int | None:
        """Project one batch; return how many facts were in it, None if nothing is left to read.

        Raises `LostRaceError` if another runner was faster; the next step goes on after it.
        """
        try:
            place = self._located()
            facts, until = self._next(place.position)
            if until == place.position:
                return None
            with self._around("projection"):
                self._write(place, facts, until)
        except BaseException:
            self._forget()
            raise
        self._place = place._replace(position=until)
        self.reached.tell(until)
        return len(facts)

    def _write(self, place: Place, facts: tuple[Recorded, ...], until: int) -> None:
        changes = self._writer.fold(facts)
        with self._views.writing() as connection:
            advance(connection, self.projection.name, place, until)
            for change in changes:
                write(connection, place.generation, change)

    def _located(self) -> Place:
        if self._place is None:
            with self._views.reading() as connection:
                self._place = live_place(connection, self.projection.name)
            self.reached.tell(self._place.position)
        return self._place

    def _next(self, position: int) -> tuple[tuple[Recorded, ...], int]:
        """Return the facts to project next, and the position up to which there are no others.

        Events of other kinds are passed over. The log's end is asked before its events: what is
        committed in between may be among them, and what is committed later lies behind them.
        """
        end = self._log.last_position()
        if end < position:
            where = f"{self.projection.name} is at {position}, and the log ends at {end}"
            message = f"{where}: these are the views of another log, or of more of it"
            raise ViewsAheadError(message)
        if end == position:
            return (), position
        facts = self._log.after(position, self._batch, self._topics)
        return facts, read_until(facts, self._batch, end)

    def _forget(self) -> None:
        """Begin again from what is stored; a generation beside the live one has one writer only."""
        self._writer.forget()
        self._place = self._beside
