"""A player's statement: opening balance, every change, closing balance."""

from collections.abc import Iterator, Sequence
from typing import Final

from api.reports.errors import NoSuchPlayerError
from api.reports.form import (
    PLAYER,
    Check,
    Line,
    Report,
    Told,
    one_of,
    points,
    standing,
    texts,
    time,
)
from api.reports.source import Source
from domain.kernel.text import Text, text, word
from projections.chips.entry import Kind as Entry
from projections.statement import ROUND, Held, held_by, opening_of, statement_of

OPENING: Final = "opening"
CLOSING: Final = "closing"
KINDS: Final = (
    *(Entry.DEPOSIT, Entry.WITHDRAWAL, Entry.ADJUSTMENT),
    *(Entry.SIT, Entry.TOP_UP, Entry.STAND_UP),
)
COLUMNS: Final = (
    time("at"),
    one_of("kind", OPENING, CLOSING, *KINDS, ROUND),
    *texts("of"),
    *points("wallet", "tables"),
    *standing("wallet_after", "tables_after", "total_after"),
)


def tell(source: Source) -> Told:
    """Return the player's lines between two of its balances."""
    player = source.asked.filters[PLAYER]
    if not source.has_account(player):
        raise NoSuchPlayerError(word("nobody has created the player"))
    connection, span = source.connection, source.span
    opening = opening_of(connection, player, span)
    last = [opening]

    def lines() -> Iterator[Line]:
        test = player in source.tests
        yield Line((span.since, OPENING, None, None, None, *_held(opening)), test=test, quiet=True)
        for one in statement_of(connection, player, span, opening):
            last[0] = one.after
            moved = (one.wallet, one.tables)
            yield Line((one.at, one.kind, one.of, *moved, *_held(one.after)), test=test)
        yield Line((span.until, CLOSING, None, None, None, *_held(last[0])), test=test, quiet=True)

    def checks() -> Sequence[Check]:
        closing = held_by(connection, player, span)
        detail = text("{opening}, then {closing}", opening=_words(opening), closing=_words(closing))
        name = text("opening balance + changes = closing balance")
        return (Check(name, closing == last[0], detail),)

    return Told(COLUMNS, lines(), checks)


def _held(held: Held) -> tuple[int, int, int]:
    return held.wallet, held.tables, held.total


def _words(held: Held) -> Text:
    return text("wallet {wallet}, at tables {tables}", wallet=held.wallet, tables=held.tables)


STATEMENT: Final = Report(
    "statement", text("Statement of a player"), tell, filters=(PLAYER,), needed=(PLAYER,)
)
