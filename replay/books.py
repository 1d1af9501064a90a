"""Proving the streams around the rounds: wallets, tables, matches and references, one fault a line.

Each stream is examined, compared with what the log remembers of its commands, and decided again.
A round's clock is proven with its round (`replay.clock`); here it is told what no round shows: a
clock without a round, and one whose end is gone.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby, islice
from typing import Any, Final, NamedTuple

from domain.flow.address import Address, Kind
from domain.kernel.refusal import Refusal
from domain.log.accepted import Remembered, Result
from domain.log.envelope import Recorded, Stored
from domain.log.examine import examine
from domain.log.store import Log
from domain.log.streams import CLOCKS, round_stream
from replay.places import MOVED, Places
from replay.receipts import Odd, begun_otherwise
from replay.rederive import Decided

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


class Acknowledgement(NamedTuple):
    """What one decision wrote to a stream, and where in the log that is acknowledged."""

    result: Result
    position: int


class _Remembered(NamedTuple):
    """What was acknowledged of streams of the house, by versions, and the last of every clock."""

    results: Mapping[str, Sequence[Acknowledgement]]
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
                fault = _fault(log, address, results_of(log, stream, until), until)
            if fault is not None:
                yield f"{stream}: {fault}"


def results_of(log: Log, stream: str, until: int) -> Sequence[Acknowledgement]:
    """Return what was acknowledged of one stream up to a position, by versions."""
    results = (
        Acknowledgement(result, one.recorded.position or 0)
        for one in log.acceptances(stream)
        if isinstance(one, Remembered) and (one.recorded.position or 0) <= until
        for result in one.event.results
        if result.stream == stream
    )
    return sorted(results, key=_first)


def _first(one: Acknowledgement) -> int:
    return one.result.first


def _remembered(log: Log, until: int) -> _Remembered:
    found: dict[str, list[Acknowledgement]] = defaultdict(list)
    clocks: dict[str, int] = {}
    for one in log.acceptances():
        if isinstance(one, Remembered) and (one.recorded.position or 0) <= until:
            for result in one.event.results:
                address = Address.of(result.stream)
                if address is not None and address.kind in HOUSE:
                    position = one.recorded.position or 0
                    found[result.stream].append(Acknowledgement(result, position))
                elif address is not None and address.kind is Kind.CLOCK:
                    clocks[result.stream] = max(result.last, clocks.get(result.stream, 0))
    results = {stream: sorted(results, key=_first) for stream, results in found.items()}
    return _Remembered(results, clocks)


def _fault(
    log: Log, address: Address, results: Sequence[Acknowledgement], until: int
) -> str | None:
    rows = log.read_stored(address.stream) if address.stream.isprintable() else []
    recorded, fault = examine(rows, log.codec)
    again = decided_again(address, recorded)
    broken = None if fault is None else Odd(fault.version, fault.kind.replace("_", " "))
    unlike = unlike_acknowledged(log, rows, recorded, again, Acceptances(results, until))
    odds = [odd for odd in (broken, unlike, again.odd) if odd is not None]
    first = min(odds, key=lambda odd: odd.version, default=None)
    return None if first is None else f"event {first.version}: {first.reason}"


class Acceptances(NamedTuple):
    """What was acknowledged of a stream, by versions, and up to which position of the log."""

    results: Sequence[Acknowledgement]
    until: int


def unlike_acknowledged(
    log: Log,
    rows: Sequence[Stored],
    recorded: Sequence[Recorded],
    again: "DecidedAgain",
    acceptances: Acceptances,
) -> Odd | None:
    """Compare a stream with its acknowledgements, and of a decision that is odd its command.

    Where that is the acknowledged one, what is odd there is told by what decided it again.
    """
    odd = unacknowledged(rows, recorded, *acceptances)
    sound = again.decisions[-1].last if again.decisions else 0
    if sound >= len(recorded) or (odd is not None and odd.version <= sound):
        return odd
    first = recorded[sound]
    if odd is not None and again.odd is not None and odd.version == again.odd.version:
        return odd
    return begun_otherwise(log.accepted, first.stream, first, log.codec)


def unacknowledged(
    rows: Sequence[Stored],
    recorded: Sequence[Recorded],
    results: Sequence[Acknowledgement],
    until: int,
) -> Odd | None:
    """Compare a stream with its acknowledgements, which cover it from event 1 on without a gap."""
    covered, places = 0, Places()
    for result, position in results:
        if result.first != covered + 1 or result.last < result.first:
            return Odd(covered + 1, "its command is not among the acknowledged ones")
        if result.last > len(recorded):
            return Odd(len(recorded) + 1, "it was acknowledged, and is missing")
        if recorded[result.last - 1].hash.hex() != result.hash:
            return Odd(result.first, "its command was acknowledged with other facts")
        astray = places.astray(recorded[covered : result.last], position)
        if astray is not None:
            return Odd(astray, MOVED)
        covered = result.last
    if covered < len(rows) and (rows[covered].position or 0) <= until:
        return Odd(covered + 1, "its command is not among the acknowledged ones")
    return None


class DecidedAgain(NamedTuple):
    """A stream of the house decided again, up to what is `odd` in it, and the state it comes to."""

    decisions: Sequence[Decided]
    state: Any
    odd: Odd | None


def decided_again(address: Address, recorded: Sequence[Recorded]) -> DecidedAgain:
    """Decide every command of a stream again, and compare every fact with the stored one."""
    decider, place = address.decider, 0
    state, decisions = decider.initial, list[Decided]()
    while place < len(recorded):
        command = recorded[place].envelope.command
        decided = None if command is None else decider.decide(state, command)
        if decided is None or isinstance(decided, Refusal):
            odd = Odd(place + 1, "no command asks for this fact, or it is refused")
            return DecidedAgain(decisions, state, odd)
        stored = recorded[place : place + len(decided.facts)]
        for offset, fact in enumerate(decided.facts):
            if offset >= len(stored) or stored[offset].event != fact:
                odd = Odd(place + offset + 1, "it is not what the rules make of the command")
                return DecidedAgain(decisions, state, odd)
        decisions.append(Decided(place + 1, recorded[place].envelope, decided.facts))
        state, place = decided.state, place + len(decided.facts)
    return DecidedAgain(decisions, state, None)


def streams_to_compare(log: Log) -> Iterator[tuple[str, Sequence[Recorded] | None]]:
    """Yield the streams of the house with their events, None where they are not sound."""
    for kind in HOUSE:
        for stream in log.streams(f"{kind}/"):
            recorded, fault = examine(log.read_stored(stream), log.codec)
            yield stream, recorded if fault is None else None
