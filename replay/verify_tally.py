"""Adding up what a verification found, and telling it."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from domain.games.status import Status
from domain.log.store import Log
from domain.log.streams import ROUNDS
from replay.checks import RECEIPTS, Check, Verdict
from replay.memory import memory_of, rows_beside
from replay.proof import prove_rows
from replay.receipts import Ends
from replay.text import printable
from replay.tree.lines import TreeLine
from replay.tree.lines import told as told_of_tree
from replay.verify_choice import Choice
from replay.verify_report import DIFFERENT, PROVEN, UNCHECKED, Line, Summary
from replay.verify_stretch import Orphan
from replay.verify_window import Found, line_of

MOST_TOLD: Final = 100
"""Differing rounds told in words; the report has them all."""


class Tally:
    """The sums of a verification, and its first differing rounds."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.different: list[Line] = []
        self.faults: list[str] = []
        self.damaged: list[str] = []
        self.orphans: dict[str, Orphan] = {}
        self.tree: TreeLine | None = None

    @property
    def differs(self) -> bool:
        """Whether anything is wrong, be it no round."""
        tree = self.tree is not None and self.tree.verdict is Verdict.DIFFERENCE
        return bool(self.different or self.faults or self.damaged or tree)

    @property
    def rounds(self) -> int:
        """How many rounds were verified or taken over."""
        return sum(self.counts[verdict] for verdict in (PROVEN, UNCHECKED, DIFFERENT))

    def add(self, found: Found) -> None:
        """Add what a window came to."""
        for line in found.lines:
            self.add_line(line)
        self.damaged += [
            f"a damaged acknowledgement stands at position {position} of the log"
            for position in found.damaged
        ]
        for orphan in found.orphans:
            known = self.orphans.get(orphan.stream)
            if known is None or known.version < orphan.version:
                self.orphans[orphan.stream] = orphan

    def add_line(self, line: Line) -> None:
        """Add a round."""
        self.counts[line.verdict] += 1
        if line.verdict == PROVEN:
            self.counts[line.status] += 1
            self.counts["earlier"] += line.earlier
            self.counts["not_yet_projected"] += line.views is Verdict.NOT_YET
            self.counts["without_deck"] += line.decks == 0
        elif line.verdict == DIFFERENT and len(self.different) < MOST_TOLD:
            self.different.append(line)

    def take_back(self, line: Line) -> None:
        """Count a round no longer as it was; its line is followed by another."""
        self.counts[line.verdict] -= 1
        if line.verdict == PROVEN:
            self.counts[line.status] -= 1

    def summary(self, seconds: float, workers: int, reason: str | None) -> Summary:
        """Return the sums; `reason` says why not all was verified, if so."""
        return Summary(
            complete=reason is None,
            reason=reason,
            rounds=self.rounds,
            proven=self.counts[PROVEN],
            completed=self.counts[Status.COMPLETE],
            voided=self.counts[Status.VOIDED],
            interrupted=self.counts[Status.INTERRUPTED],
            open=self.counts[Status.OPEN],
            unchecked=self.counts[UNCHECKED],
            different=self.counts[DIFFERENT],
            earlier=self.counts["earlier"],
            not_yet_projected=self.counts["not_yet_projected"],
            without_deck=self.counts["without_deck"],
            workers=workers,
            seconds=round(seconds, 3),
            rounds_per_second=round(self.rounds / max(seconds, 1e-9), 1),
        )


def settle_orphans(log: Log, choice: Choice, tally: Tally) -> Iterator[Line]:
    """Yield a line for each round of which something acknowledged is missing, and count it.

    Such an acknowledgement may stand far behind the round, or be all that is left of it, so it is
    looked at when everything else is known.
    """
    for stream, orphan in sorted(tally.orphans.items()):
        round_id = stream.removeprefix(ROUNDS)
        rows = log.read_stored(stream) if stream.isprintable() else []
        if not rows:
            if choice.in_time(orphan.recorded_at):
                yield _missing(round_id)
            continue
        memory, along = memory_of(log, _always(Ends({}))), rows_beside(log, round_id)
        without = line_of(prove_rows(round_id, rows, memory, log.codec, along), rows)
        memory = memory._replace(ends=_always(Ends({stream: orphan.version})))
        line = line_of(prove_rows(round_id, rows, memory, log.codec, along), rows)
        if choice.takes(rows[0]) and line.verdict == DIFFERENT != without.verdict:
            tally.take_back(without)
            yield line


def _always(ends: Ends) -> Callable[[], Ends]:
    return lambda: ends


def _missing(round_id: str) -> Line:
    detail = "event 1: it was acknowledged, and all of the round is missing"
    return Line(
        round=round_id,
        table=None,
        status="missing",
        verdict=DIFFERENT,
        events=0,
        last_hash=None,
        first_wrong=Check(name=RECEIPTS, verdict=Verdict.DIFFERENCE, detail=detail, version=1),
    )


def told(summary: Summary, tally: Tally) -> Iterator[str]:
    """Yield the sums and the differing rounds in words."""
    for line in tally.different:
        wrong = line.first_wrong
        where = f"{wrong.name}: {wrong.detail}" if wrong is not None else line.status
        yield f"DIFFERENCE  round {printable(line.round)}  {where}"
    if summary.different > MOST_TOLD:
        yield f"… {summary.different - MOST_TOLD} more, see the report"
    yield from (f"DIFFERENCE  views  {printable(fault)}" for fault in tally.faults[:MOST_TOLD])
    yield from (f"DIFFERENCE  log  {fault}" for fault in tally.damaged[:MOST_TOLD])
    if tally.tree is not None:
        yield from (f"DIFFERENCE  tree  {one.told}" for one in tally.tree.differing)
    if tally.differs:
        yield ""
    stopped = f", {summary.interrupted} interrupted" if summary.interrupted else ""
    ended = f"{summary.completed} complete, {summary.voided} voided"
    by_status = f"{ended}, {summary.open} open{stopped}"
    yield f"rounds      {summary.rounds}"
    yield f"proven      {summary.proven} ({by_status})"
    if summary.earlier:
        yield f"            {summary.earlier} of them earlier, and unchanged"
    if summary.not_yet_projected:
        yield f"            {summary.not_yet_projected} of them not yet projected in full"
    if summary.without_deck:
        yield f"            {summary.without_deck} of them without a committed deck"
    if summary.unchecked:
        yield f"unchecked   {summary.unchecked} (cards are sealed)"
    yield f"different   {summary.different}"
    if tally.tree is not None:
        yield from told_of_tree(tally.tree)
    speed = f"{summary.rounds_per_second:.0f} rounds/s, {summary.workers} at a time"
    yield f"time        {summary.seconds:.1f} s, {speed}"
    yield ""
    yield _verdict(summary, tally)


def _verdict(summary: Summary, tally: Tally) -> str:
    if not summary.complete:
        return "NOT ALL VERIFIED"
    if tally.differs:
        return "NOT PROVEN"
    return "NOT ALL CHECKED" if summary.unchecked else "proven"
