"""Asking a command with parts that the house gives, such as an id or a time, once for a key."""

from collections.abc import Sequence

from msgspec.structs import replace

from api.roles import Caller
from api.service.problems import ProblemError
from api.service.room import Room
from domain.flow.address import Address
from domain.kernel.decider import Command
from domain.log.envelope import Recorded
from domain.log.errors import CommandReusedError
from domain.log.store import Receipt


async def ask_once(  # noqa: PLR0913 -- what asking takes, and what of it the house gives
    room: Room, at: Address, command: Command, who: Caller, key: str, *, given: Sequence[str]
) -> Receipt:
    """Ask a command whose fields `given` the house has just made; return its receipt.

    They are not the client's, so that a repeat asks for those of the first time. The decision must
    have one fact in its own stream. Raises `ProblemError`.
    """
    try:
        return await room.ask(at, command, who, key)
    except ProblemError as problem:
        if problem.problem.code != CommandReusedError.code:
            raise
        before = await room.read(_first, room, who, key)
        first = None if before is None else before.envelope.command
        at_first = None if before is None else Address.of(before.stream)
        if first is None or at_first is None or type(first) is not type(command):
            raise
        made = {name: getattr(first, name) for name in given}
        return await room.ask(at_first, replace(command, **made), who, key)


def _first(room: Room, who: Caller, key: str) -> Recorded | None:
    receipt = room.log.receipt_of(who.actor, key)
    return None if receipt is None else room.log.fact(receipt.stream, receipt.version)
