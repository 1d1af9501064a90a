"""Folding facts into the state of a round. No rule is judged here: facts carry their numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.kernel.decider import Phases, folding
from domain.kernel.seats import Seat, in_order, seats_of
from domain.sizhidao import events
from domain.sizhidao.events import Event
from domain.sizhidao.splitting import piles_of
from domain.sizhidao.state import (
    Award,
    Betting,
    BuyingIn,
    Dealing,
    Live,
    Pot,
    Round,
    Settled,
    Showdown,
    Splitting,
    State,
    Unopened,
    Voided,
)
from domain.sizhidao.turns import to_speak


def _opened(_: Unopened, event: events.RoundOpened) -> State:
    seats = seats_of(len(event.players))
    nothing = dict.fromkeys(seats, 0)
    seated = dict(zip(seats, event.players, strict=True))
    table = Round(
        id=event.round,
        table=event.table,
        rules=event.settings,
        seats=seats,
        players={seat: player.player for seat, player in seated.items()},
        limits={seat: min(event.settings.cap, player.stack) for seat, player in seated.items()},
        committed=nothing,
        returned=nothing,
        awards=(),
        missed=frozenset(),
        pots=(Pot(name="P1", points=0, eligible=seats, own=nothing),),
        stage=0,
        head=event.head,
        contestants=seats,
    )
    return Dealing(round=table, hands={})


def _anted(state: Dealing, event: events.AntePosted) -> State:
    (pot,) = state.round.pots
    posted = replace(
        pot,
        points=pot.points + event.points,
        own=_plus(pot.own, event.seat, event.points),
    )
    return Dealing(round=_committing(state.round, event.seat, event.points, (posted,)), hands={})


def _dealt(state: Dealing, event: events.CardsDealt) -> State:
    hands = {**state.hands, event.seat: event.cards}
    contestants = state.round.contestants
    if len(hands) < len(contestants):
        return Dealing(round=state.round, hands=hands)
    bets, answered = dict.fromkeys(contestants, 0), frozenset[Seat]()
    return Betting(
        round=state.round,
        hands=hands,
        live=contestants,
        bets=bets,
        answered=answered,
        turn=to_speak(state.round, contestants, bets, answered, None),
        all_in=False,
        spoken=0,
    )


def _put_in(state: Betting, event: events.BetMade | events.Called | events.Raised) -> State:
    return _bet(state, event.seat, event.points, all_in=event.all_in)


def _all_in(state: Betting, event: events.WentAllIn) -> State:
    return _bet(state, event.seat, event.points, all_in=True)


def _bet(state: Betting, seat: Seat, points: int, *, all_in: bool) -> State:
    bets = _plus(state.bets, seat, points)
    # A bet above the highest puts the question to the others again (Z3.4, Z3.6).
    asked_again = bets[seat] > max(state.bets.values())
    answered = frozenset((seat,)) if asked_again else state.answered | {seat}
    table = _committing(state.round, seat, points, state.round.pots)
    return Betting(
        round=table,
        hands=state.hands,
        live=state.live,
        bets=bets,
        answered=answered,
        turn=to_speak(table, state.live, bets, answered, seat),
        all_in=state.all_in or all_in,
        spoken=state.spoken + 1,
    )


def _checked(state: Betting, event: events.Checked) -> State:
    answered = state.answered | {event.seat}
    turn = to_speak(state.round, state.live, state.bets, answered, event.seat)
    return replace(state, answered=answered, turn=turn, spoken=state.spoken + 1)


def _folded(state: Betting, event: events.Folded) -> State:
    live = tuple(seat for seat in state.live if seat != event.seat)
    turn = to_speak(state.round, live, state.bets, state.answered, event.seat)
    return replace(state, live=live, turn=turn, spoken=state.spoken + 1)


def _went_back(state: Betting, event: events.UncalledReturned) -> State:
    returned = _plus(state.round.returned, event.seat, event.points)
    return replace(
        state,
        round=replace(state.round, returned=returned),
        bets=_plus(state.bets, event.seat, -event.points),
    )


def _pots_formed(state: Betting, event: events.PotsFormed) -> State:
    pots = tuple(
        Pot(name=pot.pot, points=pot.points, eligible=pot.eligible, own=pot.own)
        for pot in event.pots
    )
    return Splitting(
        round=replace(state.round, pots=pots),
        hands=state.hands,
        live=state.live,
        splits={},
    )


def _split(state: Splitting, event: events.HandSplit) -> State:
    splits = {**state.splits, event.seat: piles_of(event.front, event.back)}
    return Splitting(round=state.round, hands=state.hands, live=state.live, splits=splits)


def _shown(state: Splitting, event: events.HandsShown) -> State:
    shown = {hand.seat: piles_of(hand.front, hand.back) for hand in event.hands}
    return Showdown(round=state.round, live=state.live, shown=shown)


def _awarded(state: Splitting | Showdown, event: events.PotAwarded) -> State:
    (pot,) = (pot for pot in state.round.pots if pot.name == event.pot)
    awards = tuple(
        Award(
            seat=seat,
            stage=event.stage,
            pot=event.pot,
            points=points,
            own=pot.own.get(seat, 0),
        )
        for seat, points in event.awards.items()
    )
    others = tuple(pot for pot in state.round.pots if pot.name != event.pot)
    table = replace(state.round, pots=others, awards=(*state.round.awards, *awards))
    return replace(state, round=table)


def _tied(state: Showdown, event: events.PotTied) -> State:
    # What is carried is nobody's own bet in the stages that follow (Z9.1).
    pots = tuple(
        replace(pot, eligible=event.unbeaten, own={}) if pot.name == event.pot else pot
        for pot in state.round.pots
    )
    return replace(state, round=replace(state.round, pots=pots))


def _offered(state: Showdown, event: events.BuyInOffered) -> State:
    missed = state.round.missed | frozenset(event.unable)
    return BuyingIn(
        round=replace(state.round, missed=missed),
        price=event.price,
        offered=event.offered,
        bought=(),
        shown=state.shown,
    )


def _bought(state: BuyingIn, event: events.BoughtIn) -> State:
    # The price goes into one pot; the buyer becomes eligible for every open one (Z7.5).
    pots = tuple(
        replace(
            pot,
            points=pot.points + (event.points if pot.name == event.pot else 0),
            eligible=in_order(state.round.seats, {*pot.eligible, event.seat}),
        )
        for pot in state.round.pots
    )
    return replace(
        state,
        round=_committing(state.round, event.seat, event.points, pots),
        offered=tuple(seat for seat in state.offered if seat != event.seat),
        bought=(*state.bought, event.seat),
    )


def _declined(state: BuyingIn, event: events.BuyInDeclined) -> State:
    return replace(
        state,
        round=replace(state.round, missed=state.round.missed | {event.seat}),
        offered=tuple(seat for seat in state.offered if seat != event.seat),
    )


def _playoff(state: BuyingIn, event: events.PlayoffOpened) -> State:
    table = replace(
        state.round,
        stage=event.stage,
        head=event.head,
        contestants=event.contestants,
    )
    return Dealing(round=table, hands={})


def _raked(state: Splitting | Showdown, _: events.RakeTaken) -> State:
    return state


def _settled(state: Splitting | Showdown, event: events.RoundSettled) -> State:
    shown = state.shown if isinstance(state, Showdown) else {}
    return Settled(round=state.round, net=event.net, next_head=event.next_head, shown=shown)


def _voided(state: Live, event: events.RoundVoided) -> State:
    # Everything goes back: no pot is left, and what was awarded before is no award any more.
    return Voided(round=replace(state.round, returned=event.returned, pots=(), awards=()))


def _plus(points: Mapping[Seat, int], seat: Seat, more: int) -> dict[Seat, int]:
    return {**points, seat: points[seat] + more}


def _committing(table: Round, seat: Seat, points: int, pots: tuple[Pot, ...]) -> Round:
    return replace(table, committed=_plus(table.committed, seat, points), pots=pots)


# For every stored fact: where it can happen, and how it is folded.
_FOLDS: Final[Mapping[type[Event], tuple[Phases, Callable[[Any, Any], State]]]] = {
    events.RoundOpened: ((Unopened,), _opened),
    events.AntePosted: ((Dealing,), _anted),
    events.CardsDealt: ((Dealing,), _dealt),
    events.BetMade: ((Betting,), _put_in),
    events.Called: ((Betting,), _put_in),
    events.Raised: ((Betting,), _put_in),
    events.WentAllIn: ((Betting,), _all_in),
    events.Checked: ((Betting,), _checked),
    events.Folded: ((Betting,), _folded),
    events.UncalledReturned: ((Betting,), _went_back),
    events.PotsFormed: ((Betting,), _pots_formed),
    events.HandSplit: ((Splitting,), _split),
    events.HandsShown: ((Splitting,), _shown),
    events.PotAwarded: ((Splitting, Showdown), _awarded),
    events.PotTied: ((Showdown,), _tied),
    events.BuyInOffered: ((Showdown,), _offered),
    events.BoughtIn: ((BuyingIn,), _bought),
    events.BuyInDeclined: ((BuyingIn,), _declined),
    events.PlayoffOpened: ((BuyingIn,), _playoff),
    events.RakeTaken: ((Splitting, Showdown), _raked),
    events.RoundSettled: ((Splitting, Showdown), _settled),
    events.RoundVoided: ((Dealing, Betting, Splitting, Showdown, BuyingIn), _voided),
}

evolve: Final = folding(_FOLDS)
"""Return the state after one fact. Raises `ImpossibleFactError` at a fact out of place."""
