"""Folding facts into the state of a round. No rule is judged here: facts carry their numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.kernel.decider import Phases, folding
from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.contesting import challenger_of, opening_order
from domain.shengji.events import Event
from domain.shengji.hands import without
from domain.shengji.returning import owed
from domain.shengji.scoring import ACE_SCORE
from domain.shengji.sides import NEXT, SEATS, SIDE_OF, Side
from domain.shengji.state import (
    Burying,
    CallingTrump,
    Cards,
    Contest,
    Contesting,
    Dealing,
    Hands,
    Live,
    Play,
    Playing,
    Returning,
    Round,
    Settled,
    State,
    TurningUp,
    Unopened,
    Voided,
)


def _opened(_: Unopened, event: events.RoundOpened) -> State:
    table = Round(
        id=event.round,
        match=event.match,
        rules=event.settings,
        players=dict(zip(SEATS, event.players, strict=True)),
        levels=event.levels,
        level=event.level,
        dealer=event.dealer,
    )
    return Dealing(round=table, hands={}, kitty=())


def _dealt(state: Dealing, event: events.CardsDealt) -> State:
    return _perhaps_dealt(state.round, {**state.hands, event.seat: event.cards}, state.kitty)


def _kitty_dealt(state: Dealing, event: events.KittyDealt) -> State:
    return _perhaps_dealt(state.round, state.hands, event.cards)


def _perhaps_dealt(table: Round, hands: Hands, kitty: Cards) -> State:
    if len(hands) < len(SEATS) or not kitty:
        return Dealing(round=table, hands=hands, kitty=kitty)
    if table.dealer is None:
        return TurningUp(round=table, hands=hands, kitty=kitty)
    return _contest(table, hands, kitty, table.dealer)


def _turned_up(state: TurningUp, event: events.CardTurnedUp) -> State:
    return _contest(state.round, state.hands, state.kitty, event.seat)


def _contest(table: Round, hands: Hands, kitty: Cards, starter: Seat) -> Contesting:
    nothing: dict[Seat, Cards] = dict.fromkeys(SEATS, ())
    return Contesting(
        round=table,
        hands=hands,
        kitty=kitty,
        starter=starter,
        shown=nothing,
        piles=nothing,
        left=frozenset(SEATS),
        champion=None,
        turn=starter,
        spoken=0,
    )


def _shown(state: Contesting, event: events.CardsShown) -> State:
    seat, cards, champion = event.seat, event.cards, state.champion
    # In a duel the word goes to the other of the two; whoever opens is champion by that.
    answers = champion if champion not in {None, seat} else challenger_of(seat, state.left)
    return replace(
        state,
        hands=_less(state.hands, seat, cards),
        shown=_more(state.shown, seat, cards),
        piles=_more(state.piles, seat, cards),
        champion=champion or seat,
        turn=answers or seat,
        spoken=state.spoken + 1,
    )


def _passed(state: Contesting, event: events.ContestPassed) -> State:
    left = state.left - {event.seat}
    turn = next((seat for seat in opening_order(state.starter) if seat in left), state.turn)
    return replace(state, left=left, turn=turn, spoken=state.spoken + 1)


def _pile_captured(state: Contesting, event: events.PileCaptured) -> State:
    piles = {**_more(state.piles, event.seat, event.cards), event.loser: ()}
    turn = challenger_of(event.seat, state.left) or event.seat
    return replace(state, piles=piles, champion=event.seat, turn=turn)


def _contest_won(state: Contesting, event: events.ContestWon) -> State:
    contest = Contest(
        starter=state.starter,
        shown={seat: cards for seat, cards in state.shown.items() if cards},
        winner=event.seat,
        points=event.points,
    )
    return CallingTrump(
        round=replace(state.round, dealer=event.dealer),
        hands=_more(state.hands, event.seat, event.cards),
        kitty=state.kitty,
        contest=contest,
    )


def _trump_called(state: CallingTrump, event: events.TrumpCalled) -> State:
    return Returning(
        round=state.round,
        hands=state.hands,
        kitty=state.kitty,
        contest=state.contest,
        trump=event.suit,
        owed=owed(state.contest.shown, state.contest.winner),
    )


def _returned(state: Returning, event: events.CardsReturned) -> State:
    owes = {seat: count for seat, count in state.owed.items() if seat != event.to}
    return replace(state, hands=_less(state.hands, event.seat, event.cards), owed=owes)


def _received(state: Returning, event: events.CardsReceived) -> State:
    return replace(state, hands=_more(state.hands, event.seat, event.cards))


def _kitty_taken(state: Returning, event: events.KittyTaken) -> State:
    return Burying(
        round=state.round,
        hands=_more(state.hands, event.seat, event.cards),
        kitty=state.kitty,
        contest=state.contest,
        trump=state.trump,
    )


def _buried(state: Burying, event: events.KittyBuried) -> State:
    return Playing(
        round=state.round,
        hands=_less(state.hands, event.seat, event.cards),
        kitty=state.kitty,
        contest=state.contest,
        trump=state.trump,
        buried=event.cards,
        trick=0,
        plays=(),
        pattern=None,
        turn=event.seat,
        attack_points=0,
        lost=dict.fromkeys(Side, 0),
        aces=dict.fromkeys(SEATS, 0),
    )


def _led(state: Playing, event: events.CardsLed) -> State:
    return replace(
        state,
        hands=_less(state.hands, event.seat, event.cards),
        plays=(Play(seat=event.seat, cards=event.cards),),
        pattern=event.pattern,
        turn=NEXT[event.seat],
    )


def _followed(state: Playing, event: events.CardsFollowed) -> State:
    return replace(
        state,
        hands=_less(state.hands, event.seat, event.cards),
        plays=(*state.plays, Play(seat=event.seat, cards=event.cards)),
        turn=NEXT[event.seat],
    )


def _trick_won(state: Playing, event: events.TrickWon) -> State:
    return replace(
        state,
        trick=event.trick + 1,
        plays=(),
        pattern=None,
        turn=event.seat,
        attack_points=event.attack_points,
    )


def _ace_captured(state: Playing, event: events.AceCaptured) -> State:
    side, aces = SIDE_OF[event.owner], dict(state.aces)
    aces[event.owner] -= ACE_SCORE
    aces[event.seat] += ACE_SCORE
    return replace(state, lost={**state.lost, side: state.lost[side] + 1}, aces=aces)


def _kitty_shown(state: Playing, event: events.KittyShown) -> State:
    return replace(state, attack_points=state.attack_points + event.points * event.multiplier)


def _reckoned(state: Playing, _: events.LevelChanged | events.ScoresGiven) -> State:
    return state


def _settled(state: Playing, event: events.RoundSettled) -> State:
    return Settled(
        round=state.round,
        attack_points=event.attack_points,
        winners=event.winners,
        levels=event.levels,
        scores=event.scores,
        next_dealer=event.next_dealer,
        match_winner=event.match_winner,
    )


def _voided(state: Live, _: events.RoundVoided) -> State:
    return Voided(round=state.round)


def _more(hands: Hands, seat: Seat, cards: Cards) -> dict[Seat, Cards]:
    return {**hands, seat: (*hands[seat], *cards)}


def _less(hands: Hands, seat: Seat, cards: Cards) -> dict[Seat, Cards]:
    return {**hands, seat: without(hands[seat], cards)}


_LIVE: Final = (Dealing, TurningUp, Contesting, CallingTrump, Returning, Burying, Playing)

# For every stored fact: where it can happen, and how it is folded.
_FOLDS: Final[Mapping[type[Event], tuple[Phases, Callable[[Any, Any], State]]]] = {
    events.RoundOpened: (Unopened, _opened),
    events.CardsDealt: (Dealing, _dealt),
    events.KittyDealt: (Dealing, _kitty_dealt),
    events.CardTurnedUp: (TurningUp, _turned_up),
    events.CardsShown: (Contesting, _shown),
    events.ContestPassed: (Contesting, _passed),
    events.PileCaptured: (Contesting, _pile_captured),
    events.ContestWon: (Contesting, _contest_won),
    events.TrumpCalled: (CallingTrump, _trump_called),
    events.CardsReturned: (Returning, _returned),
    events.CardsReceived: (Returning, _received),
    events.KittyTaken: (Returning, _kitty_taken),
    events.KittyBuried: (Burying, _buried),
    events.CardsLed: (Playing, _led),
    events.CardsFollowed: (Playing, _followed),
    events.TrickWon: (Playing, _trick_won),
    events.AceCaptured: (Playing, _ace_captured),
    events.KittyShown: (Playing, _kitty_shown),
    events.LevelChanged: (Playing, _reckoned),
    events.ScoresGiven: (Playing, _reckoned),
    events.RoundSettled: (Playing, _settled),
    events.RoundVoided: (_LIVE, _voided),
}

evolve: Final = folding(_FOLDS)
"""Return the state after one fact. Raises `ImpossibleFactError` at a fact out of place."""
