"""The service: it takes commands, asks the rules, and writes what follows to the log, all at once.

A command to one stream may bring commands to others (`domain.flow`): sitting down moves points out
of a wallet, a round's last word moves the stacks at its table. All of it is one transaction.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import Any, Final, Unpack

from api.observing.observer import UNOBSERVED, Observer
from api.streams import Loaded, Streams
from api.wishes import Asked, Proposal, info_of, may_come, writes_of
from domain.fairness.committed import SECRET_SIZE
from domain.flow.address import Address, Kind, clock
from domain.flow.decide import Part, decide
from domain.flow.guards import ABOUT_PLAYERS
from domain.flow.interrupted import VOIDS
from domain.flow.turns import open_turn
from domain.house.clock.commands import ResumeClock, StopClock
from domain.house.clock.refusals import TooEarly, TurnOver
from domain.house.clock.state import Deadline, Resumed
from domain.house.match.commands import AbandonMatch, StartMatchRound
from domain.house.table.commands import StartRound
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.log.errors import (
    BrokenSealError,
    ConflictError,
    DataKeyError,
    KeysMissingError,
    NotAtHandError,
)
from domain.log.store import CommandInfo, Log, Receipt
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
_NEVER_AT_HAND: Final = (*_STARTS, *ABOUT_PLAYERS)
"""The commands that take long, or look at a round as it began."""
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
        observer: Observer = UNOBSERVED,
    ) -> None:
        self._log = log
        self._now_ms = now_ms
        self._chance = chance
        self._observer = observer
        self._streams = Streams(log)

    def state(self, address: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        """Return the state a stream is in, as it stands in the log."""
        return self._streams.load(address, fresh=True).state

    def stands(self, address: Address) -> Loaded:
        """Return the version and the state of a stream, as it stands in the log."""
        return self._streams.current(address)

    def kept(self, address: Address) -> Loaded:
        """Return the same as it is at hand. Raises `NotAtHandError` if it is not."""
        return self._streams.kept(address)

    def known(self, address: Address) -> Loaded:
        """Return the same as it was known last, which is enough for what never changes in it."""
        return self._streams.load(address)

    def ask(
        self,
        address: Address,
        command: Command,
        **asked: Unpack[Asked],
    ) -> Answer:
        """Decide a command and write what follows; return the receipt, or why it is refused.

        A command asked before gets the receipt it got then. With `turn`, one to a round or its deck
        is refused unless that turn is open in the state it is decided on (H5.2). A refusal writes
        nothing. Raises the log's errors.
        """
        info = info_of(address, command, **asked)
        answer = self._write(info, address) if may_come(info) else WrongOrigin(origin=info.origin)
        self._observer.answered(info, answer)
        return answer

    def _write(self, info: CommandInfo, address: Address) -> Answer:
        secret = self._secret(info.command)
        for attempt in range(ATTEMPTS):
            look = _Look(self._streams, info.command, fresh=attempt > 0)
            decided = self._decided(look, address, info, secret)
            if isinstance(decided, Refusal):
                if not look.fresh and self._is_behind(look.seen):
                    continue
                # Perhaps this very command was written before: then it is refused a second time.
                return self._log.answered(info) or decided
            with suppress(ConflictError) if attempt < ATTEMPTS - 1 else nullcontext():
                with self._observer.work("append"):
                    receipt = self._log.append(*writes_of(decided, info, look.seen))
                return self._keep(decided, look.seen, receipt)
        message = "every attempt returns or raises"
        raise AssertionError(message)

    def propose(
        self, address: Address, command: Command, **asked: Unpack[Asked]
    ) -> Proposal | None:
        """Decide a command, as `ask` does, without waiting: by what is at hand, reading nothing.

        Returns what is to be written, or None: then, as for any refusal, it has to be asked.
        Raises the log's errors.
        """
        info = info_of(address, command, **asked)
        if not may_come(info) or isinstance(command, _NEVER_AT_HAND):
            return None
        look = _Look(self._streams, command, at_hand=True)
        with suppress(NotAtHandError):
            decided = self._decided(look, address, info, None)
            if not isinstance(decided, Refusal):
                draft = self._log.draft(*writes_of(decided, info, look.seen))
                return Proposal(draft, decided, look.seen)
        return None

    def proposed(self, proposal: Proposal, positions: Sequence[int]) -> Receipt:
        """Return the receipt of what was proposed and written at these positions."""
        receipt = self._log.written(proposal.draft, positions)
        self._observer.answered(proposal.draft.command, receipt)
        return self._keep(proposal.parts, proposal.seen, receipt)

    def settle(self, proposal: Proposal) -> Answer:
        """Do what `ask` does after the database has refused what was proposed."""
        draft = proposal.draft
        try:
            answer: Answer = self._keep(proposal.parts, proposal.seen, self._log.settled(draft))
        except ConflictError:
            answer = self._write(draft.command, proposal.parts[0].address)
        self._observer.answered(draft.command, answer)
        return answer

    def _decided(
        self, look: "_Look", address: Address, info: CommandInfo, secret: str | None
    ) -> tuple[Part, ...] | Refusal:
        with self._observer.work("decide"):
            return (
                _over(look, address, info.turn)
                or self._early(look, address, info.origin)
                or self._decide(look, address, info.command, secret)
            )

    def _is_behind(self, seen: Mapping[Address, Loaded]) -> bool:
        """Say whether a stream has gone on since it was kept; a refusal would not find out."""
        return any(
            self._log.last_version(at.stream) != loaded.version for at, loaded in seen.items()
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

    def _keep(
        self, parts: Sequence[Part], seen: Mapping[Address, Loaded], receipt: Receipt
    ) -> Receipt:
        if not receipt.repeated:
            for part in parts:
                version = seen[part.address].version + len(part.decision.facts)
                self._streams.keep(part.address, Loaded(version, part.decision.state))
        return receipt


class _Look:
    """Looks streams up for one attempt at a decision, each once, and remembers which."""

    def __init__(
        self, streams: Streams, command: Command, *, fresh: bool = False, at_hand: bool = False
    ) -> None:
        self.seen: dict[Address, Loaded] = {}
        self.fresh = fresh
        self._at_hand = at_hand
        self._command = command
        self._streams = streams

    def __call__(self, address: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        if address not in self.seen:
            self.seen[address] = self._load(address)
        return self.seen[address].state

    def _load(self, address: Address) -> Loaded:
        if self._at_hand:
            return self._streams.kept(address)
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
