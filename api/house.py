"""The service: it takes commands, asks the rules, and writes what follows to the log, all at once.

A command to one stream may bring commands to others (`domain.flow`): sitting down moves points out
of a wallet, a round's last word moves the stacks at its table. All of it is one transaction.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from api.streams import Loaded, Streams
from domain.flow.address import Address
from domain.flow.decide import Part, decide
from domain.house.origins import house_may, usual_origin
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.log.errors import ConflictError
from domain.log.store import CommandInfo, Log, Receipt, Write
from domain.sizhidao.commands import is_command
from domain.sizhidao.origins import may_come_from
from domain.sizhidao.refusals import WrongOrigin

ATTEMPTS: Final = 50
"""How often a command that lost a race is decided again on what the winner left."""

Answer = Receipt | Refusal


class House:
    """Wallets, tables and rounds in one log."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._streams = Streams(log)

    def state(self, address: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        """Return the state a stream is in, as it stands in the log."""
        return self._streams.load(address, fresh=True).state

    def ask(
        self,
        address: Address,
        command: Command,
        *,
        actor: str,
        command_id: str,
        origin: Origin | None = None,
    ) -> Answer:
        """Decide a command and write what follows; return the receipt, or why it is refused.

        `origin` says who makes it; without it, whoever makes such decisions as a rule. `command_id`
        is the actor's own, new for every new wish: a command asked before gets the
        receipt it got then. A refusal writes nothing. Raises the log's errors.
        """
        origin = usual_origin(command) if origin is None else origin
        may = may_come_from(command, origin) if is_command(command) else house_may(command, origin)
        if not may:
            return WrongOrigin(origin=origin)
        info = CommandInfo(
            actor=actor,
            origin=origin,
            command_id=command_id,
            target=address.stream,
            command=command,
        )
        return self._log.answered(info) or self._write(info, address)

    def _write(self, info: CommandInfo, address: Address) -> Answer:
        for attempt in range(ATTEMPTS):
            look = _Look(self._streams, fresh=attempt > 0)
            decided = decide(look, address, info.command)
            if not look.fresh and not _is_guarded(decided, look.seen):
                continue
            if isinstance(decided, Refusal):
                # Perhaps this very command was written meanwhile: then it is refused a second time.
                return self._log.answered(info) or decided
            try:
                return self._append(info, decided, look.seen)
            except ConflictError:
                if attempt == ATTEMPTS - 1:
                    raise
        message = "every attempt returns or raises"
        raise AssertionError(message)

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
    """Looks streams up for one attempt at a decision, and remembers which."""

    def __init__(self, streams: Streams, *, fresh: bool) -> None:
        self.seen: dict[Address, Loaded] = {}
        self.fresh = fresh
        self._streams = streams

    def __call__(self, address: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        self.seen[address] = self._streams.load(address, fresh=self.fresh)
        return self.seen[address].state


def _is_guarded(decided: Sequence[Part] | Refusal, seen: Mapping[Address, Loaded]) -> bool:
    """Say whether writing fails should any stream be further than it was thought to be.

    A refusal writes nothing, and a stream that is only looked at is not written to either.
    """
    return not isinstance(decided, Refusal) and len(decided) == len(seen)
