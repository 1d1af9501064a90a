"""The head, settings and seats of a record of 四支刀, as the command that opens its round."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.seats import Seat
from domain.kernel.text import text
from domain.paipu.document import UnreadableRecordError
from domain.paipu.values import require_accepted, require_rules, seats_in, settings_in, text_of
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.events import SeatedPlayer
from domain.sizhidao.ruleset import RULES, Ruleset, SettingError, differing, ruleset

_SEAT_KEYS: Final = frozenset({"player", "stack"})


def read_opening(record: Mapping[str, object]) -> OpenRound:
    """Return the opening of the round. Raises `UnreadableRecordError` if it can't be opened so."""
    require_rules(record, RULES)
    settings = settings_in(record, ruleset, SettingError)
    opening = OpenRound(
        round=text_of("round", record.get("round", "")),
        table=text_of("table", record["table"]) if "table" in record else None,
        settings=settings,
        players=_players(record.get("seats", []), settings),
        head=Seat(text_of("head", record.get("head"))),
    )
    require_accepted(SIZHIDAO.decide(SIZHIDAO.initial, opening))
    return opening


def head_of(opening: OpenRound) -> dict[str, object]:
    """Return what a record of the round has in its head, its table and who is head."""
    table = {} if opening.table is None else {"table": opening.table}
    return {**table, "head": opening.head}


def settings_of(opening: OpenRound) -> dict[str, object]:
    """Return the settings as a record has them."""
    return differing(opening.settings)


def seats_of(opening: OpenRound) -> list[dict[str, object]]:
    """Return the seats as a record has them."""
    return [{"player": one.player, "stack": one.stack} for one in opening.players]


def _players(value: object, settings: Ruleset) -> tuple[SeatedPlayer, ...]:
    return tuple(_player(where, seat, settings) for where, seat in seats_in(value, _SEAT_KEYS))


def _player(where: str, seat: Mapping[str, object], settings: Ruleset) -> SeatedPlayer:
    stack = seat.get("stack", settings.cap)
    if type(stack) is not int:
        message = text("{where}: the stack must be whole points", where=where)
        raise UnreadableRecordError(message)
    return SeatedPlayer(player=text_of(f"{where}: player", seat.get("player")), stack=stack)
