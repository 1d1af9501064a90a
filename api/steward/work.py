"""Doing what is on the agenda, by asking the house: nothing is done but what the rules decide.

Every command has an id made of what it is about, so that two processes which do the same at once,
or one after the other was killed, do it once: the second gets the first one's receipt.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from secrets import token_bytes
from typing import Any, Final

from api.house import SEALED, House
from api.ids import round_id
from api.steward import agenda
from api.steward.agenda import MS, Expire, Start, Task
from api.steward.dealing import Due, due, due_of
from api.steward.venues import start
from domain.flow.address import Address, clock, deck, game
from domain.flow.turns import cut_in, open_turn
from domain.games.rounds import late_command, waiting
from domain.house.clock.commands import GrantTime, StopClock
from domain.house.clock.refusals import RoundInterrupted, TooEarly
from domain.house.clock.state import Deadline, Stopped
from domain.house.deck.commands import MissCut
from domain.house.deck.state import Cut
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.log.errors import CommandReusedError, KeysMissingError, LogError
from domain.log.masters import Chance
from domain.log.store import Log

GRACE_MS: Final = 5_000
"""H5.4: whoever finds a deadline overdue by more than this was away, and so was the house."""

ACTORS: Final[Mapping[Origin, str]] = {Origin.HOUSE: "house", Origin.CLOCK: "clock"}


class RefusedError(RuntimeError):
    """The rules refuse what the state seems to ask for; `code` is the refusal's."""

    def __init__(self, at: Address, code: str) -> None:
        super().__init__(f"{at.stream} refuses what it waits for: {code}")
        self.code = code


