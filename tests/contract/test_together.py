"""A batch of decisions comes out as they would one after the other, on every kind of log."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from hashlib import sha256
from itertools import count
from threading import Event
from time import monotonic, sleep
from typing import NamedTuple, cast

import pytest
from eventsourcing.persistence import IntegrityError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.log.adapter.gatherer import Gatherer
from domain.log.adapter.recorder import LibraryTable, Recorder
from domain.log.adapter.server_recorder import ServerRecorder
from domain.log.envelope import Stored
from domain.log.store import Log
from domain.log.table import Drafted

NUMBERS = count(1)


def recorder(log: Log) -> Recorder:
    return cast("Recorder", log._table.read)  # noqa: SLF001 -- a batch is given to it alone


def rows(*written: tuple[str, int]) -> list[Stored]:
    return [Stored(stream, version, None, "t", b"x" * 70) for stream, version in written]


def one(*written: tuple[str, int], unchanged: Sequence[tuple[str, int]] = ()) -> Drafted:
    return Drafted(rows(*written, (f"command/{next(NUMBERS)}", 1)), unchanged)


def accepted(log: Log, *decisions: Drafted) -> list[bool]:
    """Append a batch; return which are accepted, having looked whether all and only these are."""
    before = log.last_position()
    outcomes: Sequence[Sequence[int] | None] = [None]
    with suppress(IntegrityError) if len(decisions) == 1 else nullcontext():  # it says so itself
        outcomes = recorder(log).append(decisions)
    positions = [at for each in outcomes for at in each or ()]
    rows = log.span(before, 2**62)
    found = {row.position or 0: (row.stream, row.version) for row in rows}
    kept = [
        (row.stream, row.version)
        for each, outcome in zip(decisions, outcomes, strict=True)
        if outcome is not None
        for row in each.rows
    ]
    assert positions == sorted(found)
    assert [found[at] for at in positions] == kept
    return [outcome is not None for outcome in outcomes]


def test_each_has_its_own_result(log: Log) -> None:
    assert accepted(log, one(("round/1", 1)), one(("table/1", 1), ("wallet/1", 1))) == [True, True]
    again = one(("round/2", 1))

    assert accepted(
        log,
        one(("round/1", 2)),
        one(("round/1", 2)),  # a moment too late
        one(("table/1", 2), ("wallet/1", 1)),  # one of two streams has moved on: none is written
        again,
        again,  # the same command
        one(("wallet/1", 2), ("round/3", 1)),
    ) == [True, False, False, True, False, True]


def test_what_was_looked_at_must_still_be_so(log: Log) -> None:
    assert accepted(log, one(("switches/house", 1))) == [True]
    looks = [("switches/house", 1), ("table/never", 0)]

    assert accepted(
        log,
        one(("round/1", 1), unchanged=looks),
        one(("switches/house", 2)),
        one(("round/2", 1), unchanged=looks),
        one(("round/3", 1), unchanged=[("switches/house", 2)]),
    ) == [True, True, False, True]
    assert accepted(log, one(("round/4", 1), unchanged=looks), one(("round/5", 1))) == [False, True]


class Choice(NamedTuple):
    """A decision to be made up: which streams it writes to and looks at, and how late it is."""

    writes: frozenset[str]
    looks: frozenset[str]
    late: bool
    stale: bool


STREAMS = ("round/a", "table/b", "wallet/c")
SOME = st.frozensets(st.sampled_from(STREAMS))
CHOICES = st.builds(Choice, SOME.filter(bool), SOME, st.booleans(), st.booleans())


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.lists(CHOICES, min_size=1, max_size=8), max_size=4))
def test_a_batch_comes_out_as_one_after_the_other(
    log: Log, batches: Sequence[Sequence[Choice]]
) -> None:
    named = f"{next(NUMBERS)}"
    versions: Counter[str] = Counter()
    for batch in batches:
        decisions, expected = [], []
        for choice in batch:
            looks = choice.looks - choice.writes
            late = {name for name in choice.writes if choice.late and versions[name]}
            stale = {name for name in looks if choice.stale and versions[name]}
            decisions.append(
                one(
                    *(
                        (name + named, versions[name] + (name not in late))
                        for name in choice.writes
                    ),
                    unchanged=[(name + named, versions[name] - (name in stale)) for name in looks],
                )
            )
            expected.append(not late and not stale)
            if expected[-1]:
                versions.update(choice.writes)
        assert accepted(log, *decisions) == expected


LONG = "".join(sha256(f"{number}".encode()).hexdigest() for number in range(200))
POISONS = {
    "too long for an index": one((LONG, 1)),
    "no text": one(("round/\0", 1)),
    "half a character": one(("round/\ud800", 1)),
    "too high": one(("round/x", 2**63)),
    "too low": one(("round/x", 0)),
    "a predecessor is missing": one(("round/x", 7)),
}


@pytest.mark.parametrize("poison", POISONS.values(), ids=POISONS)
def test_a_poisoned_decision_harms_no_other(log: Log, poison: Drafted) -> None:
    table = cast("LibraryTable[Recorder]", log._table)  # noqa: SLF001 -- a log refuses most of these before
    first = Event()

    def append(decisions: Sequence[Drafted]) -> Sequence[Sequence[int] | None]:
        assert first.wait(30)
        return table._append(decisions)  # noqa: SLF001 -- what a table gives its own gatherer

    gatherer = Gatherer(append)
    good = [one((f"round/{number}", 1)) for number in range(10)]
    with ThreadPoolExecutor(20) as pool:
        found = [pool.submit(gatherer.insert, each) for each in good[:5]]
        bad = pool.submit(gatherer.insert, poison)
        found += [pool.submit(gatherer.insert, each) for each in good[5:]]
        begun = monotonic()
        while len(gatherer._waiting) < 10:  # noqa: SLF001 -- who waits is seen nowhere else
            assert monotonic() - begun < 30
            sleep(0.001)
        first.set()

    assert len({at for each in found for at in each.result()}) == 20
    assert len(log.span(0, 2**62)) == 20 + (0 if bad.exception() else 2)
    assert bad.exception() or not isinstance(recorder(log), ServerRecorder)  # which takes none
