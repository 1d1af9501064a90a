"""A round as a viewer may see it (Z10): made of the facts as that viewer may see them.

Cards come out of masked facts only, so that what a viewer may not know never gets as far as here.
Amounts and what is open to a seat come out of the state; they hang on no card.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

import msgspec

from api.service.answers import (
    FactAnswer,
    LegalAnswer,
    PotAnswer,
    PotsAnswer,
    RoundAnswer,
    RoundSeat,
)
from domain.flow.address import clock, game
from domain.house.clock.state import Deadline
from domain.kernel.decider import name_of
from domain.kernel.seats import Seat, seats_of
from domain.log.envelope import Recorded
from domain.log.errors import DataKeyGoneError
from domain.log.keys import HOUSE
from domain.log.store import Log
from domain.sizhidao import events
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.legal import legal
from domain.sizhidao.splitting import legal_splits
from domain.sizhidao.state import BuyingIn, Live, Settled, Splitting, State, Unopened, Voided
from domain.sizhidao.turns import turn_of
from domain.sizhidao.visibility import Viewer, seen_by
from domain.sizhidao.waiting import Waiting, waiting
from projections.moments import moment, moment_of_ms
from projections.pots.view import EMPTY, PotLine, PotsView, project

Cards = tuple[str, ...]
Begun = Live | Settled | Voided


class Facts(NamedTuple):
    """The facts of a round, the state they lead to, and until when its open turn may last."""

    opened: events.RoundOpened
    recorded: Sequence[Recorded]
    state: Begun
    due_ms: int | None

    @property
    def turn(self) -> str | None:
        """The turn that is open."""
        return turn_of(self.state)

    @property
    def due(self) -> str | None:
        """When the clock acts, RFC 3339."""
        return None if self.due_ms is None else moment_of_ms(self.due_ms)

    @property
    def last(self) -> Recorded:
        """The last fact."""
        return self.recorded[-1]

    def seat_of(self, player: str | None) -> Seat | None:
        """Return the seat of a player in this round."""
        return seat_in(self.opened, player)


def seat_in(opened: events.RoundOpened, player: str | None) -> Seat | None:
    """Return the seat of a player in a round, None for anybody else."""
    seated = zip(seats_of(len(opened.players)), opened.players, strict=True)
    return next((seat for seat, one in seated if one.player == player), None)


def facts_of(log: Log, round_id: str) -> Facts | None:
    """Return the facts of a round, None if there is no such round. Raises the log's errors."""
    recorded = log.read(game(round_id).stream)
    opened = recorded[0].event if recorded else None
    if not isinstance(opened, events.RoundOpened):
        return None
    if any(one.closed for one in recorded):
        raise DataKeyGoneError(recorded[0].stream, HOUSE)
    state = SIZHIDAO.fold(cast("Iterable[events.Event]", (one.event for one in recorded)))
    assert not isinstance(state, Unopened)
    return Facts(opened, recorded, state, _due(log, round_id, turn_of(state)))


def _due(log: Log, round_id: str, turn: str | None) -> int | None:
    if turn is None:
        return None
    at = clock(round_id)
    state = at.decider.fold(one.event for one in log.read(at.stream))
    return state.due_ms if isinstance(state, Deadline) and state.turn == turn else None


class Seen(NamedTuple):
    """The cards of a stage that a viewer sees, by seat, and who has split."""

    cards: dict[Seat, Cards]
    piles: dict[Seat, tuple[Cards, Cards]]


def seen_cards(recorded: Iterable[Recorded], viewer: Viewer) -> Seen:
    """Return the cards of the last stage as the viewer may see them."""
    seen = Seen({}, {})
    for one in recorded:
        match seen_by(viewer, one.event):
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
    asked = Waiting("", ()) if isinstance(state, Settled | Voided) else waiting(state)
    return RoundAnswer(
        round=opened.round,
        table=opened.table,
        status=_status(state),
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
        legal=legal_answer(state, viewer),
        version=facts.last.version,
        position=facts.last.position or 0,
    )


def _status(state: Begun) -> str:
    return {Settled: "settled", Voided: "voided"}.get(type(state), "open")


def _seats(facts: Facts, asked: Sequence[Seat], viewer: Seat | None) -> tuple[RoundSeat, ...]:
    state, table = facts.state, facts.state.round
    seen = seen_cards(facts.recorded, viewer)
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
        for seat, player in zip(table.seats, facts.opened.players, strict=True)
    )


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


def fact_answer(recorded: Recorded, viewer: Viewer) -> FactAnswer:
    """Return a fact as the viewer may see it."""
    seen = seen_by(viewer, recorded.event)
    fact = msgspec.to_builtins(seen)
    del fact["type"]
    return FactAnswer(
        position=recorded.position or 0,
        stream=recorded.stream,
        version=recorded.version,
        type=name_of(type(seen)),
        at=moment(recorded.envelope.recorded_at),
        origin=recorded.envelope.origin,
        fact=fact,
    )
