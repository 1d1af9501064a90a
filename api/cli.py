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
from api.views import catch_up, migrate_all, rebuild_named
from domain.log.address import MEMORY, shown
from domain.log.errors import LogAddressError, LogError
from domain.log.store import open_log
from projections.catalogue import PROJECTIONS
from projections.store.errors import ViewsError
from replay.doctor import doctor
from replay.settings import add_log_option, development_keys
from replay.terminal import run_command
from replay.text import printable, short

DONE: Final = 0
FAILED: Final = 2
ROUNDS: Final = 24
MOST_ROUNDS: Final = 100_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `paipu`; return its exit code: 0 done, 1 something is not proven, 2 impossible."""
    try:
        return run_command(parser(), arguments)
    except (LogError, ViewsError) as error:
        print(f"paipu: {short(str(error))} ({error.code})", file=sys.stderr)
        return FAILED


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="paipu", description=__doc__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _migrate(commands.add_parser("migrate", help="create or upgrade the tables of log and views"))
    _demo(commands.add_parser("demo", help="play the worked example and rounds of bots"))
    _rebuild(commands.add_parser("rebuild", help="build the views anew from the log"))
    _doctor(commands.add_parser("doctor", help="look whether this house is fit to play"))
    return top


def _migrate(command: argparse.ArgumentParser) -> None:
    add_log_option(command)
    command.set_defaults(command=migrate_tables)


def _demo(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rounds", type=number, default=ROUNDS, metavar="N", help="rounds of bots"
    )
    command.add_argument("--seed", type=int, metavar="S", help="deal and play as with it before")
    add_log_option(command)
    command.set_defaults(command=play_demo)


def _rebuild(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "name", nargs="?", choices=tuple(PROJECTIONS), help="one of them; without it, all"
    )
    add_log_option(command)
    command.set_defaults(command=lambda chosen: rebuild_named(chosen.log, chosen.name))


def _doctor(command: argparse.ArgumentParser) -> None:
    command.add_argument("--expect", metavar="DIGEST", help="the integrity digest noted before")
    add_log_option(command)
    command.set_defaults(command=lambda chosen: doctor(chosen.log, chosen.expect))


def number(word: str) -> int:
    """Return a number of rounds; argparse tells this function's name when it is none."""
    rounds = int(word)
    if not 0 <= rounds <= MOST_ROUNDS:
        message = f"must be 0 to {MOST_ROUNDS}"
        raise argparse.ArgumentTypeError(message)
    return rounds


def migrate_tables(chosen: argparse.Namespace) -> int:
    """`paipu migrate`: create or upgrade the tables of a log and of its views."""
    _require_lasting(chosen)
    for note in migrate_all(chosen.log):
        print(printable(note))
    print(f"{printable(shown(chosen.log))} is up to date")
    return DONE


def _require_lasting(chosen: argparse.Namespace) -> None:
    if chosen.log == MEMORY:
        raise LogAddressError("a log in memory is gone when the command ends")


def play_demo(chosen: argparse.Namespace) -> int:
    """`paipu demo`: play into the log, bring its views up to date, and tell what to try."""
    _require_lasting(chosen)
    migrate_all(chosen.log)
    with open_log(chosen.log, now=_now, keys=development_keys(chosen.log)) as log:
        chance = Random(chosen.seed)  # noqa: S311 a demonstration, which a seed may repeat
        demo = Demo(Rounds(log), lambda: round_id(_now()), chance)
        return tell(demo, chosen.rounds, chosen.log, lambda: catch_up(log, chosen.log))


def _now() -> datetime:
    return datetime.now(UTC)
