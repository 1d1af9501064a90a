"""What somebody holds outside of the log: checkpoints, cosigned or not, and receipts, in files."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from domain.log.checkpoints.checkpoint import (
    HASH_SIZE,
    RECEIPT,
    Checkpoint,
    SignedReceipt,
    read_checkpoint,
    read_receipt,
)
from domain.log.checkpoints.notes import VerifierKey, read_key, read_note, verified
from domain.log.errors import BadNoteError

_SIGNED: Final = "— "
_EVENT: Final = ("stream", "version", "hash")
_VALUE: Final = re.compile(r"\S")

Said = tuple[Checkpoint | SignedReceipt, str | None]
"""What is held, and the note that says it."""


class Held(NamedTuple):
    """One thing that is held: where it stands, what it says, and the note that says it.

    A receipt from before receipts were signed has no note; it proves nothing to others, but can be
    compared.
    """

    file: str
    number: int
    says: Checkpoint | SignedReceipt
    note: str | None

    @property
    def told(self) -> str:
        """What it is, in words."""
        says = self.says
        if isinstance(says, Checkpoint):
            return f"{self.file}: checkpoint of {says.size} events"
        return f"{self.file}: receipt {self.number}"


def read_held(paths: Iterable[Path]) -> list[Held]:
    """Read files of notes and of the API's JSON answers. Raises `BadNoteError` naming the file."""
    return [held for path in paths for held in _read(path)]


def read_keys(words: Iterable[str]) -> tuple[VerifierKey, ...]:
    """Read verifier keys; a word is one, or a file of them, one a line. Raises `BadNoteError`."""
    return tuple(key for word in words for key in _keys(word))


def signers(held: Held, keys: Sequence[VerifierKey]) -> tuple[VerifierKey, ...]:
    """Return who of these signed what is held, nobody for a receipt without a note.

    Raises `BadNoteError` if a note is signed by none, or falsely in the name of one.
    """
    if held.note is None:
        return ()
    try:
        return verified(held.note, keys).keys
    except BadNoteError as error:
        message = f"{held.told}: {error}"
        raise BadNoteError(message) from error


def _keys(word: str) -> Iterator[VerifierKey]:
    path = Path(word)
    if "+" in word and not path.exists():
        yield read_key(word)
        return
    for line in _text(path).splitlines():
        if line.strip() and not line.startswith("#"):
            yield read_key(line.strip())


def _read(path: Path) -> Iterator[Held]:
    text, number = _text(path), 0
    is_json = text.lstrip()[:1] in {"{", "["}
    try:
        found = _answered(text) if is_json else ((_said(note), note) for note in _notes(text))
        for number, (says, note) in enumerate(found, start=1):
            yield Held(f"{path}", number, says, note)
    except BadNoteError as error:
        message = f"{path}: {error}"
        raise BadNoteError(message) from error
    if number == 0:
        message = f"{path} holds no checkpoint and no receipt"
        raise BadNoteError(message)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) else "it is no text"
        message = f"{path} cannot be read: {told}"
        raise BadNoteError(message) from error


def _notes(text: str) -> Iterator[str]:
    """Yield notes that stand one after the other; between them there may be empty lines."""
    lines: list[str] = []
    signed = False
    for line in text.removesuffix("\n").split("\n"):
        if signed and not line.startswith(_SIGNED):
            yield "".join(lines)
            lines, signed = [], False
        if lines or line:
            lines.append(f"{line}\n")
            signed = signed or line.startswith(_SIGNED)
    if lines:
        yield "".join(lines)


def _said(note: str) -> Checkpoint | SignedReceipt:
    text = read_note(note).text
    return read_receipt(text) if text.startswith(f"{RECEIPT}\n") else read_checkpoint(text)


def _answered(text: str) -> Iterator[Said]:
    """Yield what JSON values tell that stand one after the other."""
    decoder, place = json.JSONDecoder(), 0
    try:
        while match := _VALUE.search(text, place):
            value, place = decoder.raw_decode(text, match.start())
            yield from _told_in(value)
    except (ValueError, RecursionError) as error:
        message = "it is neither notes nor JSON"
        raise BadNoteError(message) from error


def _told_in(value: object) -> Iterator[Said]:
    """Yield what is told in a JSON value, however deep it lies."""
    if isinstance(value, dict):
        note, is_event = value.get("note"), all(name in value for name in _EVENT)
        says = _said(note) if isinstance(note, str) and note else None
        if says is not None:
            yield says, note
        if is_event and not isinstance(says, SignedReceipt):
            yield _unsigned(*(value[name] for name in _EVENT)), None
        if says is not None or is_event:
            return
    parts = [*value.values()] if isinstance(value, dict) else value
    for one in parts if isinstance(parts, list) else ():
        yield from _told_in(one)


def _unsigned(stream: object, version: object, own: object) -> SignedReceipt:
    with suppress(ValueError):
        content = bytes.fromhex(own) if isinstance(own, str) else b""
        if isinstance(stream, str) and type(version) is int and len(content) == HASH_SIZE:
            return SignedReceipt("", stream, version, content)
    message = "a receipt is a stream, a version and a hash"
    raise BadNoteError(message)
