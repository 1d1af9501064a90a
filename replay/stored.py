"""The commands on rounds in the log: show and prove one, list and prove them all."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from domain.kernel.seats import Seat
from domain.kernel.text import text, word
from domain.log.address import MEMORY
from domain.log.errors import LogAddressError
from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS, round_stream
from projections.store.engine import Views
from replay.bundle.files import require_free, write_new
from replay.covered import with_checkpoint
from replay.decks.anchors import AnchorsAt
from replay.errors import (
    DIFFERENT,
    PROVEN,
    UNCHECKED,
    NoSuchEventError,
    NoSuchRoundError,
    NoSuchSeatError,
    saying_why,
)
from replay.messages.language import Language
from replay.messages.say import Say, english
from replay.outputs import refuse_files_of_the_house
from replay.page import page
from replay.proof import Proof, prove
from replay.receipts import acknowledged_ends
from replay.reveal import Purpose, Revealing, record_reveal, require_over
from replay.round import as_json, conclusion, readable
from replay.settings import master_keys, views_address
from replay.text import Table, printable
from replay.views import views_at, with_views
from replay.words import EVERYTHING, Viewer

COLUMNS: Final = tuple(map(word, ("round", "game", "table", "status", "checks", "seats", "events")))


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a round is to be shown: for which seat, up to which event, as JSON or in words.

    `page` is the new file that it is written into for a browser, in a language; None to print it.
    `revealing` asks for all cards of a round that is over, which is recorded first.
    """

    seat: str | None
    until: int | None
    as_json: bool
    language: Language = Language.EN
    page: Path | None = None
    revealing: Revealing | None = None


@saying_why
def show(url: str, round_id: str, look: Look, *, say: Say = english) -> int:
    """Print a round and its checks; return 0 if it is proven, 1 at a difference.

    Returns 2 if nothing is wrong, but cards are sealed and not everything could be checked.
    """
    if look.page is not None:
        require_free(look.page)
        refuse_files_of_the_house(look.page, url)
    with open_to_read(url) as log:
        proof = prove(log, round_id)
        if proof is None:
            return _absent(log, round_id, look, say)
        with views_at(views_address(url)) as views:
            proof = with_checkpoint(with_views(proof, log, views), log)
        if look.revealing is not None:
            require_over(log, round_id)
    viewer = _viewer(proof, look.seat)
    if look.until is not None and not 1 <= look.until <= proof.stored:
        message = text("--at must be 1 to {stored}", stored=proof.stored)
        raise NoSuchEventError(message)
    if look.revealing is not None:
        record_reveal(url, round_id, look.revealing, Purpose.ROUND)
        viewer = EVERYTHING
    _print(proof, viewer, look, say)
    return exit_code([proof])


def _print(proof: Proof, viewer: Viewer, look: Look, say: Say) -> None:
    if look.page is not None:
        told = page(proof, viewer, look.until, look.language)
        write_new(look.page, told.encode())
        print(say(conclusion(proof)))
    elif look.as_json:
        print(json.dumps(as_json(proof, viewer, look.until)))
    else:
        print("\n".join(readable(proof, viewer, look.until, say)))


@saying_why
def list_rounds(url: str, *, say: Say = english) -> int:
    """Print every round, and whether it is proven; return 1 at a difference, 2 if one is sealed."""
    with open_to_read(url) as log:
        ends = acknowledged_ends(log)
        remembered = (stream for stream in ends.last if stream.startswith(ROUNDS))
        streams = dict.fromkeys((*log.streams(ROUNDS), *remembered))
        ids = [stream.removeprefix(ROUNDS) for stream in sorted(streams)]
        told = ends._replace(damaged=())  # whose they are is not known; all are told at the end
        with views_at(views_address(url)) as views:
            anchor = AnchorsAt(log)
            proofs = {one: _compared(prove(log, one, told, anchor), log, views) for one in ids}
    rows = [_row(round_id, proof) for round_id, proof in proofs.items()]
    print("\n".join(Table(COLUMNS, rows, words=5).lines(say)))
    if ends.damaged:
        count, first = len(ends.damaged), ends.damaged[0]
        found = text("DIFFERENCE: {count} damaged acknowledgements, the first at position {first}")
        print(say(found.of(count=count, first=first)))
        return DIFFERENT
    return exit_code(proofs.values())


def _compared(proof: Proof | None, log: Log, views: Views | None) -> Proof | None:
    return None if proof is None else with_views(proof, log, views)


def exit_code(proofs: Iterable[Proof | None]) -> int:
    """Return 1 at any difference, else 2 if not everything could be checked, else 0."""
    code = PROVEN
    for proof in proofs:
        if proof is None or proof.first_wrong is not None:
            return DIFFERENT
        code = code if proof.proven else UNCHECKED
    return code


def open_to_read(url: str) -> Log:
    """Open a log that is there, without changing it, with its keys if there are any.

    Raises a `LogError`.
    """
    if url == MEMORY:
        raise LogAddressError(text("a log in memory is empty when a command begins"))
    keys = master_keys(url)
    return open_log(url, now=lambda: datetime.now(UTC), read_only=True, keys=keys)


def require_acknowledged(log: Log, round_id: str) -> None:
    """Raise `NoSuchRoundError` unless something of a round without rows was acknowledged."""
    stream = round_stream(round_id)
    if not stream.isprintable() or stream not in acknowledged_ends(log, stream).last:
        message = text("there is no round {round}; `replay rounds` lists them", round=round_id)
        raise NoSuchRoundError(message)


def _absent(log: Log, round_id: str, look: Look, say: Say) -> int:
    """Say that a round was removed if something of it was acknowledged, else that there is none."""
    require_acknowledged(log, round_id)
    if look.as_json:
        print(json.dumps({"round": round_id, "status": "missing", "proven": False, "stored": 0}))
    else:
        gone = text("NOT PROVEN: round {round} was acknowledged, and all of it is missing")
        print(say(gone.of(round=printable(round_id))))
    return DIFFERENT


def _row(round_id: str, proof: Proof | None) -> tuple[object, ...]:
    if proof is None:
        return printable(round_id), "-", "-", word("missing"), text("DIFFERENCE"), "-", 0
    opened = proof.opened
    return (
        printable(round_id),
        word(opened.game.game.name) if opened else "-",
        printable(opened.home or "-") if opened else "-",
        word(proof.status),
        verdict_of(proof),
        len(opened.players) if opened else "-",
        proof.stored,
    )


def verdict_of(proof: Proof | None) -> str:
    """Return in a word what a proof came to; one of a round without rows is None."""
    if proof is None or proof.first_wrong is not None:
        return text("DIFFERENCE")
    return text("proven") if proof.proven else text("unchecked")


def _viewer(proof: Proof, seat: str | None) -> Viewer:
    if seat is None or proof.opened is None:  # without an opening nothing is told to anybody
        return None
    seats = proof.opened.players
    if seat not in seats:
        message = text("--seat must be one of the round's seats: {seats}", seats=" ".join(seats))
        raise NoSuchSeatError(message)
    return Seat(seat)
