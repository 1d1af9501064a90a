"""The running trick of a round after every fact: `project` folds facts, it decides nothing.

Everything in it lay open on the table (S9).
"""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.cards.card import Card
from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.events import Pattern, Winning
from domain.shengji.sides import SEATS


class PlayLine(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that a seat laid to a trick, as the `place`-th from 0: the lead."""

    place: int
    seat: Seat
    player: str
    cards: tuple[Card, ...]


class TrickView(msgspec.Struct, frozen=True, kw_only=True):
    """A trick, counted from 0 in its round. What is won stands in it once it is.

    `cards` is how many every seat lays. `attempted` was shown as a throw that did not hold (S5.5).
    `aces` counts captured ♠A (S7). Of the last trick, the kitty's points, and how many times the
    attackers got them (S8.1).
    """

    trick: int
    leader: Seat
    pattern: Pattern
    cards: int
    attempted: tuple[Card, ...]
    plays: tuple[PlayLine, ...]
    winner: Seat | None = None
    why: Winning | None = None
    points: int | None = None
    attack_points: int | None = None
    aces: int = 0
    kitty_points: int | None = None
    kitty_multiplier: int | None = None


class TricksView(msgspec.Struct, frozen=True, kw_only=True):
    """A round's match and players, and its newest trick."""

    match: str | None
    players: Mapping[Seat, str]
    newest: TrickView | None = None


EMPTY: Final = TricksView(match=None, players={})


def project(view: TricksView, fact: Event) -> TricksView:
    """Return the view after one fact. Facts of other phases leave it as it is."""
    match fact:
        case events.RoundOpened():
            return TricksView(match=fact.match, players=dict(zip(SEATS, fact.players, strict=True)))
        case events.CardsLed():
            return replace(view, newest=_led(view, fact))
        case _ if view.newest is None:
            return view
        case _:
            return replace(view, newest=_gone_on(view.newest, fact, view.players))


def _led(view: TricksView, fact: events.CardsLed) -> TrickView:
    lead = PlayLine(place=0, seat=fact.seat, player=view.players[fact.seat], cards=fact.cards)
    return TrickView(
        trick=fact.trick,
        leader=fact.seat,
        pattern=fact.pattern,
        cards=len(fact.cards),
        attempted=fact.attempted,
        plays=(lead,),
    )


def _gone_on(trick: TrickView, fact: Event, players: Mapping[Seat, str]) -> TrickView:
    match fact:
        case events.CardsFollowed():
            place, seat = len(trick.plays), fact.seat
            play = PlayLine(place=place, seat=seat, player=players[seat], cards=fact.cards)
            return replace(trick, plays=(*trick.plays, play))
        case events.TrickWon():
            return replace(
                trick,
                winner=fact.seat,
                why=fact.why,
                points=fact.points,
                attack_points=fact.attack_points,
            )
        case events.AceCaptured():
            return replace(trick, aces=trick.aces + 1)
        case events.KittyShown():
            return replace(trick, kitty_points=fact.points, kitty_multiplier=fact.multiplier)
        case _:
            return trick
