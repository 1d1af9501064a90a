"""How late spectators see a table or a match (H12)."""

from fastapi import Response

from api.service.asked import InRoom, Key, OfMatch, OfTable, receipt
from api.service.auth import Office
from api.service.wire import Delay
from domain.flow.address import match, table
from domain.house.match.commands import DelayMatchSpectators
from domain.house.table.commands import DelaySpectators


async def of_table(
    room: InRoom, who: Office, key: Key, table_id: OfTable, asked: Delay
) -> Response:
    """Let spectators see a table so many seconds late (H12.1)."""
    command = DelaySpectators(seconds=asked.seconds)
    return receipt(await room.ask(table(table_id), command, who, key))


async def of_match(
    room: InRoom, who: Office, key: Key, match_id: OfMatch, asked: Delay
) -> Response:
    """Let spectators see a match so many seconds late (H12.1)."""
    command = DelayMatchSpectators(seconds=asked.seconds)
    return receipt(await room.ask(match(match_id), command, who, key))
