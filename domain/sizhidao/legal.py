"""What a seat may do now, with amounts: asked of the same checks that decide the command itself."""

import msgspec

from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.sizhidao import betting
from domain.sizhidao.state import Betting, BuyingIn, Splitting, State


class Legal(msgspec.Struct, frozen=True, kw_only=True):
    """One verb that is open to a seat. Amounts in points, where the verb takes or costs one.

    `least` … `most` is what a bet puts in or a raise goes to; `points` is what a call, an all-in or
    a buy-in costs.
    """

    verb: str
    least: int | None = None
    most: int | None = None
    points: int | None = None


def legal(state: State, seat: Seat) -> tuple[Legal, ...]:
    """Return what the seat may do now; nothing when it isn't asked."""
    match state:
        case Betting() if state.turn == seat:
            return _words(state, seat)
        case Splitting() if seat in state.live and seat not in state.splits:
            return (Legal(verb="split"),)
        case BuyingIn() if seat in state.offered:
            return (Legal(verb="buy", points=state.price), Legal(verb="decline"))
        case _:
            return ()


def _words(state: Betting, seat: Seat) -> tuple[Legal, ...]:
    remaining = state.round.remaining(seat)
    everything = state.bets[seat] + remaining
    words = [Legal(verb="fold"), Legal(verb="allin", points=remaining)]
    if not isinstance(betting.check(state, seat), Refusal):
        words.append(Legal(verb="check"))
    called = betting.call(state, seat)
    if not isinstance(called, Refusal):
        words.append(Legal(verb="call", points=called.points))
    if not isinstance(betting.bet(state, seat, remaining), Refusal):
        least = min(state.round.rules.ante, remaining)
        words.append(Legal(verb="bet", least=least, most=remaining))
    if not isinstance(betting.raise_to(state, seat, everything), Refusal):
        least = betting.least_raise(state, seat)
        words.append(Legal(verb="raise", least=least, most=everything))
    return tuple(words)
