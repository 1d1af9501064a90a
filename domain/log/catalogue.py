"""Everything that can stand in the log, by its stored name. A new game adds its unions here."""

import re
from collections.abc import Iterable
from types import UnionType
from typing import Final, TypeVar, get_args

from domain.kernel.decider import Command as KernelCommand
from domain.kernel.decider import Event as KernelEvent
from domain.kernel.decider import name_of
from domain.log import accepted
from domain.sizhidao import commands as sizhidao_commands
from domain.sizhidao import events as sizhidao_events

Event = sizhidao_events.Event | accepted.Event
Command = sizhidao_commands.Command

_NAME: Final = re.compile(r"[a-z]+\.[A-Z][A-Za-z]*\.[1-9][0-9]*")
T = TypeVar("T", bound=KernelEvent | KernelCommand)


class Catalogue:
    """Stored names to types and back. Events and commands share the names; none is given twice."""

    def __init__(
        self,
        events: Iterable[type[KernelEvent]],
        commands: Iterable[type[KernelCommand]],
    ) -> None:
        taken: set[str] = set()
        self.events = _named(events, taken)
        self.commands = _named(commands, taken)
        self.names: dict[type[KernelEvent], str] = {
            kind: name for name, kind in self.events.items()
        }


def _named(kinds: Iterable[type[T]], taken: set[str]) -> dict[str, type[T]]:
    named: dict[str, type[T]] = {}
    for kind in kinds:
        name = name_of(kind)
        if not _NAME.fullmatch(name):
            message = f"{name} is no stored name such as game.ThingDone.1"
            raise ValueError(message)
        if name in taken:
            message = f"the stored name {name} is given twice"
            raise ValueError(message)
        taken.add(name)
        named[name] = kind
    return named


def members(union: UnionType) -> tuple[type, ...]:
    """Return the types that make up a union, in the order written."""
    return get_args(union)


CATALOGUE: Final = Catalogue(members(Event), members(Command))
