"""Searching rounds over HTTP: what may be asked for, and what is told of each round."""

from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from api.service.answers import Answer, RoundLine
from api.service.asked import MOST_IN_A_PAGE, PAGE
from domain.chips.amount import MOST
from domain.games.status import Status
from domain.house.labels import is_name
from projections.moments import moment
from projections.rounds.line import Outcome
from projections.rounds.search import Page, Wanted

Points = Annotated[int, Field(ge=0, le=MOST)]
Net = Annotated[int, Field(ge=-MOST, le=MOST)]
NAMES: Final = ("player", "winner", "table", "match")


def _moment(text: str) -> str:
    """Return a time as rows have it."""
    return moment(datetime.fromisoformat(text))


Time = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}(Z|[+-][0-9]{2}:[0-9]{2})$",
        json_schema_extra={"format": "date-time"},
        description="RFC 3339, with its zone",
    ),
    AfterValidator(_moment),
]


class OwnSearch(BaseModel):
    """Which of the own rounds are asked for; what is left out stands for all."""

    model_config = ConfigDict(frozen=True)

    game: Literal["sizhidao", "shengji"] | SkipJsonSchema[None] = None
    table: str | None = None
    match: str | None = None
    status: Status | None = None
    result: Annotated[Outcome | None, Field(description="what it came to for the player")] = None
    net_least: Annotated[Net | None, Field(description="the player's net, 四支刀")] = None
    net_most: Net | None = None
    winner: Annotated[str | None, Field(description="a player who won it")] = None
    pot_least: Annotated[Points | None, Field(description="what its pots awarded, 四支刀")] = None
    pot_most: Points | None = None
    since: Annotated[Time | None, Field(description="opened at this time or later")] = None
    until: Annotated[Time | None, Field(description="opened before this time")] = None
    disputed: Annotated[bool | None, Field(description="a dispute about it is open")] = None
    order: Literal["newest", "oldest"] = "newest"
    after: Annotated[int | None, Field(ge=0, le=MOST, description="`next` of the page before")] = (
        None
    )
    limit: Annotated[int, Field(ge=1, le=MOST_IN_A_PAGE)] = PAGE

    @property
    def page(self) -> Page:
        """Which part is asked for, and one more, which tells whether there is a page after it."""
        return Page(after=self.after, oldest=self.order == "oldest", limit=self.limit + 1)

    def wanted(self, **more: str | None) -> Wanted | None:
        """Return what is wanted; None if no round can be: what names nothing is nowhere."""
        asked = self.model_dump(exclude={"order", "after", "limit"}) | more
        names = (asked.get(name) for name in NAMES)
        if not all(name is None or is_name(name) for name in names):
            return None
        return Wanted(**asked)


class Search(OwnSearch):
    """Which rounds are asked for by whoever looks into the house."""

    player: Annotated[str | None, Field(description="a player who was dealt in")] = None
    # Without a player, of any one seat.
    result: Annotated[
        Outcome | None, Field(description="what it came to for the player, else for some seat")
    ] = None
    net_least: Annotated[
        Net | None, Field(description="net of the player, else of some seat, 四支刀")
    ] = None


class Funds(Answer):
    """A seat's points in a round of 四支刀: `before − wagered + returned + won − rake = after`.

    What is not known before the round is over is null. A voided round gives everything back.
    """

    before: Annotated[int, Field(description="its stack when the round was opened")]
    wagered: Annotated[int | None, Field(description="all that it put in (Z9.3)")]
    returned: Annotated[int | None, Field(description="that nobody called, or of a voided round")]
    won: Annotated[int | None, Field(description="out of pots, before the rake")]
    rake: int | None
    net: int | None
    after: int | None


class SeatResult(Answer):
    """What a round came to for a seat."""

    seat: str
    player: str
    result: Annotated[Outcome | None, Field(description="null until the round is complete")]
    side: Annotated[str | None, Field(description="比牌升級: `A` or `B`")]
    score: Annotated[int | None, Field(description="比牌升級, once it is over")]
    funds: Annotated[Funds | None, Field(description="四支刀")]


class MyRound(RoundLine):
    """A round that the asking player was dealt into."""

    mine: SeatResult


class MyRoundsAnswer(Answer):
    """The own rounds in the order asked for. `next` asks for those after them, if it is given."""

    rounds: tuple[MyRound, ...]
    next: int | None


class FoundRound(RoundLine):
    """A round that was searched for, with the rules it was played by."""

    rules: int
    seats: tuple[SeatResult, ...]


class FoundRoundsAnswer(Answer):
    """Rounds in the order asked for. `next` asks for those after them, if it is given.

    `position` says up to where in the log they were searched.
    """

    rounds: tuple[FoundRound, ...]
    next: int | None
    position: int
