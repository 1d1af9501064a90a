"""The table of wrapped data keys: what opens the sealed parts of events, itself encrypted."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. Its rows, unlike events, are rewrapped and erased."""
    server = op.get_bind().dialect.name == "postgresql"
    # Names are compared by their bytes, as everywhere else, whatever the database's language.
    name = sa.Text(collation="C") if server else sa.Text
    op.create_table(
        "data_keys",
        sa.Column("stream", name, nullable=False),
        sa.Column("audience", name, nullable=False),
        sa.Column("master", name, nullable=False),
        sa.Column("wrapped", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("stream", "audience"),
        schema="public" if server else None,
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Refuse: without its keys nothing that is sealed could be opened any more."""
    message = "the log is never taken back to an older form; restore a backup instead"
    raise RuntimeError(message)
