"""The steward: a thread that does what is on the agenda while it holds the log.

No error ends it: it backs off, and tries again.
"""

import logging
from collections.abc import Callable
from secrets import token_bytes
from threading import Event, Lock, Thread
from typing import Final

import msgspec

from api.house import House
from api.observing.observer import UNOBSERVED, Observer
from api.steward.agenda import MS, TOPICS, Agenda, Task
from api.steward.holder import Holder
from api.steward.venues import OPENINGS, Open, running_in
from api.steward.work import RefusedError, Work
from domain.flow.address import SWITCHES, Address, clock
from domain.house.clock.events import ClockResumed, ClockStopped
from domain.kernel.decider import name_of
from domain.log.errors import LogError, LogUnavailableError
from domain.log.masters import Chance
from domain.log.pages import read_until
from domain.log.store import Log

PAUSE_SECONDS: Final = 3.0
"""H5.5: how long a table or match that can play waits for its next round."""
POLL_SECONDS: Final = 1.0
"""How long at most until the hold is made sure of, or tried again, and the log is looked at."""
REST_SECONDS: Final = 0.1
"""How long it rests between two looks, so that a busy log is read in few pages."""
LATER_MS: Final = 10_000
"""When a task that failed by itself is tried again."""
BACK_OFF_SECONDS: Final = 0.1
LONGEST_BACK_OFF: Final = 1.0
"""Short: a house that is back should be so before its grace is over."""
BATCH: Final = 1_000

