"""The service: it takes commands, asks the rules, and writes what follows to the log, all at once.

A command to one stream may bring commands to others (`domain.flow`): sitting down moves points out
of a wallet, a round's last word moves the stacks at its table. All of it is one transaction.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from api.streams import Loaded, Streams
from domain.fairness.committed import SECRET_SIZE
from domain.flow.address import Address, Kind, clock
from domain.flow.decide import Part, decide
from domain.flow.guards import ABOUT_PLAYERS
from domain.flow.interrupted import VOIDS
from domain.flow.turns import open_turn
from domain.games.games import asked_of
from domain.games.rounds import may_come_from
from domain.house.clock.commands import ResumeClock, StopClock
from domain.house.clock.refusals import TooEarly, TurnOver
from domain.house.clock.state import Deadline, Resumed
from domain.house.match.commands import AbandonMatch, StartMatchRound
from domain.house.origins import house_may, usual_origin
from domain.house.table.commands import StartRound
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.log.errors import (
    BrokenSealError,
    ConflictError,
    DataKeyError,
    KeysMissingError,
)
from domain.log.store import CommandInfo, Log, Receipt, Write
from domain.sizhidao.refusals import WrongOrigin

ATTEMPTS: Final = 50
"""How often a command that lost a race is decided again on what the winner left."""

SLOW_MS: Final = 500
"""A decision that took longer, for it had to read, is made again: its deadline counts from then."""

SEALED: Final = (KeysMissingError, DataKeyError, BrokenSealError)
"""Why the cards of a round cannot be read, so that the house cannot go on with it (H8.1)."""
ENDS: Final = (StopClock, ResumeClock, *VOIDS, AbandonMatch)
"""What can be asked of such a round all the same, since no card matters to it."""
_STARTS: Final = (StartRound, StartMatchRound)
"""The commands that may begin a round, for whose deck chance is needed."""
_TIMED: Final = (Kind.ROUND, Kind.DECK)
"""The streams whose commands answer the turn that is open in a round."""

Answer = Receipt | Refusal


class House:
    """Wallets, tables, matches and rounds of either game in one log.

    With `now_ms`, which tells Unix time in milliseconds, every turn that a decision opens gets its
    deadline (H5.1). Without it there are no deadlines. With `chance`, which gives so many random
    bytes, the rounds that it starts have committed decks (H6.1).
    """

    def __init__(
        self,
        log: Log,
        now_ms: Callable[[], int] | None = None,
        chance: Callable[[int], bytes] | None = None,
    ) -> None:
        self._log = log
        self._now_ms = now_ms
        self._chance = chance
        self._streams = Streams(log)

    def state(self, address: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        """Return the state a stream is in, as it stands in the log."""
        return self._streams.load(address, fresh=True).state

    def stands(self, address: Address) -> Loaded:
        """Return the version and the state of a stream, as it stands in the log."""
        return self._streams.current(address)

    def known(self, address: Address) -> Loaded:
        """Return the same as it was known last, which is enough for what never changes in it."""
        return self._streams.load(address)

    def ask(  # noqa: PLR0913 -- each is what a caller may know
        self,
        address: Address,
        command: Command,
        *,
        actor: str,
        command_id: str,
        origin: Origin | None = None,
        turn: str | None = None,
    ) -> Answer:
        """Decide a command and write what follows; return the receipt, or why it is refused.

        `origin` says who makes it; without it, whoever makes such decisions as a rule. `command_id`
        is the actor's own, new for every new wish: a command asked before gets the receipt it got
        then. With `turn`, a command to a round or its deck is refused unless that turn is open in
        the state it is decided on (H5.2). A refusal writes nothing. Raises the log's errors.
        """
        origin = usual_origin(command) if origin is None else origin
        of_round = asked_of(command) is not None
        if not (may_come_from if of_round else house_may)(command, origin):
            return WrongOrigin(origin=origin)
        info = CommandInfo(
            actor=actor,
            origin=origin,
            command_id=command_id,
            target=address.stream,
            command=command,
            turn=turn,
        )
        return self._write(info, address, turn)

    def _write(self, info: CommandInfo, address: Address, turn: str | None) -> Answer:
        secret = self._secret(info.command)
        for attempt in range(ATTEMPTS):
            look = _Look(self._streams, info.command, fresh=attempt > 0)
            decided = (
                _over(look, address, turn)
                or self._early(look, address, info.origin)
                or self._decide(look, address, info.command, secret)
            )
            if not look.fresh and self._is_behind(decided, look.seen):
                continue
            if isinstance(decided, Refusal):
                # Perhaps this very command was written before: then it is refused a second time.
                return self._log.answered(info) or decided
            try:
                return self._append(info, decided, look.seen)
            except ConflictError:
                if attempt == ATTEMPTS - 1:
                    raise
        message = "every attempt returns or raises"
        raise AssertionError(message)

    def _is_behind(self, decided: Sequence[Part] | Refusal, seen: Mapping[Address, Loaded]) -> bool:
        """Say whether a stream has gone on since it was kept, where writing would not find out.

        A refusal writes nothing, and a stream that is only looked at is not written to either.
        """
        written = () if isinstance(decided, Refusal) else [part.address for part in decided]
        return any(
            at not in written and self._log.last_version(at.stream) != loaded.version
            for at, loaded in seen.items()
        )

    def _secret(self, command: Command) -> str | None:
        """H6.1: return a new secret in hex for what may begin a round, None for all else."""
        if self._chance is None or not isinstance(command, _STARTS):
            return None
        return self._chance(SECRET_SIZE).hex()

    def _early(self, look: "_Look", address: Address, origin: Origin) -> TooEarly | None:
        """H5.3: say so if the clock acts in a round before the deadline of its open turn."""
        if self._now_ms is None or origin is not Origin.CLOCK or address.kind not in _TIMED:
            return None
        deadline, turn = look(clock(address.id)), open_turn(look, address.id)
        if isinstance(deadline, Resumed):  # H8.3: first the turn gets its time
            return TooEarly(due_ms=self._now_ms())
        if not isinstance(deadline, Deadline) or turn is None or deadline.turn != turn.name:
            return None
        early = self._now_ms() < deadline.due_ms
        return TooEarly(due_ms=deadline.due_ms) if early else None

    def _decide(
        self, look: "_Look", address: Address, command: Command, secret: str | None
    ) -> tuple[Part, ...] | Refusal:
        if self._now_ms is None:
            return decide(look, address, command, secret=secret)
        began = self._now_ms()
        decided = decide(look, address, command, began, secret)
        made = self._now_ms()
        # What was read meanwhile is at hand now.
        return decided if made - began <= SLOW_MS else decide(look, address, command, made, secret)

    def _append(
        self,
        info: CommandInfo,
        parts: Sequence[Part],
        seen: Mapping[Address, Loaded],
    ) -> Receipt:
        writes = [
            Write(
                stream=part.address.stream,
                expected_version=seen[part.address].version,
                events=part.decision.facts,
                command=part.command,
            )
            for part in parts
        ]
        receipt = self._log.append(writes, info)
        if not receipt.repeated:
            for part, write in zip(parts, writes, strict=True):
                version = write.expected_version + len(write.events)
                self._streams.keep(part.address, Loaded(version, part.decision.state))
        return receipt


class _Look:
    """Looks streams up for one attempt at a decision, each once, and remembers which."""

    def __init__(self, streams: Streams, command: Command, *, fresh: bool) -> None:
        self.seen: dict[Address, Loaded] = {}
        self.fresh = fresh
        self._command = command
        self._streams = streams

    def __call__(self, address: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        if address not in self.seen:
            self.seen[address] = self._load(address)
        return self.seen[address].state

    def _load(self, address: Address) -> Loaded:
        if address.kind is Kind.ROUND and isinstance(self._command, ABOUT_PLAYERS):
            return self._streams.opening(address)
        try:
            return self._streams.load(address, fresh=self.fresh)
        except SEALED:
            if not isinstance(self._command, ENDS):
                raise
            return self._streams.sealed(address)


def _over(look: _Look, address: Address, turn: str | None) -> TurnOver | None:
    """H5.2: say so if a command to a round or its deck answers a turn that is not the open one."""
    if turn is None or address.kind not in _TIMED:
        return None
    now_open = open_turn(look, address.id)
    name = "" if now_open is None else now_open.name
    return None if name == turn else TurnOver(turn=name)
