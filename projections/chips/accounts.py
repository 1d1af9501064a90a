"""The names of the accounts points lie in. A balance above zero is what the account holds."""

from collections.abc import Callable
from typing import Final

from domain.kernel.seats import Seat

ISSUE: Final = "issue"
"""Counter-account of deposits and withdrawals: minus what is in the house in all."""
RAKE: Final = "rake"
"""What the house took, of all rounds."""

WALLET: Final = "wallet:"
SEAT: Final = "seat:"
ROUND: Final = "round:"


def wallet(player: str) -> str:
    """Return the account of a player's points outside tables."""
    return WALLET + player


def seat_at(table: str) -> Callable[[Seat], str]:
    """Return what names the accounts of a table's seats: the stack at the seat."""
    return f"{SEAT}{table}/".__add__


def seat_of_round(round_id: str) -> Callable[[Seat], str]:
    """Return what names the seats of a round without a table: what the seat won or lost in it.

    Such a round's stacks come from no wallet, so the account begins at zero and goes below it.
    """
    return f"{SEAT}{ROUND_STREAM}{round_id}/".__add__


def pots_of(round_id: str) -> str:
    """Return the account of what lies on the table in a round: pots, and bets in front."""
    return ROUND + round_id


ROUND_STREAM: Final = "round/"
