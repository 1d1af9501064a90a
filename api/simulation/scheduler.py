"""Who acts when: one at a time, by chance, or two, so that one comes in between the other's act."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from api.simulation.faults import Fault
from api.simulation.house import Simulated
from api.simulation.misfortunes import Misfortunes
from api.simulation.process import Process
from api.simulation.weather import Crash, Killed
from api.simulation.wrong import WrongError
from domain.log.errors import DataKeyGoneError, LogError, LogUnavailableError
from projections.store.errors import LostRaceError

LOOK_MS: Final = 1_000
"""After how long at most a feed looks by itself whether there is anything new."""
TICK_MS: Final = 150
BACK: Final = 0.15
"""How often a process that is gone comes back, at every step."""
HEARD: Final = 12
"""How much a client hears in one go at most."""
COMPARED: Final = 40
SUMMED: Final = 400
"""After how many steps some rows are compared, and all sums are made."""
ASKED: Final = 0.7
"""How often a player acts whom a round waits for, if there is one, before another."""
RUNS: Final = "the parts of the house run without a fault of their own"


class Scheduler:
    """Runs a simulated house, a step at a time."""

    def __init__(self, house: Simulated) -> None:
        self.house = house
        self.step = 0
        self._busy: set[tuple[str, int]] = set()
        self._outer: int | None = None
        self._misfortunes = Misfortunes(house)
        self._moves: dict[str, tuple[Callable[[], None], int]] = {
            "player": (self._player, 34),
            "deliver": (self._deliver, 34),
            "steward": (self._steward, 12),
            "feed": (self._feed, 8),
            "listen": (self._listen, 10),
            "project": (self._project, 12),
            "checkpoint": (self._checkpoint, 1),
            "office": (self._office, 4),
            "wait": (self._wait, 5),
        }
        house.others_act = self._others_act

    def take(self) -> None:
        """Take one step: something is done, and all that came of it is examined."""
        house = self.house
        self.step += 1
        house.time.go(house.chance.randint(0, TICK_MS))
        for number, process in enumerate(house.processes):
            if process is None and house.chance.random() < BACK:
                self.guarded(lambda one=number: house.bear(one))  # type: ignore[misc] # bound at once
        self.guarded(self._misfortunes.befall)
        names = list(self._moves)
        weights = [weight for _, weight in self._moves.values()]
        (name,) = house.chance.choices(names, weights)
        house.done[name] += 1
        self.guarded(self._moves[name][0])
        house.examine()
        if self.step % COMPARED == 0:
            house.rows.some(house.truth)
        if self.step % SUMMED == 0:
            house.rows.sums(house.truth)

    def guarded(self, move: Callable[[], object]) -> None:
        """Do something; whoever dies of it is buried."""
        try:
            move()
        except Crash as crash:
            self.house.note(f"process {crash.process} dies")
            self.house.bury(crash.process)

    def _others_act(self, outer: int) -> None:
        """Let somebody else act while a process is about to write; one goes in between only."""
        if self._outer is not None:
            return
        self._outer = outer
        moves = (self._overtake, self._overtake, self._steward, self._office_at_once, self._project)
        try:
            self.house.chance.choice(moves)()
        except Crash as crash:
            if crash.process == outer:
                raise
            self.house.note(f"process {crash.process} dies in between")
            self.house.bury(crash.process)
        finally:
            self._outer = None

    @contextmanager
    def _only(self, kind: str, process: Process) -> Iterator[bool]:
        """Yield whether a part is free: one in the middle of its step is not begun again."""
        part = kind, process.number
        if part in self._busy:
            yield False
            return
        self._busy.add(part)
        try:
            yield True
        finally:
            self._busy.discard(part)

    def _some(self) -> Process | None:
        alive = self.house.alive()
        return self.house.chance.choice(alive) if alive else None

    # ---- those who ask

    def _player(self) -> None:
        house, process = self.house, self._some()
        if process is None:
            return
        player, at = house.chance.choice(house.players), None
        asked = house.asked() if house.chance.random() < ASKED else []
        if asked:
            at, player = house.chance.choice(asked)
        try:
            request = player.act(process, house.truth, at)
        except LogUnavailableError:
            return
        except DataKeyGoneError as error:
            house.require_erased(error.stream.partition("/")[2], error)
            return
        if request is not None:
            house.network.send(request)

    def _office(self) -> None:
        house, process = self.house, self._some()
        request = None if process is None else house.office.act(process, house.truth)
        if request is not None:
            house.network.send(request)

    def _office_at_once(self) -> None:
        house, process = self.house, self._some()
        request = None if process is None else house.office.act(process, house.truth)
        if request is not None and process is not None:
            house.serve(request, process)

    def _deliver(self) -> None:
        house = self.house
        due = house.network.next_ms
        if due is not None and house.time.ms < due <= house.time.ms + LOOK_MS:
            house.time.go(due - house.time.ms)
        self._serve(overtaking=False)

    def _overtake(self) -> None:
        self._serve(overtaking=True)

    def _serve(self, *, overtaking: bool) -> None:
        network = self.house.network
        request = network.overtake() if overtaking else network.arrive()
        if request is None:
            return
        process = None if request.process is None else self.house.processes[request.process]
        process = process or self._some()
        if process is None:
            network.again(request)
        else:
            self.house.serve(request, process)

    def _wait(self) -> None:
        self.house.time.go(self.house.chance.randint(0, 4_000))

    # ---- the parts of a process

    def _steward(self) -> None:
        process = self._some()
        if process is None or process.stalled_until > self.house.time.ms:
            return
        with self._only("steward", process) as free:
            if free:
                self.stewarded(process)

    def stewarded(self, process: Process) -> None:
        """Let a steward do what is due. Raises `WrongError` if it fails by its own fault."""
        self.house.note(f"the steward of process {process.number} looks")
        try:
            process.steward.step()
        except LogError as error:
            process.steward.failed(error)
            if not isinstance(error, LogUnavailableError):
                raise WrongError(RUNS, "a steward that goes on", error.code) from error
        health = process.steward.health()
        fault_of_its_own = health.error is not None and health.error[:1].isupper()
        if fault_of_its_own or (health.error and self.house.faults.quiet):
            raise WrongError(RUNS, "a steward that goes on", health.error)

    def _feed(self) -> None:
        process = self._some()
        if process is None:
            return
        late = self.house.time.ms - process.fed_ms >= LOOK_MS
        if process.noticed or late:
            self.fed(process)

    def fed(self, process: Process) -> None:
        """Let a feed read a page."""
        process.noticed, process.fed_ms = False, self.house.time.ms
        try:
            process.feed.step()
        except LogUnavailableError:
            process.noticed = True

    def _listen(self) -> None:
        house = self.house
        listener = house.chance.choice(house.listeners)
        if listener.connected and house.faults.strike(Fault.DISCONNECTED):
            listener.disconnect()
        process = self._some()
        if process is None or not house.truth.told[listener.place]:
            return
        try:
            if not listener.connected:
                listener.connect(process)
            for _ in range(house.chance.randint(1, HEARD)):
                if not listener.listen(house.truth):
                    break
        except LogUnavailableError:
            listener.disconnect()

    def _project(self) -> None:
        process = self._some()
        if process is not None:
            self.projected(process, self.house.chance.choice(list(process.runners)))

    def projected(self, process: Process, name: str) -> None:
        """Let a projection take a batch."""
        with self._only(f"project {name}", process) as free:
            if not free:
                return
            try:
                process.runners[name].step()
            except (LostRaceError, LogUnavailableError):
                pass
            except Killed:
                self.house.note(f"{name} of process {process.number} is killed")
                process.runners[name] = process.new_runner(name)

    def _checkpoint(self) -> None:
        process = self._some()
        if process is None:
            return
        with self._only("checkpoint", process) as free:
            if free:
                self.house.note(f"process {process.number} signs")
                with suppress(LogUnavailableError):
                    process.checkpointer.step()
