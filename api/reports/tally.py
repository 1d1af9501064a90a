"""Counting and adding up lines as they go by, test accounts apart (H1.1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from api.reports.ask import ALL, REAL, TEST
from api.reports.form import Cell, Check, Told
from domain.kernel.text import text

NO_ACTIVITY = text("no activity")


class Tally:
    """What a report's lines come to. Ask for it when all of them have gone by."""

    def __init__(self, told: Told, accounts: str) -> None:
        self.columns = told.columns
        self.rows = 0
        self.apart = 0
        self.active = False
        self._told = told
        self._accounts = accounts
        self._sums = dict.fromkeys((one.name for one in told.columns if one.summed), 0)
        self._apart = dict(self._sums)
        self._places = [(n, one.name) for n, one in enumerate(told.columns) if one.summed]

    def shown(self) -> Iterator[Sequence[Cell]]:
        """Yield the lines that are shown, and count all of them."""
        for cells, test, quiet in self._told.lines:
            if self._accounts == ALL or test == (self._accounts == TEST):
                self.rows += 1
                self.active = self.active or not quiet
                self._add(self._sums, cells)
                yield cells
            elif test:
                self.apart += 1
                self._add(self._apart, cells)

    def _add(self, sums: dict[str, int], cells: Sequence[Cell]) -> None:
        for place, name in self._places:
            amount = cells[place]
            if isinstance(amount, int):
                sums[name] += amount

    def totals(self) -> Mapping[str, int]:
        """Return the sums of the lines that were shown."""
        return self._sums

    def tests(self) -> Mapping[str, Any] | None:
        """Return the sums of those of test accounts that were not; None if they were not apart."""
        return {"rows": self.apart, **self._apart} if self._accounts == REAL else None

    def checks(self) -> Sequence[Check]:
        """Return what the report has checked of itself."""
        return self._told.checks()
