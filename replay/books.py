"""Proving the streams around the rounds: wallets, tables, matches and references, one fault a line.

Each stream is examined, compared with what the log remembers of its commands, and decided again.
A round's clock and its decks are proven with it (`replay.clock`, `replay.decks`); here it is told
what no round shows: one of them without a round, or whose end is gone.
"""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import groupby, islice
from typing import Any, Final, NamedTuple, Self

from domain.flow.address import Address, Kind
from domain.kernel.refusal import Refusal
from domain.kernel.text import text, word
from domain.log import accepted
from domain.log.accepted import Result
from domain.log.envelope import Recorded, Stored
from domain.log.examine import examine
from domain.log.store import Log
from domain.log.streams import CLOCKS, DECKS, round_stream
from replay.places import MOVED, Places
from replay.receipts import Odd, begun_otherwise
from replay.rederive import Decided

BESIDE: Final = {CLOCKS: Kind.CLOCK, DECKS: Kind.DECK}
"""What the streams beside rounds begin with, and their kinds."""
HOUSE: Final = tuple(kind for kind in Kind if kind not in {Kind.ROUND, *BESIDE.values()})
AT_ONCE: Final = 500
"""Streams beside rounds that are looked up in one query."""
TOGETHER: Final = 1_000
"""Acknowledgements of streams that are proven together, as a rule."""


class Acknowledgement(NamedTuple):
    """What one decision wrote to a stream, and where in the log that is acknowledged."""

    result: Result
    position: int


class Books(NamedTuple):
    """What was acknowledged of the house, and how far streams beside rounds went."""

    results: dict[str, list[Acknowledgement]]
    ends: dict[str, int]

    def add(self, result: Result, position: int) -> None:
        """Take what one acknowledgement says of a stream, if that is one of these."""
        address = Address.of(result.stream)
        if address is not None and address.kind in HOUSE:
            one = Acknowledgement(result, position)
            self.results.setdefault(result.stream, []).append(one)
        elif address is not None and address.kind in BESIDE.values():
            self._goes_to(result.stream, result.last)

    def merge(self, other: Self) -> None:
        """Take what another has taken."""
        for stream, results in other.results.items():
            self.results.setdefault(stream, []).extend(results)
        for stream, last in other.ends.items():
            self._goes_to(stream, last)

    def _goes_to(self, stream: str, last: int) -> None:
        self.ends[stream] = max(last, self.ends.get(stream, 0))


class Shelf(NamedTuple):
    """Streams that are proven together, with what was acknowledged of them up to a position.

    `beside` is what their names begin with if they lie beside rounds, else nothing.
    """

    streams: Sequence[str]
    books: Books
    until: int
    beside: str = ""


def faults_of_books(log: Log) -> Iterator[str]:
    """Yield what is wrong with any stream of the house that is no round, the first of each.

    What is written while this looks is not judged.
    """
    until = log.last_position()
    books = Books({}, {})
    for one in log.acceptances():
        position = one.recorded.position or 0 if isinstance(one, accepted.Remembered) else 0
        if isinstance(one, accepted.Remembered) and position <= until:
            for result in one.event.results:
                books.add(result, position)
    for shelf in shelves_of(log, books, until):
        yield from faults_of_shelf(log, shelf)


def shelves_of(log: Log, books: Books, until: int) -> Iterator[Shelf]:
    """Yield all streams that are no rounds; so few at a time that they can be shared out."""
    results, ends = books
    named = (stream for kind in HOUSE for stream in log.streams(f"{kind}/"))
    streams, load = list[str](), 0
    for stream in dict.fromkeys((*named, *sorted(results))):
        streams.append(stream)
        load += 1 + len(results.get(stream, ()))
        if load >= TOGETHER:
            yield _house(streams, books, until)
            streams, load = [], 0
    yield _house(streams, books, until)
    for prefix in BESIDE:
        known = (one for one in ends if one.startswith(prefix) and one.isprintable())
        every = (one for one, _ in groupby(merge(log.streams(prefix), sorted(known))))
        while streams := [*islice(every, AT_ONCE)]:
            gone = {one: ends[one] for one in streams if one in ends}
            yield Shelf(streams, Books({}, gone), until, prefix)


