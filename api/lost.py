"""Which keys of a log are lost: not here, damaged, or gone without an erasure."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain

from domain.games.games import GAMES
from domain.kernel.decider import name_of
from domain.kernel.text import Text, text
from domain.log.adapter.opening import open_table
from domain.log.erased import STREAMS
from domain.log.keys import KeyRing, pages
from domain.log.store import Log
from domain.log.table import Table
from replay.settings import master_keys


def lost_keys(url: str) -> Iterator[Text]:
    """Yield, in words, the master keys that are not here and the data keys that are lost.

    A data key is lost that does not open with its master key, or that a round needed when it was
    opened and that is gone, though no erasure is recorded (H14.2). Raises a `LogError`.
    """
    now = datetime.now(UTC)
    table = open_table(url, read_only=True)
    with Log(table, lambda: now, read_only=True) as log:
        yield from chain(_unopened(table, url, now), _gone(log, table))


def _unopened(table: Table, url: str, now: datetime) -> Iterator[Text]:
    masters = master_keys(url)
    ring = None if masters is None else KeyRing(masters, table.keys, lambda: now)
    held = () if masters is None else masters.ids
    counts, such = Counter[str](), dict[str, str]()
    for key in chain.from_iterable(pages(table.keys)):
        if key.master not in held:
            counts[key.master] += 1
            such.setdefault(key.master, key.stream)
        elif ring is not None and not ring.opens(key):
            yield text(
                "data key of {stream} for {audience}: it is damaged",
                stream=key.stream,
                audience=key.audience,
            )
    for master, count in sorted(counts.items()):
        yield text(
            "master key {master}: {count} data keys, such as of {stream}",
            master=master,
            count=count,
            stream=such[master],
        )


def _gone(log: Log, table: Table) -> Iterator[Text]:
    for stream in chain.from_iterable(log.opened(name_of(game.opened)) for game in GAMES):
        first = log.fact(stream, 1)
        needed = frozenset[str]() if first is None else log.codec.audiences([first.event])
        missing = needed - {key.audience for key in table.keys.of(stream)}
        if missing and not log.last_version(STREAMS + stream) and _is_sealed(log, stream):
            yield text(
                "data keys of {stream} for {audiences}: they are gone",
                stream=stream,
                audiences=", ".join(sorted(missing)),
            )


def _is_sealed(log: Log, stream: str) -> bool:
    """Say whether anything of a stream is sealed; rounds of before cards were have no keys."""
    return any(recorded.sealed for recorded in log.read(stream))
