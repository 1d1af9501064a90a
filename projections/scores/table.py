"""The rows of the score ledger: one for each seat and each cause of a round."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

SCORES: Final = table_of_rows(
    "scores",
    key("round", sa.Text()),
    key("cause", sa.Text()),
    key("seat", sa.Text()),
    sa.Column("match", sa.Text),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("score", Whole, nullable=False),
    sa.Column("position", Whole, nullable=False),
    sa.Column("given_at", sa.Text, nullable=False),
    sa.Index("scores_by_match", "generation", "match", "position"),
    sa.Index("scores_by_player", "generation", "player", "position"),
)
"""Lines of one round and cause add up to zero."""