def _house(streams: Sequence[str], books: Books, until: int) -> Shelf:
    known = {one: books.results[one] for one in streams if one in books.results}
    return Shelf(streams, Books(known, {}), until)


def faults_of_shelf(log: Log, shelf: Shelf) -> Iterator[str]:
    """Yield what is wrong with each of some streams."""
    if shelf.beside:
        yield from _faults_beside(log, shelf)
        return
    for stream in shelf.streams:
        address = Address.of(stream)
        results = sorted(shelf.books.results.get(stream, ()), key=_first)
        fault = None if address is None else _fault(log, address, results, shelf.until)
        if fault is not None:
            yield text("{stream}: {fault}", stream=stream, fault=fault)


def _faults_beside(log: Log, shelf: Shelf) -> Iterator[str]:
    until, ends = shelf.until, shelf.books.ends
    rounds = {one: round_stream(one.removeprefix(shelf.beside)) for one in shelf.streams}
    found = {one.stream: one.version for one in log.extents((*rounds, *rounds.values()))}
    for stream, of in rounds.items():
        version, address = found.get(stream, 0), Address.of(stream)
        fault: str | None = None
        if version < ends.get(stream, 0):
            fault = text(
                "event {version}: it was acknowledged, and is missing", version=version + 1
            )
        elif of not in found and address is not None:
            fault = _fault(log, address, results_of(log, stream, until), until)
        if fault is not None:
            yield text("{stream}: {fault}", stream=stream, fault=fault)


def results_of(log: Log, stream: str, until: int) -> Sequence[Acknowledgement]:
    """Return what was acknowledged of one stream up to a position, by versions."""
    results = (
        Acknowledgement(result, one.recorded.position or 0)
        for one in log.acceptances(stream)
        if isinstance(one, accepted.Remembered) and (one.recorded.position or 0) <= until
        for result in one.event.results
        if result.stream == stream
    )
    return sorted(results, key=_first)


def _first(one: Acknowledgement) -> int:
    return one.result.first


def _fault(
    log: Log, address: Address, results: Sequence[Acknowledgement], until: int
) -> str | None:
    rows = log.read_stored(address.stream) if address.stream.isprintable() else []
    recorded, fault = examine(rows, log.codec)
    again = decided_again(address, recorded)
    broken = None if fault is None else Odd(fault.version, word(fault.kind.replace("_", " ")))
    unlike = unlike_acknowledged(log, rows, recorded, again, Acceptances(results, until))
    odds = [odd for odd in (broken, unlike, again.odd) if odd is not None]
    first = min(odds, key=lambda odd: odd.version, default=None)
    return (
        None
        if first is None
        else text("event {version}: {reason}", version=first.version, reason=first.reason)
    )


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
            return Odd(covered + 1, text("its command is not among the acknowledged ones"))
        if result.last > len(recorded):
            return Odd(len(recorded) + 1, text("it was acknowledged, and is missing"))
        if recorded[result.last - 1].hash.hex() != result.hash:
            return Odd(result.first, text("its command was acknowledged with other facts"))
        astray = places.astray(recorded[covered : result.last], position)
        if astray is not None:
            return Odd(astray, MOVED)
        covered = result.last
    if covered < len(rows) and (rows[covered].position or 0) <= until:
        return Odd(covered + 1, text("its command is not among the acknowledged ones"))
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
            odd = Odd(place + 1, text("no command asks for this fact, or it is refused"))
            return DecidedAgain(decisions, state, odd)
        stored = recorded[place : place + len(decided.facts)]
        for offset, fact in enumerate(decided.facts):
            if offset >= len(stored) or stored[offset].event != fact:
                odd = Odd(place + offset + 1, text("it is not what the rules make of the command"))
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
