"""Rows of the journal and its balances out of facts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.house.table import events as table
from domain.house.wallet import events as wallet
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.log.streams import ROUNDS
from domain.sizhidao import events
from projections.chips import accounts
from projections.chips.books import EMPTY, Books
from projections.chips.entry import Entry
from projections.chips.starting import Started
from projections.chips.table import BALANCES, DAYS, JOURNAL
from projections.chips.view import WALLETS, Find, project
from projections.folding import Folded
from projections.moments import moment
from projections.projection import Projection
from projections.store.tables import Change, Row

NAME: Final = "chips"
FACTS: Final = (
    wallet.PointsDeposited,
    wallet.PointsWithdrawn,
    wallet.PointsAdjusted,
    table.PlayerSat,
    table.StackToppedUp,
    table.PlayerStoodUp,
    table.RoundStarted,
    table.RoundEnded,
    events.RoundOpened,
    events.AntePosted,
    events.BetMade,
    events.Called,
    events.Raised,
    events.WentAllIn,
    events.UncalledReturned,
    events.BoughtIn,
    events.PotAwarded,
    events.RakeTaken,
    events.RoundSettled,
    events.RoundVoided,
)

DAY: Final = len("2026-01-02")
"""How much of a time as it stands in rows is its day."""


class ChipsWriter:
    """Writes the journal's entries, and adds them to the balances."""

    def __init__(self, log: Log) -> None:
        self._books = Folded(log, EMPTY, self._again)
        self.forget = self._books.forget

    def remember(self, started: Started | None) -> None:
        """Take a table's books from somebody who has found them already."""
        if started is not None:
            self._books.keep(started.stream, started.books)

    def fold(self, facts: Sequence[Recorded]) -> Sequence[Change]:
        """Return a row for every line that facts enter, and what each account gained by them."""
        rows: list[Row] = []
        gained: Counter[str] = Counter()
        days: Counter[tuple[str, str]] = Counter()
        for fact in facts:
            made = self._entered(fact)
            if made is not None:
                rows += rows_of(fact, made)
                for line in made.lines:
                    gained[line.account] += line.points
                    days[rows[-1]["entered_at"][:DAY], line.account] += line.points
        added: list[Row] = [{"account": name, "points": n} for name, n in gained.items() if n]
        return (
            Change(JOURNAL, rows),
            Change(BALANCES, added, adds="points"),
            *changes_of_days(days),
        )

    def _entered(self, fact: Recorded) -> Entry | None:
        if fact.stream.startswith(WALLETS):  # which may be long, and need no book
            return project(EMPTY, fact, _no_other).entry
        before = self._books.before(fact)
        after, made = project(before, fact, self._finder(fact))
        self._books.keep(fact.stream, after)
        return made

    def _finder(self, fact: Recorded) -> Find:
        def find(stream: str) -> Books:
            books = self._books.of(stream, fact.position or 0)
            self._books.keep(stream, books)
            return books

        return find

    def _again(self, books: Books, fact: Recorded) -> Books:
        """Fold an event of the past: what it entered was found right then.

        So a table's past asks for no round, whose past would ask for the table's, and so on.
        """

        def find(stream: str) -> Books:
            return (
                EMPTY if stream.startswith(ROUNDS) else self._books.of(stream, fact.position or 0)
            )

        return project(books, fact, find).books


def changes_of_days(days: Mapping[tuple[str, str], int]) -> Iterator[Change]:
    """Yield what is added to the days: rounds' accounts, whose zeros are removed; the others."""
    for of_rounds in (True, False):
        added: list[Row] = [
            {"day": day, "account": account, "points": points}
            for (day, account), points in days.items()
            if account.startswith(accounts.ROUND) is of_rounds and (points or not of_rounds)
        ]
        yield Change(DAYS, added, adds="points", keeps_zeros=not of_rounds)


def _no_other(stream: str) -> Books:
    message = f"a wallet asks for {stream}"
    raise AssertionError(message)


def rows_of(fact: Recorded, made: Entry) -> list[Row]:
    """Return the rows of the entry that a fact made."""
    entered_at = moment(fact.envelope.recorded_at)
    return [
        {
            "position": fact.position,
            "line": number,
            "entry": made.kind.value,
            "stream": fact.stream,
            "version": fact.version,
            "account": line.account,
            "points": line.points,
            "entered_at": entered_at,
        }
        for number, line in enumerate(made.lines, 1)
    ]


PROJECTION: Final = Projection(NAME, FACTS, (JOURNAL, BALANCES, DAYS), ChipsWriter)
