"""Commands on their way to the house: late, twice, out of order, or with another content."""

from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Final

import msgspec

from api.simulation.faults import Fault, Faults
from api.simulation.moment import Time
from domain.flow.address import Address
from domain.kernel.decider import Command, Origin, name_of

USUAL_MS: Final = 120
"""How long a command is on its way at most, as a rule."""
LONG_MS: Final = 40_000
AGAIN_MS: Final = 4_000
"""After how long at most a client asks again that was not answered."""


@dataclass(slots=True)
class Request:
    """A command of somebody's, and how often it was asked. `process` is where, None for any."""

    at: Address
    command: Command
    actor: str
    key: str
    origin: Origin
    turn: str | None = None
    process: int | None = None
    asked: int = 0

    def __str__(self) -> str:
        """Return it in a line, without what may be cards."""
        turn = "" if self.turn is None else f" in {self.turn}"
        return f"{self.actor} {name_of(type(self.command))} to {self.at.stream}{turn} ({self.key})"


@dataclass(order=True, slots=True)
class _Sent:
    due_ms: int
    number: int
    request: Request = field(compare=False)


class Network:
    """Holds what was sent until it arrives."""

    def __init__(self, faults: Faults, time: Time) -> None:
        self._faults = faults
        self._time = time
        self._sent: list[_Sent] = []
        self._number = 0

    def __len__(self) -> int:
        return len(self._sent)

    def send(self, request: Request) -> None:
        """Send a command: perhaps late, perhaps twice, perhaps a second time as another."""
        faults, chance = self._faults, self._faults.chance
        late = faults.strike(Fault.DELAYED)
        self._put(request, chance.randint(0, LONG_MS if late else USUAL_MS))
        if faults.strike(Fault.DUPLICATED):
            long = chance.random() < 1 / 2
            copy = replace(request, process=None)
            self._put(copy, chance.randint(0, LONG_MS if long else USUAL_MS))
        if faults.strike(Fault.ALTERED) and (other := altered(request)) is not None:
            self._put(other, chance.randint(0, USUAL_MS * 2))

    def again(self, request: Request) -> None:
        """Send a command that was not answered, to whichever process."""
        request.process = None
        self._put(request, self._faults.chance.randint(50, AGAIN_MS))

    def _put(self, request: Request, after_ms: int) -> None:
        self._number += 1
        heappush(self._sent, _Sent(self._time.ms + after_ms, self._number, request))

    @property
    def next_ms(self) -> int | None:
        """When the next one arrives, None if there is none."""
        return self._sent[0].due_ms if self._sent else None

    def arrive(self) -> Request | None:
        """Return the next command that has arrived by now, if any."""
        if not self._sent or self._sent[0].due_ms > self._time.ms:
            return None
        return heappop(self._sent).request

    def overtake(self) -> Request | None:
        """Return the next command even if it has not arrived yet: it is faster than was thought."""
        return heappop(self._sent).request if self._sent else None


def altered(request: Request) -> Request | None:
    """Return a request under the same id that wants something else; None if there is no such."""
    for name in ("points", "to", "reason", "text", "claim"):
        value = getattr(request.command, name, None)
        if isinstance(value, int):
            return _with(request, name, value + 1)
        if isinstance(value, str) and name != "to":
            return _with(request, name, f"{value} again")
    return replace(request, turn="never") if request.turn is not None else None


def _with(request: Request, name: str, value: object) -> Request:
    command = msgspec.structs.replace(request.command, **{name: value})
    return replace(request, command=command, process=None)
