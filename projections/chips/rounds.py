"""The journal's part of rounds of 四支刀: stakes go from seats to the round, and from it back."""

from domain.kernel.decider import Event
from domain.kernel.seats import seats_of
from domain.sizhidao import events
from projections.chips import accounts
from projections.chips.books import RoundBook, TableBook
from projections.chips.entry import Entry, Kind, entry, transfer


def opened(event: events.RoundOpened, table: TableBook) -> RoundBook:
    """Return the book of a round: its seats are those that its table dealt in when it started it.

    A round that no table started has seats of its own: it names none, or was played from a record
    that names one which never knew of it.
    """
    seats = seats_of(len(event.players))
    if event.table is not None and table.running == event.round:
        at_table = accounts.seat_at(event.table)
        named = {s: at_table(there) for s, there in zip(seats, table.dealt_in, strict=True)}
    else:
        own = accounts.seat_of_round(event.round)
        named = {seat: own(seat) for seat in seats}
    return RoundBook(
        pots=accounts.pots_of(event.round),
        accounts=named,
        gained=dict.fromkeys(named.values(), 0),
    )


def round_entry(book: RoundBook, event: Event) -> Entry | None:
    """Return the entry of a fact of a round. Raises `JournalError` at an end that does not fit."""
    match event:
        case events.BetMade() | events.Called() | events.Raised() | events.WentAllIn():
            return transfer(Kind.BET, event.points, source=book.accounts[event.seat], to=book.pots)
        case events.AntePosted():
            return transfer(Kind.ANTE, event.points, source=book.accounts[event.seat], to=book.pots)
        case events.BoughtIn():
            return transfer(
                Kind.BUY_IN, event.points, source=book.accounts[event.seat], to=book.pots
            )
        case events.UncalledReturned():
            return transfer(
                Kind.RETURN, event.points, source=book.pots, to=book.accounts[event.seat]
            )
        case events.PotAwarded():
            awards = [(book.accounts[seat], points) for seat, points in event.awards.items()]
            return entry(Kind.AWARD, (book.pots, -event.points), *awards)
        case events.RakeTaken():
            seat = book.accounts[event.seat]
            return transfer(Kind.RAKE, event.points, source=seat, to=accounts.RAKE)
        case events.RoundVoided():
            return _void(book)
        case events.RoundSettled():
            book.require({book.accounts[seat]: net for seat, net in event.net.items()})
            return None
        case _:
            return None


def _void(book: RoundBook) -> Entry | None:
    """Z9.4: every seat is put back to where it was; awards of a stage before are taken back."""
    back = [(account, -points) for account, points in book.gained.items()]
    return entry(Kind.VOID, (book.pots, -book.lying), *back)