_OPENED: Final = tuple(map(name_of, OPENINGS.values()))
_logger: Final = logging.getLogger("paipu.steward")


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the steward does. Of several in one house, one is `holding` the log, the others wait.

    `put_off` counts tasks that failed by themselves and are tried again; `failures` the attempts
    since all else last went well. `error` is the code of the last failure, or its type, as long as
    either is not 0. `given_up` are the rounds that the house has interrupted, with the code of why.
    `fired` counts what the clock did for seats that were late, `late_ms` by how much it was late.
    """

    holding: bool
    position: int
    tables: int
    matches: int
    rounds: int
    put_off: int
    failures: int
    error: str | None
    given_up: tuple[tuple[str, str], ...] = ()
    fired: int = 0
    late_ms: int = 0


class Steward:
    """Deals, ends turns that are overdue, and starts rounds, in one log (H5).

    `house` must have the same clock, so that the turns which it opens have deadlines. Start it, or
    drive it by `step`, not both.
    """

    def __init__(  # noqa: PLR0913 -- its parts, and what may differ
        self,
        log: Log,
        house: House,
        now_ms: Callable[[], int],
        holder: Holder,
        *,
        pause_seconds: float = PAUSE_SECONDS,
        chance: Chance = token_bytes,
        observer: Observer = UNOBSERVED,
    ) -> None:
        self._log = log
        self._work = Work(log, house, now_ms, chance)
        self._now_ms = now_ms
        self._holder = holder
        self._pause_ms = round(pause_seconds * MS)
        self._observer = observer
        self._agenda: Agenda | None = None
        self._position = 0
        self._held = False
        self._error: str | None = None
        self._stop = Event()
        self._lock = Lock()
        self._health = self._seen(0)
        self._thread = Thread(target=self._run, name="steward", daemon=True)

    def start(self) -> None:
        """Begin to look after the house."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the task in hand, and let another hold the log."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._holder.release()
        self._held, self._agenda = False, None
        self._note(0)

    def health(self) -> Health:
        """Return how it does."""
        with self._lock:
            return self._health

    def step(self) -> bool:
        """Do all that is due now; return whether this process holds the log.

        Raises the log's errors when it cannot be used; what was not done is done by a later step.
        """
        agenda = self._agenda = self._agenda or self._taken_up()
        self._heed(agenda)  # also without the hold, to be ready for it
        while self._holds() and (due := agenda.tasks(self._now_ms())):
            for task in due:
                if self._stop.is_set() or not self._holds():
                    break
                self._do(agenda, task)
            if self._stop.is_set():
                break
            self._heed(agenda)
        self._note(0)
        return self._held

    def _holds(self) -> bool:
        held = self._holder.hold()
        if held != self._held:
            _logger.info("this process %s the steward's hold", "has" if held else "has lost")
            self._held = held
        return held

    # ---- what has happened

    def _taken_up(self) -> Agenda:
        """Look at every table and match; rounds that run are looked at as tasks, each by itself."""
        agenda, self._position = Agenda(self._pause_ms), self._log.last_position()
        switches = self._log.read(SWITCHES.stream)
        agenda.turn_off(SWITCHES.decider.fold(one.event for one in switches))
        for stream in (stream for name in _OPENED for stream in self._log.opened(name)):
            try:
                self._take_up(agenda, stream)
            except LogUnavailableError:
                raise
            except LogError as error:
                # One that is damaged is nobody's to play at, but all others go on.
                _logger.error("%s cannot be looked after (%s)", stream, error.code)  # noqa: TRY400 -- a trace might quote what is stored
        return agenda

    def _take_up(self, agenda: Agenda, stream: str) -> None:
        at, recorded = Address.of(stream), self._log.read(stream)
        if at is not None:
            state = at.decider.fold(one.event for one in recorded)
            agenda.take_up(at, len(recorded), state, self._now_ms())
            if isinstance(state, Open) and (running := running_in(state)) is not None:
                for one in self._log.read(clock(running).stream):
                    if isinstance(one.event, ClockStopped | ClockResumed):
                        agenda.heed(one)

    def _heed(self, agenda: Agenda) -> None:
        """Tell the agenda what is new in the log. The end is asked for before what is there."""
        end = self._log.last_position()
        while self._position < end:
            page = self._log.after(self._position, BATCH, TOPICS)
            for recorded in page:
                agenda.heed(recorded)
            self._position = read_until(page, BATCH, end)

    # ---- what is to be done

    def _do(self, agenda: Agenda, task: Task) -> None:
        """Do a task; what goes wrong with one keeps nobody from doing the others."""
        try:
            with self._observer.work("steward"):
                found = self._work.do(task)
        except LogUnavailableError:
            raise
        except Exception as error:  # noqa: BLE001 -- whatever it is, the other tables go on
            self._error = _code(error)
            _logger.error("%s failed (%s); again later", task, self._error)  # noqa: TRY400 -- a trace might quote what is stored
            agenda.put_off_until(task, self._now_ms() + LATER_MS)
            return
        agenda.done(task)
        if found is not None:
            agenda.expect(found)

    # ---- the thread

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                held = self.step()
                self._wait(held=held)
            except Exception as error:  # noqa: BLE001 -- whatever it is, the house is looked after again
                self._stop.wait(self.failed(error))

    def _wait(self, *, held: bool) -> None:
        """Wait for news, for the next task, or for the time to make sure of the hold."""
        agenda = self._agenda
        if not held or agenda is None:
            self._stop.wait(POLL_SECONDS)
            return
        due, now = agenda.next_ms(), self._now_ms()
        seconds = POLL_SECONDS if due is None else min(max(due - now, 0) / MS, POLL_SECONDS)
        if seconds:
            self._stop.wait(min(seconds, REST_SECONDS))
            self._log.wait_beyond(self._position, seconds)

    def failed(self, error: Exception) -> float:
        """Take note of what a step raised; return for how many seconds it is to rest."""
        failures = self.health().failures + 1
        self._error = _code(error)
        if not isinstance(error, LogUnavailableError):
            self._agenda = None  # whatever it met on the way, the tables as they stand lie behind
        self._note(failures)
        _logger.error("the steward failed (%s, attempt %d)", self._error, failures)
        longer: float = BACK_OFF_SECONDS * 2 ** min(failures - 1, 10)
        return min(longer, LONGEST_BACK_OFF)

    def _note(self, failures: int) -> None:
        seen = self._seen(failures)
        with self._lock:
            self._health = seen

    def _seen(self, failures: int) -> Health:
        agenda = self._agenda or Agenda(0)
        if not failures and not agenda.put_off:
            self._error = None
        return Health(
            holding=self._held,
            position=self._position,
            tables=agenda.tables,
            matches=agenda.matches,
            rounds=agenda.rounds,
            put_off=agenda.put_off,
            failures=failures,
            error=self._error,
            given_up=agenda.given_up,
            fired=self._work.fired,
            late_ms=self._work.late_ms,
        )


def _code(error: Exception) -> str:
    return error.code if isinstance(error, LogError | RefusedError) else type(error).__name__
