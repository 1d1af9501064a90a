"""Z7.1–Z7.5: the offer to buy in 買牌 and its answers."""

from domain.chips.share import share_equally
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, in_order
from domain.sizhidao import refusals
from domain.sizhidao.commands import BuyIn, DeclineBuyIn
from domain.sizhidao.events import BoughtIn, BuyInDeclined, BuyInOffered
from domain.sizhidao.ruleset import Rounding
from domain.sizhidao.state import BuyingIn, Round


def price(table: Round) -> int:
    """Z7.2: half of all that lies in open pots, rounded as the table has it."""
    up, down = share_equally(sum(pot.points for pot in table.pots), 2)
    return up if table.rules.buy_in_rounding is Rounding.UP else down


def tied_seats(table: Round) -> tuple[Seat, ...]:
    """Z7.1: the unbeaten seats of every open pot, p1 upward."""
    return in_order(table.seats, {seat for pot in table.pots for seat in pot.eligible})


def offer(table: Round) -> BuyInOffered:
    """Z7.3, Z7.4: offer to every seat of the round that plays no more and never missed an offer.

    Folded and beaten seats alike; who cannot pay has missed it.
    """
    costs = price(table)
    contestants = tied_seats(table)
    asked = [s for s in table.seats if s not in contestants and s not in table.missed]
    return BuyInOffered(
        stage=table.stage,
        price=costs,
        offered=tuple(seat for seat in asked if table.remaining(seat) >= costs),
        unable=tuple(seat for seat in asked if table.remaining(seat) < costs),
    )


def answer(state: BuyingIn, command: BuyIn | DeclineBuyIn) -> BoughtIn | BuyInDeclined | Refusal:
    """Return a seat's answer to the offer; the price goes into the first open pot (Z7.5)."""
    if command.seat not in state.offered:
        return refusals.NotOffered()
    if isinstance(command, DeclineBuyIn):
        return BuyInDeclined(seat=command.seat)
    return BoughtIn(seat=command.seat, points=state.price, pot=state.round.pots[0].name)
