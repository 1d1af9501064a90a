"""What an operator does on the command line: switches (H7), interrupting (H8), checking (H11)."""

import argparse
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

from api.house import House
from api.office.cli import DONE, FAILED, REFUSED
from api.roles import Caller, Role
from api.selfcheck import found
from domain.flow.address import SELFCHECK, SWITCHES, Address, clock, game
from domain.flow.interrupted import void_of
from domain.flow.switched import switching
from domain.house.clock.commands import ResumeClock, StopClock
from domain.house.labels import LONGEST, is_name
from domain.house.selfcheck.commands import AcknowledgeAlarm
from domain.house.selfcheck.events import IntegrityAlarm
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.kernel.text import text
from domain.log.address import MEMORY
from domain.log.errors import LogAddressError
from domain.log.store import Log, open_log
from replay.reveal import add_person_option
from replay.settings import PERSON_SETTING, add_log_option, development_keys
from replay.text import printable

Act = Callable[[argparse.Namespace, House, Log], int]


def add_house_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands of the office to those of `paipu`."""
    show = commands.add_parser("switches", help="list what is switched off")
    served(show, _show_switches, acts=False)
    for word, off in (("disable", True), ("enable", False)):
        turn = commands.add_parser(word, help=f"switch something {'off' if off else 'on again'}")
        told = "everything, or game/, table/, match/ or player/ and a name"
        turn.add_argument("scope", metavar="SCOPE", help=told)
        served(turn, _switch_off if off else _switch_on)
    for word, told, act in (
        ("interrupt", "hold a running round", _interrupt),
        ("resume", "let an interrupted round go on", _resume),
        ("void", "end a round, whose stakes go back", _void),
    ):
        command = commands.add_parser(word, help=told)
        command.add_argument("id", help="the round's id")
        served(command, act)
    check = commands.add_parser("selfcheck", help="check program and log now, and record it")
    check.add_argument("--accept", metavar="DIGEST", help="acknowledge the alarm about this digest")
    served(check, _check, reasoned=False)


def served(
    command: argparse.ArgumentParser, act: Act, *, acts: bool = True, reasoned: bool = True
) -> None:
    """Give a command what all of them have; one that `acts` is done by somebody for a reason."""
    if acts:
        told = "why; it is recorded" if reasoned else "why it is accepted; it is recorded"
        command.add_argument("--reason", metavar="TEXT", required=reasoned, help=told)
        add_person_option(command)
    add_log_option(command)
    command.set_defaults(command=lambda chosen: _run(chosen, act))


def _run(chosen: argparse.Namespace, act: Act) -> int:
    if chosen.log == MEMORY:
        raise LogAddressError(text("a log in memory is empty when a command begins"))
    keys = development_keys(chosen.log)
    with open_log(chosen.log, now=lambda: datetime.now(UTC), keys=keys) as log:
        return act(chosen, House(log, lambda: time.time_ns() // 1_000_000), log)


def _show_switches(_: argparse.Namespace, house: House, __: Log) -> int:
    off = house.stands(SWITCHES).state.off
    for scope, reason in sorted(off.items()):
        print(f"{printable(scope)}  {printable(reason)}")
    if not off:
        print("everything is on")
    return DONE


def _switch_off(chosen: argparse.Namespace, house: House, _: Log) -> int:
    return asked(chosen, house, *switching(chosen.scope, chosen.reason, off=True))


def _switch_on(chosen: argparse.Namespace, house: House, _: Log) -> int:
    return asked(chosen, house, *switching(chosen.scope, chosen.reason, off=False))


def _interrupt(chosen: argparse.Namespace, house: House, _: Log) -> int:
    return asked(chosen, house, clock(chosen.id), StopClock(reason=chosen.reason))


def _resume(chosen: argparse.Namespace, house: House, _: Log) -> int:
    return asked(chosen, house, clock(chosen.id), ResumeClock(reason=chosen.reason))


def _void(chosen: argparse.Namespace, house: House, log: Log) -> int:
    at = game(chosen.id)
    first = log.fact(at.stream, 1)
    return asked(chosen, house, at, void_of(first and first.event, chosen.reason))


def _check(chosen: argparse.Namespace, house: House, log: Log) -> int:
    """H11.1, H11.3: record a check, or acknowledge the alarm that one has raised."""
    if chosen.accept is not None:
        accepted = AcknowledgeAlarm(digest=chosen.accept, reason=chosen.reason or "")
        return asked(chosen, house, SELFCHECK, accepted)
    code = asked(chosen, house, SELFCHECK, found(log))
    alarm: IntegrityAlarm | None = house.stands(SELFCHECK).state.alarm
    if code != DONE or alarm is None:
        return code
    print(f"ALARM  digest {alarm.digest}, and {alarm.expected} was expected")
    for fault in alarm.faults:
        print(f"ALARM  {printable(fault)}")
    return REFUSED


def asked(chosen: argparse.Namespace, house: House, at: Address, command: Command) -> int:
    """Ask a command for the named person of the house; tell the receipt, or why it is refused."""
    if chosen.person is None or not is_name(chosen.person):
        told = text(
            "--as NAME or {setting} says who acts: 1 to {most} characters",
            setting=PERSON_SETTING,
            most=LONGEST,
        )
        print(f"paipu: {told}", file=sys.stderr)
        return FAILED
    who = Caller(chosen.person, Role.OPERATOR)
    answer = house.ask(at, command, actor=who.actor, command_id=str(uuid4()), origin=who.origin)
    if isinstance(answer, Refusal):
        print(f"paipu: {printable(str(answer))}", file=sys.stderr)
        return REFUSED
    print(f"{printable(answer.stream)} is at version {answer.version}, hash {answer.hash}")
    return DONE
