"""Writing rows: one by one on SQLite, all at once on a server."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from projections.store.errors import saying_why
from projections.store.tables import Change


def write(connection: sa.Connection, generation: int, change: Change) -> None:
    """Write a change for one generation."""
    if not change.rows:
        return
    rows = [{"generation": generation, **row} for row in change.rows]
    if connection.dialect.name == "sqlite":
        insert = sqlite.insert(change.table)
        connection.execute(_meeting_others(insert, change), rows)
    elif not change.replaces and change.adds is None:
        _copy(connection, change.table, rows)
    else:
        columns = change.table.c.keys()
        given = _arrays(change.table.c, rows)
        server_insert = postgresql.insert(change.table).from_select(columns, sa.select(given))
        connection.execute(_meeting_others(server_insert, change))
    if change.adds is not None and not change.keeps_zeros:
        _drop_zeros(connection, generation, change, change.adds)


def _copy(connection: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write new rows by COPY, which a server takes fastest."""
    quote = connection.dialect.identifier_preparer.quote
    names = table.c.keys()
    columns = ", ".join(quote(name) for name in names)
    cursor: Any = connection.connection.cursor()
    with (
        saying_why(connection.dialect.loaded_dbapi.Error),
        cursor,
        cursor.copy(f"COPY {quote(table.name)} ({columns}) FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row([row[name] for name in names])


def _arrays(
    columns: Iterable[sa.Column[Any]], rows: Sequence[Mapping[str, Any]]
) -> sa.TableValuedAlias:
    """Return rows as one array for each column: a batch is one statement, not one for each row."""
    arrays = [
        sa.bindparam(f"all_{column.name}", [row[column.name] for row in rows], _array(column))
        for column in columns
    ]
    named = [sa.column(column.name, column.type) for column in columns]
    return sa.func.unnest(*arrays).table_valued(*named, name="given").render_derived()


def _array(column: sa.Column[Any]) -> postgresql.ARRAY[Any]:
    return postgresql.ARRAY(sa.Text if isinstance(column.type, sa.Text) else sa.BigInteger)


def _meeting_others(
    insert: sqlite.Insert | postgresql.Insert, change: Change
) -> sqlite.Insert | postgresql.Insert:
    """Say what becomes of a row that is there already."""
    table = change.table
    if change.adds is not None:
        new: Any = {change.adds: table.c[change.adds] + insert.excluded[change.adds]}
    elif change.replaces:
        new = {c.name: insert.excluded[c.name] for c in table.c if not c.primary_key}
    else:
        return insert
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=new)


def _drop_zeros(connection: sa.Connection, generation: int, change: Change, adds: str) -> None:
    """Remove what has come to zero: every round leaves an account behind that nobody asks for."""
    table = change.table
    keys = [column for column in table.primary_key if column.name != "generation"]
    zero = sa.delete(table).where(table.c.generation == generation, table.c[adds] == 0)
    if connection.dialect.name == "sqlite":
        one = zero.where(*(key == sa.bindparam(f"touched_{key.name}") for key in keys))
        touched = [{f"touched_{key.name}": row[key.name] for key in keys} for row in change.rows]
        connection.execute(one, touched)
    else:
        given = _arrays(keys, change.rows)
        connection.execute(zero.where(*(key == given.c[key.name] for key in keys)))
