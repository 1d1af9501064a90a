"""What SQLite has to know of the tables of views to choose the index that chooses most.

Nobody ever counts a file's rows for it. Without counts it takes the first column of every key for a
good choice, and that is the generation, which nearly all rows share: then it reads a whole table
where an index has the few rows that are asked for. So it is told once, whatever is there yet.
"""

from typing import Final

import sqlalchemy as sa

ROWS: Final = 1_000_000
LEFT: Final = {**dict.fromkeys(("fact", "game", "status", "table"), 10), "stream": 100_000}
"""Columns with few values, of which each leaves a tenth of the rows; any other, a thousandth.

A stream has few rows: it is asked for with many others.
"""
STATISTICS: Final = sa.table("sqlite_stat1", sa.column("tbl"), sa.column("idx"), sa.column("stat"))


def tell_planner(connection: sa.Connection) -> None:
    """Write statistics of all keys and indexes of tables with generations; on a server, nothing."""
    if connection.dialect.name != "sqlite":
        return
    connection.exec_driver_sql("ANALYZE projections")  # so that there is a table of them
    connection.execute(sa.delete(STATISTICS))
    query = sa.text(
        "SELECT t.name AS tbl, i.name AS idx, i.origin = 'pk' AS main, i.partial AS part,"
        " (SELECT group_concat(name) FROM pragma_index_info(i.name)) AS names"
        " FROM sqlite_master AS t, pragma_index_list(t.name) AS i WHERE t.type = 'table'"
    )
    for table, index, main, part, names in connection.execute(query).all():
        columns = str(names).split(",")
        if columns[0] != "generation":
            continue
        rows = ROWS // 1_000 if part else ROWS
        # Of a table without rows' numbers the key is named like the table.
        row = {"tbl": table, "idx": table if main else index}
        row["stat"] = " ".join(map(str, (rows, *_left(columns, rows, unique=bool(main)))))
        connection.execute(sa.insert(STATISTICS), row)


def _left(columns: list[str], rows: int, *, unique: bool) -> list[int]:
    """Return how many rows have the same values in one, two and more columns of an index.

    Of a key only the last columns tell few rows apart, such as the seats of a round.
    """
    if unique:
        return [rows, *([10] * (len(columns) - 2)), 1]
    left = [rows]
    for name in columns[1:]:
        left.append(max(1, left[-1] // LEFT.get(name, 1_000)))
    return left