class Work:
    """Does tasks. An error of the log is raised, and whatever was not done may be done again."""

    def __init__(
        self,
        log: Log,
        house: House,
        now_ms: Callable[[], int],
        chance: Chance = token_bytes,
    ) -> None:
        self._log = log
        self._chance = chance
        self._house = house
        self._now_ms = now_ms
        self.fired, self.late_ms = 0, 0
        """What the clock did for seats that were late, and by how much it was late, together."""

    def do(self, task: Task) -> Expire | None:
        """Do a task as far as it is still called for; return a deadline that this has found.

        Raises `RefusedError` if it could not be done, or the log's errors.
        """
        if isinstance(task, Start):
            self._start(task.at)
            return None
        if isinstance(self._stands(clock(task.round)), Stopped):
            return None  # nothing is to be done in it until it is resumed (H8.2)
        try:
            return self._go_on(task)
        except SEALED as error:
            self._interrupt(task.round, error)
        except RefusedError as error:
            if error.code != RoundInterrupted.code:
                raise
        return None

    def _go_on(self, task: agenda.Deal | Expire) -> Expire | None:
        if isinstance(task, Expire):
            return self._expire(task)
        return self._see_to(task.round)

    def _interrupt(self, about: str, error: LogError) -> None:
        """H8.1: interrupt a round that the house cannot go on with, and say by a code why."""
        found = self._house.stands(clock(about))
        stop = StopClock(reason=error.code)
        refused = self._ask(clock(about), stop, Origin.HOUSE, f"{about}/stopped/{found.version}")
        if refused is not None and not isinstance(self._stands(clock(about)), Stopped):
            raise RefusedError(clock(about), refused) from error

    def _see_to(self, about: str) -> Expire | None:
        """Deal, or return the deadline of the turn that is open; one that has none gets it."""
        turn = open_turn(self._stands, about)
        if turn is None:
            return None
        if turn.seconds is None:
            self._deal(about)
            return None
        deadline = self._stands(clock(about))
        if isinstance(deadline, Deadline) and deadline.turn == turn.name:
            return Expire(about, turn.name, deadline.due_ms)
        return self._grant(Expire(about, turn.name, 0), turn.seconds)

    def _deal(self, about: str) -> None:
        """Z2.2, S1.1, S3.1: deal all that is due, from the deck of this round."""
        at = game(about)
        for command, what in self._due(at):
            refused = self._ask(at, command, Origin.HOUSE, f"{about}/{what}")
            if refused is not None and what in {one.about for one in self._due(at)}:
                raise RefusedError(at, refused)

    def _due(self, at: Address) -> Iterator[Due]:
        cut, state = self._stands(deck(at.id)), self._stands(at)
        if isinstance(cut, Cut):
            return due_of(cut, state)
        if self._log.keys is None:
            raise KeysMissingError
        return due(self._log.keys, at.stream, state)

    def _expire(self, task: Expire) -> Expire | None:
        """H5.3: do for each seat that is late what the rules say, once; or grant time (H5.4)."""
        turn = open_turn(self._stands, task.round)
        if turn is None or turn.name != task.turn or turn.seconds is None:
            return self._see_to(task.round)
        if self._now_ms() - task.due_ms > GRACE_MS:
            return self._grant(task, turn.seconds)
        asked: set[str] = set()
        while (late := self._late(task.round, turn.name)) is not None:
            at, command = late
            command_id = f"{task.round}/{turn.name}/{_whose(command)}"
            refused = self._ask(at, command, Origin.CLOCK, command_id, turn.name)
            if refused == TooEarly.code:  # time was granted, and this has not heard of it
                return self._see_to(task.round)
            if refused is None:
                self.fired += 1
                self.late_ms += max(0, self._now_ms() - task.due_ms)
            if command_id in asked:  # what it waits for still is what was done already
                raise RefusedError(at, refused or "")
            asked.add(command_id)
        return None

    def _late(self, about: str, name: str) -> tuple[Address, Command] | None:
        """Return what the clock does next in a turn, and where, None if that is over."""
        turn, state = open_turn(self._stands, about), self._stands(game(about))
        if turn is None or turn.name != name:
            return None
        cutting = cut_in(self._stands, about, state)
        if cutting is not None:
            return deck(about), MissCut(seat=cutting.waits[0])
        waits = waiting(state)
        if waits is None or not waits.seats:
            return None
        return game(about), late_command(state, waits.seats[0])

    def _grant(self, task: Expire, seconds: int) -> Expire:
        """H5.4: give the open turn its full seconds from now. Another may have granted them."""
        due_ms = self._now_ms() + seconds * MS
        grant = GrantTime(turn=task.turn, due_ms=due_ms)
        # The id is made of the deadline that is replaced: two that do this at once do it once.
        # A round that was resumed has none (H8.3): then it is made of the place in the clock.
        replaced = task.due_ms or f"v{self._house.stands(clock(task.round)).version}"
        command_id = f"{task.round}/{task.turn}/granted/{replaced}"
        refused = self._ask(clock(task.round), grant, Origin.CLOCK, command_id)
        if refused is not None:
            deadline = self._stands(clock(task.round))
            turn = open_turn(self._stands, task.round)
            stuck = turn is not None and turn.name == task.turn
            if not isinstance(deadline, Deadline) or (stuck and deadline.turn != task.turn):
                raise RefusedError(clock(task.round), refused)
            return Expire(task.round, deadline.turn, deadline.due_ms)
        return Expire(task.round, task.turn, due_ms)

    def _start(self, at: Address) -> None:
        """H5.5, M10: start a round; where none can be played any more that is refused, rightly."""
        about = round_id(datetime.fromtimestamp(self._now_ms() / MS, UTC), self._chance)
        self._ask(at, start(at.kind, about), Origin.HOUSE, f"{about}/start")

    def _stands(self, at: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        return self._house.stands(at).state

    def _ask(
        self,
        at: Address,
        command: Command,
        origin: Origin,
        command_id: str,
        turn: str | None = None,
    ) -> str | None:
        """Ask a command; return the code of its refusal, None if it is or was accepted."""
        try:
            answer = self._house.ask(
                at,
                command,
                actor=ACTORS[origin],
                command_id=command_id,
                origin=origin,
                turn=turn,
            )
        except CommandReusedError as error:  # somebody else was faster, and chose another way
            return error.code
        return answer.code if isinstance(answer, Refusal) else None


def _whose(command: Command) -> str:
    """Return the seat that a late command is for, and to whom it returns cards (S3.7)."""
    parts = (getattr(command, "seat", None), getattr(command, "to", None))
    return "/".join(part for part in parts if part is not None)
