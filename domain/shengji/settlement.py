"""S8: the end of a round: the kitty, the result, scores and levels."""

from collections.abc import Iterator

from domain.kernel.seats import Seat
from domain.shengji.events import (
    Event,
    KittyShown,
    Result,
    RoundSettled,
    ScoreCause,
    ScoresGiven,
    TrickWon,
)
from domain.shengji.hands import points_of
from domain.shengji.levels import changes, is_last
from domain.shengji.ordering import TRUMP, order_of
from domain.shengji.scoring import (
    MATCH_SCORE,
    Row,
    given_to,
    next_dealer,
    row_of,
    summed,
    winning_side,
)
from domain.shengji.sides import SIDE_OF, Side
from domain.shengji.state import Play, Playing


def show_kitty(before: Playing, won: TrickWon, winning: Play) -> KittyShown:
    """S8.1: open the kitty; won by an attacker, its points count, twice if trump won the trick.

    `before` is the state in which the last trick was still on the table.
    """
    dealer = before.round.dealer
    assert dealer is not None
    order = order_of(before.round.level, before.trump)
    multiplier = 0
    if SIDE_OF[won.seat] is not SIDE_OF[dealer]:
        multiplier = 2 if order.suit[winning.cards[0]] == TRUMP else 1
    return KittyShown(
        dealt=before.kitty,
        buried=before.buried,
        points=points_of(before.buried),
        multiplier=multiplier,
    )


def settle(state: Playing) -> Iterator[Event]:
    """S7, S8.2-S8.4: yield scores and levels by their causes, and the end."""
    dealer = state.round.dealer
    assert dealer is not None
    row = row_of(state.attack_points)
    side, rules = winning_side(row, dealer), state.round.rules
    given = [given_to(side, row.score)]
    if any(state.lost.values()):
        yield ScoresGiven(cause=ScoreCause.ACE, scores=state.aces)
    yield ScoresGiven(cause=ScoreCause.RESULT, scores=given[0])
    champions = match_winner(state, row, dealer)
    if champions is not None:
        given.append(given_to(champions, MATCH_SCORE))
        yield ScoresGiven(cause=ScoreCause.MATCH, scores=given[1])
    changed = changes(rules.ladder, state.round.levels, {side: row.levels}, state.lost)
    yield from changed
    yield RoundSettled(
        attack_points=state.attack_points,
        winners=row.winners,
        levels={**state.round.levels, **{change.side: change.after for change in changed}},
        scores=summed(state.aces, *given),
        next_dealer=next_dealer(row, dealer),
        match_winner=champions,
    )


def match_winner(state: Playing, row: Row, dealer: Seat) -> Side | None:
    """S8.4: return the dealer's side if it held on the last level and gained more than it lost."""
    side = SIDE_OF[dealer]
    held = row.winners is Result.DEALER and is_last(state.round.rules.ladder, state.round.level)
    return side if held and row.levels - state.lost[side] >= 1 else None
