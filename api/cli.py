"""The operator's command `paipu`."""

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Final

from api.demo.house import Demo
from api.demo.story import tell
from api.ids import round_id
from api.rounds import Rounds
from domain.log.address import sqlite_path
from domain.log.errors import LogAddressError, LogError
from domain.log.store import open_log
from projections.migrations.upgrade import migrate
from replay.settings import add_log_option
from replay.terminal import run_command
from replay.text import short

DONE: Final = 0
FAILED: Final = 2
ROUNDS: Final = 24
MOST_ROUNDS: Final = 100_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `paipu`; return its exit code: 0 done, 1 a round is not proven, 2 impossible."""
    try:
        return run_command(parser(), arguments)
    except LogError as error:
        print(f"paipu: {short(str(error))} ({error.code})", file=sys.stderr)
        return FAILED


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="paipu", description=__doc__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    migrated = commands.add_parser("migrate", help="create or upgrade the log's tables")
    add_log_option(migrated)
    migrated.set_defaults(command=_migrate)

    demo = commands.add_parser(
        "demo", help="play the worked example and rounds of bots into the log"
    )
    demo.add_argument("--rounds", type=number, default=ROUNDS, metavar="N", help="rounds of bots")
    demo.add_argument(
        "--seed", type=int, metavar="S", help="deal and play as with this seed before"
    )
    add_log_option(demo)
    demo.set_defaults(command=_demo)
    return top


def number(word: str) -> int:
    """Return a number of rounds; argparse tells this function's name when it is none."""
    rounds = int(word)
    if not 0 <= rounds <= MOST_ROUNDS:
        message = f"must be 0 to {MOST_ROUNDS}"
        raise argparse.ArgumentTypeError(message)
    return rounds


def _migrate(chosen: argparse.Namespace) -> int:
    _require_file(chosen)
    migrate(chosen.log)
    print(f"{chosen.log} is up to date")
    return DONE


def _require_file(chosen: argparse.Namespace) -> None:
    if sqlite_path(chosen.log) is None:
        raise LogAddressError("a log in memory is gone when the command ends")


def _demo(chosen: argparse.Namespace) -> int:
    _require_file(chosen)
    migrate(chosen.log)
    with open_log(chosen.log, now=_now) as log:
        demo = Demo(Rounds(log), lambda: round_id(_now()), Random(chosen.seed))  # noqa: S311 a demonstration, which a seed may repeat
        return tell(demo, chosen.rounds, chosen.log)


def _now() -> datetime:
    return datetime.now(UTC)
