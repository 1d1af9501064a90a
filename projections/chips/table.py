"""The rows of the journal, and what they add up to: each day, and in all."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

SITS: Final = sa.text("entry = 'sit'")
"""Lines of which there are few: one for each time that somebody sat down, and the wallet's."""
JOURNAL: Final = table_of_rows(
    "journal",
    key("position", Whole),
    key("line", Whole),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("version", Whole, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("points", Whole, nullable=False),
    sa.Column("entered_at", sa.Text, nullable=False),
    sa.Index("journal_by_account", "generation", "account", "position"),
    sa.Index("journal_by_stream", "generation", "stream", "version"),
    sa.Index("journal_by_time", "generation", "entered_at"),
    sa.Index(
        "journal_sits",
        "generation",
        "account",
        "position",
        "entered_at",
        sqlite_where=SITS,
        postgresql_where=SITS,
    ),
)
"""Lines with one position are one entry, and the fact at that position of the log is its cause."""

BALANCES: Final = table_of_rows(
    "balances",
    key("account", sa.Text()),
    sa.Column("points", Whole, nullable=False),
)
"""What each account holds; one that is not listed holds nothing."""

DAYS: Final = table_of_rows(
    "journal_days",
    key("day", sa.Text()),
    key("account", sa.Text()),
    sa.Column("points", Whole, nullable=False),
)
"""What each account gained on a day of UTC, of those that have lines then.

Of a round's account there is no row unless points lay in it as the day ended: most rounds end on
the day on which they begin.
"""
