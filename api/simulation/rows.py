"""Whether the views are what the events make, as far as they are projected."""

from collections.abc import Sequence
from random import Random
from typing import Final

from api.simulation.truth import Truth
from api.simulation.wrong import WrongError
from domain.log.envelope import Recorded
from projections.catalogue import PROJECTIONS
from projections.compare import Verdict, compare
from projections.store.engine import Views
from projections.totals import faults_of

ROWS: Final = "views and ledgers are what the events make, as far as they are projected"
COMPARED: Final = ("round/", "table/", "wallet/", "match/", "clock/", "adjustment/")
STREAMS: Final = 6
"""How many streams are compared at a time."""


class Rows:
    """Compares rows of some streams with their events, or of all, and the sums over all rows."""

    def __init__(self, views: Views, chance: Random) -> None:
        self.compared = 0
        self._views = views
        self._chance = chance

    def close(self) -> None:
        """Release the views."""
        self._views.close()

    def some(self, truth: Truth) -> None:
        """Compare some streams."""
        names = sorted(at.stream for at in truth.states if at.stream.startswith(COMPARED))
        count = min(STREAMS, len(names))
        self._compare(self._chance.sample(names, count), truth, whole=False)

    def all(self, truth: Truth) -> None:
        """Compare all streams and sums, when everything must be projected."""
        for name in PROJECTIONS:
            position = self._views.place(name).position
            if position != truth.position:
                raise WrongError(ROWS, f"{name} at position {truth.position}", position)
        names = sorted(at.stream for at in truth.states if at.stream.startswith(COMPARED))
        self._compare(names, truth, whole=True)
        self.sums(truth)

    def sums(self, truth: Truth) -> None:
        """Add up the journal, the balances and the ledgers of matches."""
        fault = next(iter(faults_of(self._views, truth.log)), None)
        if fault is not None:
            raise WrongError(ROWS, "sums that agree", fault)

    def _compare(self, names: Sequence[str], truth: Truth, *, whole: bool) -> None:
        facts: dict[str, Sequence[Recorded]] = {name: truth.log.read(name) for name in names}
        fine = {Verdict.EQUAL} if whole else {Verdict.EQUAL, Verdict.NOT_YET}
        for stream, found in compare(self._views, truth.log, facts).items():
            self.compared += 1
            for one in found:
                if one.verdict not in fine:
                    told = f"{one.verdict} at position {one.position}: {one.detail}"
                    raise WrongError(ROWS, f"{one.projection} of {stream}", told)
