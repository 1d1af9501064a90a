"""H8: what an interrupted round lets nobody do, and which rounds are interrupted or voided."""

from typing import Final

from domain.flow.address import Address, Kind, Look, clock, game
from domain.games.games import SHENGJI, game_of
from domain.games.rounds import ROUND
from domain.house.clock import commands as of_clock
from domain.house.clock.refusals import BadStopReason, RoundInterrupted
from domain.house.clock.state import Stopped
from domain.house.labels import LONGEST, is_label
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.shengji import commands as shengji
from domain.sizhidao import commands as sizhidao

_OPENS: Final = (sizhidao.OpenRound, shengji.OpenRound)
_VOIDS_FOR: Final = (sizhidao.VoidRoundFor, shengji.VoidRoundFor)
VOIDS: Final = (sizhidao.VoidRound, shengji.VoidRound, *_VOIDS_FOR)
"""The commands that void a round."""


def hindered(look: Look, address: Address, command: Command) -> Refusal | None:
    """Say why a command to a round, its decks or its clock cannot be done, for H8's part."""
    if address.kind is Kind.CLOCK:
        return _not_stoppable(look, address, command)
    if isinstance(command, _VOIDS_FOR) and not is_label(command.reason):
        return BadStopReason(most=LONGEST)
    if isinstance(command, (*_OPENS, *VOIDS)):
        return None
    if address.kind not in {Kind.ROUND, Kind.DECK}:
        return None
    return RoundInterrupted() if isinstance(look(clock(address.id)), Stopped) else None


def _not_stoppable(look: Look, address: Address, command: Command) -> Refusal | None:
    """H8.1: what could not be voided now, its game refusing that, cannot be interrupted either."""
    if not isinstance(command, of_clock.StopClock | of_clock.ResumeClock):
        return None
    state = look(game(address.id))
    decided = ROUND.decide(state, void_of(state, command.reason))
    return decided if isinstance(decided, Refusal) else None


def void_of(told: object, reason: str) -> Command:
    """Return the command that voids a round, by a state or a fact of it, of whichever game."""
    kinds = shengji if game_of(told) is SHENGJI else sizhidao
    command: Command = kinds.VoidRoundFor(reason=reason)
    return command
