"""The contest of a round after every fact: `project` folds facts, it decides nothing.

It holds cards that lay open only. Of returned cards it knows how many there were (S9).
"""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.cards.card import Card
from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from domain.shengji import events


class Kind(StrEnum):
    """What happened in a step."""

    SHOWN = "shown"
    PASSED = "passed"
    CAPTURED = "captured"
    RETURNED = "returned"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a contest or of the returns after it: what `seat` did, `number` counts from 1.

    `other` lost the pile, or got the cards. `count` is of cards; `cards` are those that lie open,
    None for returned ones. `total` is what the seat's pile counts afterwards, None where no pile
    has changed (S3.3, S3.4).
    """

    number: int
    kind: Kind
    seat: Seat
    other: Seat | None = None
    count: int = 0
    cards: tuple[Card, ...] | None = None
    total: int | None = None


class ContestView(msgspec.Struct, frozen=True, kw_only=True):
    """A contest: who began, and once it is over who won with how many points and cards.

    `steps` is how many there were, `last` is the newest. `returned` counts cards that went back.
    """

    match: str | None = None
    starter: Seat | None = None
    face_up: Card | None = None
    winner: Seat | None = None
    points: int | None = None
    cards: int | None = None
    dealer: Seat | None = None
    trump: str | None = None
    returned: int = 0
    steps: int = 0
    last: Step | None = None


EMPTY: Final = ContestView()


def project(view: ContestView, fact: Event) -> ContestView:
    """Return the view after one fact. Facts of other phases leave it as it is."""
    match fact:
        case events.RoundOpened():
            return ContestView(match=fact.match, starter=fact.dealer, dealer=fact.dealer)
        case events.CardTurnedUp():  # S3.1
            return replace(view, starter=fact.seat, face_up=fact.card)
        case events.ContestWon():
            return replace(
                view,
                winner=fact.seat,
                points=fact.points,
                cards=len(fact.cards),
                dealer=fact.dealer,
            )
        case events.TrumpCalled():
            return replace(view, trump=fact.suit)
        case _:
            return _stepped(view, fact)


def _stepped(view: ContestView, fact: Event) -> ContestView:
    number = view.steps + 1
    step = _step(number, fact)
    if step is None:
        return view
    returned = step.count if step.kind is Kind.RETURNED else 0
    return replace(view, steps=number, last=step, returned=view.returned + returned)


def _step(number: int, fact: Event) -> Step | None:
    match fact:
        case events.CardsShown():
            return Step(
                number=number,
                kind=Kind.SHOWN,
                seat=fact.seat,
                count=len(fact.cards),
                cards=fact.cards,
                total=fact.total,
            )
        case events.ContestPassed():
            return Step(number=number, kind=Kind.PASSED, seat=fact.seat)
        case events.PileCaptured():
            return Step(
                number=number,
                kind=Kind.CAPTURED,
                seat=fact.seat,
                other=fact.loser,
                count=len(fact.cards),
                cards=fact.cards,
                total=fact.total,
            )
        case events.CardsReturned():  # S9: giver and receiver know them, nobody else
            count = len(fact.cards)
            return Step(
                number=number, kind=Kind.RETURNED, seat=fact.seat, other=fact.to, count=count
            )
        case _:
            return None
