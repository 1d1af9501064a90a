"""H8.1, H8.4: a round whose cards cannot be read any more is interrupted and voided."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from random import Random

import pytest

from api.sample.house import Sample
from domain.flow.interrupted import void_of
from domain.games.games import game_of
from domain.games.rounds import ROUND, seen_by
from domain.kernel.decider import Event
from domain.kernel.refusal import Refusal
from domain.log.store import open_log
from domain.log.streams import ROUNDS
from domain.shengji.events import RoundVoided as MatchRoundVoided
from domain.sizhidao.events import RoundVoided


def played() -> Iterator[list[Event]]:
    """Rounds of both games, fact by fact as whoever has no key reads them."""
    numbers = count(1)
    with open_log("memory:", now=lambda: datetime.now(UTC)) as log:
        sample = Sample(log, lambda: f"r{next(numbers)}", Random(7))
        assert list(sample.play(8))
        assert sample.play_match().rounds
        for stream in log.streams(ROUNDS):
            yield [seen_by(None, one.event) for one in log.read(stream)]


@pytest.fixture(scope="module")
def rounds() -> list[list[Event]]:
    return list(played())


@pytest.mark.parametrize("game", ["sizhidao", "shengji"])
def test_h8_1_a_sealed_round_can_be_voided_after_every_fact(
    rounds: list[list[Event]], game: str
) -> None:
    voided = 0
    for facts in rounds:
        state = ROUND.initial
        for fact in facts:
            state = ROUND.evolve(state, fact)
            found = game_of(state)
            if found is None or found.name != game:
                break
            decided = ROUND.decide(state, void_of(state, "its keys are gone"))
            if ROUND.is_terminal(state):
                assert isinstance(decided, Refusal)
            elif not isinstance(decided, Refusal):
                assert isinstance(decided.facts[-1], RoundVoided | MatchRoundVoided)
                voided += 1
    assert voided > 100
