"""What a simulation came to, in words."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Final

from api.simulation.simulation import Outcome
from replay.integrity import integrity

_SECONDS: Final = 10


def told(outcome: Outcome) -> Iterator[str]:
    """Yield what is printed, line by line."""
    yield f"seed {outcome.seed}, {outcome.steps} steps, {outcome.seconds} s of the house's time"
    yield (
        f"{outcome.positions} events, {outcome.rounds} rounds, {outcome.proven} of them proven"
        f" at their ends, {outcome.checkpoints} checkpoints"
    )
    yield f"{outcome.heard} events heard live, {outcome.compared} streams compared with the views"
    yield f"root {outcome.root}"
    yield from _counted("faults", outcome.faults)
    yield from _counted("accepted", outcome.accepted)
    yield from _counted("refused", outcome.refused)
    failure = outcome.failure
    if failure is None:
        yield "all is as it must be"
        return
    yield ""
    yield f"WRONG at step {failure.step}: {failure.check}"
    yield f"  expected  {failure.expected}"
    yield f"  found     {failure.found}"
    yield "  the last that was done:"
    yield from (f"    {action}" for action in failure.actions)
    yield f"  seed {outcome.seed} of {program()}; again:"
    yield f"    {outcome.again}"


def _counted(what: str, counts: Mapping[str, int]) -> Iterator[str]:
    if counts:
        yield f"{what}: {', '.join(f'{name} {count}' for name, count in counts.items())}"


def program() -> str:
    """Return which program this is: by its commit where it is one, by its digest where not."""
    digest = f"version {version('paipu')}, digest {integrity()}"
    commit = _commit()
    return digest if commit is None else f"commit {commit}, {digest}"


def _commit() -> str | None:
    git, here = shutil.which("git"), Path(__file__).parent
    if git is None:
        return None
    asked = (git, "-C", str(here), "describe", "--always", "--dirty")
    try:
        # Its own words only: nothing of them is anybody's input.
        found = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=_SECONDS)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout.strip() or None
