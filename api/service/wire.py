"""The forms of what a client sends. What it gets is in `answers`."""

from typing import Annotated, Any, Final, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from typing_extensions import TypeAliasType

from domain.chips.amount import MOST
from domain.house.labels import LONGEST
from domain.shengji.hands import HAND, KITTY
from domain.shengji.ruleset import Ruleset as ShengjiRuleset
from domain.sizhidao.ruleset import Ruleset

FOLLOWING: Final = {"entry": "the cap", "min_raise": "the ante"}
"""Settings whose default follows from another one."""


def settings_schema(
    rules: type[Ruleset | ShengjiRuleset] = Ruleset, *, complete: bool
) -> dict[str, Any]:
    """Return the JSON Schema of the settings of Z1 or S1, of all of them or of some."""
    _, parts = msgspec.json.schema_components([rules], ref_template="{name}")
    fields = {name: _field(name, dict(one), parts) for name, one in _fields(parts)}
    for field in fields.values() if complete else ():
        field.pop("default", None)
    required = {"required": list(fields)} if complete else {}
    return {"type": "object", "properties": fields, **required, "additionalProperties": False}


def _fields(parts: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return list(parts["Ruleset"]["properties"].items())


def _field(name: str, field: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in field:
        field = {"type": "string", **parts[field.pop("$ref")], **field}
    if name in FOLLOWING:
        field = {**field, "description": f"by default {FOLLOWING[name]}"}
        del field["default"]
    return field


class Form(BaseModel):
    """What a client sends: no field but these, and no value of another type than said."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Name = Annotated[
    str,
    # Neither `.` nor `..`: many clients take them out of a path, so that nobody could ask for it.
    Field(
        min_length=1,
        max_length=LONGEST,
        pattern=r"^([^.][\s\S]*|\.[^.][\s\S]*|\.\.[\s\S]+)$",
    ),
]
Words = Annotated[str, Field(min_length=1, max_length=LONGEST)]
SeatName = Annotated[str, Field(pattern=r"^p([1-9]|1[0-3])$", examples=["p1"])]
MatchSeat = Annotated[str, Field(pattern=r"^p[1-4]$", examples=["p1"])]
Points = Annotated[int, Field(ge=-MOST, le=MOST, examples=[100])]
CardName = Annotated[str, Field(pattern=r"^[2-9TJQKA][shdc]$", examples=["As"])]
AnyCard = Annotated[str, Field(pattern=r"^([2-9TJQKA][shdc]|[BS]J)$", examples=["As", "BJ"])]
SomeCards = Annotated[
    tuple[AnyCard, ...], Field(min_length=1, max_length=HAND + KITTY, strict=False)
]
Bytes = Annotated[
    str, Field(pattern="^[0-9a-f]{64}$", description="32 bytes in hex", examples=["5f" * 32])
]
Suit = Literal["s", "h", "d", "c"]
Pile = Annotated[tuple[CardName, ...], Field(min_length=2, max_length=2, strict=False)]
Turn = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST,
        description="the turn that this answers, as the view or the last event told it",
        examples=["0.betting.3"],
    ),
]
# The rules read them, and refuse what they do not know; here they are only described.
SomeSettings = TypeAliasType(
    "SomeSettings", Annotated[dict[str, Any], WithJsonSchema(settings_schema(complete=False))]
)
SomeMatchSettings = TypeAliasType(
    "SomeMatchSettings",
    Annotated[dict[str, Any], WithJsonSchema(settings_schema(ShengjiRuleset, complete=False))],
)


class NewPlayer(Form):
    """H1.1: a player to be created."""

    player: Name
    test: bool = False


class Reason(Form):
    """Why an operator does something."""

    reason: Words


class Switching(Form):
    """H7.1: what is to be switched, and why."""

    scope: Annotated[
        Words,
        Field(
            description="`everything`, or `game/`, `table/`, `match/` or `player/` and a name",
            examples=["table/plum"],
        ),
    ]
    reason: Words


class Acknowledgement(Form):
    """H11.3: the digest of the alarm that an operator has seen to, and how."""

    digest: Bytes
    reason: Words


class Movement(Form):
    """H2.2: points from or to outside."""

    points: Points
    reason: Words
    reference: Words


class NewTable(Form):
    """H3.1: a table to be opened; settings that are left out are those of Z1."""

    table: Name
    settings: SomeSettings = {}


class NewSettings(Form):
    """H3.1: all settings of a table from its next round on; what is left out is as in Z1."""

    settings: SomeSettings


class Delay(Form):
    """H12.1: how late spectators are to be."""

    seconds: Annotated[int, Field(ge=-MOST, le=MOST, examples=[60])]


class Sitting(Form):
    """H3.2: a seat to be taken, with points of the wallet."""

    seat: SeatName
    points: Points


class ToppingUp(Form):
    """H3.3: points of the wallet to be added to the stack."""

    points: Points


class Anchor(Form):
    """H6.2: what the next cut is checked by."""

    anchor: Bytes


class NewMatch(Form):
    """M1: a match to be opened; settings that are left out are those of S1."""

    match: Name
    settings: SomeMatchSettings = {}


class Joining(Form):
    """A seat of a match to be taken."""

    seat: MatchSeat


class _Said(Form):
    turn: Turn


class Cutting(_Said):
    """H6.3: the value whose hash is the own anchor."""

    value: Bytes


class Bet(_Said):
    """Z3.2: put in the first points of this stage."""

    verb: Literal["bet"]
    points: Points


class Raise(_Said):
    """Z3.3: raise to a stage total."""

    verb: Literal["raise"]
    to: Points


class Word(_Said):
    """Z3.2, Z3.3, Z7.4: what needs no more than the word."""

    verb: Literal["check", "call", "allin", "fold", "buy", "decline"]


class Split(_Said):
    """Z5.1: the two piles of the hand."""

    verb: Literal["split"]
    front: Pile
    back: Pile


class Show(_Said):
    """S3.2, S3.3: show 比牌 cards."""

    verb: Literal["show"]
    cards: SomeCards


class Pass(_Said):
    """S3.2, S3.4: leave the contest."""

    verb: Literal["pass"]


class CallTrump(_Said):
    """S3.6: name the trump suit."""

    verb: Literal["trump"]
    suit: Suit


class Return(_Said):
    """S3.7: give a seat as many cards as it showed."""

    verb: Literal["return"]
    to: MatchSeat
    cards: SomeCards


class Bury(_Said):
    """S4.2: lay 8 cards away."""

    verb: Literal["bury"]
    cards: SomeCards


class Play(_Said):
    """S5, S6: lead to a trick, or follow."""

    verb: Literal["play"]
    cards: SomeCards


SizhidaoAction = Bet | Raise | Word | Split
ShengjiAction = Show | Pass | CallTrump | Return | Bury | Play
Action = Annotated[SizhidaoAction | ShengjiAction, Field(discriminator="verb")]
Candidate = Annotated[ShengjiAction, Field(discriminator="verb")]
