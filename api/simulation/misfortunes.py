"""What befalls the house from outside, between two acts."""

from contextlib import suppress

from api.simulation.faults import Fault
from api.simulation.house import Simulated
from domain.flow.address import game
from domain.log.erasing import erase
from domain.log.errors import DisputedError, LogUnavailableError

JUMPS_MS = (2_000, 90_000)
STALLS_MS = (5_000, 60_000)


class Misfortunes:
    """Strikes a simulated house, at every step with the rates of the faults."""

    def __init__(self, house: Simulated) -> None:
        self._house = house

    def befall(self) -> None:
        """Let happen what happens now, as a rule nothing. May raise `Crash`."""
        house, faults = self._house, self._house.faults
        if faults.strike(Fault.JUMPED):
            house.note("the clock jumps")
            house.time.go(house.chance.randint(*JUMPS_MS))
        if faults.strike(Fault.RESTARTED):
            house.note("all processes die")
            for number in range(len(house.processes)):
                house.bury(number)
        for process in house.alive():
            if process.steward.health().holding and faults.strike(Fault.STALLED):
                house.note(f"the steward of process {process.number} stalls")
                process.stalled_until = house.time.ms + house.chance.randint(*STALLS_MS)
        if faults.strike(Fault.UNSEATED):
            house.note("the hold is taken away")
            house.disk.unseat()
        if faults.strike(Fault.ERASED):
            self._erase()

    def _erase(self) -> None:
        """Erase the keys of a round that is over, as after its time; a dispute forbids it."""
        house = self._house
        left = [one for one in house.truth.ended() if one not in house.erased]
        alive = house.alive()
        if not left or not alive:
            return
        about, process = house.chance.choice(left), house.chance.choice(alive)
        house.note(f"the keys of {about} are erased")
        house.erased.add(about)
        with suppress(DisputedError, LogUnavailableError):
            erase(
                process.log,
                game(about).stream,
                actor="operator/olga",
                command_id=f"erase-{about}",
                reason="its time is over",
            )
