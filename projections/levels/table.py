"""The rows of the level ledger: one for each side whose level a round touched."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

LEVELS: Final = table_of_rows(
    "levels",
    key("round", sa.Text()),
    key("side", sa.Text()),
    sa.Column("match", sa.Text),
    sa.Column("before", sa.Text, nullable=False),
    sa.Column("gained", Whole, nullable=False),
    sa.Column("gained_for", sa.Text),
    sa.Column("lost", Whole, nullable=False),
    sa.Column("lost_for", sa.Text),
    sa.Column("after", sa.Text, nullable=False),
    sa.Column("position", Whole, nullable=False),
    sa.Column("changed_at", sa.Text, nullable=False),
    sa.Index("levels_by_match", "generation", "match", "position"),
)
