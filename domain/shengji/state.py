"""A round of 比牌升級 as a union of phases. Values only: the rules are in the other files."""

from collections.abc import Mapping

import msgspec

from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.shengji.events import Pattern, Result
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import Side

Cards = tuple[Card, ...]
Hands = Mapping[Seat, Cards]
"""What every seat holds, in the order in which it came. What it shows or plays has left it."""


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the state."""


class Round(Value, frozen=True, kw_only=True):
    """What is true of the round in every phase.

    `level` is the level played. `dealer` is None in a first round until its contest is won.
    """

    id: str
    match: str | None
    rules: Ruleset
    players: Mapping[Seat, str]
    levels: Mapping[Side, str]
    level: str
    dealer: Seat | None


class Contest(Value, frozen=True, kw_only=True):
    """What a contest came to (S3.5): who began, what each seat showed, who won with how much."""

    starter: Seat
    shown: Hands
    winner: Seat
    points: int


class Play(Value, frozen=True, kw_only=True):
    """The cards that a seat laid to the trick."""

    seat: Seat
    cards: Cards


class Phase(Value, frozen=True, kw_only=True):
    """A phase of a round that has been opened."""

    round: Round


class Unopened(Value, frozen=True, kw_only=True):
    """Nothing has happened yet."""


class Dealing(Phase, frozen=True, kw_only=True):
    """The seats wait for their cards, and the kitty is to be laid apart (S1.1)."""

    hands: Hands
    kitty: Cards


class TurningUp(Phase, frozen=True, kw_only=True):
    """First round: one card of somebody is to be turned up (S3.1)."""

    hands: Hands
    kitty: Cards


class Contesting(Phase, frozen=True, kw_only=True):
    """比牌. `shown` is what each seat laid open itself, `piles` with what it captured.

    `left` are the seats that are still in; nobody is `champion` before the first show; `turn` is
    who shows or passes next; `spoken` is how many words were said.
    """

    hands: Hands
    kitty: Cards
    starter: Seat
    shown: Hands
    piles: Hands
    left: frozenset[Seat]
    champion: Seat | None
    turn: Seat
    spoken: int


class CallingTrump(Phase, frozen=True, kw_only=True):
    """叫主. The contest's winner names the trump suit."""

    hands: Hands
    kitty: Cards
    contest: Contest


class Returning(Phase, frozen=True, kw_only=True):
    """還牌. The contest's winner gives the seats that are left in `owed` so many cards."""

    hands: Hands
    kitty: Cards
    contest: Contest
    trump: str
    owed: Mapping[Seat, int]


class Burying(Phase, frozen=True, kw_only=True):
    """扣底. The dealer holds 60 cards and lays 8 away; `kitty` is what was dealt."""

    hands: Hands
    kitty: Cards
    contest: Contest
    trump: str


class Playing(Phase, frozen=True, kw_only=True):
    """出牌. Trick number `trick`, from 0, with the `plays` so far; the first of them is the lead.

    `pattern` is that of the lead, None before it. `lost` counts the captured aces of each side,
    `aces` the score of each seat from them; `attack_points` is what the attackers have won.
    """

    hands: Hands
    kitty: Cards
    contest: Contest
    trump: str
    buried: Cards
    trick: int
    plays: tuple[Play, ...]
    pattern: Pattern | None
    turn: Seat
    attack_points: int
    lost: Mapping[Side, int]
    aces: Mapping[Seat, int]


class Settled(Phase, frozen=True, kw_only=True):
    """The round is over: how the match stands by it (S8)."""

    attack_points: int
    winners: Result
    levels: Mapping[Side, str]
    scores: Mapping[Seat, int]
    next_dealer: Seat
    match_winner: Side | None


class Voided(Phase, frozen=True, kw_only=True):
    """The round was called off; nothing changes by it (S8.5)."""


Live = Dealing | TurningUp | Contesting | CallingTrump | Returning | Burying | Playing
State = Unopened | Live | Settled | Voided
