"""Levels, dealer, settings and seats of a record of 比牌升級, as the command that opens it."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.seats import Seat
from domain.kernel.text import text
from domain.paipu.document import UnreadableRecordError
from domain.paipu.values import (
    require_accepted,
    require_rules,
    seats_in,
    settings_in,
    table_of,
    text_of,
)
from domain.shengji.commands import OpenRound
from domain.shengji.decider import SHENGJI
from domain.shengji.ruleset import LEVELS, RULES, SettingError, differing, ruleset
from domain.shengji.sides import Side

_SEAT_KEYS: Final = frozenset({"player"})


def read_opening(record: Mapping[str, object]) -> OpenRound:
    """Return the opening of the round. Raises `UnreadableRecordError` if it can't be opened so."""
    require_rules(record, RULES)
    settings = settings_in(record, ruleset, SettingError)
    opening = OpenRound(
        round=text_of("round", record.get("round", "")),
        match=text_of("table", record["table"]) if "table" in record else None,
        settings=settings,
        players=tuple(
            text_of(f"{where}: player", seat.get("player"))
            for where, seat in seats_in(record.get("seats", []), _SEAT_KEYS)
        ),
        levels=_levels(record.get("levels", {}), LEVELS[settings.ladder][0]),
        dealer=Seat(text_of("dealer", record["dealer"])) if "dealer" in record else None,
    )
    require_accepted(SHENGJI.decide(SHENGJI.initial, opening))
    return opening


def head_of(opening: OpenRound) -> dict[str, object]:
    """Return what a record of the round has in its head, its match, levels and dealer."""
    table = {} if opening.match is None else {"table": opening.match}
    dealer = {} if opening.dealer is None else {"dealer": opening.dealer}
    levels = {side.value: level for side, level in opening.levels.items()}
    return {**table, "levels": levels, **dealer}


def settings_of(opening: OpenRound) -> dict[str, object]:
    """Return the settings as a record has them."""
    return differing(opening.settings)


def seats_of(opening: OpenRound) -> list[dict[str, object]]:
    """Return the seats as a record has them."""
    return [{"player": player} for player in opening.players]


def _levels(value: object, first: str) -> dict[Side, str]:
    """Return the level of each side; one that is not named stands on the first."""
    levels = table_of("levels", value)
    for side in levels:
        if side not in {*Side}:
            message = text("levels: there is no side {side!r}", side=side)
            raise UnreadableRecordError(message)
    return {side: text_of(f"levels: {side}", levels.get(side, first)) for side in Side}
