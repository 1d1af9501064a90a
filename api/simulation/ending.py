"""How a simulation ends: without faults every round ends, everybody leaves, all is compared."""

from collections.abc import Iterator
from typing import Final

from api.simulation.house import Simulated
from api.simulation.process import Process
from api.simulation.scheduler import Scheduler
from api.simulation.verified import require_verified
from api.simulation.wrong import WrongError
from domain.flow.address import COUNTER, SWITCHES, Address, Kind, clock
from domain.house.clock.commands import ResumeClock
from domain.house.clock.state import Stopped
from domain.house.match import commands as in_match
from domain.house.match import state as of_match
from domain.house.switches import commands as of_switches
from domain.house.table import commands as at_table
from domain.house.table import state as of_table
from domain.house.wallet import commands as of_wallet
from domain.house.wallet.state import Account
from domain.kernel.decider import Command

ENDS: Final = "without faults every round ends"
LEAVE: Final = "everybody can leave with all points, and the rake is what is left"
SETTLED: Final = "whatever was not answered is answered when it is asked again"
ALL_TOLD: Final = "who follows has heard everything in the end"
AT_ONCE: Final = 3
"""How many players act in a second of the end."""
SECONDS: Final = 6 * 3_600
"""For how long at most the rounds that still run are waited for, in the house's time."""


class Ending:
    """Brings a simulated house to its end, and compares everything."""

    def __init__(self, house: Simulated, scheduler: Scheduler) -> None:
        self._house = house
        self._scheduler = scheduler

    def run(self) -> None:
        """End it. Raises `WrongError`."""
        house = self._house
        house.faults.quiet = True
        for number, weather in enumerate(house.weathers):
            weather.clear()
            if house.processes[number] is None:
                house.bear(number)
        for process in house.alive():
            process.stalled_until = 0
        self._settle()
        self._end_rounds()
        self._settle()
        self._leave()
        self._catch_up()
        house.answers.all(house.truth)
        house.rows.all(house.truth)
        require_verified(house)

    @property
    def _process(self) -> Process:
        return self._house.alive()[0]

    def _ask(self, at: Address, command: Command) -> None:
        """Ask something that must be accepted."""
        request = self._house.office.request(at, command)
        self._house.serve(request, self._process)
        if (request.actor, request.key) not in self._house.truth.batches:
            raise WrongError(LEAVE, f"{request} is accepted", "it is refused")

    def _settle(self) -> None:
        """Ask once more whatever is on its way, or was never answered."""
        house = self._house
        for _ in range(len(house.network) + len(house.unsettled)):
            request = house.network.overtake() or house.unsettled.pop()
            house.serve(request, self._process)
        if house.unsettled or len(house.network):
            raise WrongError(SETTLED, "an answer to everything", house.unsettled)

    # ---- rounds

    def _end_rounds(self) -> None:
        """Start no round any more, and let the clock play those that run to their ends."""
        house, truth = self._house, self._house.truth
        if "everything" not in truth.state(SWITCHES).off:
            self._ask(SWITCHES, of_switches.Disable(scope="everything", reason="it is late"))
        end = house.time.ms + SECONDS * 1_000
        while left := truth.running_at():
            if house.time.ms > end:
                raise WrongError(ENDS, "no round that runs", left)
            house.time.go(1_000)
            for about, _ in left:
                if isinstance(truth.state(clock(about)), Stopped):
                    self._ask(clock(about), ResumeClock(reason="it is to end"))
            self._play()
            for process in house.alive():
                self._scheduler.stewarded(process)
            house.examine()

    def _play(self) -> None:
        """Let players go on, so that not all of it is the clock's."""
        house = self._house
        asked = house.asked()
        for place, player in house.chance.sample(asked, min(AT_ONCE, len(asked))):
            request = player.act(self._process, house.truth, place)
            if request is not None:
                house.serve(request, self._process)

    # ---- leaving

    def _leave(self) -> None:
        """Let everybody go home with all points."""
        truth = self._house.truth
        own = (one for one in truth.state(SWITCHES).off if not one.startswith("player/"))
        for scope in sorted(own):
            self._ask(SWITCHES, of_switches.Enable(scope=scope, reason="to leave"))
        for ask in (self._enabled, self._left, self._abandoned, self._paid_out):
            for at, command in [*ask()]:
                self._ask(at, command)
        held = -truth.state(COUNTER).balance if COUNTER in truth.states else 0
        if held != self._house.points.rake:
            raise WrongError(LEAVE, f"{self._house.points.rake} points of rake", f"{held} left")

    def _accounts(self) -> Iterator[tuple[Address, Account]]:
        for at, state in [*self._house.truth.states.items()]:
            if isinstance(state, Account):
                yield at, state

    def _enabled(self) -> Iterator[tuple[Address, Command]]:
        for at, state in self._accounts():
            if state.disabled:
                yield at, of_wallet.EnablePlayer(reason="to leave")

    def _left(self) -> Iterator[tuple[Address, Command]]:
        for at, state in self._house.truth.states.items():
            if isinstance(state, of_table.Open):
                for one in state.seats.values():
                    yield at, at_table.StandUp(player=one.player)

    def _abandoned(self) -> Iterator[tuple[Address, Command]]:
        for at, state in self._house.truth.states.items():
            if at.kind is Kind.MATCH and isinstance(state, of_match.Open):
                yield at, in_match.AbandonMatch(reason="it is late")

    def _paid_out(self) -> Iterator[tuple[Address, Command]]:
        for at, state in self._accounts():
            if state.balance:
                reference = f"last of {at.id}"
                yield (
                    at,
                    of_wallet.Withdraw(points=state.balance, reason="cash", reference=reference),
                )

    # ---- catching up

    def _catch_up(self) -> None:
        """Project and sign everything, and let every client hear the rest."""
        house = self._house
        house.time.go(3_600_000)
        for process in house.alive():
            process.checkpointer.step()
        house.examine()
        for process in house.alive():
            process.runners = {name: process.new_runner(name) for name in process.runners}
            for runner in process.runners.values():
                runner.catch_up()
            while process.feed.step():
                pass
        for listener in house.listeners:
            if not listener.connected and house.truth.told[listener.place]:
                listener.connect(self._process)
            while listener.listen(house.truth):
                pass
            if listener.heard is not None and (left := listener.expected(house.truth)) is not None:
                raise WrongError(ALL_TOLD, f"event {left.position} told", f"{listener.heard} last")
