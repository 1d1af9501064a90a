"""Seeded random records of 比牌升級 that reach every clause, refusal and ending.

`record_of(seed)` is a document; `text_of(document)` writes it as TOML. The same seed always gives
the same record. All that is known of the rules here comes from the oracle's running round.
"""

from random import Random
from typing import cast

from tests.oracle.shengji.dealing import deal
from tests.oracle.shengji.faults import AFTER_THE_END, FAULTS, fault, ripe
from tests.oracle.shengji.moves import Player
from tests.oracle.shengji.order import LADDERS
from tests.oracle.shengji.record import Record
from tests.oracle.shengji.round import Document, Round
from tests.oracle.shengji.words import SEATS
from tests.oracle.words import Refused

_ENDINGS = (*["play"] * 14, *["fault"] * 22, *["cut"] * 3, "void", "extra")
_PHASES = ("deal", "faceup", "faceup", "contest", "trump", "return", "bury", "play")


class Ending:
    """How a record is to end, and when: in one phase, after some of its actions."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.kind = chance.choice(_ENDINGS)
        self.wanted = chance.choice(FAULTS)
        self.phases = ripe(self.wanted) if self.kind == "fault" else (chance.choice(_PHASES),)
        self.patience = chance.choice((0, 0, 1, chance.randrange(60)))
        if "play" not in self.phases:
            self.patience //= 30

    def due(self, playing: Round) -> bool:
        """Whether the phase has come; asked once before each action."""
        assert playing.question
        if self.kind == "play" or playing.question[0] not in self.phases:
            return False
        # A phase of several actions may end at each of them.
        several = playing.question[0] in {"deal", "contest", "return"}
        self.patience -= not several or self.chance.random() < 0.4
        return self.patience < 0

    def action(self, playing: Round, legal: str) -> str:
        """What is written in place of the legal action."""
        if self.kind == "void":
            return "void @operator"
        if self.kind == "fault" and (bad := fault(self.chance, playing, self.wanted)) is not None:
            return bad
        return legal


def record_of(seed: int) -> Document:
    """The record of `seed`: a settings table, then actions up to an ending chosen beforehand."""
    chance = Random(seed)
    document, ending = _opening(chance), Ending(chance)
    actions: list[str] = []
    document["actions"] = actions
    record, player = Record(document), Player(chance, deal(chance))
    if ending.phases == ("return",):
        player.eager = 0.95
    while not record.over:
        text = player.move(record.round)
        if chance.random() < 0.01:
            text = text.replace(" ", "  ") + " "
        if ending.due(record.round):
            if ending.kind == "cut":
                return document
            text = ending.action(record.round, text)
        actions.append(text)
        try:
            record.take(text)
        except Refused:
            return document
    if ending.kind == "extra" or (ending.kind == "void" and chance.random() < 0.3):
        actions.append(chance.choice(AFTER_THE_END))
    return document


def _opening(chance: Random) -> Document:
    """All of a record but its actions: a first round or a later one, on either ladder."""
    document: Document = {"paipu": 1, "game": "shengji", "rules": 1}
    settings: dict[str, object] = {}
    if chance.random() < 0.6:
        settings["ladder"] = chance.choice(list(LADDERS))
    if chance.random() < 0.1:
        settings["follow"] = "suit"
    ladder = LADDERS[cast("str", settings.get("ladder", "2-K"))]
    some = chance.choice((ladder, ladder[0], ladder[-2:], ladder[-1]))
    if chance.random() < 0.6:
        document["dealer"] = chance.choice(SEATS)
        document["levels"] = {side: chance.choice(some) for side in "AB"}
    elif chance.random() < 0.5:
        document["levels"] = dict.fromkeys("AB", chance.choice(some))
    document["settings"] = settings
    document["seats"] = [{"player": f"player{number}"} for number in range(1, 5)]
    return document


def text_of(document: Document) -> str:
    """`document` as a paipu in TOML."""
    lines = [f"{key} = {_value(document[key])}" for key in ("paipu", "game", "rules")]
    lines += [f"{key} = {_value(document[key])}" for key in ("levels", "dealer") if key in document]
    actions = cast("list[str]", document["actions"])
    lines += ["actions = [", *(f"  {_value(text)}," for text in actions), "]", "[settings]"]
    settings = cast("dict[str, object]", document["settings"])
    lines += [f"{key} = {_value(value)}" for key, value in settings.items()]
    for seat in cast("list[dict[str, object]]", document["seats"]):
        lines += ["[[seats]]", *(f"{key} = {_value(value)}" for key, value in seat.items())]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(own)}' for key, own in value.items())} }}"
    text = str(value).replace("\t", "\\t")
    return text if isinstance(value, int) else f'"{text}"'
