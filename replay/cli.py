"""The command `replay`: derive rounds again, from the log or from a record, and prove them."""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from replay import stored
from replay.bundle.show import Asked, bundle, check
from replay.configuration import effective
from replay.errors import saying_why
from replay.export import export
from replay.looks import show_looks
from replay.match.show import show as show_match
from replay.messages.language import Language
from replay.messages.say import Say, saying
from replay.reveal import add_reveal_options, revealing
from replay.run import run_files
from replay.search import add_search_options, asked_of, find_rounds
from replay.settings import add_language_option, add_log_option
from replay.terminal import run_command
from replay.verify import Order, verify
from replay.verify_choice import GAMES, Choice, moment
from replay.whatif import Settings, setting, what_if

MOST_WORKERS: Final = 256


@saying_why
def main(arguments: Sequence[str] | None = None) -> int:
    """Run `replay` and return its exit code: 0 fine, 1 a difference or a refusal, 2 unreadable."""
    effective()  # a bad setting is told before anything begins
    return run_command(parser(), arguments)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="replay", description=__doc__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _round(commands.add_parser("round", help="tell a stored round step by step and prove it"))
    _rounds(commands.add_parser("rounds", help="list the stored rounds, each proven again"))
    _match(commands.add_parser("match", help="tell the rounds of a match and prove it"))
    _verify(commands.add_parser("verify", help="prove all stored rounds again, in bulk"))
    _looks(commands.add_parser("looks", help="tell who was shown all cards of a stored round"))
    _export(commands.add_parser("export", help="write a stored round as a record, with all cards"))
    _bundle(commands.add_parser("bundle", help="write a stored round as a bundle, which proves it"))
    _check(commands.add_parser("check", help="check a bundle, without a log and without a network"))
    _run(commands.add_parser("run", help="run records on the real rules"))
    _whatif(commands.add_parser("whatif", help="run a record under other settings, and compare"))
    return top


def _say(chosen: argparse.Namespace) -> Say:
    return saying(Language(chosen.lang))


def _round(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="the round's id")
    command.add_argument("--at", type=int, metavar="N", help="tell it up to event N")
    seen = command.add_mutually_exclusive_group()
    seen.add_argument("--seat", metavar="SEAT", help="as this seat sees it, such as p2")
    seen.add_argument("--reveal", action="store_true", help="with all cards; recorded first")
    add_reveal_options(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--html", type=Path, metavar="FILE", help="write a page to FILE, a new one")
    add_language_option(command)
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: stored.show(
            chosen.log,
            chosen.id,
            stored.Look(
                seat=chosen.seat,
                until=chosen.at,
                as_json=chosen.json,
                language=Language(chosen.lang),
                page=chosen.html,
                revealing=revealing(chosen) if chosen.reveal else None,
            ),
            say=_say(chosen),
        ),
    )


def _rounds(command: argparse.ArgumentParser) -> None:
    add_search_options(command)
    add_language_option(command)
    add_log_option(command)
    command.set_defaults(command=_list_or_search)


def _list_or_search(chosen: argparse.Namespace) -> int:
    asked = asked_of(chosen)
    if asked is None:
        return stored.list_rounds(chosen.log, say=_say(chosen))
    return find_rounds(chosen.log, asked, say=_say(chosen))


def _match(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="the match's id")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    add_language_option(command)
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: show_match(
            chosen.log, chosen.id, plain=chosen.json, say=_say(chosen)
        )
    )


