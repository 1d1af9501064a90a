"""Writes schema and sample of every NEW stored name: `python -m tests.schema.write`.

What is there already is never touched: a stored name keeps its form, and a change of form is a new
name with an upcaster. (Until release 1.0 a form may still be mended: delete its two files first.)
"""

import sys
from pathlib import Path

from tests.schema.files import KINDS, sample_file, sample_of, schema_file, schema_of


def write_new() -> list[Path]:
    """Write the files that are missing and return them."""
    missing = [
        (path, content)
        for name in KINDS
        for path, content in (
            (schema_file(name), schema_of(name).encode()),
            (sample_file(name), sample_of(name)),
        )
        if not path.exists()
    ]
    for path, content in missing:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return [path for path, _ in missing]


if __name__ == "__main__":
    for new in write_new():
        sys.stdout.write(f"{new.name}\n")
