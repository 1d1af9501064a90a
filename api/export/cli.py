"""`paipu export`: what to write, and what the file says of itself."""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

import pyarrow as pa

from api.export import events, journal
from api.export.sheet import Row, sheet
from domain.log.address import shown
from domain.log.errors import LogAddressError
from domain.log.store import open_log
from projections.store.engine import open_views
from replay.integrity import integrity
from replay.outputs import refuse_files_of_the_house
from replay.settings import add_log_option, views_address
from replay.verify_choice import Choice, moment


def add_export_options(command: argparse.ArgumentParser) -> None:
    """Make a parser that of `paipu export`."""
    add = command.add_argument
    add("what", choices=tuple(_WORK), help="events without what is sealed, or chip journal")
    add("-o", "--output", type=Path, required=True, metavar="FILE", help="write to FILE, a new one")
    add("--since", type=moment, metavar="TIME", help="recorded at or after TIME")
    add("--until", type=moment, metavar="TIME", help="recorded before TIME")
    add_log_option(command)
    command.set_defaults(command=lambda chosen: _WORK[chosen.what](chosen))


def _events(chosen: argparse.Namespace) -> int:
    # Without keys there is nothing to open what is sealed with.
    with open_log(chosen.log, now=_now, read_only=True) as log:
        last = log.last_position()
        rows = events.events(log, _choice(chosen), last)
        return _export(chosen, events.TITLE, events.SCHEMA, last, rows)


def _journal(chosen: argparse.Namespace) -> int:
    address = views_address(chosen.log)
    if address is None:
        raise LogAddressError("a log in memory has no views")
    with open_views(address) as views:
        last = journal.reached(views)
        rows = journal.journal(views, _choice(chosen), last)
        return _export(chosen, journal.TITLE, journal.SCHEMA, last, rows)


def _export(
    chosen: argparse.Namespace, title: str, schema: pa.Schema, last: int, rows: Iterator[Row]
) -> int:
    refuse_files_of_the_house(chosen.output, chosen.log)
    heading = {
        "title": title,
        "version": version("paipu"),
        "integrity": integrity(),
        "log": shown(chosen.log),
        "position": f"{last}",
        "since": _told(chosen.since),
        "until": _told(chosen.until),
        "made_at": _now().isoformat(),
    }
    with sheet(chosen.output, schema, heading) as filled:
        filled.fill(rows)
    print(f"{filled.rows} rows of the {title}, up to position {last}")
    return 0


def _choice(chosen: argparse.Namespace) -> Choice:
    return Choice(since=chosen.since, until=chosen.until)


def _told(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()


def _now() -> datetime:
    return datetime.now(UTC)


_WORK: Final = {events.TITLE: _events, journal.TITLE: _journal}
