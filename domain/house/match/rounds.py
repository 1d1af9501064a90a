"""M4, M6, M7: when a round of a match can start, and what its end does to the match."""

from domain.house.labels import LONGEST, is_name
from domain.house.match import commands, refusals
from domain.house.match.events import Event, MatchRoundEnded, MatchRoundStarted, MatchWon
from domain.house.match.state import Open
from domain.house.table.events import Ending
from domain.kernel.refusal import Refusal
from domain.shengji.sides import SEATS


def start(match: Open, command: commands.StartMatchRound) -> tuple[Event, ...] | Refusal:
    """M4: one round at a time, by the same four players."""
    if match.running is not None:
        return refusals.MatchRoundRunning(round=match.running)
    if not is_name(command.round):
        return refusals.BadMatchRound(most=LONGEST)
    refused = _hindrance(match)
    if refused is not None:
        return refused
    started = MatchRoundStarted(
        round=command.round,
        number=match.rounds + 1,
        dealer=match.dealer,
        levels=match.levels,
        players=tuple(match.seats[seat].player for seat in SEATS),
    )
    return (started,)


def can_start(match: Open) -> bool:
    """Say whether the next round of a match can start now."""
    return match.running is None and _hindrance(match) is None


def _hindrance(match: Open) -> Refusal | None:
    """M3, M9: four players who were ready, none of them disabled."""
    ready = sum(one.ready for one in match.seats.values())
    if ready < len(SEATS):
        return refusals.NotAllReady(ready=ready)
    held_up = next((seat for seat in SEATS if match.seats[seat].disabled), None)
    return None if held_up is None else refusals.MatchHeldUp(seat=held_up)


def end(match: Open, command: commands.EndMatchRound) -> tuple[Event, ...] | Refusal:
    """M6: a settled round counts for levels, scores and dealer; M7: it may win the match."""
    if match.running is None or match.running != command.round:
        return refusals.MatchRoundNotRunning()
    if command.ending is Ending.VOIDED:
        return (voided(match, command.round),)
    ended = MatchRoundEnded(
        round=command.round,
        ending=command.ending,
        levels=command.levels,
        scores=command.scores,
        totals={seat: match.totals[seat] + command.scores[seat] for seat in SEATS},
        next_dealer=command.next_dealer,
    )
    if command.match_winner is None:
        return (ended,)
    return ended, MatchWon(side=command.match_winner)


def voided(match: Open, round_id: str) -> MatchRoundEnded:
    """S8.5: return the end of a round that changes nothing: the same dealer, or a first round."""
    return MatchRoundEnded(
        round=round_id,
        ending=Ending.VOIDED,
        levels=match.levels,
        scores=dict.fromkeys(SEATS, 0),
        totals=match.totals,
        next_dealer=match.dealer,
    )
