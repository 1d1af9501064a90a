"""Whole houses by many seeds, with all faults, on every processor, for a bounded time.

    python -m bench.simulate [SECONDS [FIRST [STEPS [PROCESSES]]]]

Runs seed after seed from FIRST on until the time is over. Tells what came of all of them: steps,
events and rounds for each second of a processor, faults by kind, commands and refusals by code, and
which fault, refusal and stored event never occurred. Ends with 1 at the first seed that finds
something wrong, and tells how it is repeated.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from multiprocessing import get_context

from api.simulation.faults import Fault
from api.simulation.plan import Plan
from api.simulation.simulation import Outcome, Simulation
from api.simulation.telling import told
from domain.kernel.refusal import Refusal
from domain.log.catalogue import CATALOGUE

SECONDS = 40
STEPS = 3_000


def run(seed: int, steps: int) -> tuple[Outcome, float]:
    """Run one seed; return what it came to, and the seconds of a processor that it took."""
    begun = time.process_time()
    outcome = Simulation(Plan(seed, steps)).run()
    return outcome, time.process_time() - begun


def runs(seconds: float, first: int, steps: int, processes: int) -> Iterator[tuple[Outcome, float]]:
    """Yield what seeds come to until the time is over; those that have begun are run to the end."""
    seeds, end = count(first), time.monotonic() + seconds
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        going: set[Future[tuple[Outcome, float]]] = set()
        while going or time.monotonic() < end:
            while len(going) < processes and time.monotonic() < end:
                going.add(pool.submit(run, next(seeds), steps))
            done, going = wait(going, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in done)


def codes(kind: type[Refusal] = Refusal) -> Iterator[str]:
    """Yield the code of every refusal of the house."""
    for one in kind.__subclasses__():
        yield from codes(one)
        if "code" in vars(one):
            yield one.code


class Sums:
    """What came of all seeds together."""

    def __init__(self) -> None:
        self.seeds, self.steps, self.seconds = 0, 0, 0.0
        self.counts = dict.fromkeys(("positions", "rounds", "heard", "compared", "checkpoints"), 0)
        self.faults, self.accepted = Counter[str](), Counter[str]()
        self.refused, self.events = Counter[str](), Counter[str]()

    def add(self, outcome: Outcome, seconds: float) -> None:
        """Add what a seed came to."""
        self.seeds += 1
        self.steps += outcome.steps
        self.seconds += seconds
        for name in self.counts:
            self.counts[name] += getattr(outcome, name)
        for name in ("faults", "accepted", "refused", "events"):
            getattr(self, name).update(getattr(outcome, name))

    def tell(self) -> None:
        """Print all of it, and what never occurred."""
        print(f"{self.seeds} seeds, {self.steps} steps, {self.seconds:.0f} s of processors")
        for name, number in {"steps": self.steps, **self.counts}.items():
            print(f"  {name:12} {number:9}  {number / self.seconds:8.1f} a second")
        for name, counts, known in (
            ("faults", self.faults, set(map(str, Fault))),
            ("accepted", self.accepted, set[str]()),
            ("refused", self.refused, set(codes())),
            ("events", self.events, set(CATALOGUE.events)),
        ):
            print(f"{name}: {', '.join(f'{one} {number}' for one, number in counts.most_common())}")
            if missing := sorted(known - set(counts)):
                print(f"  of {len(known)} never: {', '.join(missing)}")


def main() -> int:
    """Run seeds until the time is over; return 1 if one finds something wrong."""
    given = dict(enumerate(sys.argv[1:]))
    seconds, first = float(given.get(0, SECONDS)), int(given.get(1, 1))
    steps, processes = int(given.get(2, STEPS)), int(given.get(3, os.cpu_count() or 1))
    sums = Sums()
    for outcome, took in runs(seconds, first, steps, processes):
        sums.add(outcome, took)
        if outcome.failure is not None:
            print("\n".join(told(outcome)))
            return 1
    sums.tell()
    return 0


if __name__ == "__main__":
    sys.exit(main())
