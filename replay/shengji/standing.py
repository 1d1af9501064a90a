"""Where a round of 比牌升級 stands after every fact, by the facts alone, as a viewer sees it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.cards.card import HIDDEN, Card
from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.events import Event
from domain.shengji.ruleset import Ladder
from domain.shengji.sides import SEATS, Side


class Given(msgspec.Struct, frozen=True):
    """What one seat was given back, and its cards as far as the viewer may see them."""

    giver: Seat
    to: Seat
    cards: tuple[Card, ...]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits there, how far the contest and the play have come, and what the end is made of.

    `totals` are those of the piles that lie open, `left` who is still in the contest, `plays` the
    cards on the table by seat; the first of them is the lead.
    """

    players: tuple[str, ...] = ()
    levels: Mapping[Side, str] = {}
    level: str = ""
    ladder: Ladder = Ladder.TWO_TO_KING
    dealer: Seat | None = None
    trump: str | None = None
    begun: bool = False
    left: frozenset[Seat] = frozenset(SEATS)
    champion: Seat | None = None
    totals: Mapping[Seat, int] = {}
    given: tuple[Given, ...] = ()
    plays: Mapping[Seat, tuple[Card, ...]] = {}
    pattern: events.Pattern | None = None
    attack_points: int = 0
    changes: tuple[events.LevelChanged, ...] = ()
    scores: Mapping[events.ScoreCause, Mapping[Seat, int]] = {}


EMPTY: Final = Standing()


def project(view: Standing, fact: Event) -> Standing:
    """Return where the round stands after one fact."""
    fold = _FOLDS.get(type(fact))
    return view if fold is None else fold(view, fact)


def _opened(_: Standing, fact: events.RoundOpened) -> Standing:
    return Standing(
        players=fact.players,
        levels=fact.levels,
        level=fact.level,
        ladder=fact.settings.ladder,
        dealer=fact.dealer,
    )


def _shown(view: Standing, fact: events.CardsShown) -> Standing:
    return replace(
        view,
        begun=True,
        champion=view.champion or fact.seat,
        totals={**view.totals, fact.seat: fact.total},
    )


def _passed(view: Standing, fact: events.ContestPassed) -> Standing:
    return replace(view, begun=True, left=view.left - {fact.seat})


def _captured(view: Standing, fact: events.PileCaptured) -> Standing:
    others = {seat: total for seat, total in view.totals.items() if seat != fact.loser}
    return replace(view, champion=fact.seat, totals={**others, fact.seat: fact.total})


def _won(view: Standing, fact: events.ContestWon) -> Standing:
    return replace(view, champion=None, totals={}, dealer=fact.dealer)


def _called(view: Standing, fact: events.TrumpCalled) -> Standing:
    return replace(view, trump=fact.suit)


def _returned(view: Standing, fact: events.CardsReturned) -> Standing:
    return replace(view, given=(*view.given, Given(fact.seat, fact.to, fact.cards)))


def _received(view: Standing, fact: events.CardsReceived) -> Standing:
    """The same cards once more: whoever sees them on either side sees them."""
    *others, last = view.given
    seen = fact.cards if HIDDEN in last.cards else last.cards
    return replace(view, given=(*others, replace(last, cards=seen)))


def _led(view: Standing, fact: events.CardsLed) -> Standing:
    return replace(view, plays={fact.seat: fact.cards}, pattern=fact.pattern)


def _followed(view: Standing, fact: events.CardsFollowed) -> Standing:
    return replace(view, plays={**view.plays, fact.seat: fact.cards})


def _trick_won(view: Standing, fact: events.TrickWon) -> Standing:
    return replace(view, plays={}, pattern=None, attack_points=fact.attack_points)


def _kitty_shown(view: Standing, fact: events.KittyShown) -> Standing:
    return replace(view, attack_points=view.attack_points + fact.points * fact.multiplier)


def _changed(view: Standing, fact: events.LevelChanged) -> Standing:
    return replace(view, changes=(*view.changes, fact))


def _scored(view: Standing, fact: events.ScoresGiven) -> Standing:
    return replace(view, scores={**view.scores, fact.cause: fact.scores})


_FOLDS: Final[Mapping[type[KernelEvent], Callable[[Standing, Any], Standing]]] = {
    events.RoundOpened: _opened,
    events.CardsShown: _shown,
    events.ContestPassed: _passed,
    events.PileCaptured: _captured,
    events.ContestWon: _won,
    events.TrumpCalled: _called,
    events.CardsReturned: _returned,
    events.CardsReceived: _received,
    events.CardsLed: _led,
    events.CardsFollowed: _followed,
    events.TrickWon: _trick_won,
    events.KittyShown: _kitty_shown,
    events.LevelChanged: _changed,
    events.ScoresGiven: _scored,
}
"""The facts that change something here; the others leave it as it is."""
