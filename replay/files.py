"""Reading record files that anybody may have written: bounded, regular, UTF-8."""

import stat
from pathlib import Path
from typing import Final

from domain.kernel.text import Text, text, word
from domain.paipu.document import Document, UnreadableRecordError
from domain.paipu.read import read_document

MOST_BYTES: Final = 1 << 20
"""A record above this is refused unread: 1 MiB is more than ten thousand actions."""


def read_record(path: Path) -> Document:
    """Return the record in a file. Raises `UnreadableRecordError` saying what is wrong with it."""
    return read_document(text_in(path))


def text_in(path: Path) -> str:
    """Return the text in a file, of whatever form. Raises as `read_record`."""
    return _text(content_of(path))


def content_of(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what is in a regular file of so many bytes at most. Raises as `read_record`."""
    try:
        # A pipe or a device could make a run wait or read for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            message = text("not a regular file")
            raise UnreadableRecordError(message)
        with path.open("rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, UnreadableRecordError):
            raise
        message = text("cannot be opened: {reason}", reason=_reason(error))
        raise UnreadableRecordError(message) from error
    if len(content) > most:
        message = text("larger than {most} bytes", most=most)
        raise UnreadableRecordError(message)
    return content


def _reason(error: OSError | ValueError) -> Text:
    said = error.strerror if isinstance(error, OSError) else str(error)
    return word(said or type(error).__name__)


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = text("not UTF-8: byte {byte}, line {line}", byte=error.start, line=line)
        raise UnreadableRecordError(message) from error
