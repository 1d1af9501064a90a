"""What the house deals in a round of either game, and under which ids, whoever does it and when."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from api.steward.deck import deck_of, four_packs_of, hand_of
from domain.cards.card import Card
from domain.flow.dealing import dealt_by
from domain.house.deck.state import Cut
from domain.kernel.decider import Command
from domain.log.keys import Keys
from domain.shengji import commands as shengji
from domain.shengji.deck import deal_from, face_up
from domain.shengji.hands import holds
from domain.shengji.sides import SEATS
from domain.shengji.state import Dealing as DealingFourPacks
from domain.shengji.state import Hands, TurningUp
from domain.sizhidao import commands as sizhidao
from domain.sizhidao.state import Dealing
from domain.sizhidao.waiting import waiting

Cards = tuple[Card, ...]


class Due(NamedTuple):
    """Something that is to be dealt: the command, and what it is about, for its id."""

    command: Command
    about: str


def due_of(deck: Cut, state: Any) -> Iterator[Due]:  # noqa: ANN401 -- a round of either game
    """H6.5: yield all that the cut deck of a round still is to deal there, in its order."""
    for command in dealt_by(deck, state):
        match command:
            case sizhidao.Deal(seat=seat) if seat not in state.hands:
                yield Due(command, f"deal/{deck.deck.stage}/{seat}")
            case shengji.Deal(seat=seat) if seat not in state.hands:
                yield Due(command, f"deal/{seat}")
            case shengji.DealKitty() if not state.kitty:
                yield Due(command, "deal/kitty")
            case shengji.TurnUp():
                yield Due(command, "faceup")
            case _:
                pass


def due(keys: Keys, stream: str, state: Any) -> Iterator[Due]:  # noqa: ANN401 -- a round of either game
    """Yield the same for a round that has no committed deck, having begun before there were any.

    Raises `DataKeyGoneError` when there is no key of the house to the round.
    """
    match state:
        case Dealing():
            yield from _a_stage(keys, stream, state)
        case DealingFourPacks():
            yield from _four_packs(keys, stream, state)
        case TurningUp():
            yield _turned_up(state.hands, four_packs_of(keys, stream)[1])
        case _:
            pass


def _a_stage(keys: Keys, stream: str, state: Dealing) -> Iterator[Due]:
    """Z2.2: every contestant that has none gets its cards, from the deck of this stage."""
    stage, hands = state.round.stage, dict(state.hands)
    deck = deck_of(keys, stream, stage)
    for seat in waiting(state).seats:
        hands[seat] = hand_of(deck, Dealing(round=state.round, hands=hands), seat)
        yield Due(sizhidao.Deal(seat=seat, cards=hands[seat]), f"deal/{stage}/{seat}")


def _four_packs(keys: Keys, stream: str, state: DealingFourPacks) -> Iterator[Due]:
    """S1.1: every seat that has none gets its cards, and the kitty is laid apart; S3.1."""
    deck, place = four_packs_of(keys, stream)
    planned = deal_from(deck, state.round.dealer)
    left, hands = [*deck], dict(state.hands)
    for cards in (*hands.values(), state.kitty):
        _take(left, cards)
    for seat in SEATS:
        if seat not in hands:
            hands[seat] = _of_those_left(left, planned.hands[seat])
            yield Due(shengji.Deal(seat=seat, cards=hands[seat]), f"deal/{seat}")
    if not state.kitty:
        kitty = _of_those_left(left, planned.kitty)
        yield Due(shengji.DealKitty(cards=kitty), "deal/kitty")
    if state.round.dealer is None:
        yield _turned_up(hands, place)


def _of_those_left(left: list[Card], planned: Cards) -> Cards:
    """Take the planned cards from those that are left, or as many others, and return them.

    Who dealt before may have dealt from another deck, and somebody hold one of these cards.
    """
    cards = planned if holds(left, planned) else tuple(left[-len(planned) :])
    _take(left, cards)
    return cards


def _take(left: list[Card], cards: Cards) -> None:
    for card in cards:
        if card in left:  # of a deal that is not of this pack, which will be refused
            left.remove(card)


def _turned_up(hands: Hands, place: int) -> Due:
    """S3.1: one of the 208 cards that were dealt lies face up."""
    seat, card = face_up(hands, place)
    return Due(shengji.TurnUp(seat=seat, card=card), "faceup")
