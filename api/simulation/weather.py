"""What the database of a process is like: it may fail, be slow, or let others in first."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, cast

import sqlalchemy as sa

from api.simulation.faults import Fault, Faults
from api.simulation.moment import Time
from domain.log.checkpoints.tiles import LeafTable
from domain.log.errors import LogUnavailableError
from domain.log.keys import KeyTable
from domain.log.table import ClashError, Drafted, Load, Outcome, Reader, Table
from projections.store.engine import Views

SLOWEST_MS: Final = 3_000
AWAY_MS: Final = (300, 20_000)
"""How long a database stays away, at least and at most."""


class Crash(BaseException):
    """The process of this number is no more."""

    def __init__(self, process: int) -> None:
        super().__init__(process)
        self.process = process


class Killed(BaseException):
    """A projection is no more."""


class Weather:
    """The faults around one process. `others_act` lets somebody in, `tell` spreads the news."""

    def __init__(
        self,
        process: int,
        faults: Faults,
        time: Time,
        others_act: Callable[[int], None],
        tell: Callable[[], None],
    ) -> None:
        self.faults = faults
        self.time = time
        self.tell = tell
        self._process = process
        self._others_act = others_act
        self._away_until = 0

    def clear(self) -> None:
        """Let the database be reached again."""
        self._away_until = 0

    def look(self) -> None:
        """Reach the database. Raises `LogUnavailableError` or `Crash`."""
        faults, chance = self.faults, self.faults.chance
        if faults.strike(Fault.UNAVAILABLE):
            self._away_until = self.time.ms + chance.randint(*AWAY_MS)
        if self.time.ms < self._away_until and not faults.quiet:
            self.time.go(chance.randint(1, 20))
            message = "the simulated database is away"
            raise LogUnavailableError(message)
        if faults.strike(Fault.SLOW):
            self.time.go(chance.randint(1, SLOWEST_MS))
        if faults.strike(Fault.CRASHED_READING):
            raise Crash(self._process)

    def after_looking(self) -> None:
        """Somebody else may act, so that what was found is how it was."""
        if self.faults.strike(Fault.OVERTAKEN):
            self._others_act(self._process)

    def before_writing(self) -> None:
        """Somebody else may act, or the process die, before it writes."""
        self.look()
        if self.faults.strike(Fault.RACED):
            self._others_act(self._process)
        if self.faults.strike(Fault.CRASHED_BEFORE):
            raise Crash(self._process)

    def after_writing(self) -> None:
        """The process may die, or not hear of it, when it has written."""
        if self.faults.strike(Fault.CRASHED_AFTER):
            raise Crash(self._process)
        if self.faults.strike(Fault.UNCERTAIN):
            message = "the simulated database did not answer"
            raise LogUnavailableError(message)

    def before_projecting(self) -> None:
        """Somebody else may act, such as the same projection of another process."""
        if self.faults.strike(Fault.RACED):
            self._others_act(self._process)


class _Reached:
    """Anything of a database, each of whose methods has to reach it first."""

    def __init__(self, inner: object, weather: Weather) -> None:
        self._inner = inner
        self._weather = weather

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- as the method has it
        method = getattr(self._inner, name)

        def asked(*words: object, **named: object) -> object:
            self._weather.look()
            found = method(*words, **named)
            self._weather.after_looking()
            return found

        return asked


class _Told:
    """See `Outcome`."""

    def __init__(self, write: Callable[[], Sequence[int]]) -> None:
        self._positions: Sequence[int] = ()
        self._fault: Exception | None = None
        try:
            self._positions = write()
        except (ClashError, LogUnavailableError) as error:
            self._fault = error

    def outcome(self) -> Sequence[int]:
        """See `Outcome.outcome`."""
        if self._fault is not None:
            raise self._fault
        return self._positions


class Database:
    """See `Table`: the real table of one process, with the faults around it."""

    def __init__(self, table: Table, weather: Weather) -> None:
        self._table = table
        self._weather = weather
        self.read = cast("Reader", _Reached(table.read, weather))
        self.keys = cast("KeyTable", _Reached(table.keys, weather))
        self.leaves = cast("LeafTable", _Reached(table.leaves, weather))

    @property
    def load(self) -> Load:
        """See `Table.load`."""
        return self._table.load

    def server_time(self) -> datetime | None:
        """See `Table.server_time`: the house has no time but its own."""

    def insert(self, drafted: Drafted) -> Sequence[int]:
        """See `Table.insert`."""
        self._weather.before_writing()
        positions = self._table.insert(drafted)
        self._weather.tell()
        self._weather.after_writing()
        return positions

    def put(self, drafted: Drafted, told: Callable[[Outcome], object]) -> None:
        """See `Table.put`; there is no other thread here, so it is told at once."""
        told(_Told(lambda: self.insert(drafted)))

    def wait_beyond(self, position: int, timeout: float) -> bool:
        """See `Table.wait_beyond`; nobody waits here, since who acts when is not his to say."""
        del timeout
        return self.read.last_position() > position

    def close(self) -> None:
        """See `Table.close`."""
        self._table.close()


class MortalViews(Views):
    """The views as a process has them that may be killed while it writes."""

    def __init__(self, engine: sa.Engine, weather: Weather) -> None:
        super().__init__(engine)
        self._weather = weather

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """See `Views.writing`. Raises `Killed`, within the transaction or after it."""
        self._weather.before_projecting()
        with super().writing() as connection:
            yield connection
            if self._weather.faults.strike(Fault.KILLED_PROJECTOR):
                raise Killed
        if self._weather.faults.strike(Fault.KILLED_BEHIND):
            raise Killed
