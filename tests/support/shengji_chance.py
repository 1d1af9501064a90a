"""Rounds of 比牌升級 played by chance: any legal command, and commands of every kind."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from hypothesis import strategies as st

from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.shengji import commands
from domain.shengji.contesting import worth
from domain.shengji.decider import SHENGJI
from domain.shengji.legal import Follow, Return, Show, legal
from domain.shengji.ordering import Order, order_of
from domain.shengji.ruleset import LEVELS, Ladder, Ruleset
from domain.shengji.sides import SEATS, Side
from domain.shengji.state import (
    Burying,
    CallingTrump,
    Contesting,
    Dealing,
    Live,
    Playing,
    Returning,
    TurningUp,
)
from tests.support.shengji_rounds import PACKS, after

KITTY = 8


@st.composite
def openings(draw: st.DrawFn) -> commands.OpenRound:
    """Openings of first and later rounds on both ladders."""
    ladder = draw(st.sampled_from(Ladder))
    levels = st.sampled_from(LEVELS[ladder])
    dealer = draw(st.sampled_from((None, *SEATS)))
    own = draw(levels)
    return commands.OpenRound(
        round="r",
        settings=Ruleset(ladder=ladder),
        players=("Ann", "Bo", "Cai", "Dee"),
        levels={Side.A: own, Side.B: own if dealer is None else draw(levels)},
        dealer=dealer,
    )


@st.composite
def any_command(draw: st.DrawFn) -> commands.Command:
    """Commands of every kind, most of them out of place in any one state."""
    return draw(_commands_of(draw(st.sampled_from((*SEATS, Seat("p9"), Seat(""))))))


@cache
def _commands_of(seat: Seat) -> st.SearchStrategy[commands.Command]:
    """Commands of every kind of one seat: how they are made up is made ready once."""
    face = st.sampled_from((*PACKS, Card("1s"), Card("??")))
    few = st.lists(face, max_size=9).map(tuple)
    kinds: tuple[st.SearchStrategy[commands.Command], ...] = (
        openings(),
        st.just(commands.VoidRound()),
        st.builds(commands.Deal, seat=st.just(seat), cards=few),
        st.builds(commands.DealKitty, cards=few),
        st.builds(commands.TurnUp, seat=st.just(seat), card=face),
        st.builds(commands.Show, seat=st.just(seat), cards=few),
        st.just(commands.Pass(seat=seat)),
        st.builds(
            commands.CallTrump, seat=st.just(seat), suit=st.sampled_from(("h", "s", "", "x"))
        ),
        st.builds(commands.Return, seat=st.just(seat), to=st.sampled_from(SEATS), cards=few),
        st.builds(commands.Bury, seat=st.just(seat), cards=few),
        st.builds(commands.Play, seat=st.just(seat), cards=few),
    )
    return st.one_of(kinds)


def deal(chance: Random) -> list[commands.Command]:
    """A whole deal, in any order; often with one hand sorted in, so that it has long suits."""
    deck = list(PACKS)
    chance.shuffle(deck)
    if chance.random() < 0.3:
        deck.sort(key=lambda card: (card[1], chance.random() < 0.2))
    below = [deck.pop(chance.randrange(len(deck))) for _ in range(KITTY)]
    dealt: list[commands.Command] = [
        commands.Deal(seat=seat, cards=tuple(deck[place * 52 : place * 52 + 52]))
        for place, seat in enumerate(SEATS)
    ]
    dealt.append(commands.DealKitty(cards=tuple(below)))
    chance.shuffle(dealt)
    return dealt


def any_legal(state: Live, chance: Random) -> commands.Command:
    """A legal command of the seat that is asked, by chance."""
    match state:
        case Contesting():
            return _word(state, chance)
        case CallingTrump():
            return commands.CallTrump(seat=state.contest.winner, suit=chance.choice("shdc"))
        case Returning():
            return _return(state, chance)
        case Burying():
            dealer = state.round.dealer
            assert dealer is not None
            buried = tuple(chance.sample(state.hands[dealer], KITTY))
            return commands.Bury(seat=dealer, cards=buried)
        case Playing():
            played = _lead(state, chance) if not state.plays else _follow(state, chance)
            return commands.Play(seat=state.turn, cards=tuple(played))
        case TurningUp():
            seat = chance.choice(SEATS)
            return commands.TurnUp(seat=seat, card=chance.choice(state.hands[seat]))
        case Dealing():
            message = "dealt with deal()"
            raise AssertionError(message)


def _word(state: Contesting, chance: Random) -> commands.Command:
    seat = state.turn
    shows = [told for told in legal(state, seat) if isinstance(told, Show)]
    if not shows or shows[0].least is None or chance.random() < 0.3:
        return commands.Pass(seat=seat)
    shown, total = list[Card](), 0
    for card in chance.sample(shows[0].cards, len(shows[0].cards)):
        if total >= shows[0].least:
            break
        shown.append(card)
        total += worth(card, state.round.level)
    return commands.Show(seat=seat, cards=tuple(shown))


def _return(state: Returning, chance: Random) -> commands.Command:
    told = chance.choice(legal(state, state.contest.winner))
    assert isinstance(told, Return)
    order = order_of(state.round.level, state.trump)
    left, given = dict(told.most), list[Card]()
    for card in chance.sample(told.cards, len(told.cards)):
        if len(given) < told.count and left.get(order.suit[card], 0):
            left[order.suit[card]] -= 1
            given.append(card)
    return commands.Return(seat=state.contest.winner, to=told.to, cards=tuple(given))


def _lead(state: Playing, chance: Random) -> Sequence[Card]:
    order, hand = order_of(state.round.level, state.trump), state.hands[state.turn]
    suit = order.suit[chance.choice(hand)]
    held = [card for card in hand if order.suit[card] == suit]
    leads = [*_units(order, held)]
    kind = chance.randrange(4)
    if kind == 0 and len(held) > 1:
        return chance.sample(held, 2)
    if kind == 1 and chance.random() < 0.3:
        return chance.sample(held, len(held))
    longest = max(len(lead) for lead in leads)
    return chance.choice([lead for lead in leads if kind != 2 or len(lead) == longest])


def _units(order: Order, held: Sequence[Card]) -> Iterator[list[Card]]:
    """Singles, pairs, bombs and runs of pairs or bombs in cards of one effective suit."""
    copies = Counter(held)
    at = {order.place[card]: card for card in copies if card in order.place}
    for card, count in copies.items():
        yield [card]
        for each in (2, 4):
            if count >= each:
                yield [card] * each
                run, place = [card], order.place.get(card)
                while place is not None and copies[at.get(place := place + 1, Card(""))] >= each:
                    run.append(at[place])
                    yield [one for one in run for _ in range(each)]


def _follow(state: Playing, chance: Random) -> Sequence[Card]:
    (told,) = legal(state, state.turn)
    assert isinstance(told, Follow)
    rest = Counter(state.hands[state.turn])
    rest.subtract(told.cards)
    others = list(rest.elements())
    order = order_of(state.round.level, state.trump)
    if chance.random() < 0.5:
        others.sort(key=lambda card: order.suit[card] != order.suit[Card("BJ")])
    else:
        chance.shuffle(others)
    suit = list(told.cards)
    like = [unit for unit in _units(order, suit) if len(unit) == told.count]
    if like and chance.random() < 0.7:
        return chance.choice(like)
    chance.shuffle(suit)
    return [*suit[: told.required], *others][: told.count]


def played_out(opening: commands.OpenRound, chance: Random) -> Iterator[commands.Command]:
    """All commands of a round by chance, its opening first, to the end."""
    yield opening
    state = after(SHENGJI.initial, opening)
    for dealt in deal(chance):
        yield dealt
        state = after(state, dealt)
    while isinstance(state, Live):
        command = any_legal(state, chance)
        yield command
        state = after(state, command)
