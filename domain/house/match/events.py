"""What can happen to a match of 比牌升級. Stream: `match/<id>`.

The seats of a match are those of all its rounds, p1 to p4; whoever sits there stays to the end.
"""

from collections.abc import Mapping

from domain.house.table.events import Ending
from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import Side


class MatchOpened(KernelEvent, frozen=True, kw_only=True, tag="house.MatchOpened.1"):
    """Primary: a match exists, with the settings of all its rounds (M1)."""

    match: str
    settings: Ruleset


class MatchSpectatorsDelayed(
    KernelEvent, frozen=True, kw_only=True, tag="house.MatchSpectatorsDelayed.1"
):
    """Primary: spectators see the match so many `seconds` late (H12.1)."""

    seconds: int


class PlayerJoined(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerJoined.1"):
    """Primary: a player took a free seat, and with it a side (M2)."""

    seat: Seat
    player: str


class PlayerReady(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerReady.1"):
    """Primary: a player is ready for the first round (M3)."""

    seat: Seat
    player: str


class PlayerQuit(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerQuit.1"):
    """Primary: a player left before the first round; the seat is free again (M3)."""

    seat: Seat
    player: str


class PlayerAway(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerAway.1"):
    """Primary: a player left a match that has begun; the clock plays the seat (M5)."""

    seat: Seat
    player: str


class PlayerBack(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerBack.1"):
    """Primary: a player who was away plays again (M5)."""

    seat: Seat
    player: str


class MatchRoundStarted(
    KernelEvent,
    frozen=True,
    kw_only=True,
    tag="house.MatchRoundStarted.1",
):
    """Primary: the round runs that is the `number`-th of the match, from 1 (M4).

    `levels` are those of both sides before it, `players` who plays from p1 to p4. Without a
    `dealer` it is a first round.
    """

    round: str
    number: int
    dealer: Seat | None
    levels: Mapping[Side, str]
    players: tuple[str, ...]


class MatchRoundEnded(KernelEvent, frozen=True, kw_only=True, tag="house.MatchRoundEnded.1"):
    """Derived: the round ended (M6). `scores` are those of the round, `totals` of the match so far.

    `levels` are those after it. A voided round has changed nothing, `next_dealer` being None if it
    was a first round.
    """

    round: str
    ending: Ending
    levels: Mapping[Side, str]
    scores: Mapping[Seat, int]
    totals: Mapping[Seat, int]
    next_dealer: Seat | None


class MatchWon(KernelEvent, frozen=True, kw_only=True, tag="house.MatchWon.1"):
    """Derived: a side has won the match by the round that just ended (M7)."""

    side: Side


class MatchAbandoned(KernelEvent, frozen=True, kw_only=True, tag="house.MatchAbandoned.1"):
    """Primary: an operator ended the match without a winner, giving a reason (M8).

    `round` is the one that ran and was voided by it, None if none ran.
    """

    reason: str
    round: str | None


class MatchSeatDisabled(
    KernelEvent,
    frozen=True,
    kw_only=True,
    tag="house.MatchSeatDisabled.1",
):
    """Derived: the player of a seat was disabled, so no round starts (M9)."""

    seat: Seat
    player: str


class MatchSeatEnabled(
    KernelEvent,
    frozen=True,
    kw_only=True,
    tag="house.MatchSeatEnabled.1",
):
    """Derived: the player of a seat was enabled again (M9)."""

    seat: Seat
    player: str


Event = (
    MatchOpened
    | MatchSpectatorsDelayed
    | PlayerJoined
    | PlayerReady
    | PlayerQuit
    | PlayerAway
    | PlayerBack
    | MatchRoundStarted
    | MatchRoundEnded
    | MatchWon
    | MatchAbandoned
    | MatchSeatDisabled
    | MatchSeatEnabled
)
