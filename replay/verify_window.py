"""Verifying the rounds that begin in one window of the log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

import msgspec

from domain.games.status import Status
from domain.log.chain import HEADER, SIZE
from domain.log.envelope import Stored
from domain.log.store import Log
from domain.log.streams import ROUNDS, clock_stream, deck_stream
from domain.log.table import Extent
from projections.store.engine import Views
from replay.books import Books
from replay.checks import Check, Verdict
from replay.decks.anchors import AnchorsAt
from replay.games import ENDS
from replay.memory import Beside, Memory, decked_since, why_sealed
from replay.proof import Proof, prove_rows
from replay.receipts import Ends
from replay.tree.leaves import Leaves, leaves_of
from replay.verify_choice import Choice, opening_of
from replay.verify_report import DIFFERENT, PROVEN, UNCHECKED, Line, Proven
from replay.verify_stretch import Orphan, Stretch, Window, is_orphan
from replay.views import Streams, check_rounds, told_of

AT_ONCE: Final = 64
"""Rounds compared with the views in one go."""


class Found(NamedTuple):
    """What a window came to: rounds in the order they began, orphans, positions of damage.

    `leaves` are those of all its events, if the tree is wanted; `books` are acknowledgements, and
    `unindexed` are positions of those to which the index does not lead, `nameless` of rows in
    streams whose names are none.
    """

    window: Window
    lines: tuple[Line, ...]
    orphans: tuple[Orphan, ...]
    damaged: tuple[int, ...] = ()
    leaves: Leaves | None = None
    books: Books = Books({}, {})
    unindexed: tuple[int, ...] = ()
    nameless: tuple[int, ...] = ()


class Rows(NamedTuple):
    """A round's stream with its rows, and those that lie beside it."""

    stream: str
    rows: list[Stored]
    along: Beside


class Reading(NamedTuple):
    """A stretch that was read up to a position, and where the streams in it lie."""

    stretch: Stretch
    extents: Mapping[str, Extent]
    reached: int

    def is_whole(self, stream: str, rows: Sequence[Stored]) -> bool:
        """Say whether the rows that were read of a stream are all of it, and in order."""
        return self.extents[stream].last <= self.reached and _regular(rows)


