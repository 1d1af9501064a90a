"""Plays random matches of 比牌升級 by the rules alone: how many a second, and what a check costs.

    python -m bench.random_matches [HOW MANY] [SEED]

200 matches by default, on both ladders, of players who choose by chance; after every round all
cards and points are counted. Then the commands of these matches are decided once more and timed:
that is what the rules cost, without the choosing. Last, a seat with all of its 52 cards asks what
it may do and checks chosen plays; the 99th of a hundred such answers is compared with sorting the
hand in the same run. Exits 1 at any gap.
"""

import sys
import time
from collections.abc import Iterator
from random import Random
from statistics import quantiles

from domain.kernel.refusal import Refusal
from domain.shengji import commands
from domain.shengji.checking import check
from domain.shengji.decider import SHENGJI
from domain.shengji.events import Event
from domain.shengji.legal import legal
from domain.shengji.ruleset import LEVELS, Ladder, Ruleset
from domain.shengji.sides import Side
from domain.shengji.state import Dealing, Playing, Settled, State
from replay.shengji.sums import first_gap
from tests.support.shengji_chance import any_legal, deal

MOST_ROUNDS = 1_000
"""Rounds after which a match would be given up; none has come near."""
CHECKS = 4
"""Chosen plays that are checked for each hand of 52 cards."""

Asked = list[commands.Command]


def play_round(opening: commands.OpenRound, chance: Random) -> tuple[Asked, list[Event], Settled]:
    """Plays a round by chance; returns its commands, its facts and its end."""
    asked: Asked = []
    facts: list[Event] = []
    state: State = SHENGJI.initial
    waiting: Asked = [opening]
    while waiting:
        for command in waiting:
            decided = SHENGJI.decide(state, command)
            if isinstance(decided, Refusal):
                raise TypeError(str(decided))
            state = decided.state
            facts += decided.facts
        asked += waiting
        waiting = [] if SHENGJI.is_terminal(state) else next_commands(state, chance)
    assert isinstance(state, Settled)
    return asked, facts, state


def next_commands(state: State, chance: Random) -> Asked:
    """A whole deal, or one seat's command."""
    return deal(chance) if isinstance(state, Dealing) else [any_legal(state, chance)]  # type: ignore[arg-type] # it runs


def play_match(ladder: Ladder, chance: Random) -> Iterator[tuple[Asked, list[Event]]]:
    """Plays a match to its end, round by round."""
    levels, dealer = dict.fromkeys(Side, LEVELS[ladder][0]), None
    for _ in range(MOST_ROUNDS):
        opening = commands.OpenRound(
            round="r",
            settings=Ruleset(ladder=ladder),
            players=("ann", "ben", "cat", "dan"),
            levels=levels,
            dealer=dealer,
        )
        asked, facts, end = play_round(opening, chance)
        yield asked, facts
        levels, dealer = dict(end.levels), end.next_dealer
        if end.match_winner is not None:
            return
    message = "a match without an end"
    raise AssertionError(message)


def decide_again(rounds: list[Asked]) -> list[tuple[Playing, commands.Play]]:
    """Decides all commands again; returns the moments at which a seat with 52 cards plays."""
    full = []
    for asked in rounds:
        state: State = SHENGJI.initial
        for command in asked:
            if (
                isinstance(command, commands.Play)
                and isinstance(state, Playing)
                and not state.trick
            ):
                full.append((state, command))
            decided = SHENGJI.decide(state, command)
            assert not isinstance(decided, Refusal)
            state = decided.state
    return full


def timed(work: list[float], begun: float) -> float:
    """Notes how long something took; returns the moment at which the next begins."""
    work.append(time.perf_counter() - begun)
    return time.perf_counter()


def checks(full: list[tuple[Playing, commands.Play]]) -> str:
    """Times what a seat asks about its whole hand, and sorting the same hand beside it."""
    asking: list[float] = []
    sorting: list[float] = []
    for state, command in full:
        begun = time.perf_counter()
        for _ in range(CHECKS):
            legal(state, command.seat)
            check(state, command)
            begun = timed(asking, begun)
            sorted(state.hands[command.seat])
            begun = timed(sorting, begun)
    last, plain = quantiles(asking, n=100)[98], quantiles(sorting, n=100)[98]
    return (
        f"{len(asking)} checks of a play out of 52 cards: p99 {last * 1e6:.0f} µs, "
        f"{last / plain:.1f} x the p99 of sorting the hand"
    )


def main(arguments: list[str]) -> int:
    """Plays the matches, times them again, and prints what they were."""
    count = int(arguments[0]) if arguments else 200
    chance = Random(int(arguments[1]) if len(arguments) > 1 else 1)
    rounds: list[Asked] = []
    gaps, begun = 0, time.perf_counter()
    for number in range(count):
        for asked, facts in play_match([*Ladder][number % 2], chance):
            rounds.append(asked)
            gap = first_gap(facts)
            if gap is not None:
                gaps += 1
                print(f"round {len(rounds)}: fact {gap[0]}: {gap[1]}")
    whole, begun = time.perf_counter() - begun, time.perf_counter()
    full = decide_again(rounds)
    rules = time.perf_counter() - begun
    plays = sum(isinstance(command, commands.Play) for asked in rounds for command in asked)
    print(f"{count} matches, {len(rounds)} rounds, {plays} plays")
    print(f"chosen, decided and counted: {count / whole:.1f} matches/s in {whole:.0f} s")
    print(
        f"decided again: {count / rules:.1f} matches/s, {len(rounds) / rules:.0f} rounds/s, "
        f"{plays / rules:.0f} plays/s"
    )
    print(checks(full))
    print(f"rounds with a gap in cards or points: {gaps}")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
