"""Indexes by which the acknowledgements of a round's or a match's commands are found."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# The name of a stream stands in the body behind `"stream":"`, and its first bytes are indexed; of
# two rounds in one body, which no command of ours has, neither is, but that there are two. The
# database keeps the index as it keeps any: nothing that appends or restores has to know of it. It
# is made of built-in functions that take any bytes, for what is stored may be damaged.
IN_FILE = """
CREATE INDEX events_naming_{kind} ON events (
  CASE WHEN instr(substr(state, instr(state, X'{mark}') + 1), X'{mark}') > 0 THEN X''
  ELSE substr(state, instr(state, X'{mark}') + {end}, 40) END
)
WHERE topic = 'log.CommandAccepted.1' AND instr(state, X'{mark}') > 0
"""
ON_SERVER = """
CREATE INDEX events_naming_{kind} ON public.events ((
  CASE WHEN position(
    '\\x{mark}'::bytea IN substr(state, position('\\x{mark}'::bytea IN state) + 1)
  ) > 0 THEN '\\x'::bytea
  ELSE substr(state, position('\\x{mark}'::bytea IN state) + {end}, 40) END
))
WHERE topic = 'log.CommandAccepted.1' AND position('\\x{mark}'::bytea IN state) > 0
"""


def upgrade() -> None:
    """Create both indexes, over all that is stored. On a server whoever appends waits for it."""
    connection = op.get_bind()
    statement = ON_SERVER if connection.dialect.name == "postgresql" else IN_FILE
    for kind in ("round", "match"):
        mark = f'"stream":"{kind}/'.encode()
        connection.exec_driver_sql(statement.format(kind=kind, mark=mark.hex(), end=len(mark)))


def downgrade() -> None:
    """Refuse: what has been stored stays."""
    message = "the log is never taken back to an older form; restore a backup instead"
    raise RuntimeError(message)
