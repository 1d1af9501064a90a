"""The log on a PostgreSQL server: its table, the function that appends, and who may do what."""

from alembic import op

from domain.log.adapter.server import APPEND
from projections.migrations.roles import service_of

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# Names are compared by their bytes, as everywhere else, whatever the database's language.
TABLE = """
CREATE TABLE public.events (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  originator_id text COLLATE "C" NOT NULL,
  originator_version bigint NOT NULL CHECK (originator_version >= 1),
  topic text COLLATE "C" NOT NULL,
  state bytea NOT NULL,
  UNIQUE (originator_id, originator_version)
)
"""

# Without the streams of single commands, which nobody lists: there is one for every command.
OPENED = """
CREATE INDEX events_opened ON public.events (topic, position)
WHERE originator_version = 1 AND topic <> 'log.CommandAccepted.1'
"""

# The lock is held until the transaction is over. So positions are given in the order in which they
# become visible, and a reader that has seen one will never find a lower one that is new. It is a
# lock of its own, not one on the table, so it waits for no VACUUM, ANALYZE or CREATE INDEX.
FUNCTION = """
CREATE FUNCTION public.append_events(
  streams text[], versions bigint[], topics text[], states bytea[]
) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  positions bigint[];
BEGIN
  PERFORM pg_advisory_xact_lock(482670833664);
  NOTIFY paipu_events;
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
  RETURN positions;
END
$$
"""

REFUSAL = """
CREATE FUNCTION public.refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'a stored event is never changed or deleted';
END
$$
"""

# Whoever changes stored events must first take this away, which takes the owner's role. ALWAYS: a
# session that calls itself a replica is refused, too.
TRIGGERS = (
    """
    CREATE TRIGGER events_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON public.events
    FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change()
    """,
    "ALTER TABLE public.events ENABLE ALWAYS TRIGGER events_no_change",
)

CLOSED = (
    f"REVOKE ALL ON FUNCTION {APPEND} FROM PUBLIC",
    "REVOKE ALL ON FUNCTION public.refuse_change() FROM PUBLIC",
    "REVOKE ALL ON TABLE public.events, public.alembic_version FROM PUBLIC",
)


def grants(service: str) -> tuple[str, ...]:
    """Return what the service may do: read and append; and what it may with later tables."""
    later = "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT"
    return (
        f"GRANT SELECT ON TABLE public.events, public.alembic_version TO {service}",
        f"GRANT EXECUTE ON FUNCTION {APPEND} TO {service}",
        f"{later} SELECT, INSERT, UPDATE, DELETE ON TABLES TO {service}",
        f"{later} USAGE ON SEQUENCES TO {service}",
    )


def upgrade() -> None:
    """Create all of it. In a file, revision 0001 has made what is needed."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    for statement in (TABLE, OPENED, FUNCTION, REFUSAL, *TRIGGERS, *CLOSED):
        connection.exec_driver_sql(statement)
    service = service_of(connection)
    if service is not None:
        for statement in grants(service):
            connection.exec_driver_sql(statement)


def downgrade() -> None:
    """Refuse: what has been stored stays."""
    message = "the log is never taken back to an older form; restore a backup instead"
    raise RuntimeError(message)
