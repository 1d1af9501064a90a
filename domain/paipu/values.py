"""Values that stand in the head of a record of either game."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from domain.kernel.refusal import Refusal
from domain.paipu.document import UnreadableRecordError

T = TypeVar("T")


def text_of(where: str, value: object) -> str:
    """Return a text. Raises `UnreadableRecordError` saying where there is none."""
    if not isinstance(value, str):
        message = f"{where}: must be a string"
        raise UnreadableRecordError(message)
    return value


def table_of(where: str, value: object) -> dict[str, object]:
    """Return a table without the keys that are ignored. Raises `UnreadableRecordError`."""
    if not isinstance(value, dict):
        message = f"{where}: must be a table"
        raise UnreadableRecordError(message)
    return {key: one for key, one in value.items() if not key.startswith("_")}


def seats_in(value: object, known: frozenset[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield where every seat stands and its table. Raises `UnreadableRecordError`."""
    if not isinstance(value, list):
        message = "seats: must be tables [[seats]]"
        raise UnreadableRecordError(message)
    for number, one in enumerate(value, start=1):
        where = f"seats: p{number}"
        if not isinstance(one, dict):
            message = f"{where} must be a table"
            raise UnreadableRecordError(message)
        for key in one:
            if key not in known and not key.startswith("_"):
                message = f"{where} has the unknown key {key!r}"
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
        message = f"settings: {found}"
        raise UnreadableRecordError(message) from found


def require_accepted(decided: object) -> None:
    """Raise `UnreadableRecordError` if the rules refuse what a record opens its round with."""
    if isinstance(decided, Refusal):
        raise UnreadableRecordError(str(decided))


def require_rules(record: Mapping[str, object], version: int) -> None:
    """Raise `UnreadableRecordError` unless a record is judged by this version of its rules."""
    if type(record.get("rules")) is not int or record["rules"] != version:
        message = f"rules: this program decides by version {version}"
        raise UnreadableRecordError(message)
