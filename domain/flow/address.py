"""Where a command goes: the kind of a stream and its id, and which decider answers there."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self

from domain.games.rounds import ROUND
from domain.house.clock.decider import CLOCK
from domain.house.match.decider import MATCH
from domain.house.reference.decider import REFERENCE
from domain.house.reference.events import Direction
from domain.house.table.decider import TABLE
from domain.house.wallet.decider import WALLET
from domain.house.wallet.state import ISSUE
from domain.kernel.decider import Decider


class Kind(StrEnum):
    """The kinds of streams, as their names begin."""

    WALLET = "wallet"
    TABLE = "table"
    MATCH = "match"
    ROUND = "round"
    REFERENCE = "reference"
    CLOCK = "clock"


class Address(NamedTuple):
    """A stream: its kind, and what it is about."""

    kind: Kind
    id: str

    @property
    def stream(self) -> str:
        """The stream's name in the log."""
        return f"{self.kind}/{self.id}"

    @property
    def decider(self) -> Decider[Any, Any, Any]:
        """The rules of the stream."""
        return _DECIDERS[self.kind]

    @classmethod
    def of(cls, stream: str) -> Self | None:
        """Return the address that a stream's name is of, None for a stream of another kind."""
        kind, _, about = stream.partition("/")
        return cls(Kind(kind), about) if kind in _DECIDERS and about else None


_DECIDERS: Final[Mapping[str, Decider[Any, Any, Any]]] = {
    Kind.WALLET: WALLET,
    Kind.TABLE: TABLE,
    Kind.MATCH: MATCH,
    Kind.ROUND: ROUND,
    Kind.REFERENCE: REFERENCE,
    Kind.CLOCK: CLOCK,
}


def wallet(player: str) -> Address:
    """Return where a player's wallet is."""
    return Address(Kind.WALLET, player)


def table(table_id: str) -> Address:
    """Return where a table is."""
    return Address(Kind.TABLE, table_id)


def match(match_id: str) -> Address:
    """Return where a match is."""
    return Address(Kind.MATCH, match_id)


def game(round_id: str) -> Address:
    """Return where a round is."""
    return Address(Kind.ROUND, round_id)


def clock(round_id: str) -> Address:
    """Return where the deadlines of a round are."""
    return Address(Kind.CLOCK, round_id)


def reference(direction: Direction, text: str) -> Address:
    """Return where it is kept whether an external reference was used in a direction."""
    return Address(Kind.REFERENCE, f"{direction}/{text}")


COUNTER: Final = wallet(ISSUE)
"""The counter-account of all deposits and withdrawals (H2.3)."""
