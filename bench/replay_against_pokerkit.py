"""Rounds proven again per second, against pokerkit playing a hand of as many actions. One process.

    python -m bench.replay_against_pokerkit [REPETITIONS]

Proving is: read the stored rows, check the chain, decode, decide every command again and compare
every fact, add the points up. The acknowledgements are timed apart. pokerkit deals by itself,
evaluates hands and pushes chips; its hand is checked down to the showdown. Both are timed in turn,
the ratio is taken pair by pair, and the median is told.
"""

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import mean, median

from api.ids import round_id
from api.sample.house import Sample
from bench.shared.pokerkit_hands import Compared, check_down, compared, seconds, told
from domain.kernel.decider import Origin, name_of
from domain.log.examine import examine
from domain.log.masters import new_keys
from domain.log.store import Log, open_log
from domain.sizhidao.events import RoundOpened
from projections.migrations.upgrade import migrate
from replay.checks import Verdict, sums_check
from replay.receipts import acknowledged
from replay.rederive import rederive

ROUNDS = 200
HANDS = 40
STREETS = 4
KEYS = new_keys()


def now() -> datetime:
    """The house's time."""
    return datetime.now(UTC)


def prove_all(log: Log, streams: list[str]) -> None:
    """Proves every round; a difference would end the measurement."""
    for stream in streams:
        recorded, fault = examine(log.read_stored(stream), log.codec)
        derived = rederive(recorded)
        facts = [fact for decision in derived.decisions for fact in decision.facts]
        assert (fault, derived.difference) == (None, None)
        assert sums_check(facts, None).verdict is Verdict.OK


def acknowledge_all(log: Log, streams: list[str]) -> None:
    """Compares every round with what was acknowledged."""
    for stream in streams:
        recorded, _ = examine(log.read_stored(stream), log.codec)
        decisions = rederive(recorded).decisions
        assert acknowledged(log.accepted, stream, recorded, decisions, log.codec).odd is None


def in_turn(log: Log, streams: list[str], players: int, repetitions: int) -> Compared:
    """Times the proof of every round and hands of so many players, in turn."""
    return compared(
        lambda: prove_all(log, streams),
        lambda: [check_down(players) for _ in range(HANDS)],
        repetitions,
    )


def compare(log: Log, streams: list[str], actions: float, repetitions: int) -> None:
    """Times both in turn and prints the ratio for hands of about so many actions."""
    players = max(2, round(actions / STREETS))
    played = check_down(players).actions
    timed = in_turn(log, streams, players, repetitions)
    print(
        f"  {told(timed.ratios(len(streams), HANDS))}: "
        f"a round in {median(timed.ours) / len(streams) * 1e6:.0f} us, "
        f"a hand of {played} actions in {median(timed.theirs) / HANDS * 1e6:.0f} us",
    )


def main(arguments: list[str]) -> int:
    """Plays a log full of rounds and measures on it."""
    repetitions = int(arguments[0]) if arguments else 7
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'log.db'}"
        migrate(url)
        with open_log(url, now=now, keys=KEYS) as log:
            list(Sample(log, lambda: round_id(now()), Random(5)).play(ROUNDS))
        with open_log(url, now=now, read_only=True, keys=KEYS) as log:
            measure(log, repetitions)
    return 0


def measure(log: Log, repetitions: int) -> None:
    """Prints what the rounds are like, then the ratios."""
    streams = list(log.opened(name_of(RoundOpened)))
    decided = [rederive(log.read(stream)).decisions for stream in streams]
    facts = mean(sum(len(one.facts) for one in decisions) for decisions in decided)
    every = mean(len(decisions) - 1 for decisions in decided)
    seats = mean(
        sum(one.envelope.origin is not Origin.HOUSE for one in decisions) for decisions in decided
    )
    print(f"{len(streams)} rounds of {facts:.1f} facts, {every:.1f} recorded actions each,")
    print(f"of which {seats:.1f} are made by seats and the others deal")
    print("against a hand with as many actions as a round has in its record:")
    compare(log, streams, every, repetitions)
    print("against a hand with as many actions as a round has of its seats:")
    compare(log, streams, seats, repetitions)
    both = seconds(lambda: acknowledge_all(log, streams)) / len(streams)
    print(f"with its acknowledgements compared too, a round takes {both * 1e6:.0f} us")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
