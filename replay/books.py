"""Proving the streams around the rounds: wallets, tables and references, one fault a line.

Each stream is examined, compared with what the log remembers of its commands, and decided again.
A round's clock is proven with its round (`replay.clock`); here it is told what no round shows: a
clock without a round, and one whose end is gone.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby, islice
from typing import Final, NamedTuple

from domain.flow.address import Address, Kind
from domain.kernel.refusal import Refusal
from domain.log.accepted import Remembered, Result
from domain.log.envelope import Recorded, Stored
from domain.log.examine import examine
from domain.log.store import Log
from domain.log.streams import CLOCKS, round_stream

HOUSE: Final = tuple(kind for kind in Kind if kind not in {Kind.ROUND, Kind.CLOCK})
AT_ONCE: Final = 500
"""Clocks looked up in one query."""


def faults_of_books(log: Log) -> Iterator[str]:
    """Yield what is wrong with any stream of the house that is no round, the first of each.

    What is written while this looks is not judged.
    """
    until = log.last_position()
    remembered, clocks = _remembered(log, until)
    named = (stream for kind in HOUSE for stream in log.streams(f"{kind}/"))
    for stream in dict.fromkeys((*named, *sorted(remembered))):
        address = Address.of(stream)
        fault = None if address is None else _fault(log, address, remembered.get(stream, ()), until)
        if fault is not None:
            yield f"{stream}: {fault}"
    yield from _faults_of_clocks(log, clocks, until)


class _Remembered(NamedTuple):
    """What was acknowledged of streams of the house, by versions, and the last of every clock."""

    results: Mapping[str, Sequence[Result]]
    clocks: Mapping[str, int]


def _faults_of_clocks(log: Log, ends: Mapping[str, int], until: int) -> Iterator[str]:
    acknowledged = sorted(stream for stream in ends if stream.isprintable())
    named = (stream for stream, _ in groupby(merge(log.streams(CLOCKS), acknowledged)))
    while clocks := [*islice(named, AT_ONCE)]:
        rounds = {stream: round_stream(stream.removeprefix(CLOCKS)) for stream in clocks}
        found = {one.stream: one.version for one in log.extents((*rounds, *rounds.values()))}
        for stream, of in rounds.items():
            version, address = found.get(stream, 0), Address.of(stream)
            fault = None
            if version < ends.get(stream, 0):
                fault = f"event {version + 1}: it was acknowledged, and is missing"
            elif of not in found and address is not None:
                fault = _fault(log, address, _results(log, stream, until), until)
            if fault is not None:
                yield f"{stream}: {fault}"


def _results(log: Log, stream: str, until: int) -> Sequence[Result]:
    """Return what was acknowledged of one stream."""
    remembered = (one for one in log.acceptances(stream) if isinstance(one, Remembered))
    results = (
        result
        for one in remembered
        if (one.recorded.position or 0) <= until
        for result in one.event.results
        if result.stream == stream
    )
    return sorted(results, key=lambda one: one.first)


def _remembered(log: Log, until: int) -> _Remembered:
    found: dict[str, list[Result]] = defaultdict(list)
    clocks: dict[str, int] = {}
    for one in log.acceptances():
        if isinstance(one, Remembered) and (one.recorded.position or 0) <= until:
            for result in one.event.results:
                address = Address.of(result.stream)
                if address is not None and address.kind in HOUSE:
                    found[result.stream].append(result)
                elif address is not None and address.kind is Kind.CLOCK:
                    clocks[result.stream] = max(result.last, clocks.get(result.stream, 0))
    results = {
        stream: sorted(results, key=lambda one: one.first) for stream, results in found.items()
    }
    return _Remembered(results, clocks)


def _fault(log: Log, address: Address, results: Sequence[Result], until: int) -> str | None:
    rows = log.read_stored(address.stream) if address.stream.isprintable() else []
    recorded, fault = examine(rows, log.codec)
    if fault is not None:
        return f"event {fault.version}: {fault.kind.replace('_', ' ')}"
    return _unlike(rows, recorded, results, until) or _undecided(address, recorded)


def _unlike(
    rows: Sequence[Stored],
    recorded: Sequence[Recorded],
    results: Sequence[Result],
    until: int,
) -> str | None:
    """Compare a stream with its acknowledgements, which cover it from event 1 on without a gap."""
    covered = 0
    for result in results:
        if result.first != covered + 1 or result.last < result.first:
            return f"event {covered + 1}: its command is not among the acknowledged ones"
        if result.last > len(recorded):
            return f"event {len(recorded) + 1}: it was acknowledged, and is missing"
        if recorded[result.last - 1].hash.hex() != result.hash:
            return f"event {result.first}: its command was acknowledged with other facts"
        covered = result.last
    if covered < len(rows) and (rows[covered].position or 0) <= until:
        return f"event {covered + 1}: its command is not among the acknowledged ones"
    return None


def _undecided(address: Address, recorded: Sequence[Recorded]) -> str | None:
    """Decide every command of a stream again, and compare every fact with the stored one."""
    decider, place = address.decider, 0
    state = decider.initial
    while place < len(recorded):
        command = recorded[place].envelope.command
        decided = None if command is None else decider.decide(state, command)
        if decided is None or isinstance(decided, Refusal):
            return f"event {place + 1}: no command asks for this fact, or it is refused"
        stored = recorded[place : place + len(decided.facts)]
        for offset, fact in enumerate(decided.facts):
            if offset >= len(stored) or stored[offset].event != fact:
                return f"event {place + offset + 1}: it is not what the rules make of the command"
        state, place = decided.state, place + len(decided.facts)
    return None


def streams_to_compare(log: Log) -> Iterator[tuple[str, Sequence[Recorded] | None]]:
    """Yield the streams of the house with their events, None where they are not sound."""
    for kind in HOUSE:
        for stream in log.streams(f"{kind}/"):
            recorded, fault = examine(log.read_stored(stream), log.codec)
            yield stream, recorded if fault is None else None
