"""The command `replay`: derive rounds again, from the log or from a record, and prove them."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from replay import stored
from replay.export import export
from replay.match.show import show as show_match
from replay.run import run_files
from replay.settings import add_log_option
from replay.terminal import run_command
from replay.verify import Order, verify
from replay.verify_choice import GAMES, Choice, moment

MOST_WORKERS: Final = 256


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `replay` and return its exit code: 0 fine, 1 a difference or a refusal, 2 unreadable."""
    return run_command(parser(), arguments)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="replay", description=__doc__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _round(commands.add_parser("round", help="tell a stored round step by step and prove it"))
    _rounds(commands.add_parser("rounds", help="list the stored rounds, each proven again"))
    _match(commands.add_parser("match", help="tell the rounds of a match and prove it"))
    _verify(commands.add_parser("verify", help="prove all stored rounds again, in bulk"))
    _export(commands.add_parser("export", help="write a stored round as a record, with all cards"))
    _run(commands.add_parser("run", help="run records on the real rules"))
    return top


def _round(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="the round's id")
    command.add_argument("--at", type=int, metavar="N", help="tell it up to event N")
    command.add_argument("--seat", metavar="SEAT", help="as this seat sees it, such as p2")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: stored.show(
            chosen.log,
            chosen.id,
            stored.Look(seat=chosen.seat, until=chosen.at, as_json=chosen.json),
        ),
    )


def _rounds(command: argparse.ArgumentParser) -> None:
    add_log_option(command)
    command.set_defaults(command=lambda chosen: stored.list_rounds(chosen.log))


def _match(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="the match's id")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: show_match(chosen.log, chosen.id, plain=chosen.json)
    )


def _verify(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--since", type=moment, metavar="TIME", help="rounds opened at or after TIME")
    add("--until", type=moment, metavar="TIME", help="rounds opened before TIME")
    add("--table", metavar="TABLE", help="rounds of this table or match")
    add("--game", choices=GAMES, metavar="GAME", help="rounds of this game")
    add("--workers", type=_workers, metavar="N", help="processes (default: one a processor)")
    add("--report", type=Path, metavar="FILE", help="write what was found, one line a round")
    add("--resume", type=Path, metavar="FILE", help="skip what this report proves, if unchanged")
    add("--json", action="store_true", help="print one JSON object")
    add_log_option(command)
    command.set_defaults(command=lambda chosen: verify(chosen.log, _order(chosen)))


def _order(chosen: argparse.Namespace) -> Order:
    return Order(
        choice=Choice(
            since=chosen.since,
            until=chosen.until,
            table=chosen.table,
            game=chosen.game,
        ),
        workers=chosen.workers,
        report=chosen.report,
        resume=chosen.resume,
        as_json=chosen.json,
    )


def _workers(word: str) -> int:
    number = int(word)
    if not 1 <= number <= MOST_WORKERS:
        message = f"must be 1 to {MOST_WORKERS}"
        raise argparse.ArgumentTypeError(message)
    return number


def _export(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="the round's id")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to FILE")
    command.add_argument("--running", action="store_true", help="also if it is not over yet")
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: export(
            chosen.log,
            chosen.id,
            chosen.output,
            running=chosen.running,
        ),
    )


def _run(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, .paipu.toml")
    command.add_argument("--json", action="store_true", help="print one JSON object a line")
    command.set_defaults(command=lambda chosen: run_files(chosen.files, as_json=chosen.json))
