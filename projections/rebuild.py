"""Building a projection from zero beside the rows that readers see, then showing the new ones."""

import sqlalchemy as sa

from domain.kernel.text import text
from domain.log.store import Log
from projections.projection import Projection
from projections.runner import BATCH, Runner
from projections.store.engine import Views
from projections.store.errors import LostRaceError, ViewsAheadError
from projections.store.position import Place, begin_beside, live_place, swap
from projections.store.tables import POSITIONS


def rebuild(projection: Projection, log: Log, views: Views, *, batch: int = BATCH) -> int:
    """Rebuild a projection; return how many facts were read for it.

    Readers and runners of the old rows go on meanwhile, and see the new ones from one transaction
    to the next. Interrupted, it has changed nothing that they see, and leaves rows that the next
    rebuild removes. Raises `LostRaceError` when another rebuild of it is begun meanwhile.
    """
    with views.reading() as connection:
        seen, end = live_place(connection, projection.name).position, log.last_position()
    if seen > end:
        message = text(
            "{name} is at {seen}, and the log ends at {end}: remove the views first",
            name=projection.name,
            seen=seen,
            end=end,
        )
        raise ViewsAheadError(message)
    with views.writing() as connection:
        place, _ = begin_beside(connection, projection.name)
    _sweep(projection, views)
    runner = Runner(projection, log, views, batch=batch, beside=place)
    facts = runner.catch_up()
    while not _shown(projection, views, Place(place.generation, runner.position)):
        facts += runner.catch_up()
    _sweep(projection, views)
    return facts


def _shown(projection: Projection, views: Views, place: Place) -> bool:
    try:
        with views.writing() as connection:
            return swap(connection, projection.name, place) is not None
    except sa.exc.IntegrityError as error:
        message = text("{name} is being rebuilt by somebody else", name=projection.name)
        raise LostRaceError(message) from error


def _sweep(projection: Projection, views: Views) -> None:
    """Remove the rows of generations that have no position any more."""
    kept = sa.select(POSITIONS.c.generation).where(POSITIONS.c.name == projection.name)
    for table in projection.tables:
        with views.writing() as connection:
            connection.execute(sa.delete(table).where(table.c.generation.not_in(kept)))
