"""Appending many commands at once on a PostgreSQL server, each of them for itself."""

from alembic import op

from domain.log.adapter.server import APPEND_COMMANDS
from projections.migrations.roles import service_of

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ADD = "public.add_events(text[], bigint[], text[], bytea[], text[], bigint[])"

# What one command wants, or several: its rows, and the versions at which streams that it has only
# looked at must still be. It is called with the lock held, by the function below alone.
ADDING = """
CREATE FUNCTION public.add_events(
  streams text[], versions bigint[], topics text[], states bytea[],
  unchanged text[], unchanged_at bigint[]
) RETURNS bigint[]
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  positions bigint[];
BEGIN
  WITH added AS (
    INSERT INTO public.events (originator_id, originator_version, topic, state)
    SELECT * FROM unnest(streams, versions, topics, states)
    RETURNING position
  )
  SELECT array_agg(position) INTO positions FROM added;
  IF EXISTS (
    SELECT FROM unnest(streams, versions) AS added (stream, version)
    WHERE version > 1 AND NOT EXISTS (
      SELECT FROM public.events
      WHERE originator_id = stream AND originator_version = version - 1
    )
  ) THEN
    RAISE integrity_constraint_violation USING MESSAGE = 'the version before is missing';
  END IF;
  IF EXISTS (
    SELECT FROM unnest(unchanged, unchanged_at) AS seen (stream, version)
    WHERE EXISTS (
      SELECT FROM public.events
      WHERE originator_id = stream AND originator_version = version + 1
    )
  ) THEN
    RAISE integrity_constraint_violation USING MESSAGE = 'a stream has gone on';
  END IF;
  RETURN positions;
END
$$
"""

# `counts` and `looks` say how many rows, and how many streams that must not have changed, are of
# each command. All of them together as a rule, in one statement; when that is refused, one after
# the other: a command that is refused then has no positions, and is as if it had never been there.
# A lone one is refused by an error, which says why. Rows are looked up by the index whatever the
# planner thinks: it plans while the table is small, and keeps to that as it grows.
APPENDING = """
CREATE FUNCTION public.append_commands(
  counts bigint[], streams text[], versions bigint[], topics text[], states bytea[],
  looks bigint[], unchanged text[], unchanged_at bigint[]
) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  positions bigint[];
  row_ bigint := 0;
  look bigint := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(482670833664);
  NOTIFY paipu_events;
  IF cardinality(counts) = 1 THEN
    RETURN public.add_events(streams, versions, topics, states, unchanged, unchanged_at);
  END IF;
  BEGIN
    RETURN public.add_events(streams, versions, topics, states, unchanged, unchanged_at);
  EXCEPTION WHEN OTHERS THEN
    NULL;
  END;
  FOR number IN 1 .. cardinality(counts) LOOP
    BEGIN
      positions := positions || public.add_events(
        streams[row_ + 1 : row_ + counts[number]], versions[row_ + 1 : row_ + counts[number]],
        topics[row_ + 1 : row_ + counts[number]], states[row_ + 1 : row_ + counts[number]],
        unchanged[look + 1 : look + looks[number]], unchanged_at[look + 1 : look + looks[number]]
      );
    EXCEPTION WHEN OTHERS THEN
      positions := positions || array_fill(NULL::bigint, ARRAY[counts[number]::int]);
    END;
    row_ := row_ + counts[number];
    look := look + looks[number];
  END LOOP;
  RETURN positions;
END
$$
"""

CLOSED = (
    f"REVOKE ALL ON FUNCTION {ADD} FROM PUBLIC",
    f"REVOKE ALL ON FUNCTION {APPEND_COMMANDS} FROM PUBLIC",
)


def upgrade() -> None:
    """Create both functions. A process of before goes on with the one of revision 0002."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    for statement in (ADDING, APPENDING, *CLOSED):
        connection.exec_driver_sql(statement)
    service = service_of(connection)
    if service is not None:
        connection.exec_driver_sql(f"GRANT EXECUTE ON FUNCTION {APPEND_COMMANDS} TO {service}")


def downgrade() -> None:
    """Refuse: what has been stored stays."""
    message = "the log is never taken back to an older form; restore a backup instead"
    raise RuntimeError(message)
