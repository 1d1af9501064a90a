"""A player's statement: opening balance, every change, closing balance."""

from collections.abc import Iterator, Sequence
from typing import Final

from api.reports.errors import NoSuchPlayerError
from api.reports.form import PLAYER, Check, Line, Report, Told, points, standing, text, time
from api.reports.source import Source
from domain.kernel.text import word
from projections.results.statement import Held, held_by, opening_of, statement_of

COLUMNS: Final = (
    time("at"),
    *text("kind", "of"),
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
        yield Line(
            (span.since, "opening", None, None, None, *_held(opening)), test=test, quiet=True
        )
        for one in statement_of(connection, player, span, opening):
            last[0] = one.after
            moved = (one.wallet, one.tables)
            yield Line((one.at, one.kind, one.of, *moved, *_held(one.after)), test=test)
        yield Line(
            (span.until, "closing", None, None, None, *_held(last[0])), test=test, quiet=True
        )

    def checks() -> Sequence[Check]:
        closing = held_by(connection, player, span)
        detail = f"{_words(opening)}, then {_words(closing)}"
        name = "opening balance + changes = closing balance"
        return (Check(name, closing == last[0], detail),)

    return Told(COLUMNS, lines(), checks)


def _held(held: Held) -> tuple[int, int, int]:
    return held.wallet, held.tables, held.total


def _words(held: Held) -> str:
    return f"wallet {held.wallet}, at tables {held.tables}"


STATEMENT: Final = Report(
    "statement", "Statement of a player", tell, filters=(PLAYER,), needed=(PLAYER,)
)
