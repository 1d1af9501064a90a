"""Reading a record. What is wrong with the text itself is found here, before a rule is asked."""

import tomllib
from collections.abc import Mapping
from typing import Final

from domain.paipu.document import FORMAT, SIZHIDAO, Document, UnreadableRecordError
from domain.paipu.sizhidao.opening import read_opening

_COMMON: Final = frozenset(
    {"paipu", "game", "rules", "round", "table", "actions", "settings", "seats"}
)
_KEPT: Final = ("meta", "fairness")
_OF_GAME: Final = {SIZHIDAO: frozenset({"head"})}


def read_document(text: str) -> Document:
    """Return the record that `text` holds. Raises `UnreadableRecordError`."""
    return document_of(_parse(text))


def document_of(record: Mapping[str, object]) -> Document:
    """Return the record of a parsed TOML document. Raises `UnreadableRecordError`."""
    if not _is_number(record.get("paipu"), FORMAT):
        message = f"paipu: this is not a record of format {FORMAT}"
        raise UnreadableRecordError(message)
    game = record.get("game")
    if not isinstance(game, str) or game not in _OF_GAME:
        message = f"game: must be one of {', '.join(_OF_GAME)}"
        raise UnreadableRecordError(message)
    _refuse_unknown_keys(record, _COMMON.union(_KEPT, _OF_GAME[game]))
    return Document(
        game=game,
        opening=read_opening(record),
        actions=_actions(record.get("actions")),
        kept={key: _table(key, record[key]) for key in _KEPT if key in record},
    )


def _parse(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        message = "nested too deeply"
        raise UnreadableRecordError(message) from None
    except ValueError as error:  # TOMLDecodeError is one, so is a number of too many digits
        message = f"not TOML: {error}"
        raise UnreadableRecordError(message) from error


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
