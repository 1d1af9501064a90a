"""All projections by name."""

from collections.abc import Mapping
from typing import Final

from projections.chips import writer as chips
from projections.pots import writer as pots
from projections.projection import Projection
from projections.rake import writer as rake
from projections.rounds import writer as rounds
from projections.store.errors import UnknownProjectionError

PROJECTIONS: Final[Mapping[str, Projection]] = {
    one.name: one for one in (pots.PROJECTION, rounds.PROJECTION, chips.PROJECTION, rake.PROJECTION)
}


def projection_named(name: str) -> Projection:
    """Return a projection. Raises `UnknownProjectionError`."""
    found = PROJECTIONS.get(name)
    if found is None:
        message = f"the projections are {', '.join(PROJECTIONS)}"
        raise UnknownProjectionError(message)
    return found
