"""The forms of what a client gets, apart from problems. What it sends is in `wire`."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from typing_extensions import TypeAliasType

from api.roles import Role
from api.service.wire import settings_schema
from domain.cards.card import HIDDEN
from domain.games.status import Status as RoundStatus
from domain.kernel.decider import Origin


class Answer(BaseModel):
    """What a client gets."""

    # An answer has all its fields, also those that have a default here.
    model_config = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)


def one_of(*words: str) -> WithJsonSchema:
    """Return the description of a text that is one of some words."""
    return WithJsonSchema({"type": "string", "enum": list(words)})


# Aliases with a name of their own have one in the document too.
Hash = Annotated[str, Field(description="64 hex digits", pattern="^[0-9a-f]{64}$")]
Moment = Annotated[str, Field(description="RFC 3339", json_schema_extra={"format": "date-time"})]
Status = TypeAliasType("Status", Annotated[str, one_of(*RoundStatus)])
Fact = TypeAliasType(
    "Fact",
    Annotated[dict[str, Any], Field(description="its fields by name, see docs/events.md")],
)
BySide = TypeAliasType(
    "BySide", Annotated[dict[str, str], Field(description="by the side, `A` or `B`")]
)
BySeat = TypeAliasType(
    "BySeat", Annotated[dict[str, int], Field(description="by the seat, `p1` …")]
)
SeenCard = Annotated[str, Field(description=f"a card, or `{HIDDEN}` for one that is hidden")]
Settings = TypeAliasType(
    "Settings", Annotated[dict[str, Any], WithJsonSchema(settings_schema(complete=True))]
)


class ReceiptAnswer(Answer):
    """A command was accepted and is kept for ever: the head of its stream once it was written.

    Keep `note`: it proves what the house acknowledged, see docs/checkpoints.md.
    """

    stream: str
    version: int
    hash: Hash
    position: Annotated[int, Field(description="of its last event in the log, to follow from")]
    repeated: Annotated[bool, Field(description="it had been accepted before, by the same key")]
    note: Annotated[str, Field(description="stream, version and hash as a signed note")]


class StartedAnswer(ReceiptAnswer):
    """A round was started."""

    round: str


class WalletAnswer(Answer):
    """A player's wallet: points outside tables, and the seats taken (H2)."""

    player: str
    test: bool
    disabled: bool
    balance: int
    seats: Annotated[dict[str, str], Field(description="by table")]
    version: int


class MeAnswer(Answer):
    """Who asks, and a player's wallet."""

    name: str
    role: Role
    wallet: WalletAnswer | None


class SeatedAnswer(Answer):
    """Who sits at a seat."""

    seat: str
    player: str
    stack: int
    disabled: bool
    anchor: Annotated[Hash | None, Field(description="what its next cut is checked by (H6.2)")]
    plays: Annotated[bool, Field(description="can be dealt in (Z1.2), or is in the running round")]


class TableAnswer(Answer):
    """A table (H3) as of `position`: follow it from there."""

    table: str
    settings: Settings
    seats: tuple[SeatedAnswer, ...]
    running: Annotated[str | None, Field(description="the round that runs")]
    delay_seconds: Annotated[int, Field(description="how late spectators are told (H12)")]
    version: int
    position: int


class TableLine(Answer):
    """A table in a list."""

    table: str
    seats_taken: int
    max_players: int
    entry: int
    ante: int
    running: str | None


class TablesAnswer(Answer):
    """Tables in the order of their names. `next` asks for those after them, if it is given."""

    tables: tuple[TableLine, ...]
    next: str | None


class RoundLine(Answer):
    """A round of either game in a list. What is of the other game, or not known yet, is null."""

    game: Annotated[str, one_of("sizhidao", "shengji")]
    round: str
    table: str | None
    match: str | None
    status: Status
    started_at: Moment
    ended_at: Moment | None
    stages: Annotated[int | None, Field(description="四支刀: the game and its playoffs")]
    pot_total: int | None
    level: Annotated[str | None, Field(description="比牌升級: that was played")]
    dealer: str | None
    attack_points: int | None
    winners: Annotated[str | None, Field(description="比牌升級: `dealer` or `attackers`")]
    disputed: Annotated[
        bool, Field(description="a dispute about it is open; to a player, an own one")
    ]


