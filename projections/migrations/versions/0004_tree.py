"""The tiles of the tree over all events: complete ones, which never change."""

import sqlalchemy as sa
from alembic import op

from projections.migrations.roles import service_of

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TRIGGERS = (
    """
    CREATE TRIGGER tree_tiles_no_update BEFORE UPDATE ON tree_tiles
    BEGIN SELECT RAISE(ABORT, 'a stored tile is never changed'); END
    """,
    """
    CREATE TRIGGER tree_tiles_no_delete BEFORE DELETE ON tree_tiles
    BEGIN SELECT RAISE(ABORT, 'a stored tile is never deleted'); END
    """,
    # INSERT OR REPLACE fires neither of the above for the row that it replaces.
    """
    CREATE TRIGGER tree_tiles_no_replace BEFORE INSERT ON tree_tiles
    WHEN EXISTS (
      SELECT 1 FROM tree_tiles WHERE level = NEW.level AND number = NEW.number
      AND (first_position, last_position, root, hashes)
        <> (NEW.first_position, NEW.last_position, NEW.root, NEW.hashes)
    )
    BEGIN SELECT RAISE(ABORT, 'this tile is stored with another content'); END
    """,
)

REFUSAL = """
CREATE FUNCTION public.refuse_tile_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'a stored tile is never changed or deleted';
END
$$
"""

# ALWAYS: a session that calls itself a replica is refused, too.
SERVER = (
    REFUSAL,
    """
    CREATE TRIGGER tree_tiles_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON public.tree_tiles
    FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_tile_change()
    """,
    "ALTER TABLE public.tree_tiles ENABLE ALWAYS TRIGGER tree_tiles_no_change",
    "REVOKE ALL ON FUNCTION public.refuse_tile_change() FROM PUBLIC",
    "REVOKE ALL ON TABLE public.tree_tiles FROM PUBLIC",
)


def upgrade() -> None:
    """Create the table, and what lets it only grow."""
    connection = op.get_bind()
    server = connection.dialect.name == "postgresql"
    number = sa.BigInteger if server else sa.Integer
    op.create_table(
        "tree_tiles",
        sa.Column("level", number, nullable=False),
        sa.Column("number", number, nullable=False),
        sa.Column("first_position", number, nullable=False),
        sa.Column("last_position", number, nullable=False),
        # Before the hashes, which are long: it is read without them.
        sa.Column("root", sa.LargeBinary, nullable=False),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("level", "number"),
        sa.UniqueConstraint("level", "first_position"),
        schema="public" if server else None,
        sqlite_strict=True,
    )
    for statement in SERVER if server else TRIGGERS:
        connection.exec_driver_sql(statement)
    service = service_of(connection) if server else None
    if service is not None:
        # What revision 0002 allows with later tables is more than a tile needs.
        connection.exec_driver_sql(f"REVOKE UPDATE, DELETE ON public.tree_tiles FROM {service}")


def downgrade() -> None:
    """Refuse: what has been stored stays."""
    message = "the log is never taken back to an older form; restore a backup instead"
    raise RuntimeError(message)
