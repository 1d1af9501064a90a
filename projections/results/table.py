"""The rows of results: one for each seat of a round that is over, written once."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

RESULTS: Final = table_of_rows(
    "results",
    key("round", sa.Text()),
    key("seat", sa.Text()),
    sa.Column("position", Whole, nullable=False),
    sa.Column("ended_at", sa.Text, nullable=False),
    sa.Column("started_at", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", Whole, nullable=False),
    sa.Column("table", sa.Text),
    sa.Column("match", sa.Text),
    sa.Column("housed", Whole, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("stages", Whole, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("stack", Whole),
    sa.Column("committed", Whole),
    sa.Column("returned", Whole),
    sa.Column("received", Whole),
    sa.Column("rake", Whole),
    sa.Column("net", Whole),
    sa.Column("score", Whole),
    sa.Index("results_by_end", "generation", "ended_at", "position"),
    sa.Index("results_by_player", "generation", "player", "ended_at"),
)
"""`housed` is 1 if a table or a match started the round: then its nets move points of the house."""
