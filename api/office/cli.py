"""`paipu dispute` and `paipu adjust`: handling disputes and adjustments at a terminal (H9, H10)."""

import argparse
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from hashlib import file_digest
from pathlib import Path
from typing import Final
from uuid import uuid4

from api.house import House
from api.ids import round_id
from api.office import telling
from api.office.deadline import due_ms
from domain.flow.address import Address, adjustment, dispute
from domain.house.adjustment import commands as of_adjustment
from domain.house.dispute import commands as of_dispute
from domain.house.dispute.events import Verdict
from domain.house.labels import LONGEST, is_name
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.text import reason_of, text
from domain.log.errors import LogError
from domain.log.store import Log, open_log
from replay.reveal import add_person_option
from replay.settings import PERSON_SETTING, add_log_option, master_keys
from replay.stored import open_to_read
from replay.text import printable

DONE: Final = 0
REFUSED: Final = 1
FAILED: Final = 2
Chosen = argparse.Namespace
Parser = argparse.ArgumentParser
Make = Callable[[Chosen, str], tuple[Address, Command]]
"""Makes a command and where it goes of what was chosen, and of who asks."""


class FileUnreadableError(LogError):
    """A file that is to be evidence cannot be read."""

    code = "file_unreadable"


def add_dispute_commands(command: Parser) -> None:
    """Give `paipu dispute` its commands."""
    verbs = command.add_subparsers(required=True, metavar="VERB")
    one = _asking(verbs.add_parser("open", help="open a dispute about a round"), _open)
    one.add_argument("id", metavar="ROUND", help="the round's id")
    one.add_argument("--claim", required=True, metavar="TEXT", help="what is said to be wrong")
    one = _asking(verbs.add_parser("evidence", help="name a file as evidence"), _evidence, "id")
    one.add_argument("file", type=Path, metavar="FILE", help="a bundle, or any other file")
    one.add_argument("--note", required=True, metavar="TEXT", help="what it is to show")
    one = _asking(verbs.add_parser("note", help="write to the other side"), _note, "id")
    one.add_argument("--text", required=True, metavar="TEXT")
    one = _asking(verbs.add_parser("decide", help="decide for the house"), _decide, "id")
    one.add_argument("verdict", choices=tuple(map(str, Verdict)))
    one.add_argument("--text", required=True, metavar="TEXT", help="why")
    one = _asking(verbs.add_parser("compensate", help="propose points"), _compensate, "id")
    one.add_argument("player", metavar="PLAYER")
    one.add_argument("points", type=int, metavar="POINTS")
    _asking(verbs.add_parser("close", help="close a dispute that is decided"), _close, "id")
    one = _looking(verbs.add_parser("list", help="list disputes"), telling.list_disputes)
    one.add_argument("--open", action="store_true", help="only those that are not closed")
    one.add_argument("--overdue", action="store_true", help="only those past their deadline")
    one = _looking(
        verbs.add_parser("show", help="show a dispute with all its steps"), telling.show_dispute
    )
    one.add_argument("id", metavar="ID")


def add_adjustment_commands(command: Parser) -> None:
    """Give `paipu adjust` its commands."""
    verbs = command.add_subparsers(required=True, metavar="VERB")
    one = _asking(verbs.add_parser("propose", help="propose that a player gets points"), _propose)
    one.add_argument("player", metavar="PLAYER")
    one.add_argument("points", type=int, metavar="POINTS", help="below zero: the player loses them")
    one.add_argument("--reason", required=True, metavar="TEXT")
    _asking(verbs.add_parser("approve", help="approve what another proposed"), _approve, "id")
    one = _asking(verbs.add_parser("reject", help="reject what another proposed"), _reject, "id")
    one.add_argument("--reason", required=True, metavar="TEXT")
    _looking(verbs.add_parser("list", help="list adjustments"), telling.list_adjustments)
    one = _looking(verbs.add_parser("show", help="show an adjustment"), telling.show_adjustment)
    one.add_argument("id", metavar="ID")


