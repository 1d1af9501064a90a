"""The commands on rounds in the log: show and prove one, list and prove them all."""

import json
from datetime import UTC, datetime
from typing import Final

import msgspec

from domain.kernel.seats import Seat, seats_of
from domain.log.address import sqlite_path
from domain.log.errors import LogAddressError
from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS, round_stream
from replay.errors import (
    DIFFERENT,
    PROVEN,
    NoSuchEventError,
    NoSuchRoundError,
    NoSuchSeatError,
    saying_why,
)
from replay.proof import Proof, prove
from replay.receipts import acknowledged_ends
from replay.round import as_json, readable
from replay.text import printable, table

COLUMNS: Final = ("round", "table", "status", "checks", "seats", "events")


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a round is to be shown: for which seat, up to which event, as JSON or in words."""

    seat: str | None
    until: int | None
    as_json: bool


@saying_why
def show(url: str, round_id: str, look: Look) -> int:
    """Print a round and its checks; return 0 if it is proven, 1 at a difference."""
    with open_to_read(url) as log:
        proof = prove(log, round_id)
        if proof is None:
            return _absent(log, round_id, look)
    viewer = _viewer(proof, look.seat)
    if look.until is not None and not 1 <= look.until <= proof.stored:
        message = f"--at must be 1 to {proof.stored}"
        raise NoSuchEventError(message)
    if look.as_json:
        print(json.dumps(as_json(proof, viewer, look.until)))
    else:
        print("\n".join(readable(proof, viewer, look.until)))
    return PROVEN if proof.proven else DIFFERENT


@saying_why
def list_rounds(url: str) -> int:
    """Print every round, and whether it is proven; return 1 if one is not."""
    with open_to_read(url) as log:
        ends = acknowledged_ends(log)
        remembered = (stream for stream in ends.last if stream.startswith(ROUNDS))
        streams = dict.fromkeys((*log.streams(ROUNDS), *remembered))
        ids = [stream.removeprefix(ROUNDS) for stream in sorted(streams)]
        told = ends._replace(damaged=())  # whose they are is not known; all are told at the end
        proofs = {round_id: prove(log, round_id, told) for round_id in ids}
    rows = [_row(round_id, proof) for round_id, proof in proofs.items()]
    print("\n".join(table(COLUMNS, rows, words=4)))
    if ends.damaged:
        count, first = len(ends.damaged), ends.damaged[0]
        print(f"DIFFERENCE: {count} damaged acknowledgements, the first at position {first}")
    proven = not ends.damaged and all(
        proof is not None and proof.proven for proof in proofs.values()
    )
    return PROVEN if proven else DIFFERENT


def open_to_read(url: str) -> Log:
    """Open a log that is there, without changing it. Raises a `LogError`."""
    if sqlite_path(url) is None:
        raise LogAddressError("a log in memory is empty when a command begins")
    return open_log(url, now=lambda: datetime.now(UTC), read_only=True)


def require_acknowledged(log: Log, round_id: str) -> None:
    """Raise `NoSuchRoundError` unless something of a round without rows was acknowledged."""
    stream = round_stream(round_id)
    if not stream.isprintable() or stream not in acknowledged_ends(log, stream).last:
        message = f"there is no round {round_id}; `replay rounds` lists them"
        raise NoSuchRoundError(message)


def _absent(log: Log, round_id: str, look: Look) -> int:
    """Say that a round was removed if something of it was acknowledged, else that there is none."""
    require_acknowledged(log, round_id)
    if look.as_json:
        print(json.dumps({"round": round_id, "status": "missing", "proven": False, "stored": 0}))
    else:
        print(f"NOT PROVEN: round {printable(round_id)} was acknowledged, and all of it is missing")
    return DIFFERENT


def _row(round_id: str, proof: Proof | None) -> tuple[object, ...]:
    if proof is None:
        return printable(round_id), "-", "missing", "DIFFERENCE", "-", 0
    opened = proof.opened
    return (
        printable(round_id),
        printable(opened.table or "-") if opened else "-",
        proof.status,
        "proven" if proof.proven else "DIFFERENCE",
        len(opened.players) if opened else "-",
        proof.stored,
    )


def _viewer(proof: Proof, seat: str | None) -> Seat | None:
    if seat is None or proof.opened is None:  # without an opening nothing is told to anybody
        return None
    seats = seats_of(len(proof.opened.players))
    if seat not in seats:
        message = f"--seat must be one of the round's seats: {' '.join(seats)}"
        raise NoSuchSeatError(message)
    return Seat(seat)
