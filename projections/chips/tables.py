"""The journal's part of wallets and tables: points that come, go, sit down and stand up."""

from domain.house.table import events as table
from domain.house.wallet import events as wallet
from domain.kernel.decider import Event
from projections.chips import accounts
from projections.chips.books import TableBook
from projections.chips.entry import Entry, Kind, entry, transfer


def wallet_entry(event: Event) -> Entry | None:
    """Return the entry of a fact of a wallet.

    Each movement is told twice in the log, once in either stream; it is entered once, from the
    wallet's fact for what comes from outside, from the table's for what comes to a table.
    """
    match event:
        case wallet.PointsDeposited():
            to = accounts.wallet(event.player)
            return transfer(Kind.DEPOSIT, event.points, source=accounts.ISSUE, to=to)
        case wallet.PointsWithdrawn():
            source = accounts.wallet(event.player)
            return transfer(Kind.WITHDRAWAL, event.points, source=source, to=accounts.ISSUE)
        case wallet.PointsAdjusted():
            owner = accounts.wallet(event.player)
            return entry(Kind.ADJUSTMENT, (accounts.ISSUE, -event.points), (owner, event.points))
        case _:
            return None


def table_entry(table_id: str, event: Event) -> Entry | None:
    """Return the entry of a fact of a table. A round moves its stakes by its own facts."""
    match event:
        case table.PlayerSat() | table.StackToppedUp():
            kind = Kind.SIT if isinstance(event, table.PlayerSat) else Kind.TOP_UP
            seat = accounts.seat_at(table_id)(event.seat)
            return transfer(kind, event.points, source=accounts.wallet(event.player), to=seat)
        case table.PlayerStoodUp():
            seat = accounts.seat_at(table_id)(event.seat)
            home = accounts.wallet(event.player)
            return transfer(Kind.STAND_UP, event.points, source=seat, to=home)
        case _:
            return None


def running(book: TableBook, event: Event) -> TableBook:
    """Return which round the table runs after a fact."""
    match event:
        case table.RoundStarted():
            seats = tuple(line.seat for line in event.dealt_in)
            return TableBook(running=event.round, dealt_in=seats)
        case table.RoundEnded():
            return TableBook()
        case _:
            return book
