"""What can happen in a round of 比牌升級. The tag is the stored name and never changes its meaning.

*Primary* facts are what somebody did; *derived* facts follow from them by the rules. Both are
recorded with their numbers, so that a replay can decide them again and compare.
"""

from collections.abc import Mapping
from enum import StrEnum

from domain.cards.card import Card
from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import Side


class Pattern(StrEnum):
    """What a lead is (S5): the names that a record writes."""

    SINGLE = "single"
    PAIR = "pair"
    TRACTOR = "tractor"
    BOMB = "bomb"
    THROW = "throw"


class Winning(StrEnum):
    """Why the winner of a trick won it (S6.2, S6.3)."""

    FIRST = "first"
    """Nobody beat the lead."""
    HIGHER = "higher"
    """By higher cards of the suit that was led."""
    BOMBED = "bombed"
    """By a bomb over a tractor, of the suit that was led."""
    RUFFED = "ruffed"
    """By trump over a plain suit."""


class Result(StrEnum):
    """Whose the round is (S8.2)."""

    DEALER = "dealer"
    ATTACKERS = "attackers"


class ScoreCause(StrEnum):
    """What a score was given for."""

    ACE = "ace_captured"
    RESULT = "result"
    MATCH = "match_won"


class RoundOpened(KernelEvent, frozen=True, kw_only=True, tag="shengji.RoundOpened.1"):
    """Primary: the round, its rules version and settings, its players from p1 to p4 (S1).

    `levels` are those of both sides; `level` is the one that is played, the dealer's side's. A
    first round has no dealer yet.
    """

    round: str
    match: str | None
    rules: int
    settings: Ruleset
    players: tuple[str, ...]
    levels: Mapping[Side, str]
    level: str
    dealer: Seat | None


class CardsDealt(KernelEvent, frozen=True, kw_only=True, tag="shengji.CardsDealt.1"):
    """Primary: a seat got its 52 cards, in the order dealt (S1.1). Hidden (S9)."""

    seat: Seat
    cards: tuple[Card, ...]


class KittyDealt(KernelEvent, frozen=True, kw_only=True, tag="shengji.KittyDealt.1"):
    """Primary: 8 cards were laid apart (S1.1). Hidden from every seat (S9)."""

    cards: tuple[Card, ...]


class CardTurnedUp(KernelEvent, frozen=True, kw_only=True, tag="shengji.CardTurnedUp.1"):
    """Primary: one card of a seat lies face up; the seat begins the contest (S3.1)."""

    seat: Seat
    card: Card


class CardsShown(KernelEvent, frozen=True, kw_only=True, tag="shengji.CardsShown.1"):
    """Primary: a seat laid 比牌 cards on its pile, whose total is `total` now (S3.2, S3.3)."""

    seat: Seat
    cards: tuple[Card, ...]
    total: int


class ContestPassed(KernelEvent, frozen=True, kw_only=True, tag="shengji.ContestPassed.1"):
    """Primary: a seat passed in the contest and is out (S3.2, S3.4)."""

    seat: Seat


class PileCaptured(KernelEvent, frozen=True, kw_only=True, tag="shengji.PileCaptured.1"):
    """Derived: a duel is won; the pile of `loser` lies with the pile of `seat` (S3.4).

    `cards` are what was captured, none if the loser had shown none; `total` is the winner's now.
    """

    seat: Seat
    loser: Seat
    cards: tuple[Card, ...]
    total: int


class ContestWon(KernelEvent, frozen=True, kw_only=True, tag="shengji.ContestWon.1"):
    """Derived: no challenger is left; `seat` takes its pile of `points` into its hand (S3.5).

    In a first round the winner is `dealer`, later that is decided already (S4.1).
    """

    seat: Seat
    cards: tuple[Card, ...]
    points: int
    dealer: Seat


class TrumpCalled(KernelEvent, frozen=True, kw_only=True, tag="shengji.TrumpCalled.1"):
    """Primary: the champion named a suit trump (S3.6)."""

    seat: Seat
    suit: str


class CardsReturned(KernelEvent, frozen=True, kw_only=True, tag="shengji.CardsReturned.1"):
    """Primary: the champion gave cards to another seat (S3.7). Seen by the giver (S9)."""

    seat: Seat
    to: Seat
    cards: tuple[Card, ...]


