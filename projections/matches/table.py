"""The rows of matches, of their four seats, and of their rounds."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

MATCHES: Final = table_of_rows(
    "matches",
    key("match", sa.Text()),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("ladder", sa.Text, nullable=False),
    sa.Column("level_a", sa.Text, nullable=False),
    sa.Column("level_b", sa.Text, nullable=False),
    sa.Column("dealer", sa.Text),
    sa.Column("rounds", Whole, nullable=False),
    sa.Column("running", sa.Text),
    sa.Column("winner", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Column("opened_at", sa.Text, nullable=False),
    sa.Column("ended_at", sa.Text),
    sa.Column("version", Whole, nullable=False),
    sa.Column("opened_position", Whole, nullable=False),
    sa.Index("matches_by_opening", "generation", "opened_position"),
)
SEATS: Final = table_of_rows(
    "match_seats",
    key("match", sa.Text()),
    key("seat", sa.Text()),
    sa.Column("player", sa.Text),
    sa.Column("ready", Whole, nullable=False),
    sa.Column("away", Whole, nullable=False),
    sa.Column("disabled", Whole, nullable=False),
    sa.Column("score", Whole, nullable=False),
    sa.Column("opened_position", Whole, nullable=False),
    sa.Index("match_seats_by_player", "generation", "player", "opened_position"),
)
"""All four seats from the opening on; a free one has no player. Flags are 0 or 1."""
ROUNDS: Final = table_of_rows(
    "match_rounds",
    key("match", sa.Text()),
    key("number", Whole),
    sa.Column("round", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("dealer", sa.Text),
    sa.Column("level_a", sa.Text, nullable=False),
    sa.Column("level_b", sa.Text, nullable=False),
    sa.Column("after_a", sa.Text),
    sa.Column("after_b", sa.Text),
    sa.Column("score_p1", Whole),
    sa.Column("score_p2", Whole),
    sa.Column("score_p3", Whole),
    sa.Column("score_p4", Whole),
    sa.Column("next_dealer", sa.Text),
    sa.Column("started_at", sa.Text, nullable=False),
    sa.Column("ended_at", sa.Text),
    sa.Column("position", Whole, nullable=False),
)
"""`position` is that of the fact that started or ended the round for the match."""
