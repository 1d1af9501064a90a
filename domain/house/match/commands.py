"""What may be asked of a match. The tag is the stored name (`domain.kernel.decider`).

What only *follows* from a command to another stream nobody asks for: `domain.flow` brings it along.
"""

from collections.abc import Mapping

from domain.house.table.events import Ending
from domain.kernel.decider import Command as KernelCommand
from domain.kernel.seats import Seat
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import Side


class OpenMatch(KernelCommand, frozen=True, kw_only=True, tag="house.OpenMatch.1"):
    """M1: open a match with the settings of its rounds."""

    match: str
    settings: Ruleset


class DelayMatchSpectators(
    KernelCommand, frozen=True, kw_only=True, tag="house.DelayMatchSpectators.1"
):
    """H12.1: let spectators see the match so many seconds late."""

    seconds: int


class JoinMatch(KernelCommand, frozen=True, kw_only=True, tag="house.JoinMatch.1"):
    """M2: take a free seat."""

    seat: Seat
    player: str


class BeReady(KernelCommand, frozen=True, kw_only=True, tag="house.BeReady.1"):
    """M3: say that the player is ready for the first round."""

    player: str


class QuitMatch(KernelCommand, frozen=True, kw_only=True, tag="house.QuitMatch.1"):
    """M3, M5: leave the seat; once the match has begun, leave it to the clock."""

    player: str


class ComeBack(KernelCommand, frozen=True, kw_only=True, tag="house.ComeBack.1"):
    """M5: play again at a seat that was left to the clock."""

    player: str


class StartMatchRound(KernelCommand, frozen=True, kw_only=True, tag="house.StartMatchRound.1"):
    """M4: start the round `round`."""

    round: str


class EndMatchRound(KernelCommand, frozen=True, kw_only=True, tag="house.EndMatchRound.1"):
    """M6: the match's side of the end of a round. Follows from that.

    `levels` are those after it, `scores` what each seat scored in it. Both are empty for a voided
    round, which has no next dealer either.
    """

    round: str
    ending: Ending
    levels: Mapping[Side, str]
    scores: Mapping[Seat, int]
    next_dealer: Seat | None
    match_winner: Side | None


class AbandonMatch(KernelCommand, frozen=True, kw_only=True, tag="house.AbandonMatch.1"):
    """M8: an operator ends the match without a winner."""

    reason: str


class DisableMatchSeat(KernelCommand, frozen=True, kw_only=True, tag="house.DisableMatchSeat.1"):
    """M9: hold the match up, the player of a seat being disabled. Follows from that."""

    seat: Seat


class EnableMatchSeat(KernelCommand, frozen=True, kw_only=True, tag="house.EnableMatchSeat.1"):
    """M9: let the match go on, the player of a seat being enabled. Follows from that."""

    seat: Seat


Command = (
    OpenMatch
    | DelayMatchSpectators
    | JoinMatch
    | BeReady
    | QuitMatch
    | ComeBack
    | StartMatchRound
    | EndMatchRound
    | AbandonMatch
    | DisableMatchSeat
    | EnableMatchSeat
)
