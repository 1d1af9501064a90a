"""A whole simulation: it is run, and told what it came to."""

import logging
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from api.simulation.ending import Ending
from api.simulation.house import Simulated
from api.simulation.moment import START_MS
from api.simulation.opening import send_openings
from api.simulation.plan import Plan
from api.simulation.scheduler import Scheduler
from api.simulation.wrong import WrongError
from domain.fairness.tree import root_of

CRASHED: Final = "no part of the house fails by itself"


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong, at which step, and what was done just before."""

    step: int
    check: str
    expected: str
    found: str
    actions: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation came to. `root` is that of the tree over all events, in hex.

    All counts are of what happened in it: `faults` by kind, `accepted` by command, `refused` by
    code, `events` by stored name.
    """

    seed: int
    steps: int
    again: str
    root: str
    positions: int
    rounds: int
    proven: int
    checkpoints: int
    heard: int
    compared: int
    seconds: int
    faults: Mapping[str, int]
    accepted: Mapping[str, int]
    refused: Mapping[str, int]
    events: Mapping[str, int]
    failure: Failure | None


class Simulation:
    """One run of a plan. `begun` is called when the house is there, before anything is done."""

    def __init__(self, plan: Plan, begun: Callable[[Simulated], None] | None = None) -> None:
        self._plan = plan
        self._begun = begun

    def run(self) -> Outcome:
        """Run it to its end, or to the first thing that is wrong."""
        with tempfile.TemporaryDirectory(prefix="paipu-simulation-") as folder, silence():
            house = Simulated(self._plan, Path(folder))
            try:
                return self._run(house)
            finally:
                house.close()

    def _run(self, house: Simulated) -> Outcome:
        scheduler = Scheduler(house)
        failure: Failure | None = None
        try:
            if self._begun is not None:
                self._begun(house)
            send_openings(house)
            for _ in range(house.plan.steps):
                scheduler.take()
            Ending(house, scheduler).run()
        except WrongError as wrong:
            failure = _failure(house, scheduler.step, wrong)
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is what was looked for
            failure = _failure(house, scheduler.step, WrongError(CRASHED, "none", _where(error)))
        return outcome(house, scheduler.step, failure)


def _failure(house: Simulated, step: int, wrong: WrongError) -> Failure:
    return Failure(
        step=step,
        check=wrong.check,
        expected=wrong.expected,
        found=wrong.found,
        actions=tuple(house.actions),
    )


def _where(error: Exception) -> str:
    """Return what an error says, and where it came from."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    places = " < ".join(f"{Path(one.filename).name}:{one.lineno}" for one in reversed(frames))
    return f"{type(error).__name__}: {error} at {places}"


def outcome(house: Simulated, steps: int, failure: Failure | None) -> Outcome:
    """Return what a simulation came to."""
    truth = house.truth
    return Outcome(
        seed=house.plan.seed,
        steps=steps,
        again=str(house.plan),
        root=root_of(truth.leaves).hex(),
        positions=truth.position,
        rounds=len(truth.rounds),
        proven=house.proofs.proven,
        checkpoints=house.tree.signed,
        heard=sum(one.told for one in house.listeners),
        compared=house.rows.compared,
        seconds=(house.time.ms - START_MS) // 1_000,
        faults=sorted_counts({str(one): house.faults.struck[one] for one in house.faults.struck}),
        accepted=sorted_counts(house.answers.accepted),
        refused=sorted_counts(house.answers.refused),
        events=sorted_counts(truth.count),
        failure=failure,
    )


def sorted_counts(counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts by name, the names in order."""
    return {name: counts[name] for name in sorted(counts)}


@contextmanager
def silence() -> Iterator[None]:
    """Let the parts of the house not tell of every fault that is made on purpose."""
    logger = logging.getLogger("paipu")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)
