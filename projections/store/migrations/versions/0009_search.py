"""Disputes and adjustments; indexes by which rounds are searched, in the order of their time."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# SQLite sets no NOT NULL: the table is copied into one that is made like the others.
COPIED = {"sqlite_strict": True, "sqlite_with_rowid": False}
IN_TIME = ("started_at", "opened_position")
BY_OPENING = ["generation", "match", "opened_position"]
OF_DISPUTES = {
    "by": ("round", "status", "due_ms"),
    "round": ("by", "status", "due_ms"),
    "status": ("by", "round", "due_ms"),
}
STARTED = """
UPDATE round_seats SET started_at = (
    SELECT started_at FROM rounds
    WHERE rounds.generation = round_seats.generation AND rounds.round = round_seats.round
)"""


def upgrade() -> None:
    """Create tables and indexes, and let seats have the time at which their round started."""
    for name in ("match", "opening"):
        op.drop_index(f"rounds_by_{name}", "rounds")
    by_opening = ["generation", "opened_position", "started_at"]
    op.create_index("rounds_by_opening", "rounds", by_opening)
    for name in ("game", "match", "status", "table"):
        op.create_index(f"rounds_by_{name}", "rounds", ["generation", name, *IN_TIME])
    op.create_index("rounds_by_start", "rounds", ["generation", *IN_TIME])
    op.create_index("rounds_by_pot", "rounds", ["generation", "pot_total"])
    op.drop_index("round_seats_by_player", "round_seats")
    op.add_column("round_seats", sa.Column("started_at", sa.Text))
    op.execute(STARTED)
    with op.batch_alter_table("round_seats", table_kwargs=COPIED) as seats:
        seats.alter_column("started_at", existing_type=sa.Text(), nullable=False)
    op.create_index("round_seats_by_player", "round_seats", ["generation", "player", *IN_TIME])
    _disputes()
    _adjustments()
    _let_serve()


def downgrade() -> None:
    """Remove what is new: it can be built from the log again."""
    op.drop_table("adjustments")
    op.drop_table("disputes")
    op.drop_index("round_seats_by_player", "round_seats")
    with op.batch_alter_table("round_seats", table_kwargs=COPIED) as seats:
        seats.drop_column("started_at")
    by_player = ["generation", "player", "opened_position"]
    op.create_index("round_seats_by_player", "round_seats", by_player)
    for name in ("pot", "start", "game", "match", "status", "table", "opening"):
        op.drop_index(f"rounds_by_{name}", "rounds")
    op.create_index("rounds_by_opening", "rounds", ["generation", "opened_position"])
    op.create_index("rounds_by_match", "rounds", BY_OPENING)


def _disputes() -> None:
    _table(
        "disputes",
        _key("dispute"),
        *map(_text, ("round", "by", "status")),
        _open("verdict"),
        _number("due_ms"),
        _text("opened_at"),
        *map(_open, ("decided_at", "closed_at")),
        _number("version"),
    )
    for name, rest in OF_DISPUTES.items():
        columns = ["generation", name, "dispute", *rest]
        op.create_index(f"disputes_by_{name}", "disputes", columns)


def _adjustments() -> None:
    _table(
        "adjustments",
        _key("adjustment"),
        *map(_text, ("by", "player")),
        _number("points"),
        _text("reason"),
        _open("dispute"),
        *map(_text, ("status", "proposed_at")),
        *map(_open, ("decided_at", "decided_by")),
        _number("version"),
    )
    op.create_index("adjustments_by_status", "adjustments", ["generation", "status", "adjustment"])


def _let_serve() -> None:
    """On a server, let the role that serves work with the tables, which the owner's role owns."""
    if op.get_bind().dialect.name != "postgresql":
        return
    from projections.migrations.roles import service_of  # noqa: PLC0415 -- for a server only

    service = service_of(op.get_bind())
    if service is not None:
        tables = "disputes, adjustments"
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {tables} TO {service}")


def _table(name: str, *columns: SchemaItem) -> None:
    """Create the table of a projection."""
    generation = sa.Column("generation", WHOLE, primary_key=True, autoincrement=False)
    op.create_table(name, generation, *columns, sqlite_strict=True, sqlite_with_rowid=False)


def _key(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, primary_key=True, autoincrement=False)


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, WHOLE, nullable=False)


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False)


def _open(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text)
