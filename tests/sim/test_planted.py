"""Every checker can fail: faults that are planted in the house are found, each by its own check."""

import pytest

from api.simulation.plan import Plan
from api.simulation.simulation import Outcome, Simulation
from tests.sim.planted import PLANTED

SEEDS = range(1, 25)
"""At least every second of them finds what is planted; none is run behind the first that does."""
STEPS = 1_300


def found() -> Outcome | None:
    """Run seed after seed until something is found."""
    outcomes = (Simulation(Plan(seed, STEPS, games=("sizhidao",))).run() for seed in SEEDS)
    return next((one for one in outcomes if one.failure is not None), None)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = PLANTED[name]
    planted.plant(monkeypatch)
    outcome = found()
    assert outcome is not None
    assert outcome.failure is not None
    assert outcome.failure.check in planted.checks, outcome.failure
