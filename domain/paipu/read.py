"""Reading a record. What is wrong with the text itself is found here, before a rule is asked."""

import re
from collections.abc import Mapping
from typing import Final

import tomli

from domain.kernel.text import text
from domain.paipu.document import FORMAT, Document, UnreadableRecordError
from domain.paipu.recorded import RECORDED

_COMMON: Final = frozenset(
    {"paipu", "game", "rules", "round", "table", "actions", "settings", "seats"}
)
_KEPT: Final = ("meta", "fairness")

MOST_DOTS: Final = 1000
"""Dots outside strings and comments, which is where keys have them: a record has next to none."""
# A string without an end counts as one to the end, so that a search never starts over.
_STRING_OR_COMMENT: Final = re.compile(
    r'"{3}(?:\\.|[^\\]|\\\Z)*?(?:"{3,5}|\Z)'
    r"|'{3}.*?(?:'{3,5}|\Z)"
    r'|"(?:\\.|[^"\\\n])*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)


def read_document(content: str) -> Document:
    """Return the record that a text holds. Raises `UnreadableRecordError`."""
    return document_of(parsed(content))


def document_of(record: Mapping[str, object]) -> Document:
    """Return the record of a parsed TOML document. Raises `UnreadableRecordError`."""
    if not _is_number(record.get("paipu"), FORMAT):
        message = text("paipu: this is not a record of format {version}", version=FORMAT)
        raise UnreadableRecordError(message)
    game = record.get("game")
    if not isinstance(game, str) or game not in RECORDED:
        message = text("game: must be one of {games}", games=", ".join(RECORDED))
        raise UnreadableRecordError(message)
    _refuse_unknown_keys(record, _COMMON.union(_KEPT, RECORDED[game].keys))
    return Document(
        game=game,
        opening=RECORDED[game].read_opening(record),
        actions=_actions(record.get("actions")),
        kept={key: _table(key, record[key]) for key in _KEPT if key in record},
    )


def parsed(content: str) -> dict[str, object]:
    """Return the TOML document that a text is, whatever it says. Raises `UnreadableRecordError`."""
    if content.startswith("\ufeff"):
        message = text("begins with a byte order mark: a record is UTF-8 without one")
        raise UnreadableRecordError(message)
    many = content.count(".") > MOST_DOTS
    if many and _STRING_OR_COMMENT.sub("", content).count(".") > MOST_DOTS:
        # A parser makes a table for every part of every dotted key: a file of 1 MiB could ask
        # for gigabytes.
        message = text("more than {most} dots in keys", most=MOST_DOTS)
        raise UnreadableRecordError(message)
    try:
        return tomli.loads(content)
    except RecursionError:  # so many brackets, or so many parts of one key
        message = text("not TOML: nested too deeply")
        raise UnreadableRecordError(message) from None
    except tomli.TOMLDecodeError as error:
        message = text(
            "not TOML: {parsed} (at line {line}, column {column})",
            parsed=error.msg,
            line=error.lineno,
            column=error.colno,
        )
        raise UnreadableRecordError(message) from error
    except ValueError:
        message = text("not TOML: a number of too many digits")
        raise UnreadableRecordError(message) from None


def _is_number(value: object, number: int) -> bool:
    return type(value) is int and value == number


def _refuse_unknown_keys(record: Mapping[str, object], known: frozenset[str]) -> None:
    for key in record:
        if key not in known and not key.startswith("_"):
            message = text("unknown key {key!r}", key=key)
            raise UnreadableRecordError(message)


def _actions(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        message = text("actions: must be a list of strings")
        raise UnreadableRecordError(message)
    for index, action in enumerate(value):
        if not isinstance(action, str):
            message = text("actions: number {index} is not a string", index=index)
            raise UnreadableRecordError(message)
    return tuple(value)


def _table(key: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        message = text("{where}: must be a table", where=key)
        raise UnreadableRecordError(message)
    return value
