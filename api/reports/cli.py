"""`paipu report`: a report at a terminal, or into a file."""

import argparse
import shutil
import sys
from collections.abc import Sequence
from datetime import UTC as UTC_ZONE
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, Final

from api.reports.ask import ACCOUNTS, UTC, Choice, asked_of
from api.reports.catalogue import REPORTS, report_named
from api.reports.errors import BadFilterError
from api.reports.form import Check
from api.reports.kinds.cash import RECONCILIATION
from api.reports.period import NOW, Wanted
from api.reports.references import references_in
from api.reports.writing import FORMS, Order, write_report
from api.said import add_speaking
from domain.kernel.text import text, word
from domain.log.address import MEMORY
from domain.log.errors import LogAddressError
from domain.log.store import open_log
from projections.catalogue import projection_named
from projections.runner import Runner
from projections.store.engine import open_views
from replay.messages.say import Say
from replay.outputs import refuse_files_of_the_house, written
from replay.settings import add_log_option, views_address
from replay.text import Table, printable

DONE: Final = 0
FAILED_CHECK: Final = 1
FILTERS: Final = ("table", "player", "game", "round")


def add_report_command(command: argparse.ArgumentParser) -> None:
    """Give `paipu report` its options."""
    command.add_argument("name", nargs="?", metavar="NAME", help="without it, all are listed")
    for name, form in (("day", "YYYY-MM-DD"), ("month", "YYYY-MM"), ("year", "YYYY")):
        told = f"one {name}; without a value, that which runs"
        command.add_argument(f"--{name}", nargs="?", const=NOW, metavar=form, help=told)
    command.add_argument("--life", action="store_true", help="all there is (the usual)")
    command.add_argument("--since", metavar="TIME", help="from a day or moment on")
    command.add_argument("--until", metavar="TIME", help="to before a day or moment")
    command.add_argument("--tz", default=UTC, metavar="ZONE", help=f"IANA name (default: {UTC})")
    for name in FILTERS:
        command.add_argument(f"--{name}", metavar=name.upper(), help=f"only of one {name}")
    command.add_argument("--by", metavar="NAMES", help="what to group by, with commas between")
    command.add_argument("--accounts", choices=ACCOUNTS, help="default: real, test ones apart")
    command.add_argument(
        "--against", type=Path, metavar="FILE", help="a payment provider's references and amounts"
    )
    command.add_argument("--format", choices=tuple(FORMS), default="text", help="default: text")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="write it there")
    add_speaking(command, report)
    add_log_option(command)


def report(chosen: argparse.Namespace, say: Say) -> int:
    """Make a report; return 0, or 1 if one of its checks failed. Raises its errors."""
    if chosen.name is None:
        rows = [(one.name, one.title) for one in REPORTS.values()]
        header = (word("report"), text("what it tells"))
        print("\n".join(Table(header, rows, words=2).lines(say)))
        return DONE
    order_of = report_named(chosen.name)
    if (chosen.against is not None) != (order_of is RECONCILIATION):
        raise BadFilterError(
            text("--against FILE is what reconciliation compares with, and it only")
        )
    if chosen.format == "parquet" and chosen.output is None and sys.stdout.isatty():
        raise BadFilterError(
            text("Parquet is nothing to be read at a terminal; -o FILE says where to")
        )
    if chosen.output is not None:
        refuse_files_of_the_house(chosen.output, chosen.log)
    filters = {name: getattr(chosen, name) for name in FILTERS}
    times = Wanted(
        chosen.day, chosen.month, chosen.year, chosen.since, chosen.until, life=chosen.life
    )
    choice = Choice(times, chosen.tz, filters, chosen.by, chosen.accounts)
    paid = None if chosen.against is None else references_in(chosen.against)
    asked = asked_of(order_of, choice, _now(), paid)
    address = views_address(chosen.log)
    if address is None or chosen.log == MEMORY:
        raise LogAddressError("a log in memory is empty when a command begins")
    with TemporaryFile() as made:
        with open_log(chosen.log, now=_now, read_only=True) as log, open_views(address) as views:
            position = log.last_position()
            for name in order_of.reads:  # no service may be running that does it
                Runner(projection_named(name), log, views).catch_up()
            order = Order(order_of, asked, position)
            checks = write_report(views, order, chosen.format, made, say)
        made.seek(0)
        _hand_out(made, chosen.output)
    return _judged(checks, say)


def _hand_out(made: BinaryIO, output: Path | None) -> None:
    if output is None:
        sys.stdout.flush()
        shutil.copyfileobj(made, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    with written(output) as file:
        shutil.copyfileobj(made, file)


def _judged(checks: Sequence[Check], say: Say) -> int:
    failed = [one for one in checks if not one.ok]
    for one in failed:
        told = text("CHECK FAILED: {name}: {detail}", name=one.name, detail=one.detail)
        print(f"paipu: {printable(say(told))}", file=sys.stderr)
    return FAILED_CHECK if failed else DONE


def _now() -> datetime:
    return datetime.now(UTC_ZONE)
