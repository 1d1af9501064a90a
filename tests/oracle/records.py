"""Seeded random records of 四支刀 that reach every clause, refusal and ending.

`record_of(seed)` is a document; `text_of(document)` writes it as TOML. The same seed always gives
the same record. Legal moves come from the oracle's running round, so that records last many stages.
"""

from random import Random
from typing import cast

from tests.oracle.dealing import deal_stage
from tests.oracle.faults import AFTER_THE_END, FAULTS, SETTING_FOR, fault
from tests.oracle.moves import move
from tests.oracle.openings import OPENINGS
from tests.oracle.settings import Document
from tests.oracle.sizhidao import Record
from tests.oracle.words import Refused

MOST_STAGES = 7
_ENDINGS = (*["play"] * 9, *["fault"] * 8, "cut", "cut", "void", "extra")


def record_of(seed: int) -> Document:
    """The record of `seed`: a settings table, then actions up to an ending chosen beforehand."""
    chance = Random(seed)
    ending = chance.choice(_ENDINGS)
    wanted = chance.choice(FAULTS)
    document, actions = _beginning(chance, wanted if ending == "fault" else "")
    record = Record(document)
    for text in actions:
        record.take(text)
    start = chance.randrange(32)
    where = chance.choice(("anywhere", "anywhere", "buy_in"))
    while record.round.question and not record.over and len(record.round.stages) <= MOST_STAGES:
        text = _next(chance, record)
        due = len(actions) >= start if where == "anywhere" else where in record.round.question
        if due and ending == "cut":
            return document
        if due and ending == "void":
            text = "void @operator"
        if len(actions) >= start // 2 and ending == "fault":
            text = fault(chance, record.round, wanted) or text
        actions.append(text)
        try:
            record.take(text)
        except Refused:
            return document
    if ending == "extra" or (ending == "void" and chance.random() < 0.3):
        actions.append(chance.choice(AFTER_THE_END))
    return document


def _beginning(chance: Random, wanted: str) -> tuple[Document, list[str]]:
    """A document and its list of actions, which is empty or one of the fixed openings."""
    document = _table(chance)
    actions: list[str] = []
    if chance.random() < 0.12:
        settings, stacks, document["head"], fixed = chance.choice(OPENINGS)
        document["settings"] = {**settings, "rake_basis": chance.choice(("net", "winnings"))}
        document["seats"] = [
            {"player": f"player{number}", "stack": stack}
            for number, stack in enumerate(stacks, start=1)
        ]
        actions += fixed
    elif wanted in SETTING_FOR:
        name, value = SETTING_FOR[wanted]
        document["settings"] = {**cast("dict[str, object]", document["settings"]), name: value}
    document["actions"] = actions
    return document, actions


def _next(chance: Random, record: Record) -> str:
    """The next legal action, now and then written with odd spacing."""
    playing = record.round
    assert playing.question
    if playing.question[0] == "deal" and not playing.stage.dealt:
        playing.stage.plan = deal_stage(chance, playing.stage.players, playing.stage.number)
    text = move(chance, playing)
    return text.replace(" ", "  ") + " " if chance.random() < 0.02 else text


def _table(chance: Random) -> Document:
    count = chance.choice((2, 3, 3, 4, 4, 4, 5, 6, 7))
    ante = chance.choice((1, 2, 7, 10, 50, 100))
    cap = chance.choice((ante, ante * 4, ante * 12, *[ante * 40] * 3, *[15000] * 2))
    settings: dict[str, object] = {"ante": ante, "cap": cap}
    if count == 2:
        settings["min_players"] = 2
    choices: dict[str, tuple[object, ...]] = {
        "min_raise": (1, ante, 3 * ante, 25),
        "after_all_in": ("all_in_only", "call"),
        "allow_check": (True, False),
        "max_playoffs": (0, 1, 1, 2, 3),
        "buy_in_rounding": ("up", "down"),
        "rake_bp": (0, 1, 250, 333, 500, 1000, 10000),
        "rake_basis": ("net", "pot", "winnings"),
        "entry": (cap,),
        "split_seconds": (5, 10),
        "act_seconds": (15, 20),
        "buy_in_seconds": (8, 10),
    }
    for name, values in choices.items():
        if chance.random() < 0.6:
            settings[name] = chance.choice(values)
    return {
        "paipu": 1,
        "game": "sizhidao",
        "rules": 1,
        "head": f"p{chance.randint(1, count)}",
        "settings": settings,
        "seats": [_seat(chance, number, ante, cap) for number in range(1, count + 1)],
    }


def _seat(chance: Random, number: int, ante: int, cap: int) -> dict[str, object]:
    """A seat with just the ante, a little, anything up to above the cap, or the default stack."""
    seat: dict[str, object] = {"player": f"player{number}"}
    kind = chance.randrange(10)
    if kind == 0:
        seat["stack"] = ante
    elif kind <= 3:
        seat["stack"] = ante + chance.randint(1, 6 * ante)
    elif kind <= 6:
        seat["stack"] = chance.randint(ante, max(cap, ante) + ante)
    return seat


def text_of(document: Document) -> str:
    """`document` as a paipu in TOML."""
    lines = [f"{key} = {_value(document[key])}" for key in ("paipu", "game", "rules", "head")]
    actions = document["actions"]
    assert isinstance(actions, list)
    lines += ["actions = [", *(f"  {_value(text)}," for text in actions), "]", "[settings]"]
    settings, seats = document["settings"], document["seats"]
    assert isinstance(settings, dict)
    assert isinstance(seats, list)
    lines += [f"{key} = {_value(value)}" for key, value in settings.items()]
    for seat in seats:
        lines += ["[[seats]]", *(f"{key} = {_value(value)}" for key, value in seat.items())]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'