class RoundsAnswer(Answer):
    """Rounds, the newest first. `next` asks for those before them, if it is given."""

    rounds: tuple[RoundLine, ...]
    next: int | None


class FactAnswer(Answer):
    """A fact as the viewer may see it, with its place; docs/events.md has the form of each type."""

    position: int
    stream: str
    version: int
    type: str
    at: Annotated[Moment, Field(description="when it was recorded")]
    origin: Origin
    fact: Fact


class HistoryAnswer(Answer):
    """The facts of a round in order, masked for the viewer."""

    round: str
    facts: tuple[FactAnswer, ...]


class ProjectionHealth(Answer):
    """How a projection does."""

    name: str
    position: int
    failures: int
    error: str | None


class SwitchAnswer(Answer):
    """What is switched off, and why."""

    scope: Annotated[
        str, Field(description="`everything`, or `game/`, `table/`, `match/`, `player/` and a name")
    ]
    reason: str


class SwitchesAnswer(Answer):
    """All that is switched off (H7)."""

    off: tuple[SwitchAnswer, ...]


class VersionAnswer(Answer):
    """Which program runs."""

    version: str
    integrity: Annotated[Hash, Field(description="of its rules, settings and stored types (H11)")]
    rules: Annotated[dict[str, int], Field(description="the rules version, by game")]


class AlarmAnswer(Answer):
    """What the house has found wrong with itself, until an operator acknowledges it (H11.3)."""

    version: str
    expected: Hash
    digest: Hash
    faults: Annotated[tuple[str, ...], Field(description="of the log, an item each")]


class SelfCheckAnswer(Answer):
    """When the house was checked last, and the alarm that is on."""

    checked_at: Moment | None
    alarm: AlarmAnswer | None


class InterruptedRound(Answer):
    """A round that the house cannot go on with, and the code of why (H8.1)."""

    round: str
    code: str


class HealthAnswer(Answer):
    """How the service does. What names rounds and positions is told to staff only (H12)."""

    status: Literal["ok", "degraded"]
    version: str
    position: Annotated[int | None, Field(description="null to all but staff")]
    projections: Annotated[
        tuple[ProjectionHealth, ...] | None, Field(description="null to all but staff")
    ]
    steward: Annotated[
        Literal["holding", "waiting", "failing", "absent"],
        Field(description="deals and runs the clock; `waiting`: another process does"),
    ]
    checkpoints: Annotated[
        Literal["signing", "failing", "absent"], Field(description="signs what is in the log")
    ]
    provider: Annotated[
        Literal["current", "failing", "absent"],
        Field(description="the keys of the provider of tokens; `failing`: those read last count"),
    ]
    live: Annotated[
        Literal["following", "damaged", "failing"],
        Field(description="tells what happens; `damaged`: something could not be read, and told"),
    ]
    incidents: Annotated[Literal["recording", "failing"], Field(description="records them (H16)")]
    interrupted: Annotated[
        tuple[InterruptedRound, ...] | None,
        Field(
            description="rounds that the house itself has interrupted, for which an operator is "
            "needed; null to all but staff"
        ),
    ]
    alarm: Annotated[bool, Field(description="the self-check has found something wrong (H11)")]


class CheckpointLine(Answer):
    """A checkpoint in a list: the root over the first `size` events, up to `position`."""

    version: int
    size: int
    root: Hash
    position: int
    at: Annotated[Moment, Field(description="when it was signed")]
    note: Annotated[str, Field(description="as it was signed")]


class CheckpointsAnswer(Answer):
    """Checkpoints, the oldest first. `next` asks for those after them, if it is given."""

    checkpoints: tuple[CheckpointLine, ...]
    next: int | None


class ConsistencyAnswer(Answer):
    """Why the first `new` events begin with the first `old` ones (RFC 9162, 2.1.4)."""

    old: int
    new: int
    path: tuple[Hash, ...]


class ProofAnswer(Answer):
    """Why an event is among the first `size` ones, at an index from 0 (RFC 9162, 2.1.3)."""

    stream: str
    version: int
    hash: Annotated[Hash, Field(description="the event's own")]
    position: int
    index: int
    size: int
    path: tuple[Hash, ...]
    note: Annotated[str | None, Field(description="the checkpoint, if it is the one signed last")]
