"""The rows of the journal, and the balances that they add up to."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

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
)
"""Lines with one position are one entry, and the fact at that position of the log is its cause."""

BALANCES: Final = table_of_rows(
    "balances",
    key("account", sa.Text()),
    sa.Column("points", Whole, nullable=False),
)
"""What each account holds; one that is not listed holds nothing."""
