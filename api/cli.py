"""The operator's command `paipu`."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from random import Random
from typing import Final

from api import checkpoint, witness
from api.arguments import between
from api.audit import add_audit_options
from api.backup import add_backup_options, add_restore_options
from api.configured import add_settings_command
from api.demo.plan import Manner
from api.export.cli import add_export_options
from api.ids import round_id
from api.office.cli import add_adjustment_commands, add_dispute_commands
from api.office.revoking import add_revoke_command
from api.office.running import add_house_commands
from api.purge import add_purge_options
from api.reports.cli import add_report_command
from api.roles import USUAL_HOURS, Caller, Role, Scope
from api.said import IMPOSSIBLE, add_speaking, impossible
from api.sample.house import Sample
from api.sample.story import Wanted, tell
from api.serving import (
    HOST,
    MOST_WORKERS,
    PAUSE_SECONDS,
    PAUSE_SETTING,
    PORT,
    Serving,
    set_pause,
)
from api.simulation.command import add_simulate_command
from api.views import catch_up, migrate_all, rebuild_named
from domain.house.labels import LONGEST, is_name
from domain.kernel.text import text
from domain.log.address import MEMORY, shown
from domain.log.errors import LogAddressError
from domain.log.store import Log, open_log
from domain.log.streams import round_stream
from projections.catalogue import PROJECTIONS
from replay.configuration import effective
from replay.doctor import doctor
from replay.messages.say import Say, saying
from replay.settings import add_log_option, development_keys, known_language
from replay.terminal import run_command
from replay.text import printable

DONE: Final = 0
FAILED: Final = 2
ROUNDS: Final = 24
MOST_ROUNDS: Final = 100_000
MOST_MATCHES: Final = 1_000
MOST_THINK_MS: Final = 60_000
MOST_HOURS: Final = 24 * 366


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `paipu`; return its exit code: 0 done, 1 something is not proven, 2 impossible."""
    try:
        effective()  # a bad setting is told before anything begins
        return run_command(parser(), arguments)
    except IMPOSSIBLE as error:
        return impossible(error, saying(known_language()))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="paipu", description=__doc__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _migrate(commands.add_parser("migrate", help="create or upgrade the tables of log and views"))
    _serve(commands.add_parser("serve", help="serve the house over HTTP"))
    _token(commands.add_parser("token", help="make a token for somebody who asks the service"))
    add_revoke_command(commands.add_parser("revoke", help="take back the tokens of somebody"))
    _demo(commands.add_parser("demo", help="serve a house in which bots play"))
    _sample(commands.add_parser("sample", help="play rounds and matches of bots"))
    _rebuild(commands.add_parser("rebuild", help="build the views anew from the log"))
    checkpoint.add_arguments(
        commands.add_parser("checkpoint", help="sign how many events the log has, and their root")
    )
    witness.add_arguments(
        commands.add_parser("witness", help="cosign a house's checkpoint if its log only grew")
    )
    add_dispute_commands(commands.add_parser("dispute", help="handle disputes about rounds"))
    add_adjustment_commands(commands.add_parser("adjust", help="adjust points, two persons at it"))
    add_audit_options(commands.add_parser("audit-decks", help="make decks of random rounds again"))
    add_house_commands(commands)
    add_export_options(commands.add_parser("export", help="write events or journal as Parquet"))
    add_settings_command(commands)
    add_simulate_command(commands)
    add_backup_options(commands.add_parser("backup", help="write the whole log into one file"))
    add_restore_options(commands.add_parser("restore", help="make a new log of a backup"))
    add_purge_options(commands.add_parser("purge", help="erase keys after the retention time"))
    add_report_command(commands.add_parser("report", help="tell what the house did, took and owes"))
    _doctor(commands.add_parser("doctor", help="look whether this house is fit to play"))
    return top


def _migrate(command: argparse.ArgumentParser) -> None:
    add_log_option(command)
    command.set_defaults(command=migrate_tables)


def _serve(command: argparse.ArgumentParser) -> None:
    add_log_option(command)
    add_serving_options(command)
    command.add_argument(
        "--workers", type=between(1, MOST_WORKERS), default=1, metavar="N", help="processes"
    )
    command.set_defaults(command=serve_house)


def add_serving_options(command: argparse.ArgumentParser) -> None:
    """Give a command the options that say where and how a house is served."""
    command.add_argument("--host", default=HOST, metavar="ADDRESS", help=f"default: {HOST}")
    command.add_argument(
        "--port", type=between(1, 65_535), default=PORT, metavar="N", help=f"default: {PORT}"
    )
    command.add_argument(
        "--pause",
        type=between(0, 86_400),
        default=set_pause(),
        metavar="S",
        help=f"seconds between two rounds (default: ${PAUSE_SETTING}, else {PAUSE_SECONDS})",
    )


