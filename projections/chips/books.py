"""What the journal remembers of a table and of a round to enter their next fact."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.kernel.seats import Seat
from projections.chips.entry import Entry, JournalError


class TableBook(msgspec.Struct, frozen=True, kw_only=True):
    """The round that a table runs: its id, and the table's seats in the order of the round's."""

    running: str | None = None
    dealt_in: tuple[Seat, ...] = ()


class RoundBook(msgspec.Struct, frozen=True, kw_only=True):
    """A round: the account of each seat, what each gained so far, and what lies on the table."""

    pots: str
    accounts: Mapping[Seat, str]
    gained: Mapping[str, int]
    lying: int = 0

    def after(self, made: Entry | None) -> "RoundBook":
        """Return the book after an entry."""
        if made is None:
            return self
        gained = dict(self.gained)
        lying = self.lying
        for line in made.lines:
            if line.account == self.pots:
                lying += line.points
            elif line.account in gained:
                gained[line.account] += line.points
        return replace(self, gained=gained, lying=lying)

    def require(self, net: Mapping[str, int]) -> None:
        """Refuse an end at which points still lie there, or seats gained other than `net` says."""
        wrong = next((a for a in self.gained if self.gained[a] != net.get(a, 0)), None)
        wrong = wrong or next((a for a in net if a not in self.gained and net[a]), None)
        if self.lying or wrong is not None:
            message = f"{self.pots} ends with other points in {wrong or self.pots} than were moved"
            raise JournalError(message)


class Books(msgspec.Struct, frozen=True, kw_only=True):
    """The book of one stream: of a table, of a round, or of neither."""

    table: TableBook
    round: RoundBook | None = None


EMPTY: Final = Books(table=TableBook())
