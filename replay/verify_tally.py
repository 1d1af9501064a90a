"""Adding up what a verification found, and telling it."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from domain.games.status import Status
from domain.kernel.text import text, word
from domain.log.store import Log
from domain.log.streams import ROUNDS
from replay.checks import RECEIPTS, Check, Verdict
from replay.memory import memory_of, rows_beside
from replay.messages.say import Say, english
from replay.proof import prove_rows
from replay.receipts import Ends
from replay.text import padded, printable
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
            text(
                "a damaged acknowledgement stands at position {position} of the log",
                position=position,
            )
            for position in found.damaged
        ]
        self.damaged += [
            text(
                "the index does not lead to the acknowledgement at position {position} of the log",
                position=position,
            )
            for position in found.unindexed
        ]
        self.damaged += [
            text(
                "the name of a stream is none at position {position} of the log", position=position
            )
            for position in found.nameless
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
    detail = text("event 1: it was acknowledged, and all of the round is missing")
    return Line(
        round=round_id,
        table=None,
        status="missing",
        verdict=DIFFERENT,
        events=0,
        last_hash=None,
        first_wrong=Check(name=RECEIPTS, verdict=Verdict.DIFFERENCE, detail=detail, version=1),
    )


def told(summary: Summary, tally: Tally, say: Say = english) -> Iterator[str]:
    """Yield the sums and the differing rounds in words."""
    yield from _differing(summary, tally, say)
    for label, sums in _sums(summary):
        yield f"{padded(say(label), 10)}  {say(sums)}"
    if tally.tree is not None:
        yield from map(say, told_of_tree(tally.tree))
    speed = text(
        "{seconds:.1f} s, {speed:.0f} rounds/s, {workers} at a time",
        seconds=summary.seconds,
        speed=summary.rounds_per_second,
        workers=summary.workers,
    )
    yield f"{padded(say(text('time')), 10)}  {say(speed)}"
    yield ""
    yield say(_verdict(summary, tally))


def _differing(summary: Summary, tally: Tally, say: Say) -> Iterator[str]:
    """Yield what is wrong, in rounds, views, log and tree; nothing where nothing is."""
    for line in tally.different:
        round_said = text(
            "DIFFERENCE  round {round}  {where}", round=line.round, where=_where(line)
        )
        yield printable(say(round_said))
    if summary.different > MOST_TOLD:
        yield say(text("… {rounds} more, see the report", rounds=summary.different - MOST_TOLD))
    for fault in tally.faults[:MOST_TOLD]:
        yield printable(say(text("DIFFERENCE  views  {fault}", fault=fault)))
    for fault in tally.damaged[:MOST_TOLD]:
        yield printable(say(text("DIFFERENCE  log  {fault}", fault=fault)))
    if tally.tree is not None:
        for one in tally.tree.differing:
            yield say(text("DIFFERENCE  tree  {fault}", fault=one.told))
    if tally.differs:
        yield ""


def _where(line: Line) -> str:
    wrong = line.first_wrong
    if wrong is None:
        return word(line.status)
    return text("{name}: {detail}", name=wrong.name, detail=wrong.detail)


def _sums(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield the lines of sums by their labels; those of a part of the line above have none."""
    yield text("rounds"), str(summary.rounds)
    yield text("proven"), _proven(summary)
    if summary.earlier:
        yield "", text("{rounds} of them earlier, and unchanged", rounds=summary.earlier)
    if summary.not_yet_projected:
        late = summary.not_yet_projected
        yield "", text("{rounds} of them not yet projected in full", rounds=late)
    if summary.without_deck:
        without = summary.without_deck
        yield "", text("{rounds} of them without a committed deck", rounds=without)
    if summary.unchecked:
        yield text("unchecked"), text("{rounds} (cards are sealed)", rounds=summary.unchecked)
    yield text("different"), str(summary.different)


def _proven(summary: Summary) -> str:
    stopped = text(", {rounds} interrupted", rounds=summary.interrupted)
    return text(
        "{proven} ({completed} complete, {voided} voided, {open} open{interrupted})",
        proven=summary.proven,
        completed=summary.completed,
        voided=summary.voided,
        open=summary.open,
        interrupted=stopped if summary.interrupted else "",
    )


def _verdict(summary: Summary, tally: Tally) -> str:
    if not summary.complete:
        return text("NOT ALL VERIFIED")
    if tally.differs:
        return text("NOT PROVEN")
    return text("NOT ALL CHECKED") if summary.unchecked else text("proven")
