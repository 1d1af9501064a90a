"""Saying whether the rows of streams are what their events make, as far as they are projected."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from domain.kernel.text import joined, text
from domain.log.envelope import Recorded
from domain.log.store import Log
from projections.catalogue import PROJECTIONS
from projections.chips.starting import started_before
from projections.chips.writer import ChipsWriter
from projections.projection import Projection, from_column, in_column, stream_column
from projections.store.engine import Views
from projections.store.position import Place, live_place
from projections.store.tables import Row

Facts = Sequence[Recorded]
ASKED_AT_ONCE: Final = 500
"""Streams in one query."""


class Verdict(StrEnum):
    """What a comparison found."""

    EQUAL = "equal"
    DIFFERENT = "different"
    NOT_YET = "not_yet_projected"


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """How the rows of one projection stand to the events of one stream, at its `position`.

    `detail` names the first row that differs, with what is stored and what was expected. Not yet
    projected means that it lags behind the stream: what is there fits, and proves nothing more.
    """

    projection: str
    verdict: Verdict
    position: int
    detail: str = ""


def compare(
    views: Views, log: Log, streams: Mapping[str, Facts]
) -> dict[str, tuple[Compared, ...]]:
    """Compare what is stored of streams with their events, by every projection that reads them.

    `streams` holds each stream's events from the first on, its chain already found sound. A round
    is compared with the projections of its game, in order; tables and wallets with the journal,
    matches with their own. Raises a `ViewsError` or a `LogError`.
    """
    found: dict[str, tuple[Compared, ...]] = dict.fromkeys(streams, ())
    names = list(streams)
    for start in range(0, len(names), ASKED_AT_ONCE):
        asked = {name: streams[name] for name in names[start : start + ASKED_AT_ONCE]}
        kinds = {type(fact.event) for facts in asked.values() for fact in facts}
        for projection in PROJECTIONS.values():
            place, stored = _stored(views, projection, list(asked))
            if not stored and kinds.isdisjoint(projection.facts):
                continue  # a projection of another game: neither a fact nor a row
            facts = _complete(log, asked)
            for name in asked:
                compared = _compare(log, projection, place, facts[name], stored.get(name, {}))
                found[name] += () if compared is None else (compared,)
    return found


Stored = dict[str, list[Row]]
"""Rows of a stream by the name of their table."""


def _stored(
    views: Views, projection: Projection, streams: Sequence[str]
) -> tuple[Place, dict[str, Stored]]:
    """Return a projection's place and its rows of streams, as they are at one moment."""
    stored: dict[str, Stored] = {}
    with views.reading() as connection:
        place = live_place(connection, projection.name)
        for table in projection.tables:
            column = stream_column(table)
            if column is None:
                continue
            named = [name for one in streams if (name := in_column(column, one)) is not None]
            if not named:
                continue
            query = sa.select(table).where(table.c.generation == place.generation)
            query = query.where(table.c[column].in_(named))
            for row in connection.execute(query).mappings():
                stream = from_column(column, row[column])
                stored.setdefault(stream, {}).setdefault(table.name, []).append(_plain(row))
    return place, stored


def _plain(row: Mapping[Any, Any]) -> Row:
    return {str(name): value for name, value in row.items() if name != "generation"}


def _complete(log: Log, streams: Mapping[str, Facts]) -> Mapping[str, Facts]:
    """Read those streams again that went on: the rows may already show what came meanwhile."""
    grown = (
        one.stream for one in log.extents(list(streams)) if one.version > len(streams[one.stream])
    )
    return {**streams, **{stream: log.read(stream) for stream in grown}}


def _compare(
    log: Log, projection: Projection, place: Place, facts: Facts, stored: Stored
) -> Compared | None:
    """Compare one stream; None if the projection has no use for any of its events or rows."""
    mine = [fact for fact in facts if type(fact.event) in projection.facts]
    if not mine and not stored:
        return None
    seen = [fact for fact in mine if (fact.position or 0) <= place.position]
    detail = _first_difference(projection, expected_rows(log, projection, seen), stored)
    if detail is not None:
        verdict = Verdict.DIFFERENT
    else:
        verdict = Verdict.EQUAL if len(seen) == len(mine) else Verdict.NOT_YET
    return Compared(
        projection=projection.name,
        verdict=verdict,
        position=place.position,
        detail=detail or "",
    )


def expected_rows(log: Log, projection: Projection, facts: Facts) -> Stored:
    """Return the rows that a stream's facts make, from the first one on."""
    writer = projection.writer(log)
    if isinstance(writer, ChipsWriter) and facts:
        writer.remember(started_before(log, facts[0]))
    changes = writer.fold(facts) if facts else ()
    return {change.table.name: list(change.rows) for change in changes if change.adds is None}


def _first_difference(projection: Projection, expected: Stored, stored: Stored) -> str | None:
    for table in projection.tables:
        if stream_column(table) is None:
            continue
        keys = [c.name for c in table.primary_key if c.name != "generation"]
        wanted = _by_key(expected.get(table.name, ()), keys)
        present = _by_key(stored.get(table.name, ()), keys)
        for key in sorted(wanted.keys() | present.keys(), key=_sortable):
            told = _told(wanted.get(key), present.get(key))
            if told is not None:
                place = joined(" ", map(_named, keys, key))
                return text("{table}, {place}: {told}", table=table.name, place=place, told=told)
    return None


def _named(name: str, value: object) -> str:
    """Name what a row is of. An account counts tricks from 1, a row as facts do."""
    if name == "trick":
        return text("{name} {value} (counted from 0)", name=name, value=value)
    return f"{name} {value}"


def _by_key(rows: Iterable[Row], keys: Sequence[str]) -> dict[tuple[Any, ...], Row]:
    return {tuple(row[name] for name in keys): row for row in rows}


def _sortable(key: tuple[Any, ...]) -> tuple[tuple[str, Any], ...]:
    return tuple((type(value).__name__, value) for value in key)


def _told(wanted: Row | None, present: Row | None) -> str | None:
    if present is None:
        return text("the row is missing")
    if wanted is None:
        return text("no event makes this row")
    return next(_unequal(wanted, present), None)


def _unequal(wanted: Row, present: Row) -> Iterator[str]:
    for name, value in wanted.items():
        if present[name] != value:
            yield text(
                "{name} is {stored}, and its events make it {made}",
                name=name,
                stored=repr(present[name]),
                made=repr(value),
            )
