"""Values that stand in the head of a record of either game."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from domain.kernel.refusal import Refusal
from domain.kernel.text import text
from domain.kernel.text import text_of as text_in
from domain.paipu.document import UnreadableRecordError

T = TypeVar("T")


def text_of(where: str, value: object) -> str:
    """Return a text. Raises `UnreadableRecordError` saying where there is none."""
    if not isinstance(value, str):
        message = text("{where}: must be a string", where=where)
        raise UnreadableRecordError(message)
    return value


def table_of(where: str, value: object) -> dict[str, object]:
    """Return a table without the keys that are ignored. Raises `UnreadableRecordError`."""
    if not isinstance(value, dict):
        message = text("{where}: must be a table", where=where)
        raise UnreadableRecordError(message)
    return {key: one for key, one in value.items() if not key.startswith("_")}


def seats_in(value: object, known: frozenset[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield where every seat stands and its table. Raises `UnreadableRecordError`."""
    if not isinstance(value, list):
        message = text("seats: must be tables [[seats]]")
        raise UnreadableRecordError(message)
    for number, one in enumerate(value, start=1):
        where = f"seats: p{number}"
        if not isinstance(one, dict):
            message = text("{where} must be a table", where=where)
            raise UnreadableRecordError(message)
        for key in one:
            if key not in known and not key.startswith("_"):
                message = text("{where} has the unknown key {key!r}", where=where, key=key)
                raise UnreadableRecordError(message)
        yield where, one


def settings_in(
    record: Mapping[str, object],
    ruleset: Callable[[Mapping[str, object]], T],
    error: type[ValueError],
) -> T:
    """Return the settings of a record as the rules of its game read them.

    Raises `UnreadableRecordError` where they raise an error of their own.
    """
    settings = table_of("settings", record.get("settings", {}))
    try:
        return ruleset(settings)
    except error as found:
        message = text("settings: {reason}", reason=text_in(found))
        raise UnreadableRecordError(message) from found


def require_accepted(decided: object) -> None:
    """Raise `UnreadableRecordError` if the rules refuse what a record opens its round with."""
    if isinstance(decided, Refusal):
        raise UnreadableRecordError(decided.told())


def require_rules(record: Mapping[str, object], version: int) -> None:
    """Raise `UnreadableRecordError` unless a record is judged by this version of its rules."""
    if type(record.get("rules")) is not int or record["rules"] != version:
        message = text("rules: this program decides by version {version}", version=version)
        raise UnreadableRecordError(message)
