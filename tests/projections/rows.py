"""All rows of projections, to be compared as a whole."""

from typing import Any

import sqlalchemy as sa

from domain.log.store import Log
from projections.catalogue import PROJECTIONS
from projections.projection import Projection
from projections.runner import Runner
from projections.store.engine import Views
from projections.store.position import live_place
from projections.store.tables import POSITIONS

Rows = dict[str, list[tuple[Any, ...]]]


def catch_up(log: Log, views: Views, batch: int = 2_000) -> None:
    """Bring all projections up to date."""
    for projection in PROJECTIONS.values():
        Runner(projection, log, views, batch=batch).catch_up()


def rows_of(views: Views, projection: Projection) -> Rows:
    """The live rows of a projection by table, without their generation."""
    with views.reading() as connection:
        place = live_place(connection, projection.name)
        return {
            table.name: [
                tuple(row)[1:]
                for row in connection.execute(
                    sa.select(table)
                    .where(table.c.generation == place.generation)
                    .order_by(*table.primary_key)
                )
            ]
            for table in projection.tables
        }


def all_rows(views: Views) -> dict[str, Rows]:
    return {name: rows_of(views, projection) for name, projection in PROJECTIONS.items()}


def count_of_rows(views: Views, projection: Projection) -> int:
    """All rows of a projection, of whichever generation."""
    with views.reading() as connection:
        return sum(
            connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
            for table in projection.tables
        )


def start_again(views: Views) -> None:
    """Take all rows and positions away."""
    with views.writing() as connection:
        for projection in PROJECTIONS.values():
            for table in projection.tables:
                connection.execute(table.delete())
        connection.execute(POSITIONS.delete())
