"""What is asked of the house, and what it asks of the log."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict, Unpack

from api.streams import Loaded
from domain.flow.address import Address
from domain.flow.decide import Part
from domain.games.games import asked_of
from domain.games.rounds import may_come_from
from domain.house.origins import house_may, usual_origin
from domain.kernel.decider import Command, Origin
from domain.log.decision import Draft
from domain.log.store import CommandInfo, Write


class Asked(TypedDict):
    """Who asks a command, and under which id, the actor's own and new for every new wish.

    `origin` says who makes the decision; without it, whoever makes such decisions as a rule.
    """

    actor: str
    command_id: str
    origin: NotRequired[Origin | None]
    turn: NotRequired[str | None]


class Proposal(NamedTuple):
    """What a command leads to by the states that were seen, ready to be written."""

    draft: Draft
    parts: tuple[Part, ...]
    seen: Mapping[Address, Loaded]


def info_of(address: Address, command: Command, **asked: Unpack[Asked]) -> CommandInfo:
    """Return a command as the log is told of it."""
    return CommandInfo(
        actor=asked["actor"],
        origin=asked.get("origin") or usual_origin(command),
        command_id=asked["command_id"],
        target=address.stream,
        command=command,
        turn=asked.get("turn"),
    )


def may_come(info: CommandInfo) -> bool:
    """Say whether who asks a command may ask it."""
    of_round = asked_of(info.command) is not None
    return (may_come_from if of_round else house_may)(info.command, info.origin)


def writes_of(
    parts: Sequence[Part], info: CommandInfo, seen: Mapping[Address, Loaded]
) -> tuple[list[Write], CommandInfo, list[tuple[str, int]]]:
    """Return what is to be written, for whom, and what must not have changed meanwhile."""
    writes = [
        Write(
            stream=part.address.stream,
            expected_version=seen[part.address].version,
            events=part.decision.facts,
            command=part.command,
        )
        for part in parts
    ]
    written = {part.address for part in parts}
    looks = [(at.stream, one.version) for at, one in seen.items() if at not in written]
    return writes, info, looks
