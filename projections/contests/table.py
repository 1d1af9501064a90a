"""The rows of contests: one for each, and one for each step of it and of the returns after it."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

CONTESTS: Final = table_of_rows(
    "contests",
    key("round", sa.Text()),
    sa.Column("match", sa.Text),
    sa.Column("starter", sa.Text),
    sa.Column("face_up", sa.Text),
    sa.Column("winner", sa.Text),
    sa.Column("points", Whole),
    sa.Column("cards", Whole),
    sa.Column("dealer", sa.Text),
    sa.Column("trump", sa.Text),
    sa.Column("returned", Whole, nullable=False),
    sa.Column("steps", Whole, nullable=False),
    sa.Column("version", Whole, nullable=False),
    sa.Column("position", Whole, nullable=False),
)
STEPS: Final = table_of_rows(
    "contest_steps",
    key("round", sa.Text()),
    key("step", Whole),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("other", sa.Text),
    sa.Column("cards", Whole, nullable=False),
    sa.Column("faces", sa.Text),
    sa.Column("total", Whole),
    sa.Column("version", Whole, nullable=False),
    sa.Column("position", Whole, nullable=False),
)
"""`faces` are cards that lay open; of returned ones the number is all that is written."""
