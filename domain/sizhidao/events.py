"""What can happen in a round of 四支刀. The tag is the stored name and never changes its meaning.

*Primary* facts are what somebody did; *derived* facts follow from them by the rules. Both are
recorded with their numbers, so that a replay can decide them again and compare.
"""

from collections.abc import Mapping

import msgspec

from domain.cards.card import Card
from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat
from domain.sizhidao.ruleset import Ruleset


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A value inside an event."""


class SeatedPlayer(Part, frozen=True, kw_only=True):
    """Who sits at a seat, and the stack in points dealt into the round."""

    player: str
    stack: int


class FormedPot(Part, frozen=True, kw_only=True):
    """A pot after a stage's betting: `own` is what each seat put into it in this stage (Z9.1)."""

    pot: str
    points: int
    eligible: tuple[Seat, ...]
    own: Mapping[Seat, int]


class ShownHand(Part, frozen=True, kw_only=True):
    """The two piles a seat showed."""

    seat: Seat
    front: tuple[Card, ...]
    back: tuple[Card, ...]


class RakePart(Part, frozen=True, kw_only=True):
    """The part of a seat's rake that falls on one award (Z9.5)."""

    stage: int
    pot: str
    points: int


class RoundOpened(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.RoundOpened.1"):
    """Primary: the round, its rules version and settings, its seats from p1 upward (Z1.4)."""

    round: str
    table: str | None
    rules: int
    settings: Ruleset
    players: tuple[SeatedPlayer, ...]
    head: Seat


class AntePosted(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.AntePosted.1"):
    """Derived: a seat posted the ante into P1 (Z2.1)."""

    seat: Seat
    points: int


class CardsDealt(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.CardsDealt.1"):
    """Primary: a contestant got its four cards, in the order dealt (Z2.2). Hidden (Z10)."""

    stage: int
    seat: Seat
    cards: tuple[Card, ...]


class BetMade(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.BetMade.1"):
    """Primary: the first bet of the stage (Z3.2)."""

    seat: Seat
    points: int
    all_in: bool


class Called(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.Called.1"):
    """Primary: a seat matched the highest bet by putting in `points`, or all it had (Z3.3)."""

    seat: Seat
    points: int
    all_in: bool


class Raised(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.Raised.1"):
    """Primary: a seat raised to a stage total of `to` by putting in `points` (Z3.3)."""

    seat: Seat
    points: int
    to: int
    all_in: bool


class WentAllIn(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.WentAllIn.1"):
    """Primary: a seat put in everything it had left, `points` (Z3.3)."""

    seat: Seat
    points: int


class Checked(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.Checked.1"):
    """Primary: a seat let the turn pass, nobody having bet (Z3.2)."""

    seat: Seat


class Folded(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.Folded.1"):
    """Primary: a seat gave up (Z3.2, Z3.3)."""

    seat: Seat


class UncalledReturned(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.UncalledReturned.1"):
    """Derived: what nobody matched went back before pots and rake (Z4.1)."""

    stage: int
    seat: Seat
    points: int


class PotsFormed(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.PotsFormed.1"):
    """Derived: betting is over and these are the pots, P1 first (Z4)."""

    stage: int
    pots: tuple[FormedPot, ...]


class HandSplit(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.HandSplit.1"):
    """Primary: a seat, or the clock for it, split its hand (Z5.1, Z5.6). Hidden until all have."""

    seat: Seat
    front: tuple[Card, ...]
    back: tuple[Card, ...]


class HandsShown(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.HandsShown.1"):
    """Derived: every live seat has split, so the piles are open (Z5.7)."""

    stage: int
    hands: tuple[ShownHand, ...]


class PotAwarded(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.PotAwarded.1"):
    """Derived: a pot closed; `awards` is who got how much of it (Z6.2, Z6.3, Z7.7)."""

    stage: int
    pot: str
    points: int
    unbeaten: tuple[Seat, ...]
    awards: Mapping[Seat, int]


class PotTied(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.PotTied.1"):
    """Derived: nobody alone won the pot; it is carried into a playoff (Z6.2)."""

    stage: int
    pot: str
    points: int
    unbeaten: tuple[Seat, ...]


class BuyInOffered(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.BuyInOffered.1"):
    """Derived: who may buy in at which price; `unable` cannot pay and has missed it (Z7.2–Z7.4)."""

    stage: int
    price: int
    offered: tuple[Seat, ...]
    unable: tuple[Seat, ...]


class BoughtIn(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.BoughtIn.1"):
    """Primary: a seat paid `points` into `pot` and plays the next stage (Z7.5)."""

    seat: Seat
    points: int
    pot: str


class BuyInDeclined(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.BuyInDeclined.1"):
    """Primary: a seat let the offer go and is out for good (Z7.4)."""

    seat: Seat


class PlayoffOpened(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.PlayoffOpened.1"):
    """Derived: a playoff begins among `contestants`, p1 upward (Z7.1, Z7.6, Z8.1)."""

    stage: int
    head: Seat
    contestants: tuple[Seat, ...]


class RakeTaken(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.RakeTaken.1"):
    """Derived: the house took its rake of a seat, once (Z9.1); `parts` by award (Z9.5)."""

    seat: Seat
    points: int
    parts: tuple[RakePart, ...]


class RoundSettled(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.RoundSettled.1"):
    """Derived: the end, with every seat's figures in points (Z9.3) and the next head (Z8)."""

    committed: Mapping[Seat, int]
    returned: Mapping[Seat, int]
    received: Mapping[Seat, int]
    rake: Mapping[Seat, int]
    net: Mapping[Seat, int]
    next_head: Seat


class RoundVoided(KernelEvent, frozen=True, kw_only=True, tag="sizhidao.RoundVoided.1"):
    """Primary: the round ended without result; `returned` is all that each committed (Z9.4)."""

    returned: Mapping[Seat, int]


Betting = BetMade | Called | Raised | WentAllIn | Checked | Folded
Event = (
    RoundOpened
    | AntePosted
    | CardsDealt
    | Betting
    | UncalledReturned
    | PotsFormed
    | HandSplit
    | HandsShown
    | PotAwarded
    | PotTied
    | BuyInOffered
    | BoughtIn
    | BuyInDeclined
    | PlayoffOpened
    | RakeTaken
    | RoundSettled
    | RoundVoided
)
