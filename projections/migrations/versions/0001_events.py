"""The table of events, which takes new rows only."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# A database client that changes stored events must first take these away, which shows in the file.
TRIGGERS = (
    """
    CREATE TRIGGER events_no_update BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'a stored event is never changed'); END
    """,
    """
    CREATE TRIGGER events_no_delete BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'a stored event is never deleted'); END
    """,
    # INSERT OR REPLACE fires neither of the above for the row that it replaces.
    """
    CREATE TRIGGER events_no_replace BEFORE INSERT ON events
    WHEN EXISTS (
      SELECT 1 FROM events
      WHERE originator_id = NEW.originator_id AND originator_version = NEW.originator_version
    )
    BEGIN SELECT RAISE(ABORT, 'this version of the stream is taken'); END
    """,
    # A position that was not given reads as -1 here. Readers that follow the log would never see
    # an event that was put behind them.
    """
    CREATE TRIGGER events_no_past BEFORE INSERT ON events
    WHEN NEW.position <> -1 AND NEW.position <= (SELECT max(position) FROM events)
    BEGIN SELECT RAISE(ABORT, 'positions only grow'); END
    """,
    """
    CREATE TRIGGER events_no_gap BEFORE INSERT ON events
    WHEN NEW.originator_version > 1 AND NOT EXISTS (
      SELECT 1 FROM events
      WHERE originator_id = NEW.originator_id AND originator_version = NEW.originator_version - 1
    )
    BEGIN SELECT RAISE(ABORT, 'the version before this one is missing'); END
    """,
)


def upgrade() -> None:
    """Create the table, its index of opened streams, and the triggers that let it only grow.

    On a PostgreSQL server, which no log was on before revision 0002, that one makes everything.
    """
    if op.get_bind().dialect.name == "postgresql":
        return
    op.create_table(
        "events",
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("originator_id", sa.Text, nullable=False),
        sa.Column("originator_version", sa.Integer, nullable=False),
        sa.Column("topic", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("originator_id", "originator_version"),
        sa.CheckConstraint("position >= 1"),
        sa.CheckConstraint("originator_version >= 1"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    # Without the streams of single commands, which nobody lists: there is one for every command.
    op.create_index(
        "events_opened",
        "events",
        ["topic", "position"],
        sqlite_where=sa.text("originator_version = 1 AND topic <> 'log.CommandAccepted.1'"),
    )
    for trigger in TRIGGERS:
        op.execute(trigger)


def downgrade() -> None:
    """Refuse: what has been stored stays."""
    message = "the log is never taken back to an older form; restore a backup instead"
    raise RuntimeError(message)
