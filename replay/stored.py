"""The commands on rounds in the log: show and prove one, list them, write one as a record."""

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Final, ParamSpec

import msgspec

from domain.kernel.decider import name_of
from domain.kernel.seats import Seat, seats_of
from domain.log.errors import LogError
from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS
from domain.paipu.sizhidao.actions import Action
from domain.paipu.write import document_of_actions, write_document
from domain.sizhidao.commands import Command
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.events import RoundOpened
from replay.proof import Proof, prove
from replay.round import as_json, readable
from replay.text import printable, table

PROVEN: Final = 0
DIFFERENT: Final = 1
UNREADABLE: Final = 2

P = ParamSpec("P")


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a round is to be shown: for which seat, up to which event, as JSON or in words."""

    seat: str | None
    until: int | None
    as_json: bool


class CannotReadError(Exception):
    """What was asked for cannot be read; the message says why."""


def _saying_why(command: Callable[P, int]) -> Callable[P, int]:
    @wraps(command)
    def said(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return command(*args, **kwargs)
        except (CannotReadError, LogError) as error:
            print(f"replay: {printable(str(error))}", file=sys.stderr)
            return UNREADABLE

    return said


@_saying_why
def show(url: str, round_id: str, look: Look) -> int:
    """Print a round and its checks; return 0 if it is proven, 1 at a difference."""
    with _open(url) as log:
        proof = _proof(log, round_id)
    viewer = _viewer(proof, look.seat)
    if look.until is not None and not 1 <= look.until <= proof.stored:
        message = f"--at must be 1 to {proof.stored}"
        raise CannotReadError(message)
    if look.as_json:
        print(json.dumps(as_json(proof, viewer, look.until), ensure_ascii=False))
    else:
        print("\n".join(readable(proof, viewer, look.until)))
    return PROVEN if proof.proven else DIFFERENT


@_saying_why
def list_rounds(url: str) -> int:
    """Print every round with its table, seats, events, status, and whether it is proven."""
    with _open(url) as log:
        streams = list(log.opened(name_of(RoundOpened)))
        proofs = [prove(log, stream.removeprefix(ROUNDS)) for stream in streams]
    rows = [_row(proof) for proof in proofs if proof is not None]
    print(
        "\n".join(table(("round", "table", "status", "checks", "seats", "events"), rows, words=4))
    )
    return PROVEN


def _row(proof: Proof) -> tuple[object, ...]:
    opened = proof.opened
    return (
        printable(proof.round),
        printable(opened.table or "-") if opened else "-",
        proof.status,
        "proven" if proof.proven else "DIFFERENCE",
        len(opened.players) if opened else "-",
        proof.stored,
    )


@_saying_why
def export(url: str, round_id: str, output: Path | None, *, running: bool) -> int:
    """Write a round as a record. It holds every card: a running round's is refused unless asked."""
    with _open(url) as log:
        proof = _proof(log, round_id)
    if not proof.proven:
        message = f"round {round_id} is not proven; `replay round {round_id}` tells where"
        raise CannotReadError(message)
    if not running and not SIZHIDAO.is_terminal(proof.derived.state):
        message = f"round {round_id} is still running and its record would show hidden cards"
        raise CannotReadError(message)
    record = write_document(document_of_actions(_actions(proof)))
    if output is None:
        print(record, end="")
        return PROVEN
    try:
        output.write_text(record, encoding="utf-8")
    except OSError as error:
        message = f"{output} cannot be written: {error.strerror}"
        raise CannotReadError(message) from error
    return PROVEN


def _actions(proof: Proof) -> list[Action]:
    return [
        Action(decision.envelope.command, decision.envelope.origin)
        for decision in proof.derived.decisions
        if isinstance(decision.envelope.command, Command)
    ]


def _open(url: str) -> Log:
    return open_log(url, now=lambda: datetime.now(UTC), read_only=True)


def _proof(log: Log, round_id: str) -> Proof:
    proof = prove(log, round_id)
    if proof is None:
        message = f"there is no round {round_id}; `replay rounds` lists them"
        raise CannotReadError(message)
    return proof


def _viewer(proof: Proof, seat: str | None) -> Seat | None:
    if seat is None:
        return None
    seats = seats_of(len(proof.opened.players)) if proof.opened else ()
    if seat not in seats:
        message = f"--seat must be one of the round's seats: {' '.join(seats)}"
        raise CannotReadError(message)
    return Seat(seat)
