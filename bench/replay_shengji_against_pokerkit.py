"""Plays of 比牌升級 proven again per second, against pokerkit playing hold'em. One process.

    python -m bench.replay_shengji_against_pokerkit [REPETITIONS]

Proving is: read the stored rows, check the chain, open what is sealed, decode, decide every command
again and compare every fact, move every card once more. The rounds are those of matches that
players play by chance, with every pattern. Both sides are timed in turn, the ratio is taken pair by
pair, and the median is told: plays of a round against pokerkit's operations, and against the
actions of its players alone.
"""

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean, median

from bench.replay_against_pokerkit import HANDS, KEYS, in_turn
from bench.shared.pokerkit_hands import check_down, told
from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS
from domain.shengji.events import CardsFollowed, CardsLed, RoundSettled
from projections.migrations.upgrade import migrate
from tests.projections.match_room import MatchRoom

MATCHES = 3
PLAYERS = 6


def now() -> datetime:
    """The house's time."""
    return datetime.now(UTC)


def play_matches(log: Log) -> None:
    """Plays matches to their ends."""
    room = MatchRoom(log, seed=5)
    for number in range(MATCHES):
        room.open(f"match-{number}")
        room.to_the_end(f"match-{number}")


def measure(log: Log, repetitions: int) -> None:
    """Prints what the rounds are like, then what was timed."""
    streams = [*log.streams(ROUNDS)]
    rounds = [[one.event for one in log.read(stream)] for stream in streams]
    assert all(isinstance(facts[-1], RoundSettled) for facts in rounds)
    plays = sum(isinstance(fact, CardsLed | CardsFollowed) for facts in rounds for fact in facts)
    print(f"{len(rounds)} rounds of {mean(map(len, rounds)):.0f} facts, {plays} plays in all")
    hand = check_down(PLAYERS)
    print(f"a hand of {PLAYERS} has {hand.operations} operations, {hand.actions} actions in them")
    timed = in_turn(log, streams, PLAYERS, repetitions)
    own, other = median(timed.ours), median(timed.theirs)
    print(f"  {plays / own:8.0f} plays/s proven, {len(rounds) / own:.0f} rounds/s")
    print(f"  {HANDS * hand.operations / other:8.0f} operations/s of pokerkit")
    print(f"  {told(timed.ratios(plays, HANDS * hand.operations))} by operations")
    print(f"  {told(timed.ratios(plays, HANDS * hand.actions))} by actions of players")


def main(arguments: list[str]) -> int:
    """Plays a log full of rounds and measures on it."""
    repetitions = int(arguments[0]) if arguments else 7
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'log.db'}"
        migrate(url)
        with open_log(url, now=now, keys=KEYS) as log:
            play_matches(log)
        with open_log(url, now=now, read_only=True, keys=KEYS) as log:
            measure(log, repetitions)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
