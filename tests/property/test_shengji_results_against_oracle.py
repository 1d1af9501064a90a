"""Every result of a round that there can be, as the second reading of rule S8 has it."""

from collections import Counter
from random import Random

import msgspec
import pytest

from domain.kernel.seats import Seat
from domain.paipu.read import document_of
from domain.paipu.run import run
from domain.shengji.events import Result, RoundSettled
from domain.shengji.ruleset import Ladder
from domain.shengji.settlement import settle
from domain.shengji.sides import Side
from domain.shengji.state import Playing
from tests.oracle.shengji.contest import after
from tests.oracle.shengji.order import LADDERS
from tests.oracle.shengji.records import record_of
from tests.oracle.shengji.scores import SIDE, result_of
from tests.oracle.shengji.words import SEATS

POINTS = range(0, 805, 5)  # 400 in the pack, and of these the kitty's twice


def a_playing_round() -> Playing:
    """The last trick of some round of the random records."""
    for seed in range(100):
        for step in run(document_of(record_of(seed))).steps:
            if isinstance(step.state, Playing):
                return step.state
    raise AssertionError("no round came to its first trick")


def captured(chance: Random) -> list[tuple[str, str]]:
    """Owners and captors of up to four ♠A."""
    pairs = [(own, by) for own in SEATS for by in SEATS if SIDE[own] != SIDE[by]]
    return [chance.choice(pairs) for _ in range(chance.choice((0, 0, 1, 1, 2, 3, 4)))]


def settled(
    base: Playing, levels: dict[str, str], points: int, aces: list[tuple[str, str]]
) -> RoundSettled:
    """What the product makes of these points and captures."""
    scores = {Seat(seat): 0 for seat in SEATS}
    for owner, captor in aces:
        scores[Seat(owner)] -= 5
        scores[Seat(captor)] += 5
    lost = Counter(Side(SIDE[owner]) for owner, _ in aces)
    state = msgspec.structs.replace(
        base,
        round=msgspec.structs.replace(
            base.round, levels={side: levels[side.value] for side in Side}
        ),
        attack_points=points,
        aces=scores,
        lost={side: lost[side] for side in Side},
    )
    told = [*settle(state)][-1]
    assert isinstance(told, RoundSettled)
    return told


@pytest.mark.parametrize("ladder", LADDERS)
@pytest.mark.parametrize("dealer", SEATS)
def test_s7_s8_levels_scores_dealer_and_winner_of_the_match(ladder: str, dealer: str) -> None:
    chance, base, steps = Random(f"{ladder} {dealer}"), a_playing_round(), LADDERS[ladder]
    for points in POINTS:
        for _ in range(8):
            some = chance.choice((steps, steps[-1], steps[:2]))
            levels = {side: chance.choice(some) for side in "AB"}
            rules = msgspec.structs.replace(base.round.rules, ladder=Ladder(ladder))
            level = levels[SIDE[dealer]]
            played = msgspec.structs.replace(
                base.round, rules=rules, dealer=Seat(dealer), level=level
            )
            aces = captured(chance)
            at = msgspec.structs.replace(base, round=played)
            told = settled(at, levels, points, aces)
            expected = result_of(steps, levels, dealer, points, aces)
            assert {side.value: level for side, level in told.levels.items()} == expected.levels
            assert told.scores == expected.scores
            winner = told.match_winner and told.match_winner.value
            assert winner == expected.match_winner
            assert (told.winners is Result.DEALER) == expected.held
            assert told.next_dealer == after(dealer, 2 if expected.held else 1)
