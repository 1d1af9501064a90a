"""The forms of what a client gets of a round of 四支刀."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from api.service.answers import Answer, Moment, SeenCard, Settings, Status, one_of
from api.service.decks import DeckAnswer

Verb = TypeAliasType(
    "Verb",
    Annotated[
        str,
        one_of("fold", "allin", "check", "call", "bet", "raise", "split", "buy", "decline", "cut"),
    ],
)
Phase = TypeAliasType(
    "Phase", Annotated[str, one_of("cutting", "deal", "betting", "splitting", "buy_in")]
)


class LegalAnswer(Answer):
    """A verb that is open: what a bet puts in or a raise goes to, what a call or a buy-in costs."""

    verb: Verb
    least: int | None = None
    most: int | None = None
    points: int | None = None
    splits: Annotated[
        tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] | None,
        Field(description="every legal split of the own hand, front and back (Z5.1)"),
    ] = None


class LegalsAnswer(Answer):
    """What the asking seat may do now; nothing while it is not asked."""

    game: Literal["sizhidao"] = "sizhidao"
    turn: str | None
    due: Annotated[Moment | None, Field(description="when the clock acts")]
    seat: str | None
    legal: tuple[LegalAnswer, ...]


class PotAnswer(Answer):
    """A pot, and who can still win it. A provisional one can still change (Z4)."""

    pot: str
    points: int
    eligible: tuple[str, ...]
    provisional: bool = False


class PotsAnswer(Answer):
    """What lies on the table: pots, and in front of the seats what they bet in this stage."""

    pots: tuple[PotAnswer, ...]
    in_front: dict[str, int]
    layers: Annotated[tuple[PotAnswer, ...], Field(description="what the bets in front would make")]
    total: int


class PotsAfter(PotsAnswer):
    """The pots after one fact."""

    version: int


class PotsHistory(Answer):
    """The pots of a round after every fact that changed them, as the projection has them."""

    round: str
    history: tuple[PotsAfter, ...]


class RoundSeat(Answer):
    """A seat of a round as the viewer may see it (Z10)."""

    seat: str
    player: str
    stack: Annotated[int, Field(description="dealt into the round")]
    remaining: Annotated[int, Field(description="what it may still put in")]
    committed: int
    returned: int
    live: Annotated[bool, Field(description="in this stage and not folded")]
    asked: Annotated[bool, Field(description="the round waits for it")]
    split: Annotated[bool, Field(description="has split in this stage")]
    cards: Annotated[tuple[SeenCard, ...], Field(description="of this stage, as dealt")]
    front: tuple[SeenCard, ...]
    back: tuple[SeenCard, ...]
    net: int | None


class RoundAnswer(Answer):
    """A round of 四支刀 as the viewer may see it (Z10), as of `version` and `position`."""

    game: Literal["sizhidao"] = "sizhidao"
    round: str
    table: str | None
    status: Status
    settings: Settings
    rules: int
    stage: int
    phase: Phase | None
    turn: Annotated[str | None, Field(description="to be given back with an action")]
    due: Annotated[Moment | None, Field(description="when the clock acts")]
    head: str
    next_head: str | None
    viewer: Annotated[str | None, Field(description="the viewer's own seat")]
    seats: tuple[RoundSeat, ...]
    pots: PotsAnswer
    price: Annotated[int | None, Field(description="of a buy-in that is on offer (Z7.2)")]
    legal: tuple[LegalAnswer, ...]
    decks: Annotated[tuple[DeckAnswer, ...], Field(description="one for each stage (H6)")]
    version: int
    position: int
