"""What the bot at a seat does, in any phase in which a seat is asked."""

from collections.abc import Sequence
from random import Random
from typing import Final

from api.sample.shengji import contest
from api.sample.shengji.following import follow
from api.sample.shengji.known import Known, Trick
from api.sample.shengji.leading import lead
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.shengji import commands
from domain.shengji.late import late_command
from domain.shengji.legal import Return, Show, legal
from domain.shengji.ordering import order_of
from domain.shengji.state import Burying, CallingTrump, Contesting, Playing, Returning

Asked = Contesting | CallingTrump | Returning | Burying | Playing
Answer = tuple[commands.SeatCommand, Origin]

_LATE: Final = 0.02
"""How often a bot is late, so that the clock acts for it (S3.8)."""


def answer(state: Asked, seat: Seat, tricks: Sequence[Trick], chance: Random) -> Answer:
    """Return what the bot at a seat does, or what the clock does for one that is late.

    `tricks` are those that were won. Of the state it reads its own hand and what lies open.
    """
    if chance.random() < _LATE:
        command = late_command(state, seat)
        assert isinstance(command, commands.SeatCommand)
        return command, Origin.CLOCK
    return chosen(state, seat, tricks, chance), Origin.PLAYER


def chosen(
    state: Asked, seat: Seat, tricks: Sequence[Trick], chance: Random
) -> commands.SeatCommand:
    """Return what the bot at a seat does in time; see `answer`."""
    level = state.round.level
    match state:
        case Contesting():
            return _word(state, seat, chance)
        case CallingTrump():
            return commands.CallTrump(seat=seat, suit=contest.trump(state.hands[seat], level))
        case Returning():
            return _return(state, seat)
        case Burying():
            order = order_of(level, state.trump)
            buried = contest.buried(order, state.hands[seat], chance)
            return commands.Bury(seat=seat, cards=buried)
        case Playing():
            known = known_of(state, seat, tricks)
            cards = follow(known, chance) if state.plays else lead(known, chance)
            return commands.Play(seat=seat, cards=cards)


def _word(state: Contesting, seat: Seat, chance: Random) -> commands.SeatCommand:
    for told in legal(state, seat):
        if isinstance(told, Show) and told.least is not None:
            cards = contest.shown(told.cards, told.least, state.round.level, chance)
            if cards:
                return commands.Show(seat=seat, cards=cards)
    return commands.Pass(seat=seat)


def _return(state: Returning, seat: Seat) -> commands.SeatCommand:
    told, *_ = legal(state, seat)
    assert isinstance(told, Return)
    order = order_of(state.round.level, state.trump)
    cards = contest.returned(order, told.count, told.cards, told.most)
    return commands.Return(seat=seat, to=told.to, cards=cards)


def known_of(state: Playing, seat: Seat, tricks: Sequence[Trick]) -> Known:
    """Return what a seat knows while cards are played."""
    dealer = state.round.dealer
    assert dealer is not None
    return Known(
        seat=seat,
        hand=state.hands[seat],
        level=state.round.level,
        trump=state.trump,
        dealer=dealer,
        buried=state.buried if seat == dealer else (),
        tricks=tuple(tricks),
        table=state.plays,
        pattern=state.pattern,
    )
