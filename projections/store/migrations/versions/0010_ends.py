"""Where rounds ended, instead of results beside them; what accounts gained by day; who sat down."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MADE = {"sqlite_strict": True, "sqlite_with_rowid": False}
ENDED = """
UPDATE rounds SET ended_position = (
    SELECT min(position) FROM results
    WHERE results.round = rounds.round AND results.generation = (
        SELECT generation FROM projections WHERE name = 'results' AND live = 1
    )
) WHERE ended_at IS NOT NULL"""
UNKNOWN = """
DELETE FROM projections WHERE name = 'rounds' AND EXISTS (
    SELECT 1 FROM rounds WHERE ended_at IS NOT NULL AND ended_position IS NULL
)"""
# In two parts: lines of many points are beyond 64 bits together, also where all of them are not.
DAYS = """
INSERT INTO journal_days (generation, day, account, points)
SELECT generation, day, account, high * 4294967296 + low FROM (
    SELECT generation, substr(entered_at, 1, 10) AS day, account,
        CAST(sum(points / 4294967296) AS BIGINT) AS high,
        CAST(sum(points % 4294967296) AS BIGINT) AS low
    FROM journal GROUP BY generation, substr(entered_at, 1, 10), account
) AS added
WHERE high <> 0 OR low <> 0 OR account NOT LIKE 'round:%'"""
OF_RESULTS = ("stack", "committed", "returned", "received", "rake", "net", "score")
SITS = sa.text("entry = 'sit'")


def upgrade() -> None:
    """Take over what results knew; rounds that they did not know are built from the log again."""
    op.add_column("rounds", sa.Column("ended_position", WHOLE))
    op.execute(ENDED)
    op.execute(UNKNOWN)
    for name in ("rounds", "round_seats", "interruptions"):
        _forget(name, "rounds")
    op.create_index("rounds_by_end", "rounds", ["generation", "ended_at", "ended_position"])
    op.drop_table("results")
    op.execute("DELETE FROM projections WHERE name = 'results'")
    op.create_table(
        "journal_days",
        _key("generation", WHOLE),
        _key("day", sa.Text()),
        _key("account", sa.Text()),
        sa.Column("points", WHOLE, nullable=False),
        **MADE,
    )
    op.execute(DAYS)
    op.drop_index("rake_by_time", "rake")
    op.create_index("rake_by_time", "rake", ["generation", "taken_at", "points", "position"])
    op.create_index(
        "journal_sits",
        "journal",
        ["generation", "account", "position", "entered_at"],
        sqlite_where=SITS,
        postgresql_where=SITS,
    )
    _let_serve("journal_days")


def _forget(table: str, projection: str) -> None:
    """Remove the rows of generations that have no position any more."""
    known = f"SELECT generation FROM projections WHERE name = '{projection}'"  # noqa: S608 -- constants
    op.execute(f"DELETE FROM {table} WHERE generation NOT IN ({known})")  # noqa: S608 -- likewise


def downgrade() -> None:
    """Bring results back, empty: they can be built from the log again."""
    op.drop_index("journal_sits", "journal")
    op.drop_index("rake_by_time", "rake")
    op.create_index("rake_by_time", "rake", ["generation", "taken_at", "points"])
    op.drop_table("journal_days")
    op.create_table(
        "results",
        _key("generation", WHOLE),
        _key("round", sa.Text()),
        _key("seat", sa.Text()),
        sa.Column("position", WHOLE, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("ended_at", "started_at", "game")),
        sa.Column("rules", WHOLE, nullable=False),
        sa.Column("table", sa.Text),
        sa.Column("match", sa.Text),
        sa.Column("housed", WHOLE, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("stages", WHOLE, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        *(sa.Column(name, WHOLE) for name in OF_RESULTS),
        **MADE,
    )
    op.create_index("results_by_end", "results", ["generation", "ended_at", "position"])
    op.create_index("results_by_player", "results", ["generation", "player", "ended_at"])
    _let_serve("results")
    op.drop_index("rounds_by_end", "rounds")
    with op.batch_alter_table("rounds", table_kwargs=MADE) as rounds:
        rounds.drop_column("ended_position")


def _key(name: str, kind: Any) -> sa.Column[Any]:  # noqa: ANN401 -- any type of column
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _let_serve(table: str) -> None:
    """On a server, let the role that serves work with a table, which the owner's role owns."""
    if op.get_bind().dialect.name != "postgresql":
        return
    from projections.migrations.roles import service_of  # noqa: PLC0415 -- for a server only

    service = service_of(op.get_bind())
    if service is not None:
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO {service}")
