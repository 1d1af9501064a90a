"""`replay verify`: every round of a log proven again, in bulk, by several processes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from domain.kernel.text import plainly, text
from domain.log.address import shown
from domain.log.errors import LogError
from domain.log.store import Log
from projections.store.engine import Views
from projections.store.errors import ViewsError
from projections.totals import faults_of
from replay import verify_report
from replay.books import Books, shelves_of, streams_to_compare
from replay.checks import (
    CHAIN,
    CHOICES,
    COMMITTED,
    DEADLINES,
    DEALT,
    DERIVED,
    RECEIPTS,
    SUMS,
    VIEWS,
    Verdict,
)
from replay.errors import (
    DIFFERENT,
    PROVEN,
    UNCHECKED,
    CannotAnswerError,
    ClusterMissingError,
    saying_why,
)
from replay.integrity import integrity
from replay.messages.say import Say, english
from replay.other_streams import faults_of_other_streams
from replay.outputs import refuse_files_of_the_house
from replay.settings import views_address
from replay.stored import open_to_read
from replay.tree.audit import Audit, has_tree
from replay.tree.held import read_held, read_keys
from replay.verify_choice import Choice
from replay.verify_progress import Progress
from replay.verify_report import FORMAT, Header, Proven, Report, ViewsFault, encode, read_proven
from replay.verify_stretch import Window
from replay.verify_tally import Tally, settle_orphans, told
from replay.verify_workers import Crew, Job, crew_of, processors
from replay.views import check_views, views_at

LONGEST: Final = 8_192
"""Positions in a window at most: what bounds the memory of a worker."""
SHORTEST: Final = 2_048
_SHARES: Final = 8
CHECKS: Final = (CHAIN, DERIVED, CHOICES, *SUMS, RECEIPTS, COMMITTED, DEALT, DEADLINES)


class StoppedError(CannotAnswerError):
    """Somebody pressed Ctrl-C before all was verified."""

    code = "interrupted"


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be verified, by how many processes, and where to say what was found.

    `workers` None means as many as there are processors, but no more than have a longest window
    each: to start one takes as long as to verify that. 1 means this process alone. With a
    `scheduler` it is for the workers of a cluster.
    """

    choice: Choice = Choice()
    workers: int | None = None
    scheduler: str | None = None
    report: Path | None = None
    resume: Path | None = None
    as_json: bool = False
    against: tuple[Path, ...] = ()
    keys: tuple[str, ...] = ()


@saying_why
def verify(url: str, order: Order, *, say: Say = english) -> int:
    """Prove the chosen rounds again and print the sums; return 0 if all are proven, else 1."""
    earlier = Proven() if order.resume is None else read_proven(order.resume, integrity())
    job = Job(url, order.choice, earlier, views_address(url))
    held, keys = read_held(order.against), read_keys(order.keys)
    if order.report is not None:
        refuse_files_of_the_house(order.report, url)
    with open_to_read(url) as log, _report(order) as report, views_at(job.views) as views:
        audit = None
        if held or (order.choice.everything and has_tree(log)):
            audit = Audit(log, log.last_position(), held, keys)
        job = job._replace(tree=audit is not None)
        return Verification(log, views, job, order, audit).run(report, say)


def _report(order: Order) -> Report:
    """Open the report; one that is resumed into itself is added to, so that nothing is lost."""
    path, resume = order.report, order.resume
    append = path is not None and resume is not None and path.exists() and path.samefile(resume)
    return Report(path, append=append)


