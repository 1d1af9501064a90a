"""The forms of what a client gets of a round of 比牌升級."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from api.service.answers import Answer, BySide, Moment, SeenCard, Status, one_of
from api.service.decks import DeckAnswer
from api.service.shengji.legals import Pattern, ShengjiLegalAnswer
from api.service.shengji.matches import MatchSettings, Side
from domain.cards.card import HIDDEN

ShengjiPhase = TypeAliasType(
    "ShengjiPhase",
    Annotated[
        str, one_of("cutting", "deal", "faceup", "contest", "trump", "return", "bury", "play")
    ],
)

Why = Annotated[str, one_of("first", "higher", "bombed", "ruffed")]
Seen = tuple[SeenCard, ...]


class FaceUp(Answer):
    """The card that was turned up, and whose it is (S3.1)."""

    seat: str
    card: str


class ContestAnswer(Answer):
    """The contest (S3): who begins, who stands highest, who has won it with how many points."""

    starter: str | None
    champion: str | None
    winner: str | None
    points: int | None


class GivenBack(Answer):
    """Cards that the contest's winner gave to a seat (S3.7): seen by both of them."""

    seat: Annotated[str, Field(description="who gave")]
    to: str
    cards: Seen


class PlayAnswer(Answer):
    """What a seat laid to a trick."""

    seat: str
    cards: tuple[str, ...]


class TrickResult(Answer):
    """Who won a trick and its points, why, and what the attackers have with it (S6)."""

    seat: str
    why: Why
    points: int
    attack_points: int


class TrickAnswer(Answer):
    """A trick, from 0 upward. `attempted`: what was shown of a throw that did not hold (S5.5)."""

    trick: int
    leader: str
    pattern: Pattern
    attempted: tuple[str, ...]
    plays: tuple[PlayAnswer, ...]
    won: TrickResult | None


class TricksAnswer(Answer):
    """All tricks of a round, the one on the table included."""

    round: str
    tricks: tuple[TrickAnswer, ...]


class ContestStep(Answer):
    """A step of a contest or of the returns after it: what `seat` did.

    `other` lost the pile, or got the cards back. `total` is what the pile of `seat` counts then.
    """

    step: Annotated[int, Field(description="from 1")]
    kind: Annotated[str, one_of("shown", "passed", "captured", "returned")]
    seat: str
    other: str | None
    count: Annotated[int, Field(description="of cards")]
    cards: Annotated[
        tuple[str, ...] | None, Field(description="that lay open; null for returned ones")
    ]
    total: int | None


class ContestCourse(Answer):
    """The contest of a round step by step, as everybody saw it (S3)."""

    round: str
    starter: str | None
    face_up: str | None
    winner: str | None
    points: int | None
    dealer: str | None
    trump: str | None
    steps: tuple[ContestStep, ...]


class CapturedAce(Answer):
    """A ♠A that the other side has won (S7)."""

    trick: int
    seat: Annotated[str, Field(description="who captured it")]
    owner: str


class ResultAnswer(Answer):
    """How a round ended (S8)."""

    winners: Annotated[str, one_of("dealer", "attackers")]
    kitty_points: int
    multiplier: Annotated[int, Field(description="of the kitty's points, for the attackers (S8.1)")]
    levels: BySide
    next_dealer: str
    match_winner: str | None


class ShengjiSeat(Answer):
    """A seat of a round of 比牌升級 as the viewer may see it (S9)."""

    seat: str
    player: str
    side: Side
    asked: Annotated[bool, Field(description="the round waits for it")]
    held: Annotated[int, Field(description="how many cards it holds")]
    cards: Annotated[
        tuple[str, ...] | None,
        Field(description="the own hand, in the order in which it came; null for the others"),
    ]
    shown: Annotated[tuple[str, ...], Field(description="what it showed itself in the contest")]
    captured: Annotated[tuple[str, ...], Field(description="with its pile from those it beat")]
    total: Annotated[int, Field(description="what its pile counts")]
    out: Annotated[bool, Field(description="passed in the contest")]
    score: int | None


class ShengjiAnswer(Answer):
    """A round of 比牌升級 as the viewer may see it (S9), as of `version` and `position`."""

    game: Literal["shengji"] = "shengji"
    round: str
    match: str | None
    status: Status
    settings: MatchSettings
    rules: int
    levels: Annotated[BySide, Field(description="of both sides, as the round began")]
    level: Annotated[str, Field(description="that is played")]
    phase: ShengjiPhase | None
    turn: Annotated[str | None, Field(description="to be given back with an action")]
    due: Annotated[Moment | None, Field(description="when the clock acts")]
    dealer: str | None
    viewer: Annotated[str | None, Field(description="the viewer's own seat")]
    seats: tuple[ShengjiSeat, ...]
    face_up: FaceUp | None
    contest: ContestAnswer
    trump: str | None
    returned: tuple[GivenBack, ...]
    kitty: Annotated[Seen, Field(description=f"as dealt, `{HIDDEN}` for each that is hidden")]
    buried: Annotated[Seen, Field(description="as the dealer laid it away")]
    trick: Annotated[TrickAnswer | None, Field(description="that lies on the table")]
    last_trick: TrickAnswer | None
    attack_points: int
    aces: tuple[CapturedAce, ...]
    result: ResultAnswer | None
    legal: tuple[ShengjiLegalAnswer, ...]
    decks: Annotated[tuple[DeckAnswer, ...], Field(description="of stage 0 (H6)")]
    version: int
    position: int


class ShengjiLegalsAnswer(Answer):
    """What the asking seat may do now; nothing while it is not asked."""

    game: Literal["shengji"] = "shengji"
    turn: str | None
    due: Annotated[Moment | None, Field(description="when the clock acts")]
    seat: str | None
    legal: tuple[ShengjiLegalAnswer, ...]
