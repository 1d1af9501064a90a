"""A simulated house: its disk, its processes, and whoever asks them for something."""

from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

from api.house import Answer
from api.simulation.answers import Answers
from api.simulation.chance import Chances
from api.simulation.checks import Checker, Points, RoundPoints, Turns
from api.simulation.decks import Decks
from api.simulation.disk import Disk
from api.simulation.faults import Fault, Faults
from api.simulation.listeners import Listener
from api.simulation.moment import Time
from api.simulation.network import Network, Request
from api.simulation.office import Office
from api.simulation.plan import PROCESSES, Plan
from api.simulation.players import Player
from api.simulation.process import Process, Ring
from api.simulation.proofs import Proofs
from api.simulation.rows import Rows
from api.simulation.sight import Sight
from api.simulation.tree import Tree
from api.simulation.truth import Truth
from api.simulation.weather import Crash, Weather
from api.simulation.wrong import WrongError
from domain.flow.address import Address, game
from domain.flow.turns import cut_in
from domain.games.rounds import waiting
from domain.kernel.refusal import Refusal
from domain.log.codec import CODEC
from domain.log.errors import (
    CommandReusedError,
    ConflictError,
    DataKeyGoneError,
    LogError,
    LogUnavailableError,
)
from domain.log.store import Log
from projections.store.engine import open_views

TOLD: Final = 25
"""How many of the last actions are told when something is wrong."""
GIVEN_UP: Final = 0.04
"""How often a client that was not answered does not ask again at once."""
FOLLOWED: Final = 2
"""How many places a player follows at most."""
UNUSABLE: Final = "only keys that were erased are missing"


class Simulated:
    """All that there is in a simulation, and the two things that are done to it: ask, examine."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.chances = Chances(plan.seed)
        self.chance = self.chances.of("scheduler")
        self.time = Time()
        self.faults = Faults(self.chances.of("faults"), plan.faults)
        path = plan.file or folder / "log.db"
        self.disk = Disk(path, self.chances, in_memory=plan.file is None)
        self.network = Network(self.faults, self.time)
        self.unsettled: list[Request] = []
        """What was asked and never answered."""
        self.erased: set[str] = set()
        """The rounds whose keys were erased."""
        self.actions: deque[str] = deque(maxlen=TOLD)
        self.done = Counter[str]()
        self._births = Counter[int]()
        self.weathers = [self._weather(number) for number in range(PROCESSES)]
        self.processes: list[Process | None] = [None] * PROCESSES
        self.others_act: Callable[[int], None] = lambda _: None
        self._people()
        self._checkers()

    def _weather(self, number: int) -> Weather:
        return Weather(number, self.faults, self.time, self._interrupted, self._tell)

    def _interrupted(self, process: int) -> None:
        self.others_act(process)

    def _people(self) -> None:
        homes = self.plan.homes(self.chances)
        self.players = [
            Player(name, venues, self.chances.of(f"player {name}"), self.faults)
            for name, venues in homes.items()
        ]
        self.office = Office(tuple(homes), self.plan.venues, self.chances.of("office"))
        self.listeners = [
            Listener(at, name, self.erased)
            for name, venues in homes.items()
            for at in venues[:FOLLOWED]
        ]
        self.listeners += [Listener(at, None, self.erased) for at in self.plan.venues]

    def _checkers(self) -> None:
        table, now = self.disk.table(), self.time.now
        ring = Ring(self.disk.masters, table.keys, now)
        self.truth = Truth(Log(table, now, keys=ring, codec=CODEC))
        self.points, self.tree, self.proofs = Points(), Tree(), Proofs()
        self.sight = Sight(self.chances.of("sight"))
        self.answers = Answers()
        self.rows = Rows(open_views(self.disk.views), self.chances.of("rows"))
        self.checkers: tuple[Checker, ...] = (
            self.points,
            RoundPoints(),
            Turns(),
            self.sight,
            Decks(),
            self.tree,
            self.proofs,
        )

    # ---- processes

    def alive(self) -> list[Process]:
        """Return the processes that are there; one that is not may come back at any time."""
        return [one for one in self.processes if one is not None]

    def bear(self, number: int) -> Process | None:
        """Start a process again; None if it cannot, the database being away."""
        self._births[number] += 1
        birth, weather = self._births[number], self.weathers[number]
        try:
            made = Process(number, birth, self.disk, weather, self.chances)
        except LogUnavailableError:
            return None
        self.processes[number] = made
        return made

    def bury(self, number: int) -> None:
        """A process is no more; its clients lose their connections."""
        process, self.processes[number] = self.processes[number], None
        if process is not None:
            for listener in self.listeners:
                if listener.is_on(process):
                    listener.disconnect()
            process.die()

    def _tell(self) -> None:
        """Tell all processes of new events, unless the notice is lost."""
        for process in self.alive():
            if not self.faults.strike(Fault.LOST_NOTICE):
                process.noticed = True

    # ---- asking and examining

    def asked(self) -> list[tuple[Address, Player]]:
        """Return the players whom a round waits for, each with where it is played."""
        found = []
        for about, place in self.truth.running_at():
            state = self.truth.state(game(about))
            cutting = cut_in(self.truth.state, about, state)
            waits = waiting(state)
            seats = cutting.waits if cutting is not None else waits.seats if waits else ()
            names = {state.round.players[seat] for seat in seats}
            found += [(place, one) for one in self.players if one.name in names]
        return found

    def serve(self, request: Request, process: Process) -> None:
        """Have a process answer a request, and see that the answer is so."""
        request.asked += 1
        self.note(f"process {process.number} is asked by {request}")
        since = self.truth.position
        try:
            answer = process.ask(request)
        except (LogUnavailableError, ConflictError):
            self._unanswered(request)
        except Crash:
            self._unanswered(request)
            raise
        except CommandReusedError:
            self.examine()
            self.answers.reused(request, self.truth)
        except DataKeyGoneError as error:
            self.require_erased(request.at.id, error)
        else:
            self._answered(request, answer, since)

    def _answered(self, request: Request, answer: Answer, since: int) -> None:
        self.examine()
        if isinstance(answer, Refusal):
            self.answers.refusal(request, answer, self.truth, since)
        else:
            self.answers.receipt(request, answer, self.truth)
        if self.faults.strike(Fault.UNANSWERED):
            self.network.again(request)

    def _unanswered(self, request: Request) -> None:
        if self.faults.quiet or self.chance.random() < GIVEN_UP:
            self.unsettled.append(request)
        else:
            self.network.again(request)

    def require_erased(self, about: str, error: LogError) -> None:
        """Raise `WrongError` unless the keys that are missing were erased."""
        if about not in self.erased:
            raise WrongError(UNUSABLE, f"the keys of {about}", error.code)

    def note(self, action: str) -> None:
        """Remember what is done, for who has to find out what went wrong."""
        self.actions.append(f"{self.time.now():%H:%M:%S.%f}  {action}")

    def examine(self) -> None:
        """Take what is new in the log, and have all checkers look at it."""
        for batch in self.truth.unread():
            for checker in self.checkers:
                checker.before(batch, self.truth)
            self.truth.take(batch)
            for checker in self.checkers:
                checker.after(batch, self.truth)
        self.sight.look(self.truth)

    def close(self) -> None:
        """Release all files."""
        for number in range(PROCESSES):
            self.bury(number)
        self.rows.close()
        if not self.disk.in_memory:
            self.truth.log.close()
