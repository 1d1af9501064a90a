"""All projections by name."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.text import text
from projections.cases import writer as cases
from projections.chips import writer as chips
from projections.contests import writer as contests
from projections.levels import writer as levels
from projections.matches import writer as matches
from projections.office import writer as office
from projections.pots import writer as pots
from projections.projection import Projection
from projections.rake import writer as rake
from projections.rounds import writer as rounds
from projections.scores import writer as scores
from projections.store.errors import UnknownProjectionError
from projections.tricks import writer as tricks

PROJECTIONS: Final[Mapping[str, Projection]] = {
    one.PROJECTION.name: one.PROJECTION
    for one in (
        pots,
        rounds,
        chips,
        rake,
        matches,
        levels,
        scores,
        contests,
        tricks,
        cases,
        office,
    )
}


def projection_named(name: str) -> Projection:
    """Return a projection. Raises `UnknownProjectionError`."""
    found = PROJECTIONS.get(name)
    if found is None:
        message = text("the projections are {names}", names=", ".join(PROJECTIONS))
        raise UnknownProjectionError(message)
    return found
