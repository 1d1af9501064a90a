"""Whether rounds are interrupted; a round that was played to its end is called complete."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0005"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OF_ROUNDS = ("rounds", "match_rounds")


def upgrade() -> None:
    """Create the table, and call settled rounds complete."""
    op.create_table(
        "interruptions",
        _key("generation", WHOLE),
        _key("clock", sa.Text()),
        sa.Column("interrupted", WHOLE, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    _rename("settled", "complete")
    _let_serve()


def downgrade() -> None:
    """Remove the table: it can be built from the log again."""
    op.drop_table("interruptions")
    _rename("complete", "settled")


def _rename(was: str, now: str) -> None:
    for name in OF_ROUNDS:
        rows = sa.table(name, sa.column("status"))
        op.execute(sa.update(rows).where(rows.c.status == was).values(status=now))


def _key(name: str, kind: Any) -> sa.Column[Any]:  # noqa: ANN401 -- any type of column
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _let_serve() -> None:
    """On a server, let the role that serves work with the table, which the owner's role owns."""
    if op.get_bind().dialect.name != "postgresql":
        return
    from projections.migrations.roles import service_of  # noqa: PLC0415 -- for a server only

    service = service_of(op.get_bind())
    if service is not None:
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON interruptions TO {service}")
