"""The rows of tricks: one for each, one for each seat's play, one for each ♠A captured."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

TRICKS: Final = table_of_rows(
    "tricks",
    key("round", sa.Text()),
    key("trick", Whole),
    sa.Column("match", sa.Text),
    sa.Column("leader", sa.Text, nullable=False),
    sa.Column("pattern", sa.Text, nullable=False),
    sa.Column("cards", Whole, nullable=False),
    sa.Column("attempted", sa.Text),
    sa.Column("winner", sa.Text),
    sa.Column("why", sa.Text),
    sa.Column("points", Whole),
    sa.Column("attack_points", Whole),
    sa.Column("aces", Whole, nullable=False),
    sa.Column("kitty_points", Whole),
    sa.Column("kitty_multiplier", Whole),
    sa.Column("version", Whole, nullable=False),
    sa.Column("position", Whole, nullable=False),
)
PLAYS: Final = table_of_rows(
    "trick_plays",
    key("round", sa.Text()),
    key("trick", Whole),
    key("place", Whole),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("faces", sa.Text, nullable=False),
    sa.Column("version", Whole, nullable=False),
    sa.Column("position", Whole, nullable=False),
)
ACES: Final = table_of_rows(
    "aces_captured",
    key("round", sa.Text()),
    key("version", Whole),
    sa.Column("trick", Whole, nullable=False),
    sa.Column("match", sa.Text),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("position", Whole, nullable=False),
)
"""`seat` captured a ♠A of `owner` (S7)."""
