"""The tables of matches of 比牌升級, their ledgers, contests and tricks; rounds of either game."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLES = (
    "aces_captured",
    "contest_steps",
    "contests",
    "levels",
    "match_rounds",
    "match_seats",
    "matches",
    "scores",
    "trick_plays",
    "tricks",
)
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# SQLite drops no NOT NULL: the table is copied into one that is made like the others.
COPIED = {"sqlite_strict": True, "sqlite_with_rowid": False}
BY_MATCH = ["generation", "match", "opened_position"]


def upgrade() -> None:
    """Create the tables, and let rounds have what only 升級 has and lack what only 四支刀 has."""
    with op.batch_alter_table("rounds", table_kwargs=COPIED) as rounds:
        rounds.alter_column("head", existing_type=sa.Text(), nullable=True)
        for name in ("match", "level", "dealer", "next_dealer", "winners"):
            rounds.add_column(sa.Column(name, sa.Text))
        rounds.add_column(sa.Column("attack_points", WHOLE))
    op.create_index("rounds_by_match", "rounds", BY_MATCH)
    with op.batch_alter_table("round_seats", table_kwargs=COPIED) as seats:
        seats.alter_column("stack", existing_type=WHOLE, nullable=True)
        seats.add_column(sa.Column("side", sa.Text))
        seats.add_column(sa.Column("score", WHOLE))
    _matches()
    _ledgers()
    _contests()
    _tricks()
    _let_serve()


def downgrade() -> None:
    """Remove the tables, and the rounds of 升級: they can be built from the log again."""
    for name in TABLES:
        op.drop_table(name)
    op.execute("DELETE FROM rounds WHERE head IS NULL")
    op.execute("DELETE FROM round_seats WHERE stack IS NULL")
    op.drop_index("rounds_by_match", "rounds")
    with op.batch_alter_table("rounds", table_kwargs=COPIED) as rounds:
        rounds.alter_column("head", existing_type=sa.Text(), nullable=False)
        for name in ("match", "level", "dealer", "next_dealer", "winners", "attack_points"):
            rounds.drop_column(name)
    with op.batch_alter_table("round_seats", table_kwargs=COPIED) as seats:
        seats.alter_column("stack", existing_type=WHOLE, nullable=False)
        seats.drop_column("side")
        seats.drop_column("score")


def _let_serve() -> None:
    """On a server, let the role that serves work with the tables, which the owner's role owns."""
    if op.get_bind().dialect.name != "postgresql":
        return
    from projections.migrations.roles import service_of  # noqa: PLC0415 -- for a server only

    service = service_of(op.get_bind())
    if service is not None:
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {', '.join(TABLES)} TO {service}")


def _matches() -> None:
    _table(
        "matches",
        _key("match", sa.Text()),
        *map(_text, ("status", "ladder", "level_a", "level_b")),
        _open("dealer"),
        _number("rounds"),
        *map(_open, ("running", "winner", "reason")),
        _text("opened_at"),
        _open("ended_at"),
        _number("version"),
        _number("opened_position"),
    )
    op.create_index("matches_by_opening", "matches", ["generation", "opened_position"])
    _table(
        "match_seats",
        _key("match", sa.Text()),
        _key("seat", sa.Text()),
        _open("player"),
        *map(_number, ("ready", "away", "disabled", "score", "opened_position")),
    )
    by_player = ["generation", "player", "opened_position"]
    op.create_index("match_seats_by_player", "match_seats", by_player)
    _table(
        "match_rounds",
        _key("match", sa.Text()),
        _key("number", WHOLE),
        _text("round"),
        _text("status"),
        _open("dealer"),
        _text("level_a"),
        _text("level_b"),
        _open("after_a"),
        _open("after_b"),
        *(_open(f"score_p{number}", WHOLE) for number in range(1, 5)),
        _open("next_dealer"),
        _text("started_at"),
        _open("ended_at"),
        _number("position"),
    )


def _ledgers() -> None:
    _table(
        "levels",
        _key("round", sa.Text()),
        _key("side", sa.Text()),
        _open("match"),
        _text("before"),
        _number("gained"),
        _open("gained_for"),
        _number("lost"),
        _open("lost_for"),
        _text("after"),
        _number("position"),
        _text("changed_at"),
    )
    op.create_index("levels_by_match", "levels", ["generation", "match", "position"])
    _table(
        "scores",
        _key("round", sa.Text()),
        _key("cause", sa.Text()),
        _key("seat", sa.Text()),
        _open("match"),
        _text("player"),
        _number("score"),
        _number("position"),
        _text("given_at"),
    )
    op.create_index("scores_by_match", "scores", ["generation", "match", "position"])
    op.create_index("scores_by_player", "scores", ["generation", "player", "position"])


def _contests() -> None:
    _table(
        "contests",
        _key("round", sa.Text()),
        *map(_open, ("match", "starter", "face_up", "winner")),
        _open("points", WHOLE),
        _open("cards", WHOLE),
        _open("dealer"),
        _open("trump"),
        *map(_number, ("returned", "steps", "version", "position")),
    )
    _table(
        "contest_steps",
        _key("round", sa.Text()),
        _key("step", WHOLE),
        _text("kind"),
        _text("seat"),
        _open("other"),
        _number("cards"),
        _open("faces"),
        _open("total", WHOLE),
        _number("version"),
        _number("position"),
    )


def _tricks() -> None:
    _table(
        "tricks",
        _key("round", sa.Text()),
        _key("trick", WHOLE),
        _open("match"),
        _text("leader"),
        _text("pattern"),
        _number("cards"),
        *map(_open, ("attempted", "winner", "why")),
        _open("points", WHOLE),
        _open("attack_points", WHOLE),
        _number("aces"),
        _open("kitty_points", WHOLE),
        _open("kitty_multiplier", WHOLE),
        _number("version"),
        _number("position"),
    )
    _table(
        "trick_plays",
        _key("round", sa.Text()),
        _key("trick", WHOLE),
        _key("place", WHOLE),
        *map(_text, ("seat", "player", "faces")),
        _number("version"),
        _number("position"),
    )
    _table(
        "aces_captured",
        _key("round", sa.Text()),
        _key("version", WHOLE),
        _number("trick"),
        _open("match"),
        _text("seat"),
        _text("owner"),
        _number("position"),
    )


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


def _open(name: str, kind: Any = sa.Text) -> sa.Column[Any]:  # noqa: ANN401 -- any type of column
    """Return a column that may say nothing."""
    return sa.Column(name, kind)
