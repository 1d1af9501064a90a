"""Tables (H3): opening and listing them, sitting down and leaving, starting a round."""

from typing import Any

import msgspec
from fastapi import Response

from api.roles import Caller
from api.service.answers import (
    SeatedAnswer,
    TableAnswer,
    TableLine,
    TablesAnswer,
)
from api.service.asked import PAGE, AfterName, InRoom, Key, Limit, OfTable, receipt
from api.service.auth import Anybody, Office, Player
from api.service.body import bad_setting
from api.service.paging import names_of
from api.service.problems import no_such
from api.service.room import Room
from api.service.routes.starting import start_round
from api.service.wire import Anchor, NewSettings, NewTable, Sitting, ToppingUp
from domain.flow.address import Kind, anchors, table
from domain.house.anchors.commands import DepositAnchor
from domain.house.table import commands
from domain.house.table.rounds import able_seats
from domain.house.table.state import Open
from domain.kernel.seats import Seat
from domain.sizhidao.ruleset import Ruleset, SettingError, filled


async def opened(room: InRoom, who: Office, key: Key, asked: NewTable) -> Response:
    """Open a table (H3.1)."""
    command = commands.OpenTable(table=asked.table, settings=_ruleset(asked.settings))
    return await _ask(room, who, key, asked.table, command)


async def changed(
    room: InRoom, who: Office, key: Key, table_id: OfTable, asked: NewSettings
) -> Response:
    """Change the settings of a table from its next round on (H3.1, Z1.4)."""
    command = commands.ChangeSettings(settings=_ruleset(asked.settings))
    return await _ask(room, who, key, table_id, command)


def _ruleset(settings: dict[str, Any]) -> Ruleset:
    try:
        return filled(settings)
    except SettingError as error:
        raise bad_setting(error, rule="Z1") from None


async def sit(room: InRoom, who: Player, key: Key, table_id: OfTable, asked: Sitting) -> Response:
    """Take a free seat (H3.2)."""
    command = commands.Sit(seat=Seat(asked.seat), player=who.name, points=asked.points)
    return await _ask(room, who, key, table_id, command)


async def anchor(room: InRoom, who: Player, key: Key, table_id: OfTable, asked: Anchor) -> Response:
    """Deposit what the own next cut at this table is checked by (H6.2)."""
    command = DepositAnchor(player=who.name, anchor=asked.anchor)
    return receipt(await room.ask(anchors(table(table_id).stream), command, who, key))


async def top_up(
    room: InRoom, who: Player, key: Key, table_id: OfTable, asked: ToppingUp
) -> Response:
    """Add points of the wallet to the stack, between rounds (H3.3)."""
    command = commands.TopUp(player=who.name, points=asked.points)
    return await _ask(room, who, key, table_id, command)


async def leave(room: InRoom, who: Player, key: Key, table_id: OfTable) -> Response:
    """Stand up and take the stack home (H3.4)."""
    return await _ask(room, who, key, table_id, commands.StandUp(player=who.name))


async def start(room: InRoom, who: Office, key: Key, table_id: OfTable) -> Response:
    """Start a round now, without waiting until the house does (H4.1)."""
    return await start_round(
        room, who, key, table(table_id), lambda new: commands.StartRound(round=new)
    )


async def _ask(
    room: Room, who: Caller, key: str, table_id: str, command: commands.Command
) -> Response:
    return receipt(await room.ask(table(table_id), command, who, key))


async def show(room: InRoom, who: Anybody, table_id: OfTable) -> TableAnswer:
    """Show a table: who sits there, with which stacks, and which round runs."""
    return await room.read(_shown, room, who, table_id)


def _shown(room: Room, who: Caller, table_id: str) -> TableAnswer:
    # What comes into the log meanwhile is told again to whoever follows from this position.
    position, at = room.log.last_position(), table(table_id)
    until, (found, anchored) = room.spectators.seen(who, at, anchors(at.stream))
    state = found.state
    if not isinstance(state, Open):
        raise no_such("table")
    able = able_seats(state)
    present = anchored.state.present
    return TableAnswer(
        table=table_id,
        settings=msgspec.to_builtins(state.settings),
        seats=tuple(
            SeatedAnswer(
                seat=seat,
                player=one.player,
                stack=one.stack,
                disabled=one.disabled,
                anchor=present.get(one.player),
                plays=seat in able or (state.running is not None and state.running.holds(seat)),
            )
            for seat, one in sorted(state.seats.items())
        ),
        running=None if state.running is None else state.running.round,
        delay_seconds=room.house.known(at).state.delay_seconds,
        version=found.version,
        position=min(position, until),
    )


async def listed(
    room: InRoom,
    who: Anybody,
    after: AfterName,
    limit: Limit = PAGE,
) -> TablesAnswer:
    """List the tables in the order of their names."""
    return await room.read(_listed, room, who, after, limit)


def _listed(room: Room, who: Caller, after: str, limit: int) -> TablesAnswer:
    names, more = names_of(room, Kind.TABLE, after, limit)
    lines = [_line(room, who, name) for name in names]
    return TablesAnswer(tables=tuple(line for line in lines if line is not None), next=more)


def _line(room: Room, who: Caller, name: str) -> TableLine | None:
    _, (found,) = room.spectators.seen(who, table(name))
    state = found.state
    if not isinstance(state, Open):
        return None
    return TableLine(
        table=name,
        seats_taken=len(state.seats),
        max_players=state.settings.max_players,
        entry=state.settings.entry,
        ante=state.settings.ante,
        running=None if state.running is None else state.running.round,
    )
