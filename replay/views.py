"""Comparing rounds with the views and ledgers that were made of them, where there are any."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec

from domain.kernel.text import joined, text
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.log.streams import clock_stream, round_stream
from projections.compare import Compared, compare
from projections.compare import Verdict as Stand
from projections.store.engine import Views, open_views
from projections.store.errors import ViewsMissingError
from replay.checks import VIEWS, Check, Verdict
from replay.proof import Proof

Streams = Mapping[str, Sequence[Recorded]]
"""The events of streams, by their names."""


@contextmanager
def views_at(address: str | None) -> Iterator[Views | None]:
    """Open the views at an address for a while; None if there are none.

    Raises a `ViewsError` for views that are there and cannot be used.
    """
    try:
        views = open_views(address) if address is not None else None
    except ViewsMissingError:
        views = None
    try:
        yield views
    finally:
        if views is not None:
            views.close()


def with_views(proof: Proof, log: Log, views: Views | None) -> Proof:
    """Return a proof with the check on views added, if there are any."""
    if views is None:
        return proof
    stream = round_stream(proof.round)
    check = check_rounds(views, log, {stream: told_of(proof)})[stream]
    return msgspec.structs.replace(proof, checks=(*proof.checks, check))


def told_of(proof: Proof) -> Streams | None:
    """Return the events of a round and its clock to compare with views, None if not all sound."""
    if len(proof.recorded) != proof.stored or proof.first_wrong is not None:
        return None
    return {round_stream(proof.round): proof.recorded, clock_stream(proof.round): proof.clock}


def check_rounds(views: Views, log: Log, rounds: Mapping[str, Streams | None]) -> dict[str, Check]:
    """Return the check on views for the streams of rounds; None stands for one that is not sound.

    Raises a `ViewsError` or a `LogError`.
    """
    streams = {name: facts for one in rounds.values() if one for name, facts in one.items()}
    found = compare(views, log, streams)
    return {
        name: _check(None if one is None else [told for part in one for told in found[part]])
        for name, one in rounds.items()
    }


def check_views(
    views: Views,
    log: Log,
    streams: Mapping[str, Sequence[Recorded] | None],
) -> dict[str, Check]:
    """Return the check on views for streams; None stands for one that is not sound.

    Raises a `ViewsError` or a `LogError`.
    """
    whole = {name: {name: facts} if facts else None for name, facts in streams.items()}
    return check_rounds(views, log, whole)


def _check(compared: Sequence[Compared] | None) -> Check:
    if compared is None:
        detail = text("its own events are not as they were written")
        return Check(name=VIEWS, verdict=Verdict.UNCHECKED, detail=detail)
    for one in compared:
        if one.verdict is Stand.DIFFERENT:
            detail = text("{view}: {detail}", view=one.projection, detail=one.detail)
            return Check(name=VIEWS, verdict=Verdict.DIFFERENCE, detail=detail)
    late = [one for one in compared if one.verdict is Stand.NOT_YET]
    if late:
        each = (
            text("{view} (at position {position})", view=one.projection, position=one.position)
            for one in late
        )
        told = joined(text(", "), each)
        return Check(
            name=VIEWS,
            verdict=Verdict.NOT_YET,
            detail=text("not yet projected: {views}", views=told),
        )
    names = dict.fromkeys(one.projection for one in compared)
    return Check(name=VIEWS, verdict=Verdict.OK, detail=joined(text(", "), names))
