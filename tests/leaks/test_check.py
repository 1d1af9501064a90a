"""A check never varies with what the other seats hold, nor with the kitty (S5.5, S9).

Whole rounds are played by the rules alone, by chance. At many places the cards that the asking seat
does not hold are dealt out anew among the places where they are; whatever is checked, the answer is
the same, by the service and by the rules that it asks.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from api.service.acting import shengji_command
from api.service.shengji.checking import CheckAnswer, checked
from api.service.shengji.legals import legal_answer
from domain.cards.card import CARDS, Card
from domain.cards.packs import FOUR_PACKS
from domain.games.rounds import ROUND, turn_of
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji.checking import Verdict, check
from domain.shengji.commands import OpenRound, Play, SeatCommand
from domain.shengji.ordering import TRUMP, order_of
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import SEATS, Side
from domain.shengji.state import (
    Burying,
    Contesting,
    Dealing,
    Playing,
    Returning,
    Settled,
    TurningUp,
)
from tests.leaks.match import dealing, tidy_deck, word
from tests.leaks.match_worlds import actions

SEEDS: Final = range(8)
EVERY: Final = 5
"""Of so many places of a round one is looked at."""
DEALS: Final = 10
"""Ways in which the hidden cards lie there."""
SOME: Final = 80
"""Candidates that are checked there."""
MANY: Final = 20


def states(seed: int) -> Iterator[Any]:
    """Yield a round after every command, played by chance."""
    chance = Random(seed)
    deck = tidy_deck(chance) if seed % 3 == 0 else chance.sample(FOUR_PACKS, len(FOUR_PACKS))
    levels = dict.fromkeys(Side, "2")
    opening = OpenRound(round="r", settings=Ruleset(), players=SEATS, levels=levels)
    state = decided(ROUND.initial, opening)
    while not isinstance(state, Settled):
        if isinstance(state, Dealing | TurningUp):
            for command in dealing(deck, state, chance):
                state = decided(state, command)
            continue
        yield state
        seat = asked(state)
        state = decided(state, shengji_command(seat, spoken(word(state, seat, chance))))


def decided(state: Any, command: Any) -> Any:  # noqa: ANN401 -- any state of a round
    found = ROUND.decide(state, command)
    assert not isinstance(found, Refusal), (command, found)
    return found.state


def asked(state: Any) -> Seat:  # noqa: ANN401 -- any state of a round
    return next(one for one in SEATS if legal_answer(state, one))


def spoken(body: Mapping[str, Any]) -> Any:  # noqa: ANN401 -- any form of an action
    return actions.validate_python({"turn": "t", **body})


def dealt_anew(state: Any, seat: Seat, chance: Random) -> Any:  # noqa: ANN401 -- any state of a round
    """Return a state with the cards of the other hands, of kitty and burial in other places."""
    others = [one for one in SEATS if one != seat]
    unseen = [card for one in others for card in state.hands[one]]
    aside = "buried" if isinstance(state, Playing) else "kitty"
    unseen += getattr(state, aside)
    chance.shuffle(unseen)
    hands, first = dict(state.hands), 0
    for one in others:
        count = len(hands[one])
        hands[one] = tuple(unseen[first : first + count])
        first += count
    return replace(state, hands=hands, **{aside: tuple(unseen[first:])})


def candidates(state: Any, seat: Seat, chance: Random) -> Iterator[SeatCommand]:  # noqa: ANN401 -- any state
    """Yield what the seat could ask, with cards of its own and with others."""
    hand: tuple[Card, ...] = state.hands[seat]
    order = order_of(state.round.level, getattr(state, "trump", "h"))
    several = [list(one) for suit in (TRUMP, *"shdc") for one in _of_suit(order.suit, hand, suit)]
    several += [chance.sample(hand, min(many, len(hand))) for many in (1, 2, 3, 4, 8, 8)]
    several += [chance.sample(sorted(CARDS), many) for many in (1, 1, 2, 8)]
    for cards in chance.sample(several, min(SOME, len(several))):
        if not cards:
            continue
        for verb in ("play", *_verbs(state)):
            body = {"verb": verb, "cards": cards, **({"to": "p3"} if verb == "return" else {})}
            yield shengji_command(seat, spoken(body))


def _verbs(state: Any) -> tuple[str, ...]:  # noqa: ANN401 -- any state of a round
    match state:
        case Contesting():
            return ("show",)
        case Returning():
            return ("return",)
        case Burying():
            return ("bury",)
        case _:
            return ()


def _of_suit(
    suits: Mapping[Card, str], hand: tuple[Card, ...], suit: str
) -> Iterator[tuple[Card, ...]]:
    """Yield the singles, pairs, bombs and throws out of a suit."""
    held = [card for card in hand if suits[card] == suit]
    faces = sorted(set(held))
    yield from ((card,) * many for card in faces for many in (1, 2, 4))
    yield from combinations(faces, 2)
    if held:
        yield tuple(held)


def answers(state: Any, command: SeatCommand) -> tuple[CheckAnswer, Verdict | Refusal]:  # noqa: ANN401 -- any state
    turn = turn_of(state) or ""
    return checked(state, command, turn), check(state, command)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_check_never_varies_with_the_hands_of_others(seed: int) -> None:
    chance, verdicts = Random(seed), set[str]()
    for state in [*states(seed)][::EVERY]:
        for seat in (asked(state), chance.choice(SEATS)):
            said = [*candidates(state, seat, chance)]
            usual = [answers(state, command) for command in said]
            verdicts |= {str(one.verdict) for one, _ in usual}
            for _ in range(DEALS):
                other = dealt_anew(state, seat, chance)
                assert [answers(other, command) for command in said] == usual
    assert verdicts == {"accepted", "judged", "refused"}


def test_among_what_is_checked_are_throws_that_hold_or_fail_as_hidden_cards_lie() -> None:
    either = 0
    for seed in SEEDS:
        chance = Random(seed)
        for state in [one for one in states(seed) if isinstance(one, Playing)][::EVERY]:
            seat = state.turn
            for command in candidates(state, seat, chance):
                if check(state, command) is Verdict.JUDGED:
                    others = [dealt_anew(state, seat, chance) for _ in range(DEALS)]
                    either += {_holds(other, command) for other in others} == {True, False}
    assert either > MANY


def _holds(state: Any, command: Any) -> bool:  # noqa: ANN401 -- any state of a round
    assert isinstance(command, Play)
    decision = ROUND.decide(state, command)
    assert not isinstance(decision, Refusal)
    return not decision.facts[0].attempted


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_checked_is_what_comes_of_it(seed: int) -> None:
    """A throw is accepted, whatever it comes to; all else is accepted or refused as checked."""
    chance = Random(seed)
    for state in [*states(seed)][:: EVERY * 2]:
        seat = asked(state)
        for command in candidates(state, seat, chance):
            answer = checked(state, command, turn_of(state) or "")
            found = ROUND.decide(state, command)
            if isinstance(found, Refusal):
                assert answer.refused is not None
                assert (answer.verdict, answer.refused.code) == ("refused", found.code)
                assert answer.refused.params == found.params()
            else:
                led = found.facts[0]
                throw = getattr(led, "attempted", ()) or getattr(led, "pattern", "") == "throw"
                assert answer == CheckAnswer(
                    verdict="judged" if throw else "accepted", refused=None
                )


def test_an_action_for_another_turn_is_refused_as_such() -> None:
    state = next(states(1))
    command = shengji_command(asked(state), spoken({"verb": "pass"}))
    refused = checked(state, command, "contest.7").refused
    assert refused is not None
    assert (refused.code, refused.rule, refused.params) == (
        "turn_over",
        "H5.2",
        {"turn": "contest.0"},
    )
