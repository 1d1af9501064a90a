"""Doing what is on the agenda, by asking the house: nothing is done but what the rules decide.

Every command has an id made of what it is about, so that two processes which do the same at once,
or one after the other was killed, do it once: the second gets the first one's receipt.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from msgspec.structs import replace

from api.house import House
from api.ids import round_id
from api.steward import agenda
from api.steward.agenda import MS, Expire, Start, Task
from api.steward.deck import deck_of, hand_of
from domain.flow.address import Address, clock, game, table
from domain.house.clock.commands import GrantTime
from domain.house.clock.refusals import TooEarly
from domain.house.clock.state import Deadline
from domain.house.table.commands import StartRound
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.log.errors import CommandReusedError, KeysMissingError
from domain.log.store import Log
from domain.sizhidao.commands import Deal
from domain.sizhidao.late import late_command
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Splitting, State
from domain.sizhidao.turns import seconds_of, turn_of
from domain.sizhidao.waiting import waiting

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

    def __init__(self, log: Log, house: House, now_ms: Callable[[], int]) -> None:
        self._log = log
        self._house = house
        self._now_ms = now_ms

    def do(self, task: Task) -> Expire | None:
        """Do a task as far as it is still called for; return a deadline that this has found.

        Raises `RefusedError` if it could not be done, or the log's errors.
        """
        match task:
            case agenda.Deal():
                return self._see_to(task.round, self._house.state(game(task.round)))
            case Expire():
                return self._expire(task)
            case Start():
                self._start(task.table)
                return None

    def _see_to(self, about: str, state: State) -> Expire | None:
        """Deal, or return the deadline of the turn that is open; one that has none gets it."""
        if isinstance(state, Dealing):
            self._deal(about, state)
            return None
        turn, seconds = turn_of(state), seconds_of(state)
        if turn is None or seconds is None:
            return None
        deadline = self._house.state(clock(about))
        if isinstance(deadline, Deadline) and deadline.turn == turn:
            return Expire(about, turn, deadline.due_ms)
        return self._grant(Expire(about, turn, 0), seconds)

    def _deal(self, about: str, state: Dealing) -> None:
        """Z2.2: give every contestant that has none its cards, from the deck of this stage."""
        if self._log.keys is None:
            raise KeysMissingError
        at, stage = game(about), state.round.stage
        deck = deck_of(self._log.keys, at.stream, stage)
        for seat in waiting(state).seats:
            hand = hand_of(deck, state, seat)
            command_id = f"{about}/deal/{stage}/{seat}"
            refused = self._ask(at, Deal(seat=seat, cards=hand), Origin.HOUSE, command_id)
            self._mind(refused, at, turn_of(state), seat)
            state = replace(state, hands={**state.hands, seat: hand})

    def _expire(self, task: Expire) -> Expire | None:
        """H5.3: do for each seat that is late what the rules say, once; or grant time (H5.4)."""
        at, turn = game(task.round), task.turn
        state: State = self._house.state(at)
        seconds = seconds_of(state)
        if turn_of(state) != turn or seconds is None:
            return self._see_to(task.round, state)
        if self._now_ms() - task.due_ms > GRACE_MS:
            return self._grant(task, seconds)
        if isinstance(state, Betting | Splitting | BuyingIn):
            for seat in waiting(state).seats:
                command, command_id = late_command(state, seat), f"{task.round}/{turn}/{seat}"
                refused = self._ask(at, command, Origin.CLOCK, command_id, turn)
                if refused == TooEarly.code:  # time was granted, and this has not heard of it
                    return self._see_to(task.round, self._house.state(at))
                self._mind(refused, at, turn, seat)
        return None

    def _grant(self, task: Expire, seconds: int) -> Expire:
        """H5.4: give the open turn its full seconds from now. Another may have granted them."""
        due_ms = self._now_ms() + seconds * MS
        grant = GrantTime(turn=task.turn, due_ms=due_ms)
        # The id is made of the deadline that is replaced: two that do this at once do it once.
        command_id = f"{task.round}/{task.turn}/granted/{task.due_ms}"
        refused = self._ask(clock(task.round), grant, Origin.CLOCK, command_id)
        if refused is not None:
            deadline = self._house.state(clock(task.round))
            stuck = turn_of(self._house.state(game(task.round))) == task.turn
            if not isinstance(deadline, Deadline) or (stuck and deadline.turn != task.turn):
                raise RefusedError(clock(task.round), refused)
            return Expire(task.round, deadline.turn, deadline.due_ms)
        return Expire(task.round, task.turn, due_ms)

    def _start(self, table_id: str) -> None:
        """H5.5: start a round; a table that cannot play any more refuses, and that is right."""
        about = round_id(datetime.fromtimestamp(self._now_ms() / MS, UTC))
        start = StartRound(round=about)
        self._ask(table(table_id), start, Origin.HOUSE, f"{about}/start")

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

    def _mind(self, refused: str | None, at: Address, turn: str | None, seat: Seat) -> None:
        """Raise if what was refused is waited for still: then nobody else has done it meanwhile."""
        if refused is None:
            return
        state: Any = self._house.state(at)
        if turn_of(state) == turn and seat in waiting(state).seats:
            raise RefusedError(at, refused)
