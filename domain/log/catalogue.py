"""Everything that can stand in the log, by its stored name. A new game adds its unions here."""

import re
from collections.abc import Callable, Iterable, Mapping
from types import UnionType
from typing import Any, Final, TypeVar, get_args

import msgspec

from domain.games.games import GAMES
from domain.house.access import commands as access_commands
from domain.house.access import events as access_events
from domain.house.adjustment import commands as adjustment_commands
from domain.house.adjustment import events as adjustment_events
from domain.house.anchors import commands as anchors_commands
from domain.house.anchors import events as anchors_events
from domain.house.audit import commands as audit_commands
from domain.house.audit import events as audit_events
from domain.house.clock import commands as clock_commands
from domain.house.clock import events as clock_events
from domain.house.deck import commands as deck_commands
from domain.house.deck import events as deck_events
from domain.house.deck.visibility import HIDDEN_FROM_ALL
from domain.house.dispute import commands as dispute_commands
from domain.house.dispute import events as dispute_events
from domain.house.hold import commands as hold_commands
from domain.house.hold import events as hold_events
from domain.house.incidents import commands as incidents_commands
from domain.house.incidents import events as incidents_events
from domain.house.match import commands as match_commands
from domain.house.match import events as match_events
from domain.house.reference import commands as reference_commands
from domain.house.reference import events as reference_events
from domain.house.selfcheck import commands as selfcheck_commands
from domain.house.selfcheck import events as selfcheck_events
from domain.house.session import commands as session_commands
from domain.house.session import events as session_events
from domain.house.switches import commands as switches_commands
from domain.house.switches import events as switches_events
from domain.house.table import commands as table_commands
from domain.house.table import events as table_events
from domain.house.tokens import commands as tokens_commands
from domain.house.tokens import events as tokens_events
from domain.house.wallet import commands as wallet_commands
from domain.house.wallet import events as wallet_events
from domain.kernel.decider import Command as KernelCommand
from domain.kernel.decider import Event as KernelEvent
from domain.kernel.decider import name_of
from domain.log import accepted, erased
from domain.log.checkpoints import events as checkpoint_events
from domain.shengji import commands as shengji_commands
from domain.shengji import events as shengji_events
from domain.sizhidao import commands as sizhidao_commands
from domain.sizhidao import events as sizhidao_events

Event = (
    sizhidao_events.Event
    | shengji_events.Event
    | wallet_events.Event
    | table_events.Event
    | match_events.Event
    | reference_events.Event
    | clock_events.Event
    | access_events.Event
    | dispute_events.Event
    | hold_events.Event
    | adjustment_events.Event
    | deck_events.Event
    | anchors_events.Event
    | switches_events.Event
    | selfcheck_events.Event
    | tokens_events.Event
    | session_events.Event
    | audit_events.Event
    | incidents_events.Event
    | accepted.Event
    | erased.Event
    | checkpoint_events.Event
)
Command = (
    sizhidao_commands.Command
    | shengji_commands.Command
    | wallet_commands.Command
    | table_commands.Command
    | match_commands.Command
    | reference_commands.Command
    | clock_commands.Command
    | access_commands.Command
    | dispute_commands.Command
    | hold_commands.Command
    | adjustment_commands.Command
    | deck_commands.Command
    | anchors_commands.Command
    | switches_commands.Command
    | selfcheck_commands.Command
    | tokens_commands.Command
    | session_commands.Command
    | audit_commands.Command
    | incidents_commands.Command
    | erased.Command
    | checkpoint_events.Command
)

_NAME: Final = re.compile(r"[a-z]+\.[A-Z][A-Za-z]*\.[1-9][0-9]*")
T = TypeVar("T", bound=KernelEvent | KernelCommand)
Hidden = Mapping[type[msgspec.Struct], tuple[str, ...]]
Openings = Mapping[type[KernelEvent], Callable[[Any], tuple[str, ...]]]


class Catalogue:
    """Stored names to types and back. Events and commands share the names; none is given twice.

    `hidden` says which fields are sealed, and `openings` for whom anything will be in a stream
    that such an event opens.
    """

    def __init__(
        self,
        events: Iterable[type[KernelEvent]],
        commands: Iterable[type[KernelCommand]],
        hidden: Hidden | None = None,
        openings: Openings | None = None,
    ) -> None:
        taken: set[str] = set()
        self.events = _named(events, taken)
        self.commands = _named(commands, taken)
        self.names: dict[type[KernelEvent], str] = {
            kind: name for name, kind in self.events.items()
        }
        self.hidden: Hidden = hidden or {}
        self.openings: Openings = openings or {}


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


CATALOGUE: Final = Catalogue(
    members(Event),
    members(Command),
    hidden={
        **{kind: fields for game in GAMES for kind, fields in game.hidden.items()},
        **HIDDEN_FROM_ALL,
    },
    openings={game.opened: game.audiences for game in GAMES},
)
