"""Where a command goes: the kind of a stream and its id, and which decider answers there."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self

from domain.games.rounds import ROUND
from domain.house.access.decider import ACCESS
from domain.house.adjustment.decider import ADJUSTMENT
from domain.house.anchors.decider import ANCHORS
from domain.house.audit.decider import AUDITS
from domain.house.clock.decider import CLOCK
from domain.house.deck.decider import DECK
from domain.house.dispute.decider import DISPUTE
from domain.house.hold.decider import HOLD
from domain.house.incidents.decider import INCIDENTS
from domain.house.match.decider import MATCH
from domain.house.reference.decider import REFERENCE
from domain.house.reference.events import Direction
from domain.house.selfcheck.decider import SELFCHECK as SELFCHECK_DECIDER
from domain.house.session.decider import SESSION
from domain.house.switches.decider import SWITCHES as SWITCHES_DECIDER
from domain.house.table.decider import TABLE
from domain.house.tokens.decider import TOKENS as TOKENS_DECIDER
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
    ACCESS = "access"
    DISPUTE = "dispute"
    HOLD = "hold"
    ADJUSTMENT = "adjustment"
    DECK = "deck"
    ANCHORS = "anchors"
    SWITCHES = "switches"
    SELFCHECK = "selfcheck"
    TOKENS = "tokens"
    SESSION = "session"
    AUDIT = "audit"
    INCIDENTS = "incidents"


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


Look = Callable[[Address], Any]
"""Returns the state of a stream."""

_DECIDERS: Final[Mapping[str, Decider[Any, Any, Any]]] = {
    Kind.WALLET: WALLET,
    Kind.TABLE: TABLE,
    Kind.MATCH: MATCH,
    Kind.ROUND: ROUND,
    Kind.REFERENCE: REFERENCE,
    Kind.CLOCK: CLOCK,
    Kind.ACCESS: ACCESS,
    Kind.DISPUTE: DISPUTE,
    Kind.HOLD: HOLD,
    Kind.ADJUSTMENT: ADJUSTMENT,
    Kind.DECK: DECK,
    Kind.ANCHORS: ANCHORS,
    Kind.SWITCHES: SWITCHES_DECIDER,
    Kind.SELFCHECK: SELFCHECK_DECIDER,
    Kind.TOKENS: TOKENS_DECIDER,
    Kind.SESSION: SESSION,
    Kind.AUDIT: AUDITS,
    Kind.INCIDENTS: INCIDENTS,
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


def access(round_id: str) -> Address:
    """Return where it is kept who was shown the cards of a round."""
    return Address(Kind.ACCESS, round_id)


def dispute(dispute_id: str) -> Address:
    """Return where a dispute is."""
    return Address(Kind.DISPUTE, dispute_id)


def hold(round_id: str) -> Address:
    """Return where it is kept which disputes hold a round."""
    return Address(Kind.HOLD, round_id)


def adjustment(adjustment_id: str) -> Address:
    """Return where an adjustment is."""
    return Address(Kind.ADJUSTMENT, adjustment_id)


def deck(round_id: str) -> Address:
    """Return where the decks of a round are."""
    return Address(Kind.DECK, round_id)


def anchors(venue: str) -> Address:
    """Return where the anchors of a table or match are, which is given by its stream's name."""
    return Address(Kind.ANCHORS, venue)


def reference(direction: Direction, text: str) -> Address:
    """Return where it is kept whether an external reference was used in a direction."""
    return Address(Kind.REFERENCE, f"{direction}/{text}")


def session(session_id: str) -> Address:
    """Return where a session of a browser is."""
    return Address(Kind.SESSION, session_id)


def incidents(day: str) -> Address:
    """Return where it is kept what went wrong on a day, such as `2026-11-30` (H16)."""
    return Address(Kind.INCIDENTS, day)


DECK_AUDITS: Final = Address(Kind.AUDIT, "decks")
"""Where the audits of decks are recorded (H6.7)."""

COUNTER: Final = wallet(ISSUE)
"""The counter-account of all deposits and withdrawals (H2.3)."""
SWITCHES: Final = Address(Kind.SWITCHES, "house")
"""What is switched off in the house (H7)."""
SELFCHECK: Final = Address(Kind.SELFCHECK, "house")
"""What the house has found out about itself (H11)."""
TOKENS: Final = Address(Kind.TOKENS, "house")
"""Which tokens were taken back (H13.2)."""
