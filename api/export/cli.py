"""`paipu export`: what to write, and what the file says of itself."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from api.arguments import between
from api.export.batches import covered, place, writing
from domain.kernel.text import text
from domain.log.address import shown
from domain.log.errors import LogAddressError, LogError
from domain.log.store import Log, open_log
from projections.store.engine import open_views
from projections.store.errors import ViewsError
from replay.errors import CannotAnswerError, CannotWriteError
from replay.integrity import integrity
from replay.outputs import refuse_files_of_the_house
from replay.settings import add_log_option, views_address
from replay.text import short
from replay.verify_choice import Choice, moment

if TYPE_CHECKING:
    import pyarrow as pa

    from api.export.sheet import Row

FAILED: Final = 2
MINUTE: Final = 60
MOST_MINUTES: Final = 1_440


class Reach(NamedTuple):
    """After which position of the log a file begins, and up to which it goes.

    `first` is the hash of the log's first event, hex: the same wherever the log lies. `behind` is
    the file of a folder that is gone on from.
    """

    first: str
    after: int
    last: int
    behind: Path | None


def add_export_options(command: argparse.ArgumentParser) -> None:
    """Make a parser that of `paipu export`."""
    add = command.add_argument
    add("what", choices=tuple(_WORK), help="events without what is sealed, or chip journal")
    to = command.add_mutually_exclusive_group(required=True)
    to.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to FILE, a new one")
    to.add_argument(
        "--batches",
        type=_folder,
        metavar="FOLDER",
        help="write what is new to a new file of FOLDER",
    )
    every = "with --batches: again every N minutes, until it is ended"
    add("--every", type=between(1, MOST_MINUTES), metavar="N", help=every)
    add("--since", type=moment, metavar="TIME", help="recorded at or after TIME")
    add("--until", type=moment, metavar="TIME", help="recorded before TIME")
    add_log_option(command)
    command.set_defaults(command=_chosen)


def _folder(word: str) -> Path:
    if not word:
        message = "must name a folder"
        raise argparse.ArgumentTypeError(message)
    return Path(word)


def _chosen(chosen: argparse.Namespace) -> int:
    export = _WORK[chosen.what]
    if chosen.batches is None:
        if chosen.every is not None:
            raise CannotWriteError(text("--every goes with --batches"))
        return export(chosen)
    if chosen.since is not None or chosen.until is not None:
        # A file would say that it covers positions of which it lacks rows: nobody would add them.
        raise CannotWriteError(text("--since and --until do not go with --batches"))
    with writing(chosen.batches):
        if chosen.every is None:
            return export(chosen)
        # Nothing but the end of the process ends it, which leaves whole files.
        return again_and_again(lambda: export(chosen), time.sleep, chosen.every * MINUTE)


def again_and_again(
    export: Callable[[], int], wait: Callable[[float], bool | None], seconds: int
) -> int:
    """Export every so many seconds until the wait says that it is over; return the last exit code.

    What fails is told, and tried again a minute later.
    """
    while True:
        try:
            code, pause = export(), seconds
        except (LogError, ViewsError, CannotAnswerError) as error:
            print(f"paipu: {short(str(error))} ({error.code})", file=sys.stderr, flush=True)
            code, pause = FAILED, MINUTE
        if wait(pause):
            return code


def _events(chosen: argparse.Namespace) -> int:
    from api.export import events  # noqa: PLC0415 -- pyarrow takes long to import

    # Without keys there is nothing to open what is sealed with.
    with open_log(chosen.log, now=_now, read_only=True) as log:
        reach = _reach(chosen, log, log.last_position())
        rows = events.events(log, _choice(chosen), reach.last, reach.after)
        return _export(chosen, events.TITLE, events.SCHEMA, reach, rows)


def _journal(chosen: argparse.Namespace) -> int:
    from api.export import journal  # noqa: PLC0415 -- likewise

    address = views_address(chosen.log)
    if address is None:
        raise LogAddressError(text("a log in memory has no views"))
    with open_log(chosen.log, now=_now, read_only=True) as log, open_views(address) as views:
        reach = _reach(chosen, log, journal.reached(views))
        rows = journal.journal(views, _choice(chosen), reach.last, reach.after)
        return _export(chosen, journal.TITLE, journal.SCHEMA, reach, rows)


def _reach(chosen: argparse.Namespace, log: Log, last: int) -> Reach:
    first = "".join(one.hash.hex() for one in log.after(0, 1))
    after, behind = 0, None
    if chosen.batches is not None:
        after, behind = covered(chosen.batches, chosen.what)
    return Reach(first, after, last, behind)


def _export(
    chosen: argparse.Namespace, title: str, schema: "pa.Schema", reach: Reach, rows: "Iterator[Row]"
) -> int:
    from api.export.sheet import said_of, sheet  # noqa: PLC0415 -- likewise

    first, after, last, behind = reach
    if behind is not None and said_of(behind, "first") != first:
        raise CannotWriteError(text("{path} is no file of this log", path=behind))
    if last < after:
        message = text("the files of {path} go further than the log", path=chosen.batches)
        raise CannotWriteError(message)
    if chosen.batches is not None and last == after:
        print(f"nothing new in the {title} after position {after}", flush=True)
        return 0
    output = chosen.output or place(chosen.batches, title, after, last)
    refuse_files_of_the_house(output, chosen.log)
    heading = {
        "title": title,
        "version": version("paipu"),
        "integrity": integrity(),
        "log": shown(chosen.log),
        "first": first,
        "after": f"{after}",
        "position": f"{last}",
        "since": _told(chosen.since),
        "until": _told(chosen.until),
        "made_at": _now().isoformat(),
    }
    with sheet(output, schema, heading) as filled:
        filled.fill(rows)
    print(f"{filled.rows} rows of the {title}, up to position {last}", flush=True)
    return 0


def _choice(chosen: argparse.Namespace) -> Choice:
    return Choice(since=chosen.since, until=chosen.until)


def _told(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()


def _now() -> datetime:
    return datetime.now(UTC)


_WORK: Final = {"events": _events, "journal": _journal}
