"""Both games, and which of them a state, a command or a fact belongs to."""

from collections.abc import Mapping
from typing import Final, get_args

from domain.games.game import Game
from domain.shengji import commands as shengji_commands
from domain.shengji import events as shengji_events
from domain.shengji import late as shengji_late
from domain.shengji import origins as shengji_origins
from domain.shengji import state as shengji_state
from domain.shengji import turns as shengji_turns
from domain.shengji import visibility as shengji_visibility
from domain.shengji import waiting as shengji_waiting
from domain.shengji.decider import SHENGJI as SHENGJI_DECIDER
from domain.sizhidao import commands as sizhidao_commands
from domain.sizhidao import events as sizhidao_events
from domain.sizhidao import late as sizhidao_late
from domain.sizhidao import origins as sizhidao_origins
from domain.sizhidao import state as sizhidao_state
from domain.sizhidao import turns as sizhidao_turns
from domain.sizhidao import visibility as sizhidao_visibility
from domain.sizhidao import waiting as sizhidao_waiting
from domain.sizhidao.decider import SIZHIDAO as SIZHIDAO_DECIDER

SIZHIDAO: Final = Game(
    name="sizhidao",
    decider=SIZHIDAO_DECIDER,
    opened=sizhidao_events.RoundOpened,
    states=get_args(sizhidao_state.State),
    commands=get_args(sizhidao_commands.Command),
    events=get_args(sizhidao_events.Event),
    hidden=sizhidao_visibility.HIDDEN_FROM_OTHERS,
    audiences=sizhidao_visibility.audiences,
    may_come_from=sizhidao_origins.may_come_from,
    seen_by=sizhidao_visibility.seen_by,
    turn_of=sizhidao_turns.turn_of,
    seconds_of=sizhidao_turns.seconds_of,
    waiting=sizhidao_waiting.waiting,
    late_command=sizhidao_late.late_command,
)

SHENGJI: Final = Game(
    name="shengji",
    decider=SHENGJI_DECIDER,
    opened=shengji_events.RoundOpened,
    states=get_args(shengji_state.State),
    commands=get_args(shengji_commands.Command),
    events=get_args(shengji_events.Event),
    hidden=shengji_visibility.HIDDEN_FROM_OTHERS,
    audiences=shengji_visibility.audiences,
    may_come_from=shengji_origins.may_come_from,
    seen_by=shengji_visibility.seen_by,
    turn_of=shengji_turns.turn_of,
    seconds_of=shengji_turns.seconds_of,
    waiting=shengji_waiting.waiting,
    late_command=shengji_late.late_command,
)

GAMES: Final = (SIZHIDAO, SHENGJI)
BY_NAME: Final[Mapping[str, Game]] = {game.name: game for game in GAMES}

_OF_KIND: Final[Mapping[type, Game]] = {
    kind: game for game in GAMES for kind in (*game.states, *game.commands, *game.events)
}
_OF_COMMAND: Final[Mapping[type, Game]] = {kind: game for game in GAMES for kind in game.commands}


def game_of(one: object) -> Game | None:
    """Return the game that a state, command or fact of a round belongs to, None for any other."""
    return _OF_KIND.get(type(one))


def asked_of(command: object) -> Game | None:
    """Return the game to whose rounds something from the log is a command, None if to none."""
    return _OF_COMMAND.get(type(command))
