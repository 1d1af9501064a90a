"""The rows of disputes and of adjustments."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

DISPUTES: Final = table_of_rows(
    "disputes",
    key("dispute", sa.Text()),
    sa.Column("round", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("verdict", sa.Text),
    sa.Column("due_ms", Whole, nullable=False),
    sa.Column("opened_at", sa.Text, nullable=False),
    sa.Column("decided_at", sa.Text),
    sa.Column("closed_at", sa.Text),
    sa.Column("version", Whole, nullable=False),
    *(
        sa.Index(f"disputes_by_{name}", "generation", name, "dispute", *rest)
        for name, rest in (
            ("by", ("round", "status", "due_ms")),
            ("round", ("by", "status", "due_ms")),
            ("status", ("by", "round", "due_ms")),
        )
    ),
)
ADJUSTMENTS: Final = table_of_rows(
    "adjustments",
    key("adjustment", sa.Text()),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("points", Whole, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("dispute", sa.Text),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("proposed_at", sa.Text, nullable=False),
    sa.Column("decided_at", sa.Text),
    sa.Column("decided_by", sa.Text),
    sa.Column("version", Whole, nullable=False),
    sa.Index("adjustments_by_status", "generation", "status", "adjustment"),
)
