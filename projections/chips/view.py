"""The journal: `project` says what a fact enters, and what to remember for the next ones."""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.house.table import events as table
from domain.log.envelope import Recorded
from domain.log.streams import ROUNDS
from domain.sizhidao import events
from projections.chips import accounts
from projections.chips.books import EMPTY, Books
from projections.chips.entry import Entry
from projections.chips.rounds import opened, round_entry
from projections.chips.tables import running, table_entry, wallet_entry

TABLES: Final = "table/"
WALLETS: Final = "wallet/"

Find = Callable[[str], Books]
"""Finds another stream's books as they are before the fact."""


class Step(NamedTuple):
    """What a fact does: the books of its stream after it, and what it enters into the journal."""

    books: Books
    entry: Entry | None


def project(books: Books, fact: Recorded, find: Find) -> Step:
    """Return what a fact does, given the books of its stream. Raises `JournalError`.

    `find` is asked when a round is opened, for its table, and when it ends there, for the round.
    """
    stream = fact.stream
    if stream.startswith(ROUNDS):
        return _round(books, fact, find)
    if stream.startswith(TABLES):
        return _table(books, fact, find)
    return Step(books, wallet_entry(fact.event) if stream.startswith(WALLETS) else None)


def _round(books: Books, fact: Recorded, find: Find) -> Step:
    event = fact.event
    if isinstance(event, events.RoundOpened):
        at = EMPTY if event.table is None else find(TABLES + event.table)
        return Step(replace(books, round=opened(event, at.table)), None)
    if books.round is None:
        return Step(books, None)
    made = round_entry(books.round, event)
    return Step(books if made is None else replace(books, round=books.round.after(made)), made)


def _table(books: Books, fact: Recorded, find: Find) -> Step:
    event, table_id = fact.event, fact.stream.removeprefix(TABLES)
    if isinstance(event, table.RoundEnded):
        ended = find(ROUNDS + event.round).round
        if ended is not None:
            account = accounts.seat_at(table_id)
            ended.require({account(seat): net for seat, net in event.net.items()})
    after = running(books.table, event)
    if after is not books.table:
        books = replace(books, table=after)
    return Step(books, table_entry(table_id, event))
