"""A report as Parquet: whole numbers as int64, times as moments of UTC, the rest as text.

What stands above the rows is in the metadata of the schema under `paipu`, what stands below them in
that of the file under `paipu_end`, both as JSON.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec

from api.reports.as_json import ending
from api.reports.errors import BeyondFormError
from api.reports.form import Cell, Check, Column, Kind
from api.reports.heading import Heading
from api.reports.tally import Tally
from domain.kernel.text import plainly, text
from replay.messages.say import Say, english

if TYPE_CHECKING:
    import pyarrow as pa

AT_ONCE: Final = 20_000
"""Rows in one group of the file."""
HEAD: Final = "paipu"
END: Final = "paipu_end"
_json = msgspec.json.Encoder(enc_hook=plainly).encode


def write_parquet(heading: Heading, tally: Tally, out: BinaryIO, _: Say = english) -> list[Check]:
    """Write a report, in English; return its checks. Raises `BeyondFormError`."""
    import pyarrow as pa  # noqa: PLC0415 -- it takes long to import
    from pyarrow import parquet  # noqa: PLC0415 -- likewise

    schema = pa.schema([_field(pa, one) for one in tally.columns])
    schema = schema.with_metadata({HEAD: _json(heading)})
    shown = tally.shown()
    with parquet.ParquetWriter(out, schema) as writer:
        while rows := list(islice(shown, AT_ONCE)):
            writer.write_table(_table(pa, schema, tally.columns, rows))
        checks = list(tally.checks())
        writer.add_key_value_metadata({END: _json(ending(tally, checks))})
    return checks


def _field(pa: Any, column: Column) -> "pa.Field[Any]":  # noqa: ANN401 -- a module
    if column.whole:
        return pa.field(column.name, pa.int64())
    return pa.field(
        column.name, pa.timestamp("us", "UTC") if column.kind is Kind.TIME else pa.string()
    )


def _table(
    pa: Any,  # noqa: ANN401 -- a module
    schema: "pa.Schema",
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
) -> "pa.Table":
    try:
        arrays = [
            pa.array(list(_values(column, place, rows)), schema.field(place).type)
            for place, column in enumerate(columns)
        ]
    except (OverflowError, pa.ArrowInvalid):
        raise BeyondFormError(text("a figure is beyond 64 bits; ask for CSV or JSON")) from None
    return pa.Table.from_arrays(arrays, schema=schema)


def _values(column: Column, place: int, rows: Sequence[Sequence[Cell]]) -> Iterator[object]:
    for cells in rows:
        cell = cells[place]
        yield datetime.fromisoformat(cell) if column.kind is Kind.TIME and cell else cell  # type: ignore[arg-type]
