"""What is offered as legal is exactly what the rules take: Z3.2–Z3.5, Z5.1, Z7.3."""

from random import Random

import pytest

from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.paipu.read import read_document
from domain.paipu.run import run
from domain.sizhidao import commands
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.legal import Legal, legal
from domain.sizhidao.state import Betting, BuyingIn, State
from tests.oracle.records import record_of, text_of


def taken(state: State, command: commands.Command) -> bool:
    """Whether the rules take a command in a state."""
    return not isinstance(SIZHIDAO.decide(state, command), Refusal)


def betting_states() -> list[Betting]:
    """Betting states of many random rounds."""
    return [
        step.state
        for seed in range(150)
        for step in run(read_document(text_of(record_of(seed)))).steps
        if isinstance(step.state, Betting)
    ]


STATES = betting_states()


def test_z3_every_verb_is_offered_exactly_when_it_is_taken() -> None:
    assert len(STATES) > 300
    for state in STATES:
        assert state.turn is not None
        offered = {word.verb for word in legal(state, state.turn)}
        for verb, command in simple(state.turn).items():
            assert (verb in offered) == taken(state, command), (verb, state)


def simple(seat: Seat) -> dict[str, commands.Command]:
    """The words without an amount."""
    return {
        "fold": commands.Fold(seat=seat),
        "check": commands.Check(seat=seat),
        "call": commands.Call(seat=seat),
        "allin": commands.AllIn(seat=seat),
    }


@pytest.mark.parametrize("verb", ["bet", "raise"])
def test_z3_5_amounts_are_taken_from_the_least_to_the_most_and_no_other(verb: str) -> None:
    offered = 0
    for state in STATES:
        assert state.turn is not None
        words = {word.verb: word for word in legal(state, state.turn)}
        word = words.get(verb)
        if word is None:
            tried = Random(len(words)).sample(range(1, 2_000), 20)
            assert not any(taken(state, amount(verb, state.turn, points)) for points in tried)
            continue
        offered += 1
        assert word.least is not None
        assert word.most is not None
        for points, open_to in (
            (word.least - 1, False),
            (word.least, True),
            ((word.least + word.most) // 2, True),
            (word.most, True),
            (word.most + 1, False),
        ):
            assert taken(state, amount(verb, state.turn, points)) == open_to, (word, points)
    assert offered > 50


def amount(verb: str, seat: Seat, points: int) -> commands.Command:
    """A bet or raise of so many points."""
    if verb == "bet":
        return commands.Bet(seat=seat, points=points)
    return commands.Raise(seat=seat, to=points)


def test_z3_1_nothing_is_offered_to_a_seat_that_is_not_asked() -> None:
    for state in STATES[:100]:
        for seat in state.round.seats:
            assert bool(legal(state, seat)) == (seat == state.turn)


def test_z7_3_a_buy_in_is_offered_with_its_price() -> None:
    checked = 0
    for seed in range(400):
        for step in run(read_document(text_of(record_of(seed)))).steps:
            state = step.state
            if isinstance(state, BuyingIn):
                for seat in state.round.seats:
                    words = legal(state, seat)
                    offer = (Legal(verb="buy", points=state.price), Legal(verb="decline"))
                    assert words == (offer if seat in state.offered else ())
                    checked += 1
    assert checked > 50
