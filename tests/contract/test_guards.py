"""What a server lets whom do with the log: the service reads and appends, nobody changes."""

import psycopg
import pytest

from domain.log.adapter.server import APPEND_COMMANDS, conninfo, require_current_server
from domain.log.errors import LogUnavailableError, NotALogError
from domain.log.store import open_log
from tests.log.given import asked, bet, checked, ticking, write
from tests.support.postgres import USER, new_database, shared_server

COLUMNS = "(originator_id, originator_version, topic, state)"
ROW = "VALUES ('round/1', 3, 'sizhidao.Checked.1', '\\x00')"
TAKEN = "VALUES ('round/1', 2, 'sizhidao.Checked.1', '\\x00')"
UPSERT = "ON CONFLICT (originator_id, originator_version) DO UPDATE SET state = excluded.state"
FUNCTION = "append_events(text[], bigint[], text[], bytea[])"
ALONE = "append_events('{{{0}}}', '{{{1}}}', '{{t}}', '{{x}}')"
"""How processes of before revision 0005 append a row of a stream."""
TOGETHER = (
    "append_commands('{{1}}', '{{{0}}}', '{{{1}}}', '{{t}}', '{{x}}', '{{0}}', '{{}}', '{{}}')"
)
CHANGES = [
    "UPDATE events SET state = '\\x00'",
    "UPDATE events SET originator_version = 9 WHERE originator_version = 2",
    "UPDATE events SET state = '\\x00' WHERE false",
    "DELETE FROM events",
    "TRUNCATE events",
    "TRUNCATE events CASCADE",
    f"INSERT INTO events {COLUMNS} {TAKEN} {UPSERT}",
    "MERGE INTO events USING (SELECT 1) AS one ON true WHEN MATCHED THEN UPDATE SET topic = ''",
    "MERGE INTO events USING (SELECT 1) AS one ON true WHEN MATCHED THEN DELETE",
]
INSERTS = [f"INSERT INTO events {COLUMNS} {ROW}", "COPY events FROM PROGRAM 'true'"]
DEFINITIONS = [
    "DROP TABLE events",
    "DROP TRIGGER events_no_change ON events",
    "ALTER TABLE events DISABLE TRIGGER ALL",
    f"CREATE OR REPLACE FUNCTION {FUNCTION} RETURNS bigint[] LANGUAGE sql AS 'SELECT $2'",
    f"CREATE OR REPLACE FUNCTION {APPEND_COMMANDS} RETURNS bigint[] LANGUAGE sql AS 'SELECT $1'",
    "SELECT add_events('{round/2}', '{1}', '{t}', '{x}', '{}', '{}')",
    "SELECT setval('events_position_seq', 1)",
    "UPDATE alembic_version SET version_num = '0001'",
    "SET session_replication_role = replica",
]


@pytest.fixture
def filled(server_url: str) -> str:
    """The address of a log with two events and the commands that made them."""
    with open_log(server_url, now=ticking()) as log:
        for version in range(2):
            log.append([write("round/1", version, bet(version))], asked(f"{version}"))
    return server_url


def rows(url: str) -> list[tuple[object, ...]]:
    return shared_server().execute("SELECT * FROM events ORDER BY position", url.rpartition("/")[2])


def run_as(url: str, role: str | None, statement: str) -> None:
    with psycopg.connect(conninfo(url, role=role), autocommit=True) as connection:
        connection.execute(statement.encode())


def roles(url: str) -> tuple[str, str]:
    service = require_current_server(url)
    assert service is not None
    assert service.endswith("_service")
    return service.replace("_service", "_owner"), service


@pytest.mark.parametrize("statement", [*CHANGES, *INSERTS, *DEFINITIONS])
def test_the_service_changes_nothing(filled: str, statement: str) -> None:
    before = rows(filled)

    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        run_as(filled, roles(filled)[1], statement)

    assert rows(filled) == before


