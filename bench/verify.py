"""All rounds of a log proven in bulk: by one process, by several, and round after round.

    python -m bench.verify [ROUNDS [TIMES [WORKERS]]]

Plays rounds of bots into a new log, then verifies its windows over and over, TIMES times, as if the
log were so much longer: by one process, by WORKERS processes, and as `replay round` does, stream by
stream (less often), with the acknowledged ends of all streams looked up once. All in turn, three
times; the median ratios are told. Starting the processes is part of their time.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median

from api.ids import round_id
from api.rounds import Rounds
from api.sample.house import Sample
from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS
from projections.migrations.upgrade import migrate
from replay.proof import prove
from replay.receipts import acknowledged_ends
from replay.settings import development_keys
from replay.stored import open_to_read
from replay.verify import LONGEST, plan
from replay.verify_choice import Choice
from replay.verify_report import PROVEN, Proven
from replay.verify_stretch import Window
from replay.verify_window import Found
from replay.verify_workers import Job, verify_by_workers, verify_here

REPETITIONS = 3


def now() -> datetime:
    """The house's time."""
    return datetime.now(UTC)


def counted(found: Iterator[Found]) -> int:
    """Counts proven rounds; a difference would end the measurement."""
    rounds = 0
    for one in found:
        assert {line.verdict for line in one.lines} <= {PROVEN}
        rounds += len(one.lines)
    return rounds


def one_by_one(log: Log) -> int:
    """Proves round after round as `replay rounds` does."""
    ends = acknowledged_ends(log)
    rounds = 0
    for stream in log.streams(ROUNDS):
        proof = prove(log, stream.removeprefix(ROUNDS), ends)
        assert proof is not None
        assert proof.proven
        rounds += 1
    return rounds


def microseconds(work: Callable[[], int]) -> float:
    """How long a piece of work takes for each round."""
    begun = time.perf_counter()
    rounds = work()
    return (time.perf_counter() - begun) / rounds * 1e6


def main(arguments: list[str]) -> int:
    """Plays the rounds, measures, prints."""
    count, times, workers = (*map(int, arguments), *(1_000, 10, 2)[len(arguments) :])
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'log.db'}"
        migrate(address)
        with open_log(address, now=now, keys=development_keys(address)) as log:
            sample = Sample(Rounds(log), lambda: round_id(now()), Random(1))
            assert sum(1 for _ in sample.play(count)) == count
        job = Job(address, Choice(), Proven())
        with open_to_read(address) as log:
            measure(log, job, times, workers)
    return 0


def measure(log: Log, job: Job, times: int, workers: int) -> None:
    """Measures all ways in turn and prints the medians."""
    last = log.last_position()
    length = min(LONGEST, max(1, last // (workers * 4)))

    def windows() -> Iterator[Window]:
        for _ in range(times):
            yield from plan(log, last, length)

    one, several, single = [], [], []
    for _ in range(REPETITIONS):
        one.append(microseconds(lambda: counted(verify_here(job, windows()))))
        several.append(microseconds(lambda: counted(verify_by_workers(job, windows(), workers))))
        single.append(microseconds(lambda: one_by_one(log)))
    ratios = [a / b for a, b in zip(one, several, strict=True)]
    bulk = [a / b for a, b in zip(single, one, strict=True)]
    print(f"one process        {median(one):6.0f} µs a round, {1e6 / median(one):.0f} rounds/s")
    print(f"{workers} processes        {median(several):6.0f} µs, {median(ratios):.2f} × one")
    print(f"round after round  {median(single):6.0f} µs, bulk is {median(bulk):.2f} × as fast")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
