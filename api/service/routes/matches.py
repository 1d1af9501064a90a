"""Matches of 比牌升級 (M): opening and listing them, taking a seat, going and coming back."""

from typing import Any

import msgspec
from fastapi import Response

from api.roles import Caller
from api.service.asked import PAGE, AfterName, InRoom, Key, Limit, OfMatch, receipt
from api.service.auth import Anybody, Office, Player
from api.service.body import bad_setting
from api.service.paging import names_of
from api.service.problems import no_such
from api.service.room import Room
from api.service.routes.starting import start_round
from api.service.shengji.matches import MatchAnswer, MatchesAnswer, MatchLine, MatchSeatAnswer
from api.service.wire import Anchor, Joining, NewMatch, Reason
from domain.flow.address import Kind, anchors, match
from domain.house.anchors.commands import DepositAnchor
from domain.house.match import commands
from domain.house.match.state import Known, Open, Over
from domain.kernel.seats import Seat
from domain.shengji.ruleset import Ruleset, SettingError, ruleset
from domain.shengji.sides import SIDE_OF


async def opened(room: InRoom, who: Office, key: Key, asked: NewMatch) -> Response:
    """Open a match (M1)."""
    command = commands.OpenMatch(match=asked.match, settings=_ruleset(asked.settings))
    return await _ask(room, who, key, asked.match, command)


def _ruleset(settings: dict[str, Any]) -> Ruleset:
    try:
        return ruleset(settings)
    except SettingError as error:
        raise bad_setting(error, rule="S1") from None


async def join(room: InRoom, who: Player, key: Key, match_id: OfMatch, asked: Joining) -> Response:
    """Take a free seat, and with it a side (M2)."""
    command = commands.JoinMatch(seat=Seat(asked.seat), player=who.name)
    return await _ask(room, who, key, match_id, command)


async def anchor(room: InRoom, who: Player, key: Key, match_id: OfMatch, asked: Anchor) -> Response:
    """Deposit what the own next cut in this match is checked by (H6.2)."""
    command = DepositAnchor(player=who.name, anchor=asked.anchor)
    return receipt(await room.ask(anchors(match(match_id).stream), command, who, key))


async def ready(room: InRoom, who: Player, key: Key, match_id: OfMatch) -> Response:
    """Say that one is ready for the first round (M3)."""
    return await _ask(room, who, key, match_id, commands.BeReady(player=who.name))


async def leave(room: InRoom, who: Player, key: Key, match_id: OfMatch) -> Response:
    """Leave the seat; once the match has begun, leave it to the clock (M3, M5)."""
    return await _ask(room, who, key, match_id, commands.QuitMatch(player=who.name))


async def come_back(room: InRoom, who: Player, key: Key, match_id: OfMatch) -> Response:
    """Play again at a seat that was left to the clock (M5)."""
    return await _ask(room, who, key, match_id, commands.ComeBack(player=who.name))


async def abandon(
    room: InRoom, who: Office, key: Key, match_id: OfMatch, asked: Reason
) -> Response:
    """End a match without a winner (M8)."""
    return await _ask(room, who, key, match_id, commands.AbandonMatch(reason=asked.reason))


async def start(room: InRoom, who: Office, key: Key, match_id: OfMatch) -> Response:
    """Start a round now, without waiting until the house does (M4)."""
    at = match(match_id)
    return await start_round(room, who, key, at, lambda new: commands.StartMatchRound(round=new))


async def _ask(
    room: Room, who: Caller, key: str, match_id: str, command: commands.Command
) -> Response:
    return receipt(await room.ask(match(match_id), command, who, key))


async def show(room: InRoom, who: Anybody, match_id: OfMatch) -> MatchAnswer:
    """Show a match: who sits there, how both sides stand, and which round runs."""
    return await room.read(_shown, room, who, match_id)


def _shown(room: Room, who: Caller, match_id: str) -> MatchAnswer:
    # What comes into the log meanwhile is told again to whoever follows from this position.
    position, at = room.log.last_position(), match(match_id)
    until, (found, anchored) = room.spectators.seen(who, at, anchors(at.stream))
    state = found.state
    if not isinstance(state, Open | Over):
        raise no_such("match")
    present = anchored.state.present
    return MatchAnswer(
        match=match_id,
        status=_status(state),
        settings=msgspec.to_builtins(state.settings),
        seats=tuple(
            MatchSeatAnswer(
                seat=seat,
                side=SIDE_OF[seat],
                player=one.player,
                ready=one.ready,
                away=one.away,
                disabled=one.disabled,
                anchor=present.get(one.player),
                score=state.totals.get(seat, 0),
            )
            for seat, one in sorted(state.seats.items())
        ),
        levels=_levels(state),
        dealer=state.dealer,
        rounds=state.rounds,
        running=_running(state),
        winner=_winner(state),
        abandoned=state.abandoned if isinstance(state, Over) else None,
        delay_seconds=room.house.known(at).state.delay_seconds,
        version=found.version,
        position=min(position, until),
    )


def _status(state: Open | Over) -> str:
    if isinstance(state, Open):
        return "running" if state.begun else "waiting"
    return "won" if state.winner is not None else "abandoned"


def _levels(state: Known) -> dict[str, str]:
    return {str(side): level for side, level in sorted(state.levels.items())}


def _running(state: Open | Over) -> str | None:
    return state.running if isinstance(state, Open) else None


def _winner(state: Open | Over) -> str | None:
    return state.winner if isinstance(state, Over) else None


async def listed(
    room: InRoom,
    who: Anybody,
    after: AfterName,
    limit: Limit = PAGE,
) -> MatchesAnswer:
    """List the matches in the order of their names."""
    return await room.read(_listed, room, who, after, limit)


def _listed(room: Room, who: Caller, after: str, limit: int) -> MatchesAnswer:
    names, more = names_of(room, Kind.MATCH, after, limit)
    lines = [_line(room, who, name) for name in names]
    return MatchesAnswer(matches=tuple(line for line in lines if line is not None), next=more)


def _line(room: Room, who: Caller, name: str) -> MatchLine | None:
    _, (found,) = room.spectators.seen(who, match(name))
    state = found.state
    if not isinstance(state, Open | Over):
        return None
    return MatchLine(
        match=name,
        status=_status(state),
        ladder=state.settings.ladder,
        seats_taken=len(state.seats),
        levels=_levels(state),
        rounds=state.rounds,
        running=_running(state),
        winner=_winner(state),
    )
