"""Matches that bots play straight into a log: whole, proven, with every pattern that there is."""

from collections import Counter

import pytest

from api.house import House
from api.sample.house import EXAMPLE_MATCH
from domain.flow.address import match
from domain.house.match.state import Open, Over
from domain.kernel.decider import Origin
from domain.log.catalogue import members
from domain.log.store import open_log
from domain.log.streams import round_stream
from domain.shengji import events
from domain.shengji.ruleset import Ladder
from replay.proof import prove
from tests.support.house import rederived
from tests.support.keys import KEYS
from tests.support.logs import sample, ticking
from tests.support.shengji_seen import PATTERNS, facts_of, seen_in


def test_every_pattern_occurs_in_the_example_match_of_the_demonstration() -> None:
    with open_log("memory:", now=ticking(), keys=KEYS) as log:
        playing = sample(log, 0)
        rounds = playing.play_example_match()
        assert rounds == [f"{EXAMPLE_MATCH}-{number}" for number in (1, 2, 3, 4, 5)]
        told = facts_of(log, rounds)
        assert PATTERNS - seen_in(told) == set()
        assert set(members(events.Event)) - {type(fact) for fact in told} == {events.RoundVoided}
        assert playing.play_example_match() == []


def test_every_pattern_occurs_in_what_a_seed_plays_and_every_round_is_proven() -> None:
    with open_log("memory:", now=ticking(), keys=KEYS) as log:
        playing = sample(log, 5)
        finished = playing.play_match()
        assert PATTERNS - seen_in(facts_of(log, finished.rounds)) == set()
        for round_id in finished.rounds:
            proof = prove(log, round_id)
            assert proof is not None
            assert (proof.proven, proof.status) == (True, "complete")
        assert rederived(log) == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_played_to_its_end_on_the_short_ladder(seed: int) -> None:
    with open_log("memory:", now=ticking(), keys=KEYS) as log:
        playing = sample(log, seed)
        finished = playing.play_match()
        over = House(log).state(match(finished.match))
        assert isinstance(over, Over)
        assert over.settings.ladder is Ladder.NINE_TO_JACK
        assert over.winner is not None
        assert over.levels[over.winner] == "J"
        assert over.rounds == len(finished.rounds) >= 3
        assert sum(over.totals.values()) == 0
        origins = Counter(
            one.envelope.origin
            for round_id in finished.rounds
            for one in log.read(round_stream(round_id))
        )
        assert origins[Origin.PLAYER] > 20 * origins[Origin.CLOCK] > 0


def test_a_second_match_has_a_name_of_its_own_and_one_is_left_running() -> None:
    with open_log("memory:", now=ticking(), keys=KEYS) as log:
        playing = sample(log, 2)
        assert [playing.play_match().match for _ in range(2)] == ["river", "river-2"]
        running = playing.leave_match_running()
        state = House(log).state(match(running))
        assert isinstance(state, Open)
        assert (state.settings.ladder, state.rounds) == (Ladder.TWO_TO_KING, 2)
        assert state.running is not None
        proof = prove(log, state.running)
        assert proof is not None
        assert (proof.proven, proof.status) == (True, "open")
        assert {type(fact) for fact in facts_of(log, [state.running])} >= {
            events.KittyBuried,
            events.CardsLed,
        }
