"""Old stored names: how what was once written as `….1` is read as `….2`.

A stored struct is never edited; a change is a new name and a function from the old fields to the
new ones. Functions chain, so each knows only its next name.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

Fields = dict[str, object]
Upcaster = Callable[[Fields], Fields]


class Step(NamedTuple):
    """One step forward: the newer name, and what makes its fields of the older one's."""

    to: str
    upcast: Upcaster


class Upcasters:
    """The steps from old names forward. A name has one step; steps never lead in a circle."""

    def __init__(self, steps: Mapping[str, Step] | None = None) -> None:
        self._steps = dict(steps or {})
        for name in self._steps:
            self._refuse_circle(name)

    def _refuse_circle(self, name: str) -> None:
        passed = {name}
        while (step := self._steps.get(name)) is not None:
            name = step.to
            if name in passed:
                message = f"the upcasters of {name} lead back to it"
                raise ValueError(message)
            passed.add(name)

    @property
    def names(self) -> frozenset[str]:
        """The old names that can still be read."""
        return frozenset(self._steps)

    def newest(self, stored: Mapping[str, object]) -> Fields:
        """Return `stored`, a plain object with its name as `type`, under its newest name."""
        fields = dict(stored)
        name = fields.pop("type", None)
        while isinstance(name, str) and (step := self._steps.get(name)) is not None:
            name, fields = step.to, step.upcast(fields)
        return {"type": name, **fields}


CURRENT = Upcasters()
"""Every name stored so far is still the current one."""
