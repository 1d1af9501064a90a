"""The rows of the office: one for each fact, written once; and one for each account."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

OFFICE: Final = table_of_rows(
    "office",
    key("position", Whole),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("version", Whole, nullable=False),
    sa.Column("fact", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("player", sa.Text),
    sa.Column("points", Whole),
    sa.Column("told", sa.Text, nullable=False),
    sa.Index("office_by_fact", "generation", "fact", "at"),
    sa.Index("office_by_stream", "generation", "stream", "version"),
)
"""`fact` is the stored name of what happened, `told` what a report may tell of it, as JSON."""

ACCOUNTS: Final = table_of_rows(
    "accounts",
    key("player", sa.Text()),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("test", Whole, nullable=False),
    sa.Column("position", Whole, nullable=False),
    sa.Index("accounts_by_stream", "generation", "stream"),
)