def _verify(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--since", type=moment, metavar="TIME", help="rounds opened at or after TIME")
    add("--until", type=moment, metavar="TIME", help="rounds opened before TIME")
    add("--table", metavar="TABLE", help="rounds of this table or match")
    add("--game", choices=GAMES, metavar="GAME", help="rounds of this game")
    many = command.add_mutually_exclusive_group()
    chosen = "processes (default: one a processor, but one alone for a short log)"
    many.add_argument("--workers", type=_workers, metavar="N", help=chosen)
    many.add_argument("--scheduler", metavar="ADDRESS", help="on a cluster of Dask instead")
    add("--report", type=Path, metavar="FILE", help="write what was found, one line a round")
    add("--resume", type=Path, metavar="FILE", help="skip what this report proves, if unchanged")
    add("--against", type=Path, action="append", metavar="FILE", help="compare with what is held")
    add("--key", action="append", metavar="KEY", help="a verifier key that must have signed it")
    add("--json", action="store_true", help="print one JSON object")
    add_language_option(command)
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: verify(chosen.log, _order(chosen), say=_say(chosen))
    )


def _order(chosen: argparse.Namespace) -> Order:
    return Order(
        choice=Choice(
            since=chosen.since,
            until=chosen.until,
            table=chosen.table,
            game=chosen.game,
        ),
        workers=chosen.workers,
        scheduler=chosen.scheduler,
        report=chosen.report,
        resume=chosen.resume,
        as_json=chosen.json,
        against=tuple(chosen.against or ()),
        keys=tuple(chosen.key or ()),
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
    add_reveal_options(command)
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: export(
            chosen.log,
            chosen.id,
            chosen.output,
            revealing(chosen),
            running=chosen.running,
        ),
    )


def _bundle(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="the round's id")
    add = command.add_argument
    add("-o", "--output", type=Path, metavar="FILE", required=True, help="write to FILE, a new one")
    seen = command.add_mutually_exclusive_group()
    seen.add_argument("--seat", metavar="SEAT", help="for this seat, such as p2")
    seen.add_argument("--reveal", action="store_true", help="with all cards; recorded first")
    add_reveal_options(command)
    add("--note", type=Path, metavar="FILE", help="held by this checkpoint, such as a cosigned one")
    _add_keys(command, "of a witness that signed it")
    add_language_option(command)
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: bundle(
            chosen.log,
            chosen.id,
            Asked(
                seat=chosen.seat,
                revealing=revealing(chosen) if chosen.reveal else None,
                note=chosen.note,
                keys=chosen.key or (),
            ),
            chosen.output,
            say=_say(chosen),
        ),
    )


def _check(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help="a bundle")
    _add_keys(command, "of the house or a witness, which you have from elsewhere")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    add_language_option(command)
    command.set_defaults(
        command=lambda chosen: check(
            chosen.file, chosen.key or (), as_object=chosen.json, say=_say(chosen)
        )
    )


def _add_keys(command: argparse.ArgumentParser, whose: str) -> None:
    command.add_argument(
        "--key",
        action="append",
        metavar="KEY",
        help=f"the public key {whose}, or a file with some; again for more",
    )


def _looks(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="the round's id")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    add_language_option(command)
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: show_looks(
            chosen.log, chosen.id, plain=chosen.json, say=_say(chosen)
        )
    )


def _run(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, .paipu.toml")
    command.add_argument("--json", action="store_true", help="print one JSON object a line")
    add_language_option(command)
    command.set_defaults(
        command=lambda chosen: run_files(chosen.files, as_json=chosen.json, say=_say(chosen))
    )


def _whatif(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help="a record, .paipu.toml")
    command.add_argument(
        "--set",
        type=_setting,
        action="append",
        required=True,
        metavar="KEY=VALUE",
        help="a setting of the round, such as rake_basis=pot; again for more",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    add_language_option(command)
    command.set_defaults(
        command=lambda chosen: what_if(
            chosen.file, _once(command, chosen.set), as_json=chosen.json, say=_say(chosen)
        )
    )


def _once(command: argparse.ArgumentParser, pairs: Sequence[tuple[str, object]]) -> Settings:
    """Return settings by name; of one that is set twice nobody can tell which counts."""
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            command.error(f"{key} is set twice")
    return dict(pairs)


def _setting(word: str) -> tuple[str, object]:
    try:
        return setting(word)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