class Verification:
    """One run over one log, up to where the log ends when it begins."""

    def __init__(
        self, log: Log, views: Views | None, job: Job, order: Order, audit: Audit | None = None
    ) -> None:
        self._log = log
        self._audit = audit
        self._views = views
        self._job = job
        self._order = order
        self._last = log.last_position() if audit is None else audit.last
        wanted = order.workers or min(processors(), max(1, self._last // LONGEST))
        # Who is in a cluster is not known before; short windows suit many.
        share = 0 if order.scheduler else self._last // (wanted * _SHARES)
        self._length = min(max(share, SHORTEST), LONGEST)
        self._workers = min(wanted, max(1, -(-self._last // self._length)))
        self._tally = Tally()
        self._progress = Progress(self._last)

    def run(self, report: Report, say: Say = english) -> int:
        """Verify, write the report and print the sums; return the exit code."""
        report.write(encode([self.header()]))
        try:
            self._verify(report)
        except KeyboardInterrupt:
            self._end(report, StoppedError.code, say)
            message = text("interrupted before all was verified; --resume takes up its report")
            raise StoppedError(message) from None
        except (CannotAnswerError, LogError, ViewsError) as error:
            self._end(report, error.code, say)
            raise
        self._end(report, None, say)
        if self._tally.differs:
            return DIFFERENT
        return UNCHECKED if self._tally.counts[verify_report.UNCHECKED] else PROVEN

    def _verify(self, report: Report) -> None:
        if not self._log.named_by_index():
            self._tally.damaged.append(text("the index of acknowledgements is missing"))
        with self._crew() as crew:
            books = self._verify_windows(crew, report)
            if self._order.choice.everything:
                for faults in crew.shelves(shelves_of(self._log, books, self._last)):
                    self._tally.damaged += faults
        for line in settle_orphans(self._log, self._job.choice, self._tally):
            self._tally.add_line(line)
            report.write(encode([line]))
        if self._order.choice.everything:
            self._verify_the_rest(report)
        if self._audit is not None:
            self._tally.tree = self._audit.end()
            report.write(encode([self._tally.tree]))

    @contextmanager
    def _crew(self) -> Iterator[Crew]:
        scheduler = self._order.scheduler
        if scheduler is None:
            with crew_of(self._job, self._workers) as crew:
                yield crew
            return
        try:
            from replay.cluster import crew_on  # noqa: PLC0415 -- an extra, and slow to load
        except ModuleNotFoundError:
            message = text("Dask is not installed here; `pip install paipu[cluster]`")
            raise ClusterMissingError(message) from None
        with crew_on(scheduler, self._job) as cluster:
            self._workers = cluster.size
            yield cluster

    def _verify_windows(self, crew: Crew, report: Report) -> Books:
        """Verify all windows; return what they have of streams that are no rounds."""
        books = Books({}, {})
        for one in crew.windows(plan(self._log, self._last, self._length)):
            report.write(encode(one.lines))
            if self._audit is not None and one.leaves is not None:
                self._audit.add(one.leaves)
            books.merge(one.books)
            self._tally.add(one)
            counts = self._tally.rounds, len(self._tally.different)
            self._progress.tell(one.window.until, *counts)
        return books

    def _verify_the_rest(self, report: Report) -> None:
        """All other streams; and with views, the sums over all of them."""
        self._tally.damaged += faults_of_other_streams(self._log)
        if self._views is None:
            return
        self._tally.faults = list(faults_of(self._views, self._log))
        if not (self._tally.different or self._tally.damaged):
            # What the journal makes of a forged log is no measure of its rows.
            checks = check_views(self._views, self._log, dict(streams_to_compare(self._log)))
            self._tally.faults += [
                text("{stream}: {fault}", stream=stream, fault=check.detail)
                for stream, check in checks.items()
                if check.verdict is Verdict.DIFFERENCE
            ]
        report.write(encode([ViewsFault(fault=fault) for fault in self._tally.faults]))

    def header(self) -> Header:
        """Return the first line of the report."""
        return Header(
            report=FORMAT,
            log=shown(self._job.url),
            begun=datetime.now(UTC).isoformat(),
            last_position=self._last,
            integrity=integrity(),
            choice=self._order.choice,
            checks=(*CHECKS, VIEWS) if self._views is not None else CHECKS,
        )

    def _end(self, report: Report, reason: str | None, say: Say) -> None:
        self._progress.end()
        summary = self._tally.summary(self._progress.seconds, self._workers, reason)
        if self._order.as_json:
            tally = self._tally
            found = {
                "differing": tally.different,
                "views": tally.faults,
                "log": tally.damaged,
                "tree": tally.tree,
            }
            plain = msgspec.to_builtins({**msgspec.to_builtins(summary), **found}, enc_hook=plainly)
            print(json.dumps(plain))
        else:
            print("\n".join(told(summary, self._tally, say)))
        report.write(encode([summary]))


def plan(log: Log, last: int, length: int) -> Iterator[Window]:
    """Yield windows over all positions up to `last`; gaps, however wide, cost nothing."""
    position = 0
    while (first := log.next_position(position)) is not None and first <= last:
        position = min(first - 1 + length, last)
        yield Window(first - 1, position)
