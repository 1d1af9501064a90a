"""Comparing rounds with the views and ledgers that were made of them, where there are any."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.log.streams import round_stream
from projections.compare import Compared, compare
from projections.compare import Verdict as Stand
from projections.store.engine import Views, open_views
from projections.store.errors import ViewsMissingError
from replay.checks import Check, Verdict
from replay.proof import Proof

VIEWS: Final = "views and ledgers equal the events"


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
    check = check_views(views, log, {stream: facts_to_compare(proof)})[stream]
    return msgspec.structs.replace(proof, checks=(*proof.checks, check))


def facts_to_compare(proof: Proof) -> Sequence[Recorded] | None:
    """Return the events of a round that views can be compared with, None if they are not sound."""
    sound = len(proof.recorded) == proof.stored and proof.first_wrong is None
    return proof.recorded if sound else None


def check_views(
    views: Views,
    log: Log,
    rounds: Mapping[str, Sequence[Recorded] | None],
) -> dict[str, Check]:
    """Return the check on views for the streams of rounds; None stands for one that is not sound.

    Raises a `ViewsError` or a `LogError`.
    """
    found = compare(views, log, {name: facts for name, facts in rounds.items() if facts})
    return {name: _check(found.get(name)) for name in rounds}


def _check(compared: Sequence[Compared] | None) -> Check:
    if compared is None:
        detail = "its own events are not as they were written"
        return Check(name=VIEWS, verdict=Verdict.UNCHECKED, detail=detail)
    for one in compared:
        if one.verdict is Stand.DIFFERENT:
            detail = f"{one.projection}: {one.detail}"
            return Check(name=VIEWS, verdict=Verdict.DIFFERENCE, detail=detail)
    late = [one for one in compared if one.verdict is Stand.NOT_YET]
    if late:
        told = ", ".join(f"{one.projection} (at position {one.position})" for one in late)
        return Check(name=VIEWS, verdict=Verdict.NOT_YET, detail=f"not yet projected: {told}")
    told = ", ".join(one.projection for one in compared)
    return Check(name=VIEWS, verdict=Verdict.OK, detail=told)