class CardsReceived(KernelEvent, frozen=True, kw_only=True, tag="shengji.CardsReceived.1"):
    """Derived: the same cards, as the seat that got them sees them (S9)."""

    seat: Seat
    giver: Seat
    cards: tuple[Card, ...]


class KittyTaken(KernelEvent, frozen=True, kw_only=True, tag="shengji.KittyTaken.1"):
    """Derived: the dealer took the kitty into its hand (S4.2). Seen by the dealer (S9)."""

    seat: Seat
    cards: tuple[Card, ...]


class KittyBuried(KernelEvent, frozen=True, kw_only=True, tag="shengji.KittyBuried.1"):
    """Primary: the dealer laid 8 cards away (S4.2). Seen by the dealer until the end (S9)."""

    seat: Seat
    cards: tuple[Card, ...]


class CardsLed(KernelEvent, frozen=True, kw_only=True, tag="shengji.CardsLed.1"):
    """Primary: a seat led to a trick (S5). The cards are those that count.

    After a throw that did not hold they are a forced single, and `attempted` is all that was shown
    (S5.5); otherwise `attempted` is empty.
    """

    trick: int
    seat: Seat
    cards: tuple[Card, ...]
    pattern: Pattern
    attempted: tuple[Card, ...]


class CardsFollowed(KernelEvent, frozen=True, kw_only=True, tag="shengji.CardsFollowed.1"):
    """Primary: a seat followed to a trick (S6.1)."""

    trick: int
    seat: Seat
    cards: tuple[Card, ...]


class TrickWon(KernelEvent, frozen=True, kw_only=True, tag="shengji.TrickWon.1"):
    """Derived: a seat won a trick and its `points` for its side, and why (S6.2-S6.4).

    `attack_points` is what the attackers have won so far, this trick included.
    """

    trick: int
    seat: Seat
    why: Winning
    points: int
    attack_points: int


class AceCaptured(KernelEvent, frozen=True, kw_only=True, tag="shengji.AceCaptured.1"):
    """Derived: the other side won a trick with a ♠A in it (S7): `seat` captured that of `owner`."""

    trick: int
    seat: Seat
    owner: Seat


class KittyShown(KernelEvent, frozen=True, kw_only=True, tag="shengji.KittyShown.1"):
    """Derived: play is over, the kitty lies open as it was dealt and as it was buried (S8.1, S9).

    `points` are what the buried cards count; the attackers get them `multiplier` times.
    """

    dealt: tuple[Card, ...]
    buried: tuple[Card, ...]
    points: int
    multiplier: int


class LevelChanged(KernelEvent, frozen=True, kw_only=True, tag="shengji.LevelChanged.1"):
    """Derived: the level of a side, `gained` by the result and `lost` by captured aces (S8.3).

    `after` may equal `before`: the ladder ends, or gain and loss are equal.
    """

    side: Side
    before: str
    gained: int
    lost: int
    after: str


class ScoresGiven(KernelEvent, frozen=True, kw_only=True, tag="shengji.ScoresGiven.1"):
    """Derived: what every seat scores for one cause; it sums to zero (S7, S8.2, S8.4)."""

    cause: ScoreCause
    scores: Mapping[Seat, int]


class RoundSettled(KernelEvent, frozen=True, kw_only=True, tag="shengji.RoundSettled.1"):
    """Derived: the end: the attackers' points, whose round it is, and how the match stands (S8)."""

    attack_points: int
    winners: Result
    levels: Mapping[Side, str]
    scores: Mapping[Seat, int]
    next_dealer: Seat
    match_winner: Side | None


class RoundVoided(KernelEvent, frozen=True, kw_only=True, tag="shengji.RoundVoided.1"):
    """Primary: the round ended without result (S8.5)."""


Contest = CardsShown | ContestPassed
Played = CardsLed | CardsFollowed
Event = (
    RoundOpened
    | CardsDealt
    | KittyDealt
    | CardTurnedUp
    | Contest
    | PileCaptured
    | ContestWon
    | TrumpCalled
    | CardsReturned
    | CardsReceived
    | KittyTaken
    | KittyBuried
    | Played
    | TrickWon
    | AceCaptured
    | KittyShown
    | LevelChanged
    | ScoresGiven
    | RoundSettled
    | RoundVoided
)
