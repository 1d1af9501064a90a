"""The head, settings and seats of a record of 四支刀, as the command that opens its round."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.paipu.document import UnreadableRecordError
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.events import SeatedPlayer
from domain.sizhidao.ruleset import RULES, Ruleset, SettingError, ruleset

_SEAT_KEYS: Final = frozenset({"player", "stack"})


def read_opening(record: Mapping[str, object]) -> OpenRound:
    """Return the opening of the round. Raises `UnreadableRecordError` if it can't be opened so."""
    if type(record.get("rules")) is not int or record["rules"] != RULES:
        message = f"rules: this program decides by version {RULES}"
        raise UnreadableRecordError(message)
    settings = _settings(record.get("settings", {}))
    opening = OpenRound(
        round=_text("round", record.get("round", "")),
        table=_text("table", record["table"]) if "table" in record else None,
        settings=settings,
        players=_players(record.get("seats", []), settings),
        head=Seat(_text("head", record.get("head"))),
    )
    refused = SIZHIDAO.decide(SIZHIDAO.initial, opening)
    if isinstance(refused, Refusal):
        raise UnreadableRecordError(str(refused))
    return opening


def _settings(value: object) -> Ruleset:
    if not isinstance(value, dict):
        message = "settings: must be a table"
        raise UnreadableRecordError(message)
    try:
        return ruleset({key: chosen for key, chosen in value.items() if not key.startswith("_")})
    except SettingError as error:
        message = f"settings: {error}"
        raise UnreadableRecordError(message) from error


def _players(value: object, settings: Ruleset) -> tuple[SeatedPlayer, ...]:
    if not isinstance(value, list):
        message = "seats: must be tables [[seats]]"
        raise UnreadableRecordError(message)
    return tuple(_player(number, seat, settings) for number, seat in enumerate(value, start=1))


def _player(number: int, seat: object, settings: Ruleset) -> SeatedPlayer:
    where = f"seats: p{number}"
    if not isinstance(seat, dict):
        message = f"{where} must be a table"
        raise UnreadableRecordError(message)
    for key in seat:
        if key not in _SEAT_KEYS and not key.startswith("_"):
            message = f"{where} has the unknown key {key!r}"
            raise UnreadableRecordError(message)
    stack = seat.get("stack", settings.cap)
    if type(stack) is not int:
        message = f"{where}: the stack must be whole points"
        raise UnreadableRecordError(message)
    return SeatedPlayer(player=_text(f"{where}: player", seat.get("player")), stack=stack)


def _text(where: str, value: object) -> str:
    if not isinstance(value, str):
        message = f"{where}: must be a string"
        raise UnreadableRecordError(message)
    return value
