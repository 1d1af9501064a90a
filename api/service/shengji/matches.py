"""The forms of what a client gets of a match of 比牌升級 (M)."""

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema
from typing_extensions import TypeAliasType

from api.service.answers import Answer, BySeat, BySide, Hash, Moment, Status, one_of
from api.service.wire import settings_schema
from domain.shengji.ruleset import Ruleset

MatchSettings = TypeAliasType(
    "MatchSettings",
    Annotated[dict[str, Any], WithJsonSchema(settings_schema(Ruleset, complete=True))],
)
MatchStatus = TypeAliasType(
    "MatchStatus", Annotated[str, one_of("waiting", "running", "won", "abandoned")]
)
Side = TypeAliasType("Side", Annotated[str, one_of("A", "B")])


class MatchSeatAnswer(Answer):
    """Who sits at a seat of a match (M2)."""

    seat: str
    side: Side
    player: str
    ready: Annotated[bool, Field(description="for the first round (M3)")]
    away: Annotated[bool, Field(description="has left it to the clock (M5)")]
    disabled: bool
    anchor: Annotated[Hash | None, Field(description="what its next cut is checked by (H6.2)")]
    score: Annotated[int, Field(description="in all rounds so far")]


class MatchAnswer(Answer):
    """A match of 比牌升級 as of `position`: follow it from there."""

    match: str
    status: MatchStatus
    settings: MatchSettings
    seats: tuple[MatchSeatAnswer, ...]
    levels: BySide
    dealer: Annotated[str | None, Field(description="of this round or the next; null at first")]
    rounds: Annotated[int, Field(description="how many were started")]
    running: Annotated[str | None, Field(description="the round that runs")]
    winner: Annotated[str | None, Field(description="a side")]
    abandoned: Annotated[str | None, Field(description="why an operator ended it (M8)")]
    delay_seconds: Annotated[int, Field(description="how late spectators are told (H12)")]
    version: int
    position: int


class MatchLine(Answer):
    """A match in a list."""

    match: str
    status: MatchStatus
    ladder: str
    seats_taken: int
    levels: BySide
    rounds: int
    running: str | None
    winner: str | None


class MatchesAnswer(Answer):
    """Matches in the order of their names. `next` asks for those after them, if it is given."""

    matches: tuple[MatchLine, ...]
    next: str | None


class MyMatchesAnswer(Answer):
    """Matches, the newest first. `next` asks for those before them, if it is given."""

    matches: tuple[MatchLine, ...]
    next: int | None


class MatchRoundLine(Answer):
    """A round of a match: how both sides stood before it and after it, and what was scored."""

    round: str
    number: Annotated[int, Field(description="from 1")]
    status: Status
    dealer: Annotated[str | None, Field(description="as it was opened: null for a first round")]
    levels: BySide
    after: BySide | None
    scores: BySeat | None
    next_dealer: str | None
    started_at: Moment
    ended_at: Moment | None


class MatchRoundsAnswer(Answer):
    """The rounds of a match in order. `next` asks for those after them, if it is given."""

    rounds: tuple[MatchRoundLine, ...]
    next: int | None


class LevelLine(Answer):
    """What a round did to the level of a side, and for what (S7, S8.3)."""

    round: str
    side: Side
    before: str
    gained: int
    gained_for: str | None
    lost: int
    lost_for: str | None
    after: str
    at: Moment
    position: int


class LevelsAnswer(Answer):
    """The level ledger of a match, the oldest first. `next` asks for what comes after, if given."""

    match: str
    lines: tuple[LevelLine, ...]
    next: int | None


class ScoreLine(Answer):
    """What every seat scored for one cause; it adds up to zero (S7, S8)."""

    round: str
    cause: Annotated[str, one_of("ace_captured", "result", "match_won")]
    scores: BySeat
    at: Moment
    position: int


class ScoresAnswer(Answer):
    """The score ledger of a match, the oldest first. `next` asks for what comes after, if given."""

    match: str
    totals: Annotated[dict[str, int], Field(description="of all of the match, by player")]
    lines: tuple[ScoreLine, ...]
    next: int | None