class Verifier:
    """Verifies windows of one log, and of the views that were made of it, if there are any."""

    def __init__(
        self,
        log: Log,
        choice: Choice,
        earlier: Proven,
        views: Views | None = None,
        *,
        tree: bool = False,
    ) -> None:
        self._log = log
        self._choice = choice
        self._earlier = earlier
        self._views = views
        self._tree = tree
        self._indexed = log.named_by_index()
        self._anchors = AnchorsAt(log)
        self._decked = cache(partial(decked_since, log))

    def verify(self, window: Window) -> Found:
        """Verify every chosen round whose first row lies in a window."""
        stretch = Stretch(self._log)
        rows = stretch.read(window)
        leaves = leaves_of(rows) if self._tree else None
        ends = stretch.acknowledged()
        extents = {one.stream: one for one in stretch.extents(ends)}
        own = {
            stream: extents[stream]
            for stream in stretch.rounds
            if stream in extents and extents[stream].first > window.after
        }
        reached = stretch.read_on(window, own)
        known = Ends({end.stream: end.version for end in ends})
        why = partial(why_sealed, self._log)
        memory = Memory(
            stretch.accepted, lambda: known, stretch.fact, why, self._anchors, self._decked
        )
        reading = Reading(stretch, extents, reached)
        lines = self._lines(self._chosen(reading, own), memory)
        orphans = (end for end in ends if end.stream not in own and is_orphan(end, extents))
        return Found(
            window,
            tuple(lines),
            tuple(orphans),
            damaged=tuple(stretch.damaged),
            leaves=leaves,
            books=stretch.books,
            unindexed=stretch.unindexed() if self._indexed else (),
            nameless=tuple(stretch.nameless),
        )

    def _chosen(self, reading: Reading, own: Iterable[str]) -> Iterator[Rows]:
        for stream in own:
            rows = reading.stretch.rounds.pop(stream)
            whole = reading.is_whole(stream, rows)
            if not whole:
                rows = self._log.read_stored(stream)
            if self._choice.takes(rows[0]):
                about = stream.removeprefix(ROUNDS)
                streams = clock_stream(about), deck_stream(about)
                along = (self._beside(reading, one, whole=whole) for one in streams)
                yield Rows(stream, rows, Beside(*along))

    def _beside(self, reading: Reading, stream: str, *, whole: bool) -> list[Stored]:
        """Return the rows of a stream beside a round's, read with the round's or after them."""
        rows = reading.stretch.beside.pop(stream, [])
        if stream not in reading.extents and whole:
            return rows
        return rows if whole and reading.is_whole(stream, rows) else self._log.read_stored(stream)

    def _lines(self, rounds: Iterable[Rows], memory: Memory) -> Iterator[Line]:
        lines: dict[str, Line] = {}
        facts: dict[str, Streams | None] = {}
        for stream, rows, along in rounds:
            round_id = stream.removeprefix(ROUNDS)
            if self._earlier.holds(round_id, last_hash(rows)):
                lines[stream] = taken_over(round_id, rows)
                continue
            proof = prove_rows(round_id, rows, memory, self._log.codec, along)
            lines[stream] = line_of(proof, rows)
            if self._views is not None:
                facts[stream] = told_of(proof)
            if len(lines) == AT_ONCE:
                yield from self._compared(lines, facts)
                lines, facts = {}, {}
        yield from self._compared(lines, facts)

    def _compared(
        self, lines: Mapping[str, Line], facts: Mapping[str, Streams | None]
    ) -> Iterator[Line]:
        checks = check_rounds(self._views, self._log, facts) if self._views is not None else {}
        for stream, line in lines.items():
            check = checks.get(stream)
            yield line if check is None else _with_check(line, check)


def _regular(rows: Sequence[Stored]) -> bool:
    """Say whether the rows of a stream, in the order of the log, count its versions up from 1."""
    return all(row.version == version for version, row in enumerate(rows, start=1))


def last_hash(rows: Sequence[Stored]) -> str | None:
    """Return the own hash in the last row, hex; None where there is none."""
    state = rows[-1].state
    return state[SIZE:HEADER].hex() if type(state) is bytes and len(state) >= HEADER else None


def line_of(proof: Proof, rows: Sequence[Stored]) -> Line:
    """Return the line for a round that was proven, or not."""
    opened = proof.opened
    wrong = proof.first_wrong
    return Line(
        round=proof.round,
        table=None if opened is None else opened.home,
        game=None if opened is None else opened.game.game.name,
        status=proof.status,
        verdict=PROVEN if proof.proven else UNCHECKED if wrong is None else DIFFERENT,
        events=proof.stored,
        last_hash=last_hash(rows),
        first_wrong=wrong,
        decks=len(proof.decks),
    )


def taken_over(round_id: str, rows: Sequence[Stored]) -> Line:
    """Return the line for a round that an earlier report proves as it stands."""
    opening = opening_of(rows[0])
    return Line(
        round=round_id,
        table=None if opening is None else opening.table,
        game=None if opening is None else opening.game,
        status=ENDS.get(rows[-1].topic, Status.OPEN),
        verdict=PROVEN,
        events=len(rows),
        last_hash=last_hash(rows),
        first_wrong=None,
        earlier=True,
    )


def _with_check(line: Line, check: Check) -> Line:
    """Return a line with the verdict on views; what is wrong in the round itself comes first."""
    line = msgspec.structs.replace(line, views=check.verdict)
    if check.verdict is not Verdict.DIFFERENCE or line.verdict == DIFFERENT:
        return line
    return msgspec.structs.replace(line, verdict=DIFFERENT, first_wrong=check)
