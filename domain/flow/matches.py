"""Between a match and its rounds: how a started round opens, and what a finished one leaves."""

from domain.house.match.commands import EndMatchRound
from domain.house.match.events import MatchRoundStarted
from domain.house.table.events import Ending
from domain.shengji.commands import OpenRound
from domain.shengji.ruleset import Ruleset
from domain.shengji.state import Settled, Voided


def opening(match: str, settings: Ruleset, started: MatchRoundStarted) -> OpenRound:
    """M4: the round opens with the players, levels and dealer of the match."""
    return OpenRound(
        round=started.round,
        match=match,
        settings=settings,
        players=started.players,
        levels=started.levels,
        dealer=started.dealer,
    )


def ending(state: Settled | Voided) -> EndMatchRound:
    """M6: return what a finished round tells its match."""
    if isinstance(state, Voided):
        return EndMatchRound(
            round=state.round.id,
            ending=Ending.VOIDED,
            levels={},
            scores={},
            next_dealer=None,
            match_winner=None,
        )
    return EndMatchRound(
        round=state.round.id,
        ending=Ending.SETTLED,
        levels=state.levels,
        scores=state.scores,
        next_dealer=state.next_dealer,
        match_winner=state.match_winner,
    )
