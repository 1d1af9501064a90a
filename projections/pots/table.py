"""The rows of the pots: one for each fact that moved points, with the view after it."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

POTS: Final = table_of_rows(
    "pots",
    key("round", sa.Text()),
    key("version", Whole),
    sa.Column("position", Whole, nullable=False),
    sa.Column("total", Whole, nullable=False),
    sa.Column("view", sa.Text, nullable=False),
)
