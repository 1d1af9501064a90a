"""The rows of the rake: one for each award that rake falls on."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

RAKE: Final = table_of_rows(
    "rake",
    key("round", sa.Text()),
    key("seat", sa.Text()),
    key("stage", Whole),
    key("pot", sa.Text()),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("table", sa.Text),
    sa.Column("points", Whole, nullable=False),
    sa.Column("position", Whole, nullable=False),
    sa.Column("taken_at", sa.Text, nullable=False),
    sa.Index("rake_by_player", "generation", "player", "position"),
    sa.Index("rake_by_time", "generation", "taken_at", "points", "position"),
)
