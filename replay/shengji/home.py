"""The home of a round of 比牌升級: the match that started it and heard of its end."""

from domain.flow import matches
from domain.flow.address import match, wallet
from domain.house.match.commands import AbandonMatch, StartMatchRound
from domain.house.match.events import (
    Event,
    MatchAbandoned,
    MatchRoundEnded,
    MatchRoundStarted,
    MatchWon,
)
from domain.house.table.events import Ending
from domain.shengji.commands import OpenRound
from domain.shengji.events import RoundOpened
from domain.shengji.sides import SEATS
from domain.shengji.state import Settled, Voided
from replay.home import Part


class Match:
    """What a round's match tells of it (`replay.home`)."""

    def stream(self, opened: RoundOpened) -> str:
        """Return the match's stream."""
        return match(opened.match or "").stream

    def opening(self, opened: RoundOpened, part: Part) -> OpenRound | None:
        """Return the opening that follows from the match's start, None if that is none."""
        match part:
            case Part(StartMatchRound(), (MatchRoundStarted() as started,)):
                return matches.opening(opened.match or "", opened.settings, started)
            case _:
                return None

    def tells_end(self, state: Settled | Voided, started: MatchRoundStarted, part: Part) -> bool:
        """Say whether the match tells the end as it must, but for the totals of all its rounds."""
        if not part.facts or not isinstance(part.facts[0], MatchRoundEnded):
            return False
        asked, told = part.command, part.facts[0]
        expected: list[Event] = [_ending(state, started, told)]
        if isinstance(asked, AbandonMatch):  # M8: the match ended, and voided the round by it
            expected.append(MatchAbandoned(reason=asked.reason, round=started.round))
            fits = isinstance(state, Voided)
        else:
            fits = asked == matches.ending(state)
        if isinstance(state, Settled) and state.match_winner is not None:
            expected.append(MatchWon(side=state.match_winner))
        return fits and [*part.facts] == expected

    def others(self, state: Settled | Voided, part: Part) -> frozenset[str]:
        """M7, M8: at the end of the match its players' wallets hear of it."""
        if not isinstance(part.facts[-1], MatchWon | MatchAbandoned):
            return frozenset()
        return frozenset(wallet(player).stream for player in state.round.players.values())


def _ending(
    state: Settled | Voided, started: MatchRoundStarted, told: MatchRoundEnded
) -> MatchRoundEnded:
    if isinstance(state, Settled):
        return MatchRoundEnded(
            round=started.round,
            ending=Ending.SETTLED,
            levels=state.levels,
            scores=state.scores,
            totals=told.totals,
            next_dealer=state.next_dealer,
        )
    return MatchRoundEnded(
        round=started.round,
        ending=Ending.VOIDED,
        levels=started.levels,
        scores=dict.fromkeys(SEATS, 0),
        totals=told.totals,
        next_dealer=started.dealer,
    )
