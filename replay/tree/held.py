"""What somebody holds outside of the log: checkpoints, cosigned or not, and receipts, in files."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from domain.kernel.text import text, text_of
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
            return text("{file}: checkpoint of {size} events", file=self.file, size=says.size)
        return text("{file}: receipt {number}", file=self.file, number=self.number)


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
        message = text("{what}: {error}", what=held.told, error=text_of(error))
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
    content, number = _text(path), 0
    is_json = content.lstrip()[:1] in {"{", "["}
    try:
        found = _answered(content) if is_json else ((_said(note), note) for note in _notes(content))
        for number, (says, note) in enumerate(found, start=1):
            yield Held(f"{path}", number, says, note)
    except BadNoteError as error:
        message = text("{what}: {error}", what=path, error=text_of(error))
        raise BadNoteError(message) from error
    if number == 0:
        message = text("{path} holds no checkpoint and no receipt", path=path)
        raise BadNoteError(message)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) else text("it is no text")
        message = text("{path} cannot be read: {reason}", path=path, reason=told)
        raise BadNoteError(message) from error


def _notes(content: str) -> Iterator[str]:
    """Yield notes that stand one after the other; between them there may be empty lines."""
    lines: list[str] = []
    signed = False
    for line in content.removesuffix("\n").split("\n"):
        if signed and not line.startswith(_SIGNED):
            yield "".join(lines)
            lines, signed = [], False
        if lines or line:
            lines.append(f"{line}\n")
            signed = signed or line.startswith(_SIGNED)
    if lines:
        yield "".join(lines)


def _said(note: str) -> Checkpoint | SignedReceipt:
    said = read_note(note).text
    return read_receipt(said) if said.startswith(f"{RECEIPT}\n") else read_checkpoint(said)


def _answered(content: str) -> Iterator[Said]:
    """Yield what JSON values tell that stand one after the other."""
    decoder, place = json.JSONDecoder(), 0
    try:
        while match := _VALUE.search(content, place):
            value, place = decoder.raw_decode(content, match.start())
            yield from _told_in(value)
    except (ValueError, RecursionError) as error:
        message = text("it is neither notes nor JSON")
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
    message = text("a receipt is a stream, a version and a hash")
    raise BadNoteError(message)
