"""The service for rounds: it takes commands, asks the rules, and writes what follows to the log."""

from typing import Final

from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.log.errors import ConflictError
from domain.log.store import CommandInfo, Log, Receipt, Write
from domain.log.streams import round_stream
from domain.sizhidao import refusals
from domain.sizhidao.commands import Command, OpenRound
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.events import Event
from domain.sizhidao.evolve import evolve
from domain.sizhidao.origins import may_come_from
from domain.sizhidao.state import State

ATTEMPTS: Final = 20
"""How often a command that lost a race is decided again on what the winner left."""

Answer = Receipt | Refusal


class Rounds:
    """Rounds of 四支刀 in one log."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def state(self, round_id: str) -> State:
        """Return the state a round is in; a round that nobody opened is unopened."""
        return self._load(round_stream(round_id))[1]

    def ask(
        self,
        round_id: str,
        command: Command,
        *,
        actor: str,
        command_id: str,
        origin: Origin = Origin.PLAYER,
    ) -> Answer:
        """Decide a command and write what follows; return the receipt, or why it is refused.

        `command_id` is the actor's own, new for every new wish: a command asked before gets the
        receipt it got then. A refusal writes nothing. Raises the log's errors.
        """
        opens_another = isinstance(command, OpenRound) and command.round != round_id
        if not round_id.isprintable() or opens_another:
            return refusals.WrongRound()
        if not may_come_from(command, origin):
            return refusals.WrongOrigin(origin=origin)
        info = CommandInfo(
            actor=actor,
            origin=origin,
            command_id=command_id,
            target=round_stream(round_id),
            command=command,
        )
        return self._log.answered(info) or self._write(info, command)

    def _write(self, info: CommandInfo, command: Command, attempts: int = ATTEMPTS) -> Answer:
        version, state = self._load(info.target)
        decided = SIZHIDAO.decide(state, command)
        if isinstance(decided, Refusal):
            # Perhaps this very command was written meanwhile: then it is refused a second time.
            return self._log.answered(info) or decided
        write = Write(stream=info.target, expected_version=version, events=decided.facts)
        try:
            return self._log.append((write,), info)
        except ConflictError:
            if attempts == 1:
                raise
        return self._write(info, command, attempts - 1)

    def _load(self, stream: str) -> tuple[int, State]:
        recorded = self._log.read(stream)
        state = SIZHIDAO.initial
        for one in recorded:
            if isinstance(one.event, Event):
                state = evolve(state, one.event)
        return len(recorded), state
