"""A round of 四支刀 as a viewer may see it (Z10): made of the facts as that viewer may see them.

Cards come out of masked facts only, so that what a viewer may not know never gets as far as here.
Amounts and what is open to a seat come out of the state; they hang on no card.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from api.service.decks import CUT, CUTTING, deck_answers
from api.service.facts import Facts, Viewer
from api.service.sizhidao.answers import (
    LegalAnswer,
    LegalsAnswer,
    PotAnswer,
    PotsAnswer,
    RoundAnswer,
    RoundSeat,
)
from domain.kernel.seats import Seat
from domain.log.envelope import Recorded
from domain.sizhidao import events
from domain.sizhidao.legal import legal
from domain.sizhidao.splitting import legal_splits
from domain.sizhidao.state import BuyingIn, Settled, Splitting, State, Voided
from domain.sizhidao.waiting import Waiting, waiting
from projections.pots.view import EMPTY, PotLine, PotsView, project

Cards = tuple[str, ...]


class Seen(NamedTuple):
    """The cards of a stage that a viewer sees, by seat, and who has split."""

    cards: dict[Seat, Cards]
    piles: dict[Seat, tuple[Cards, Cards]]


def seen_cards(facts: Iterable[Any], viewer: Viewer) -> Seen:
    """Return the cards of the last stage, out of the facts as the viewer may see them."""
    seen = Seen({}, {})
    for fact in facts:
        match fact:
            case events.PlayoffOpened():
                seen = Seen({}, {})
            case events.CardsDealt() as dealt:
                seen.cards[dealt.seat] = dealt.cards
            case events.HandSplit() as split:
                seen.piles[split.seat] = split.front, split.back
            case events.HandsShown() as shown:
                for hand in shown.hands:
                    seen.piles[hand.seat] = hand.front, hand.back
                    if hand.seat != viewer:
                        seen.cards[hand.seat] = (*hand.front, *hand.back)
            case _:
                pass
    return seen


def round_answer(facts: Facts, viewer: Seat | None) -> RoundAnswer:
    """Return a round as a seat, or (None) everybody else, may see it."""
    opened, state = facts.opened, facts.state
    assert isinstance(opened, events.RoundOpened)
    asked = _asked(facts)
    return RoundAnswer(
        round=opened.round,
        table=opened.table,
        status=facts.status,
        settings=msgspec.to_builtins(opened.settings),
        rules=opened.rules,
        stage=state.round.stage,
        phase=asked.phase or None,
        turn=facts.turn,
        due=facts.due,
        head=state.round.head,
        next_head=state.next_head if isinstance(state, Settled) else None,
        viewer=viewer,
        seats=_seats(facts, asked.seats, viewer),
        pots=pots_answer(pots_of(facts.recorded)),
        price=state.price if isinstance(state, BuyingIn) else None,
        legal=legals_of(facts, viewer),
        decks=deck_answers(facts.decks),
        version=facts.last.version,
        position=facts.last.position or 0,
    )


def _asked(facts: Facts) -> Waiting:
    """Return what the round waits for: its deck to be cut, or what its state says."""
    if facts.cutters is not None:
        return Waiting(CUTTING, facts.cutters)
    over = isinstance(facts.state, Settled | Voided)
    return Waiting("", ()) if over else waiting(facts.state)


def _seats(facts: Facts, asked: Sequence[Seat], viewer: Seat | None) -> tuple[RoundSeat, ...]:
    opened, state, table = facts.opened, facts.state, facts.state.round
    assert isinstance(opened, events.RoundOpened)
    seen = seen_cards(facts.seen(viewer), viewer)
    live = () if isinstance(state, Settled | Voided) else getattr(state, "live", table.contestants)
    return tuple(
        RoundSeat(
            seat=seat,
            player=player.player,
            stack=player.stack,
            remaining=table.remaining(seat),
            committed=table.committed[seat],
            returned=table.returned[seat],
            live=seat in live,
            asked=seat in asked,
            split=seat in seen.piles,
            cards=seen.cards.get(seat, ()),
            front=seen.piles.get(seat, ((), ()))[0],
            back=seen.piles.get(seat, ((), ()))[1],
            net=state.net[seat] if isinstance(state, Settled) else None,
        )
        for seat, player in zip(table.seats, opened.players, strict=True)
    )


def legals_answer(facts: Facts, viewer: Seat | None) -> LegalsAnswer:
    """Return what a seat may do now, and until when."""
    legals = legals_of(facts, viewer)
    return LegalsAnswer(turn=facts.turn, due=facts.due, seat=viewer, legal=legals)


def legals_of(facts: Facts, viewer: Seat | None) -> tuple[LegalAnswer, ...]:
    """Return the same as it stands in the view of a round."""
    if facts.cutters is not None:
        return (LegalAnswer(verb=CUT),) if viewer in facts.cutters else ()
    return legal_answer(facts.state, viewer)


def legal_answer(state: State, seat: Seat | None) -> tuple[LegalAnswer, ...]:
    """Return what the seat may do now: out of amounts, and of no hand but its own."""
    if seat is None:
        return ()
    return tuple(
        LegalAnswer(
            verb=word.verb,
            least=word.least,
            most=word.most,
            points=word.points,
            splits=_splits(state, seat) if word.verb == "split" else None,
        )
        for word in legal(state, seat)
    )


def _splits(state: State, seat: Seat) -> tuple[tuple[Cards, Cards], ...]:
    assert isinstance(state, Splitting)
    return tuple((piles.front, piles.back) for piles in legal_splits(state.hands[seat]))


def pots_of(recorded: Iterable[Recorded]) -> PotsView:
    """Return what lies on the table after some facts."""
    pots = EMPTY
    for one in recorded:
        pots = project(pots, one.event)
    return pots


def pots_answer(pots: PotsView) -> PotsAnswer:
    """Return what lies on the table, ready to be sent."""
    return PotsAnswer(
        pots=tuple(map(_pot, pots.pots)),
        in_front={str(seat): points for seat, points in pots.in_front.items()},
        layers=tuple(map(_pot, pots.layers())) if pots.in_front else (),
        total=pots.total(),
    )


def _pot(line: PotLine) -> PotAnswer:
    return PotAnswer(
        pot=line.pot, points=line.points, eligible=line.eligible, provisional=line.provisional
    )
