"""A round of 四支刀 as a union of phases. Values only: the rules are in the other files."""

from collections.abc import Mapping

import msgspec

from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.sizhidao.ruleset import Ruleset
from domain.sizhidao.splitting import Piles


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the state."""


class Pot(Value, frozen=True, kw_only=True):
    """An open pot: `own` is what each seat put into it in the running stage (Z9.1)."""

    name: str
    points: int
    eligible: tuple[Seat, ...]
    own: Mapping[Seat, int]


class Award(Value, frozen=True, kw_only=True):
    """Points a seat got of a pot, and its own bets of that stage in it (for the rake, Z9.1)."""

    seat: Seat
    stage: int
    pot: str
    points: int
    own: int


class Round(Value, frozen=True, kw_only=True):
    """What is true of the round in every phase. All amounts are points by seat.

    `limits` is min(cap, stack); `missed` are the seats that missed an offer to buy in (Z7.4).
    """

    id: str
    table: str | None
    rules: Ruleset
    seats: tuple[Seat, ...]
    players: Mapping[Seat, str]
    limits: Mapping[Seat, int]
    committed: Mapping[Seat, int]
    returned: Mapping[Seat, int]
    awards: tuple[Award, ...]
    missed: frozenset[Seat]
    pots: tuple[Pot, ...]
    stage: int
    head: Seat
    contestants: tuple[Seat, ...]

    def remaining(self, seat: Seat) -> int:
        """Return the points the seat may still put in: min(cap, stack) − committed + returned."""
        return self.limits[seat] - self.committed[seat] + self.returned[seat]


class Phase(Value, frozen=True, kw_only=True):
    """A phase of a round that has been opened."""

    round: Round


class Unopened(Value, frozen=True, kw_only=True):
    """Nothing has happened yet."""


class Dealing(Phase, frozen=True, kw_only=True):
    """Contestants wait for their cards (Z2.2)."""

    hands: Mapping[Seat, tuple[Card, ...]]


class Betting(Phase, frozen=True, kw_only=True):
    """叫碼. The contestants speak in turn.

    `bets` are this stage's bets of every contestant; `answered` is who has answered the highest of
    them; `all_in` is whether somebody went all-in (Z3.4); `spoken` is how many words were said.
    `turn` is who speaks next, None when betting is over: it follows from the rest (`turns`), and is
    kept since everybody asks for it.
    """

    hands: Mapping[Seat, tuple[Card, ...]]
    live: tuple[Seat, ...]
    bets: Mapping[Seat, int]
    answered: frozenset[Seat]
    turn: Seat | None
    all_in: bool
    spoken: int


class Splitting(Phase, frozen=True, kw_only=True):
    """刁牌. Pots are formed; the live seats split in any order."""

    hands: Mapping[Seat, tuple[Card, ...]]
    live: tuple[Seat, ...]
    splits: Mapping[Seat, Piles]


class Showdown(Phase, frozen=True, kw_only=True):
    """比牌. The piles are open and the pots are decided one by one."""

    live: tuple[Seat, ...]
    shown: Mapping[Seat, Piles]


class BuyingIn(Phase, frozen=True, kw_only=True):
    """買牌. `offered` may still answer, `bought` will play, `shown` decides the head (Z8.1)."""

    price: int
    offered: tuple[Seat, ...]
    bought: tuple[Seat, ...]
    shown: Mapping[Seat, Piles]


class Settled(Phase, frozen=True, kw_only=True):
    """The round is over and paid: every seat's `net` in points, and who is head next (Z8).

    `shown` are the piles of the last stage's showdown, none if it had none.
    """

    net: Mapping[Seat, int]
    next_head: Seat
    shown: Mapping[Seat, Piles]


class Voided(Phase, frozen=True, kw_only=True):
    """The round was called off and everything given back (Z9.4)."""


Live = Dealing | Betting | Splitting | Showdown | BuyingIn
State = Unopened | Live | Settled | Voided
