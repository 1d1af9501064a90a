"""The pots of a round of 四支刀 after every fact: `project` folds facts, it decides nothing."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.kernel.decider import Event
from domain.kernel.seats import Seat, in_order, seats_of
from domain.sizhidao import events
from domain.sizhidao.pots import cut_layers


class PotLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pot in points, and the seats that can still win it, p1 upward.

    A `provisional` one has no name yet: bets that are still to come can change it.
    """

    pot: str
    points: int
    eligible: tuple[Seat, ...]
    provisional: bool = False


class PotsView(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on the table: the open pots, and in front of the seats what they bet in this stage.

    Bets in front become layers of pots when the stage's betting closes (Z4.2). `live` are the
    contestants of the stage that have not folded.
    """

    seats: tuple[Seat, ...]
    pots: tuple[PotLine, ...]
    in_front: Mapping[Seat, int]
    live: tuple[Seat, ...] = ()

    def total(self) -> int:
        """Return all points on the table, in pots and in front of seats."""
        return sum(pot.points for pot in self.pots) + sum(self.in_front.values())

    def layers(self) -> tuple[PotLine, ...]:
        """Return the pots that the bets in front would make if nobody said another word (Z4.2).

        Lowest first, all provisional: what is uncalled goes back, and layers open to the same seats
        as another pot join it, when betting closes.
        """
        bets = {seat: self.in_front.get(seat, 0) for seat in self.seats}
        return tuple(
            PotLine(pot="", points=pot.points, eligible=pot.eligible, provisional=True)
            for pot in cut_layers(bets, self.live)
        )


EMPTY: Final = PotsView(seats=(), pots=(), in_front={})


def project(view: PotsView, fact: Event) -> PotsView:
    """Return the view after one fact. Facts that move no points leave it as it is."""
    match fact:
        case events.BetMade() | events.Called() | events.Raised() | events.WentAllIn():
            return _in_front(view, fact.seat, fact.points)
        case events.AntePosted():
            return _paid_into(view, "P1", fact.points)
        case events.RoundOpened():
            seats = seats_of(len(fact.players))
            first = PotLine(pot="P1", points=0, eligible=seats)
            return PotsView(seats=seats, pots=(first,), in_front={}, live=seats)
        case events.UncalledReturned():
            return _in_front(view, fact.seat, -fact.points)
        case events.Folded():
            return _without(view, fact.seat)
        case events.PotsFormed():
            formed = (
                PotLine(pot=pot.pot, points=pot.points, eligible=pot.eligible) for pot in fact.pots
            )
            return replace(view, pots=tuple(formed), in_front={})
        case events.PotAwarded():
            return replace(view, pots=tuple(pot for pot in view.pots if pot.pot != fact.pot))
        case events.PotTied():
            return _eligible(view, fact.pot, fact.unbeaten)
        case events.BoughtIn():
            return _buyer(_paid_into(view, fact.pot, fact.points), fact.seat)
        case events.PlayoffOpened():
            return replace(view, live=fact.contestants)
        case events.RoundVoided():
            return replace(view, pots=(), in_front={})
        case _:
            return view


def _paid_into(view: PotsView, name: str, points: int) -> PotsView:
    pots = (
        replace(pot, points=pot.points + points) if pot.pot == name else pot for pot in view.pots
    )
    return replace(view, pots=tuple(pots))


def _in_front(view: PotsView, seat: Seat, points: int) -> PotsView:
    bet = view.in_front.get(seat, 0) + points
    others = {**view.in_front, seat: bet}
    return replace(view, in_front={s: others[s] for s in view.seats if others.get(s)})


def _without(view: PotsView, seat: Seat) -> PotsView:
    """Z4.4: a folded seat wins nothing any more; a pot open to nobody waits for its new owners."""
    pots = (replace(pot, eligible=tuple(s for s in pot.eligible if s != seat)) for pot in view.pots)
    live = tuple(other for other in view.live if other != seat)
    return replace(view, pots=tuple(pots), live=live)


def _eligible(view: PotsView, name: str, seats: tuple[Seat, ...]) -> PotsView:
    pots = (replace(pot, eligible=seats) if pot.pot == name else pot for pot in view.pots)
    return replace(view, pots=tuple(pots))


def _buyer(view: PotsView, seat: Seat) -> PotsView:
    pots = (replace(pot, eligible=in_order(view.seats, {*pot.eligible, seat})) for pot in view.pots)
    return replace(view, pots=tuple(pots))