@pytest.mark.parametrize("statement", CHANGES)
@pytest.mark.parametrize("replica", [False, True])
def test_neither_does_the_owner_nor_the_superuser(
    filled: str, statement: str, *, replica: bool
) -> None:
    before = rows(filled)
    owner, _ = roles(filled)

    with pytest.raises(psycopg.errors.RestrictViolation, match="never changed"):
        run_as(filled, owner, statement)
    as_replica = "SET session_replication_role = replica; " if replica else ""
    with pytest.raises(psycopg.errors.RestrictViolation, match="never changed"):
        run_as(filled, None, as_replica + statement)

    assert rows(filled) == before


def test_a_log_acts_as_the_service(filled: str) -> None:
    _, service = roles(filled)
    with open_log(filled, now=ticking()) as log:
        recorder = log._read  # noqa: SLF001 -- who it is on the server is seen there only
        assert recorder.run("SELECT current_user, session_user") == [(service, USER)]  # type: ignore[attr-defined]
        with pytest.raises(LogUnavailableError) as failure:
            recorder.run("DELETE FROM events RETURNING 1")  # type: ignore[attr-defined]
        assert failure.value.__context__ is None


def test_a_log_opened_for_reading_cannot_even_append(filled: str) -> None:
    with open_log(filled, now=ticking(), read_only=True) as log:
        with pytest.raises(LogUnavailableError):
            log._read.run("SELECT append_events('{a/b}', '{1}', '{t}', '{x}')")  # type: ignore[attr-defined] # noqa: SLF001
        with pytest.raises(LogUnavailableError):
            log._read.run(f"SELECT {TOGETHER.format('a/b', 1)}")  # type: ignore[attr-defined] # noqa: SLF001
        assert len(log.read("round/1")) == 2


def test_a_login_serves_once_it_is_a_member(filled: str) -> None:
    name = f"login_of_{filled.rpartition('/')[2]}"
    shared_server().execute(f"CREATE ROLE {name} LOGIN PASSWORD 'pw'")
    theirs = shared_server().url(filled.rpartition("/")[2], name, "pw")
    with pytest.raises(NotALogError, match="may not use the log"):
        open_log(theirs, now=ticking())
    shared_server().execute(f"GRANT {roles(filled)[1]} TO {name}")

    with open_log(theirs, now=ticking()) as log:
        assert log.append([write("round/1", 2, checked())], asked("9")).version == 3

    shared_server().execute(f"DROP ROLE {name}")


@pytest.mark.parametrize("call", [ALONE, TOGETHER])
def test_a_version_without_its_predecessor_is_refused(filled: str, call: str) -> None:
    before = rows(filled)

    with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
        run_as(filled, None, f"SELECT {call.format('round/2', 2)}")

    assert rows(filled) == before


@pytest.mark.parametrize("call", [ALONE, TOGETHER])
def test_names_in_the_callers_schemas_are_not_what_the_function_uses(
    filled: str, call: str
) -> None:
    call = (
        "CREATE TEMP TABLE events (LIKE public.events);"
        " SET search_path = pg_temp, public;"
        f" SELECT public.{call.format('round/2', 1)}"
    )
    before = len(rows(filled))

    run_as(filled, None, call)

    assert len(rows(filled)) == before + 1


def test_notifications_carry_nothing(filled: str) -> None:
    with psycopg.connect(filled, autocommit=True) as connection:
        connection.execute("LISTEN paipu_events")
        with open_log(filled, now=ticking()) as log:
            log.append([write("round/1", 2, checked())], asked("9"))
        (told,) = connection.notifies(timeout=10, stop_after=1)

    assert told.payload == ""


def test_what_fails_is_not_quoted_in_the_servers_log() -> None:
    with new_database() as url, open_log(url, now=ticking()) as log:
        log.append([write("round/1", 0, bet(777_123))], asked("1"))
        row = log.read_stored("round/1")[0]
        again = ([row.stream], [1], [row.topic], [row.state])
        with psycopg.connect(url) as connection:
            append = "SELECT append_events(%s, %s, %s, %s)"
            with pytest.raises(psycopg.errors.IntegrityError):
                connection.execute(append, again, prepare=True)

    told = shared_server().log()
    assert "events_originator_id_originator_version_key" in told
    assert "777123" not in told
    assert b"777123".hex() not in told
