"""Reading a record. What is wrong with the text itself is found here, before a rule is asked."""

import re
from collections.abc import Mapping
from typing import Final

import tomli

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


def read_document(text: str) -> Document:
    """Return the record that `text` holds. Raises `UnreadableRecordError`."""
    return document_of(parsed(text))


def document_of(record: Mapping[str, object]) -> Document:
    """Return the record of a parsed TOML document. Raises `UnreadableRecordError`."""
    if not _is_number(record.get("paipu"), FORMAT):
        message = f"paipu: this is not a record of format {FORMAT}"
        raise UnreadableRecordError(message)
    game = record.get("game")
    if not isinstance(game, str) or game not in RECORDED:
        message = f"game: must be one of {', '.join(RECORDED)}"
        raise UnreadableRecordError(message)
    _refuse_unknown_keys(record, _COMMON.union(_KEPT, RECORDED[game].keys))
    return Document(
        game=game,
        opening=RECORDED[game].read_opening(record),
        actions=_actions(record.get("actions")),
        kept={key: _table(key, record[key]) for key in _KEPT if key in record},
    )


def parsed(text: str) -> dict[str, object]:
    """Return the TOML document that a text is, whatever it says. Raises `UnreadableRecordError`."""
    if text.startswith("\ufeff"):
        message = "begins with a byte order mark: a record is UTF-8 without one"
        raise UnreadableRecordError(message)
    if text.count(".") > MOST_DOTS and _STRING_OR_COMMENT.sub("", text).count(".") > MOST_DOTS:
        # A parser makes a table for every part of every dotted key: a file of 1 MiB could ask
        # for gigabytes.
        message = f"more than {MOST_DOTS} dots in keys"
        raise UnreadableRecordError(message)
    try:
        return tomli.loads(text)
    except RecursionError:  # so many brackets, or so many parts of one key
        message = "not TOML: nested too deeply"
        raise UnreadableRecordError(message) from None
    except tomli.TOMLDecodeError as error:
        message = f"not TOML: {error}"
        raise UnreadableRecordError(message) from error
    except ValueError:
        message = "not TOML: a number of too many digits"
        raise UnreadableRecordError(message) from None


def _is_number(value: object, number: int) -> bool:
    return type(value) is int and value == number


def _refuse_unknown_keys(record: Mapping[str, object], known: frozenset[str]) -> None:
    for key in record:
        if key not in known and not key.startswith("_"):
            message = f"unknown key {key!r}"
            raise UnreadableRecordError(message)


def _actions(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        message = "actions: must be a list of strings"
        raise UnreadableRecordError(message)
    for index, action in enumerate(value):
        if not isinstance(action, str):
            message = f"actions: number {index} is not a string"
            raise UnreadableRecordError(message)
    return tuple(value)


def _table(key: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        message = f"{key}: must be a table"
        raise UnreadableRecordError(message)
    return value
