"""Measures how fast projections catch up with a log, and what their time goes to.

    python -m bench.projections [HOW MANY ROUNDS [HOW MANY MATCHES]]

1,000 rounds of 四支刀 by bots and 10 matches of 升級 by chance if nothing is said, each in a log of
its own, on SQLite and on a PostgreSQL thrown away afterwards. Events
are those of the whole log, also of kinds that a projection passes over; facts are those it folds.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from api.sample.house import Sample
from domain.log.envelope import Recorded
from domain.log.masters import new_keys
from domain.log.store import Log, open_log
from projections.catalogue import PROJECTIONS
from projections.migrations.upgrade import migrate
from projections.projection import Projection
from projections.rebuild import rebuild
from projections.runner import BATCH
from projections.store.address import views_beside
from projections.store.engine import Views, open_views
from projections.store.upgrade import migrate_views
from tests.projections.match_room import MatchRoom
from tests.support.postgres import new_database

KINDS: Final = ("sqlite", "postgres")
LOOKS: Final = 3
"""Of so many runs the fastest counts: the machine is shared."""


class Share(NamedTuple):
    """Seconds that a part of catching up takes by itself."""

    reading: float
    folding: float
    whole: float


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else 10  # noqa: PLR2004 -- the second argument
    for kind in KINDS:
        for fill in (partial(play_rounds, rounds), partial(play_matches, matches)):
            with tempfile.TemporaryDirectory() as folder, filled(kind, Path(folder), fill) as both:
                report(kind, *both)


@contextmanager
def filled(kind: str, folder: Path, fill: Callable[[Log], None]) -> Iterator[tuple[Log, Views]]:
    """Yield a log that was played into, and its views, still empty."""
    with address_of(kind, folder) as address:
        migrate(address)
        migrate_views(views_beside(address))
        with (
            open_log(address, now=lambda: datetime.now(UTC), keys=new_keys()) as log,
            open_views(views_beside(address)) as views,
        ):
            fill(log)
            yield log, views


def play_rounds(rounds: int, log: Log) -> None:
    """Let bots play so many rounds of 四支刀."""
    numbers = count(1)
    sample = Sample(log, lambda: f"round-{next(numbers):06}", Random(3))
    for _ in sample.play(rounds):
        pass


def play_matches(matches: int, log: Log) -> None:
    """Play so many matches of 升級 to their ends."""
    room = MatchRoom(log)
    for number in range(1, matches + 1):
        room.open(f"match-{number}")
        room.to_the_end(f"match-{number}")


@contextmanager
def address_of(kind: str, folder: Path) -> Iterator[str]:
    """Yield the address of a new log."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/log.db"
        return
    with new_database() as address:
        yield address


def report(kind: str, log: Log, views: Views) -> None:
    """Measure on one database and print what comes out."""
    events = log.last_position()
    print(f"{kind}: {events:,} events")
    total = 0.0
    for projection in PROJECTIONS.values():
        facts = read(log, projection)
        if not facts:
            continue  # of the other game
        share = Share(
            reading=fastest(lambda one=projection: read(log, one)),  # type: ignore[misc]
            folding=fastest(lambda one=projection, all_=facts: fold(log, one, all_)),  # type: ignore[misc]
            whole=fastest(lambda one=projection: rebuild(one, log, views)),  # type: ignore[misc]
        )
        total += share.whole
        print(f"  {projection.name:8} {told(share, events, len(facts))}")
    print(f"  {'all':8} {events / total:9,.0f} events/s, one after the other")


def told(share: Share, events: int, facts: int) -> str:
    """Return a line of the report."""
    writing = share.whole - share.reading - share.folding
    return (
        f"{events / share.whole:9,.0f} events/s {facts / share.whole:9,.0f} facts/s"
        f"   reading {share.reading / share.whole:4.0%}"
        f"  folding {share.folding / share.whole:4.0%}"
        f"  writing {writing / share.whole:4.0%}"
    )


def read(log: Log, projection: Projection) -> list[Recorded]:
    """Read and decode what a projection wants, in its batches."""
    facts: list[Recorded] = []
    position, topics = 0, projection.topics
    while page := log.after(position, BATCH, topics):
        facts += page
        position = page[-1].position or 0
    return facts


def fold(log: Log, projection: Projection, facts: list[Recorded]) -> None:
    """Make all rows, and write none."""
    writer = projection.writer(log)
    for start in range(0, len(facts), BATCH):
        writer.fold(facts[start : start + BATCH])


def fastest(work: Callable[[], object]) -> float:
    """Return the seconds of the fastest of some runs."""
    return min(seconds(work) for _ in range(LOOKS))


def seconds(work: Callable[[], object]) -> float:
    """Return how long a run takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
