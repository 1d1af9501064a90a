"""The tables of pots, rounds, journal and rake, and the positions of their projections."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0004"
down_revision = None
branch_labels = None
depends_on = None

TABLES = ("balances", "journal", "round_seats", "rounds", "rake", "pots", "projections")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "projections",
        _key("name", sa.Text()),
        _key("generation", WHOLE),
        _number("position"),
        _number("live"),
        sqlite_strict=True,
    )
    op.create_index(
        "projections_live",
        "projections",
        ["name"],
        unique=True,
        sqlite_where=sa.text("live = 1"),
        postgresql_where=sa.text("live = 1"),
    )
    _pots_and_rake()
    _rounds()
    _journal()
    _let_serve()


def downgrade() -> None:
    """Remove the tables: they can be built from the log again."""
    for name in TABLES:
        op.drop_table(name)


def _let_serve() -> None:
    """On a server, let the role that serves work with the tables, which the owner's role owns."""
    if op.get_bind().dialect.name != "postgresql":
        return
    from projections.migrations.roles import service_of  # noqa: PLC0415 -- for a server only

    service = service_of(op.get_bind())
    if service is not None:
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {', '.join(TABLES)} TO {service}")
        op.execute(f"GRANT SELECT ON views_version TO {service}")


def _pots_and_rake() -> None:
    _table(
        "pots",
        _key("round", sa.Text()),
        _key("version", WHOLE),
        _number("position"),
        _number("total"),
        _text("view"),
    )
    _table(
        "rake",
        _key("round", sa.Text()),
        _key("seat", sa.Text()),
        _key("stage", WHOLE),
        _key("pot", sa.Text()),
        _text("player"),
        sa.Column("table", sa.Text),
        _number("points"),
        _number("position"),
        _text("taken_at"),
    )
    op.create_index("rake_by_player", "rake", ["generation", "player", "position"])


def _rounds() -> None:
    _table(
        "rounds",
        _key("round", sa.Text()),
        _text("game"),
        sa.Column("table", sa.Text),
        _number("rules"),
        _text("status"),
        _text("head"),
        sa.Column("next_head", sa.Text),
        _number("stages"),
        sa.Column("pot_total", WHOLE),
        _text("started_at"),
        sa.Column("ended_at", sa.Text),
        _number("version"),
        _number("opened_position"),
    )
    op.create_index("rounds_by_opening", "rounds", ["generation", "opened_position"])
    _table(
        "round_seats",
        _key("round", sa.Text()),
        _key("seat", sa.Text()),
        _text("player"),
        _number("stack"),
        sa.Column("committed", WHOLE),
        sa.Column("returned", WHOLE),
        sa.Column("received", WHOLE),
        sa.Column("rake", WHOLE),
        sa.Column("net", WHOLE),
        _number("opened_position"),
    )
    by_player = ["generation", "player", "opened_position"]
    op.create_index("round_seats_by_player", "round_seats", by_player)


def _journal() -> None:
    _table(
        "journal",
        _key("position", WHOLE),
        _key("line", WHOLE),
        _text("entry"),
        _text("stream"),
        _number("version"),
        _text("account"),
        _number("points"),
        _text("entered_at"),
    )
    by_account = ["generation", "account", "position"]
    op.create_index("journal_by_account", "journal", by_account)
    op.create_index("journal_by_stream", "journal", ["generation", "stream", "version"])
    _table("balances", _key("account", sa.Text()), _number("points"))


def _table(name: str, *columns: SchemaItem) -> None:
    """Create the table of a projection."""
    generation = _key("generation", WHOLE)
    op.create_table(name, generation, *columns, sqlite_strict=True, sqlite_with_rowid=False)


def _key(name: str, kind: Any) -> sa.Column[Any]:  # noqa: ANN401 -- any type of column
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, WHOLE, nullable=False)


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False)
