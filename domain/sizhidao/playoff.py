"""Z7.1, Z7.6, Z8.1: the next stage, a playoff 加賽局 among the tied seats and the buyers."""

from domain.kernel.seats import in_order
from domain.sizhidao.buyin import tied_seats
from domain.sizhidao.events import PlayoffOpened
from domain.sizhidao.showdown import strongest_back
from domain.sizhidao.state import BuyingIn


def next_stage(state: BuyingIn) -> PlayoffOpened:
    """Return the opening of the playoff; it takes place also when nobody bought."""
    table = state.round
    contestants = in_order(table.seats, {*tied_seats(table), *state.bought})
    return PlayoffOpened(
        stage=table.stage + 1,
        head=strongest_back(table, contestants, state.shown),
        contestants=contestants,
    )
