"""What the tables of all projections have in common, and the table of their positions."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.schema import SchemaItem

METADATA: Final = sa.MetaData()

Whole: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A whole number up to 2^63 - 1. In a strict SQLite table it is called INTEGER."""

POSITIONS: Final = sa.Table(
    "projections",
    METADATA,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("generation", Whole, primary_key=True, autoincrement=False),
    sa.Column("position", Whole, nullable=False),
    sa.Column("live", Whole, nullable=False),
    sqlite_strict=True,
)
"""How far each projection has read the log: one live generation, and one that is being rebuilt."""
sa.Index(
    "projections_live",
    POSITIONS.c.name,
    unique=True,
    sqlite_where=POSITIONS.c.live == 1,
    postgresql_where=POSITIONS.c.live == 1,
)

Row = dict[str, Any]


def table_of_rows(name: str, *columns: SchemaItem) -> sa.Table:
    """Return the table of a projection: its rows are told apart by generation first."""
    return sa.Table(
        name,
        METADATA,
        sa.Column("generation", Whole, primary_key=True, autoincrement=False),
        *columns,
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def key(name: str, kind: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    """Return a column that is part of the key."""
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def live(name: str) -> sa.ScalarSelect[int]:
    """Return the subquery of the generation of a projection that readers see."""
    return (
        sa.select(POSITIONS.c.generation)
        .where(POSITIONS.c.name == name, POSITIONS.c.live == 1)
        .scalar_subquery()
    )


class Change(NamedTuple):
    """Rows to write into a table, each with all of its columns but the generation.

    They are new rows; or with `replaces`, the newest form of rows that may be there; or with
    `adds`, numbers of that column to add to what is there; of what comes to zero by that no row is
    left, unless it `keeps_zeros`.
    """

    table: sa.Table
    rows: Sequence[Row]
    replaces: bool = False
    adds: str | None = None
    keeps_zeros: bool = False