def _asking(command: Parser, make: Make, *names: str) -> Parser:
    for name in names:
        command.add_argument(name, metavar="ID")
    add_person_option(command)
    add_log_option(command)
    command.set_defaults(command=partial(_ask, make))
    return command


def _looking(command: Parser, tell: Callable[[Log, Chosen], Iterator[str] | None]) -> Parser:
    add_log_option(command)
    command.set_defaults(command=partial(_tell, tell))
    return command


def _ask(make: Make, chosen: Chosen) -> int:
    """Ask a command for a named person of the house; print the id of what it was about."""
    if chosen.person is None or not is_name(chosen.person):
        return _failed(f"--as NAME or {PERSON_SETTING} says who acts: 1 to {LONGEST} characters")
    at, command = make(chosen, f"{Origin.OPERATOR}/{chosen.person}")
    keys = master_keys(chosen.log)
    with open_log(chosen.log, now=lambda: datetime.now(UTC), keys=keys) as log:
        answer = House(log).ask(
            at,
            command,
            actor=f"{Origin.OPERATOR}/{chosen.person}",
            command_id=str(uuid4()),
            origin=Origin.OPERATOR,
        )
    if isinstance(answer, Refusal):
        print(f"paipu: {printable(str(answer))}", file=sys.stderr)
        return REFUSED
    made = command.adjustment if isinstance(command, of_dispute.ProposeCompensation) else at.id
    print(printable(made))
    return DONE


def _failed(message: str) -> int:
    print(f"paipu: {printable(message)}", file=sys.stderr)
    return FAILED


def _new_id() -> str:
    return round_id(datetime.now(UTC))


def _open(chosen: Chosen, by: str) -> tuple[Address, Command]:
    new, due = _new_id(), due_ms(datetime.now(UTC))
    command = of_dispute.OpenDispute(
        dispute=new, round=chosen.id, by=by, claim=chosen.claim, due_ms=due
    )
    return dispute(new), command


def _evidence(chosen: Chosen, by: str) -> tuple[Address, Command]:
    try:
        with chosen.file.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
    except OSError as error:
        message = text("{path}: {reason}", path=chosen.file, reason=reason_of(error))
        raise FileUnreadableError(message) from None
    return dispute(chosen.id), of_dispute.AddEvidence(by=by, digest=digest, note=chosen.note)


def _note(chosen: Chosen, by: str) -> tuple[Address, Command]:
    return dispute(chosen.id), of_dispute.AddNote(by=by, text=chosen.text)


def _decide(chosen: Chosen, by: str) -> tuple[Address, Command]:
    verdict = Verdict(chosen.verdict)
    return dispute(chosen.id), of_dispute.DecideDispute(by=by, verdict=verdict, text=chosen.text)


def _compensate(chosen: Chosen, by: str) -> tuple[Address, Command]:
    command = of_dispute.ProposeCompensation(
        by=by, adjustment=_new_id(), player=chosen.player, points=chosen.points
    )
    return dispute(chosen.id), command


def _close(chosen: Chosen, by: str) -> tuple[Address, Command]:
    return dispute(chosen.id), of_dispute.CloseDispute(by=by)


def _propose(chosen: Chosen, by: str) -> tuple[Address, Command]:
    new = _new_id()
    command = of_adjustment.ProposeAdjustment(
        adjustment=new, by=by, player=chosen.player, points=chosen.points, reason=chosen.reason
    )
    return adjustment(new), command


def _approve(chosen: Chosen, by: str) -> tuple[Address, Command]:
    return adjustment(chosen.id), of_adjustment.ApproveAdjustment(by=by)


def _reject(chosen: Chosen, by: str) -> tuple[Address, Command]:
    return adjustment(chosen.id), of_adjustment.RejectAdjustment(by=by, reason=chosen.reason)


def _tell(tell: Callable[[Log, Chosen], Iterator[str] | None], chosen: Chosen) -> int:
    with open_to_read(chosen.log) as log:
        lines = tell(log, chosen)
        if lines is None:
            return _failed(f"there is no {chosen.id}")
        for line in lines:
            print(line)
    return DONE
