"""`paipu witness`: look at a house's log from outside, and cosign it if it only grew."""

import argparse
import fcntl
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from api.checkpoint import print_note
from domain.fairness.tree import Path as Hashes
from domain.kernel.text import reason_of, text
from domain.log.address import shown
from domain.log.checkpoints.checkpoint import Checkpoint, read_checkpoint
from domain.log.checkpoints.keys import make_signing_keys, signing_keys_in
from domain.log.checkpoints.notes import COSIGNATURE, MOST_BYTES, read_key, read_note
from domain.log.checkpoints.witness import Proof, cosign
from domain.log.errors import BadNoteError, LogError, NotAnExtensionError
from domain.log.files import put
from replay.text import short

SECONDS: Final = 30
"""How long the house may take to answer."""
REFUSED: Final = 1


class SourceError(LogError):
    """What a witness is to look at cannot be had."""

    code = "no_source"


class Consistency(msgspec.Struct, frozen=True):
    """The house's answer when it is asked for a proof of consistency."""

    old: int
    new: int
    path: tuple[str, ...]


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Give the command its arguments."""
    add = command.add_argument
    add("source", metavar="SOURCE", help="the house's address (http…), or a file with its note")
    add("--trust", action="append", required=True, metavar="KEY", help="a verifier key of the log")
    add("--key", type=Path, required=True, metavar="FILE", help="the witness's own key file")
    add("--state", type=Path, required=True, metavar="FILE", help="what it signed last")
    add("--name", metavar="NAME", help="make the key file under this name if there is none")
    add("--proof", type=Path, metavar="FILE", help="the proof that belongs to a note in a file")
    add("--token", type=Path, metavar="FILE", help="a file with the token to ask the house with")
    command.set_defaults(command=witness)


def witness(chosen: argparse.Namespace) -> int:
    """Cosign, remember it for good, then print it; 1 for a log that is not the same any more."""
    if chosen.name is not None:
        make_signing_keys(chosen.key, chosen.name)
    key = signing_keys_in(chosen.key, COSIGNATURE)[0]
    note, proof = _looked_at(chosen)
    with _alone(chosen.state):
        try:
            cosigned = cosign(
                note,
                trusted=[read_key(one) for one in chosen.trust],
                before=_before(chosen.state),
                proof=proof,
                key=key,
                seconds=int(time.time()),
            )
        except NotAnExtensionError as error:
            print(f"paipu: {short(str(error))} ({error.code})", file=sys.stderr)
            return REFUSED
        _remember(chosen.state, cosigned.note)
    print_note(cosigned.note)
    return 0


def _looked_at(chosen: argparse.Namespace) -> tuple[str, Proof]:
    """Return the note, and what gets the proof that it extends an older one."""
    if chosen.source.startswith(("http://", "https://")):
        token = None if chosen.token is None else _read(chosen.token).strip()
        house = chosen.source.rstrip("/")

        def ask(old: int, new: int) -> Hashes:
            return _path(_fetch(f"{house}/v1/checkpoints/consistency?old={old}&new={new}", token))

        return _fetch(f"{house}/v1/checkpoints/latest", token), ask

    def proven(old: int, new: int) -> Hashes:
        if chosen.proof is None:
            message = text("--proof is needed, from {old} events to {new}", old=old, new=new)
            raise SourceError(message)
        return _path(_read(chosen.proof))

    return _read(Path(chosen.source)), proven


def _fetch(url: str, token: str | None) -> str:
    import httpx  # noqa: PLC0415 -- takes longer than most commands to run

    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    try:
        with httpx.stream("GET", url, headers=headers, timeout=SECONDS) as answer:
            if answer.status_code != httpx.codes.OK:
                message = text(
                    "{address} answers with status {status}",
                    address=shown(url),
                    status=answer.status_code,
                )
                raise SourceError(message)
            return _bounded(answer.iter_bytes())
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        message = text(
            "{address} cannot be asked: {kind}", address=shown(url), kind=type(error).__name__
        )
    raise SourceError(message)


def _bounded(parts: Iterator[bytes]) -> str:
    content = b""
    for part in parts:
        content += part
        if len(content) > MOST_BYTES:
            message = text("this is no note: it is too long")
            raise BadNoteError(message)
    return content.decode("utf-8", "replace")


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return _bounded(iter((file.read(MOST_BYTES + 1),)))
    except OSError as error:
        message = text("{path} cannot be read: {reason}", path=path, reason=reason_of(error))
    raise SourceError(message)


def _path(told: str) -> Hashes:
    try:
        found = msgspec.json.decode(told, type=Consistency)
        return tuple(map(bytes.fromhex, found.path))
    except (msgspec.MsgspecError, ValueError):
        message = text("this is no proof of consistency")
    raise BadNoteError(message)


# ---- what was signed last


def _before(state: Path) -> Checkpoint | None:
    """Return what was signed last, None the first time: nothing at all bears the name then."""
    if not os.path.lexists(state):
        return None
    if state.is_symlink() or not state.is_file():
        message = text("{state} is no regular file", state=state)
        raise SourceError(message)
    return read_checkpoint(read_note(_read(state)).text)


@contextmanager
def _alone(state: Path) -> Iterator[None]:
    """Let one process at a time look and remember, or two might sign two histories."""
    try:
        descriptor = os.open(state.with_name(f"{state.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        message = text("{state} cannot be used: {reason}", state=state, reason=reason_of(error))
        raise SourceError(message) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _remember(state: Path, note: str) -> None:
    """Put a note in the place of the one before, whole and durably, before anybody sees it."""
    try:
        put(state, note.encode(), over=True)
    except OSError as error:
        message = text("{state} cannot be written: {reason}", state=state, reason=reason_of(error))
        raise SourceError(message) from None
