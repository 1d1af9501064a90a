"""A Parquet file that is written row by row: in groups, so that its size costs no memory."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from domain.log.files import putting
from replay.bundle.files import require_free
from replay.outputs import told_of

GROUP: Final = 10_000
"""Rows in a group."""
TIME: Final = pa.timestamp("us", tz="UTC")
Row = Mapping[str, Any]


@contextmanager
def sheet(path: Path, schema: pa.Schema, heading: Mapping[str, str]) -> Iterator["Sheet"]:
    """Give a sheet to be filled, which becomes a new file once it is whole.

    What the heading says stands in the metadata of the schema, each name behind `paipu.`; how many
    rows there are stands in that of the file. Raises `CannotWriteError`.
    """
    require_free(path)
    named = schema.with_metadata({f"paipu.{name}": text for name, text in heading.items()})
    with (
        told_of(path),
        putting(path) as file,
        pq.ParquetWriter(file, named, compression="zstd") as writer,
    ):
        filled = Sheet(writer, named)
        yield filled
        writer.add_key_value_metadata(filled.counted())


def said_of(path: Path, name: str) -> str | None:
    """Return what the heading of a sheet says behind a name; None where it, or the sheet, fails."""
    try:
        said = pq.read_schema(path).metadata or {}
    except (OSError, pa.ArrowException):
        return None
    found: bytes | None = said.get(f"paipu.{name}".encode())
    return None if found is None else found.decode(errors="replace")


class Sheet:
    """Rows of one schema."""

    def __init__(self, writer: pq.ParquetWriter, schema: pa.Schema) -> None:
        self._writer = writer
        self._schema = schema
        self.rows = 0

    def fill(self, rows: Iterable[Row]) -> None:
        """Write rows, in their order."""
        coming = iter(rows)
        while group := list(islice(coming, GROUP)):
            self._writer.write_table(pa.Table.from_pylist(group, schema=self._schema))
            self.rows += len(group)

    def counted(self) -> dict[str, str]:
        """Return what the metadata says of how much there is."""
        return {"paipu.rows": f"{self.rows}" if self.rows else "no activity"}