def _token(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", help="of the player, or of the person")
    command.add_argument("--role", choices=tuple(map(str, Role)), default=Role.PLAYER)
    command.add_argument(
        "--hours", type=between(1, MOST_HOURS), default=USUAL_HOURS, metavar="H", help="it lasts"
    )
    command.add_argument(
        "--scope",
        choices=tuple(map(str, Scope)),
        action="append",
        help="what it is narrowed to; several times for several (default: all that the role may)",
    )
    add_log_option(command)
    command.set_defaults(command=print_token)


def _demo(command: argparse.ArgumentParser) -> None:
    add_log_option(command)
    add_serving_options(command)
    command.add_argument(
        "--think",
        type=between(0, MOST_THINK_MS),
        default=Manner().think_ms,
        metavar="MS",
        help=f"milliseconds a bot thinks, on average (default: {Manner().think_ms})",
    )
    command.set_defaults(command=run_demo)


def _sample(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rounds", type=between(0, MOST_ROUNDS), default=ROUNDS, metavar="N", help="rounds of bots"
    )
    command.add_argument(
        "--matches", type=between(0, MOST_MATCHES), default=1, metavar="N", help="matches of bots"
    )
    command.add_argument("--seed", type=int, metavar="S", help="deal and play as with it before")
    add_log_option(command)
    command.set_defaults(command=play_sample)


def _rebuild(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "name", nargs="?", choices=tuple(PROJECTIONS), help="one of them; without it, all"
    )
    add_log_option(command)
    command.set_defaults(
        command=lambda chosen: rebuild_named(chosen.log, chosen.name, saying(known_language()))
    )


def _doctor(command: argparse.ArgumentParser) -> None:
    command.add_argument("--expect", metavar="DIGEST", help="the integrity digest noted before")
    add_speaking(command, examine)
    add_log_option(command)


def examine(chosen: argparse.Namespace, say: Say) -> int:
    """`paipu doctor`: look whether a house is fit to play, and whether it lets in who may."""
    from api.settings import access_finding  # noqa: PLC0415 -- takes longer than most commands to run

    return doctor(chosen.log, chosen.expect, [access_finding(chosen.log)], say)


def migrate_tables(chosen: argparse.Namespace) -> int:
    """`paipu migrate`: create or upgrade the tables of a log and of its views."""
    _require_lasting(chosen)
    for note in migrate_all(chosen.log):
        print(printable(note))
    print(f"{printable(shown(chosen.log))} is up to date")
    return DONE


def _require_lasting(chosen: argparse.Namespace) -> None:
    if chosen.log == MEMORY:
        raise LogAddressError(text("a log in memory is gone when the command ends"))


def serve_house(chosen: argparse.Namespace) -> int:
    """`paipu serve`: serve a house until told to stop."""
    from api.service.serve import serve  # noqa: PLC0415 -- takes longer than most commands to run

    _require_lasting(chosen)
    serving = Serving(chosen.log, chosen.host, chosen.port, chosen.workers, chosen.pause)
    return serve(serving)


def print_token(chosen: argparse.Namespace) -> int:
    """`paipu token`: print a token, and nothing else."""
    from api.settings import tokens_for  # noqa: PLC0415 -- likewise

    if not is_name(chosen.name):
        print(f"paipu: a name is 1 to {LONGEST} printable characters, no stroke", file=sys.stderr)
        return FAILED
    scopes = None if chosen.scope is None else frozenset(map(Scope, chosen.scope))
    who = Caller(chosen.name, Role(chosen.role), scopes)
    print(tokens_for(chosen.log).make(who, timedelta(hours=chosen.hours), _now()))
    return DONE


def run_demo(chosen: argparse.Namespace) -> int:
    """`paipu demo`: serve a house, and have bots play in it, until told to stop."""
    from api.demo.house import demonstrate  # noqa: PLC0415 -- likewise

    _require_lasting(chosen)
    serving = Serving(chosen.log, chosen.host, chosen.port, pause_seconds=chosen.pause)
    return demonstrate(serving, Manner(think_ms=chosen.think))


def play_sample(chosen: argparse.Namespace) -> int:
    """`paipu sample`: play into the log, bring its views up to date, and tell what to try."""
    _require_lasting(chosen)
    migrate_all(chosen.log)
    with open_log(chosen.log, now=_now, keys=development_keys(chosen.log)) as log:
        chance = Random(chosen.seed)  # noqa: S311 sample rounds, which a seed may repeat
        sample = Sample(log, partial(next, _ids(log, chosen.seed)), chance)
        wanted = Wanted(chosen.rounds, chosen.matches)
        return tell(sample, wanted, chosen.log, lambda: catch_up(log, chosen.log))


def _ids(log: Log, seed: int | None) -> Iterator[str]:
    """Yield ids of new rounds, the same for a seed in every log: decks hang on them."""
    for number in count(1):
        found = round_id(_now()) if seed is None else f"seed-{seed}-{number:06}"
        if not log.last_version(round_stream(found)):
            yield found


def _now() -> datetime:
    return datetime.now(UTC)
