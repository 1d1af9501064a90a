"""What reports are made of: results of seats, facts of the office, accounts; looking by time."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

TABLES = ("results", "office", "accounts")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables, and the indexes of those that were there by time."""
    _results()
    _table(
        "office",
        _key("position", WHOLE),
        _text("stream"),
        _number("version"),
        *map(_text, ("fact", "at", "actor")),
        sa.Column("player", sa.Text),
        sa.Column("points", WHOLE),
        _text("told"),
    )
    op.create_index("office_by_fact", "office", ["generation", "fact", "at"])
    op.create_index("office_by_stream", "office", ["generation", "stream", "version"])
    _table(
        "accounts", _key("player", sa.Text()), _text("stream"), _number("test"), _number("position")
    )
    op.create_index("accounts_by_stream", "accounts", ["generation", "stream"])
    op.create_index("journal_by_time", "journal", ["generation", "entered_at"])
    op.create_index("rake_by_time", "rake", ["generation", "taken_at", "points"])
    _let_serve()


def downgrade() -> None:
    """Remove the tables: they can be built from the log again."""
    op.drop_index("rake_by_time", "rake")
    op.drop_index("journal_by_time", "journal")
    for name in TABLES:
        op.drop_table(name)
    positions = sa.table("projections", sa.column("name"))
    op.execute(sa.delete(positions).where(positions.c.name.in_(("results", "office"))))


def _results() -> None:
    _table(
        "results",
        _key("round", sa.Text()),
        _key("seat", sa.Text()),
        _number("position"),
        *map(_text, ("ended_at", "started_at", "game")),
        _number("rules"),
        sa.Column("table", sa.Text),
        sa.Column("match", sa.Text),
        _number("housed"),
        _text("status"),
        _number("stages"),
        _text("player"),
        *(
            sa.Column(name, WHOLE)
            for name in ("stack", "committed", "returned", "received", "rake", "net", "score")
        ),
    )
    op.create_index("results_by_end", "results", ["generation", "ended_at", "position"])
    op.create_index("results_by_player", "results", ["generation", "player", "ended_at"])


def _let_serve() -> None:
    """On a server, let the role that serves work with the tables, which the owner's role owns."""
    if op.get_bind().dialect.name != "postgresql":
        return
    from projections.migrations.roles import service_of  # noqa: PLC0415 -- for a server only

    service = service_of(op.get_bind())
    if service is not None:
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {', '.join(TABLES)} TO {service}")


def _table(name: str, *columns: SchemaItem) -> None:
    generation = _key("generation", WHOLE)
    op.create_table(name, generation, *columns, sqlite_strict=True, sqlite_with_rowid=False)


def _key(name: str, kind: Any) -> sa.Column[Any]:  # noqa: ANN401 -- any type of column
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, WHOLE, nullable=False)


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False)
