"""Migrating by the command, by several at once; and that nobody may change what is stored then."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from domain.log.adapter.server import conninfo, require_current_server
from domain.log.revision import REVISIONS
from domain.log.store import open_log
from projections.catalogue import PROJECTIONS
from projections.store.revision import REVISIONS as REVISIONS_OF_VIEWS
from tests.server.conftest import Desk, execute
from tests.support.keys import KEYS
from tests.support.logs import SHORT, store, ticking

STARTERS = 4
EVERYTHING = "SELECT * FROM events ORDER BY position"
Counted = list[tuple[object, ...]]


@pytest.fixture(scope="module")
def migrated(bare: Desk) -> Desk:
    """A database that four processes have migrated at once, from empty."""
    with ThreadPoolExecutor(STARTERS) as pool:
        runs = list(pool.map(lambda _: bare.run("paipu", "migrate"), range(STARTERS)))
    assert [(ran.returncode, ran.stderr) for ran in runs] == [(0, "")] * STARTERS
    assert all(ran.stdout.endswith(" is up to date\n") for ran in runs)
    with open_log(bare.url, now=ticking(), keys=KEYS) as log:
        store(log, "short", SHORT)
    return bare


def roles(url: str) -> dict[str, str]:
    service = str(require_current_server(url))
    assert service.endswith("_service")
    return {"service": service, "owner": service.replace("_service", "_owner")}


def test_several_processes_migrate_an_empty_database_at_once(migrated: Desk) -> None:
    versions = "SELECT version_num FROM {}"
    assert execute(migrated.url, versions.format("alembic_version")) == [(REVISIONS[-1],)]
    assert execute(migrated.url, versions.format("views_version")) == [(REVISIONS_OF_VIEWS[-1],)]
    owners = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'"
    assert execute(migrated.url, owners) == [(roles(migrated.url)["owner"],)]
    assert migrated.run("paipu", "doctor").returncode == 0


@pytest.mark.parametrize("role", ["service", "owner"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET state = '\\x00' WHERE originator_version = 1",
        "UPDATE events SET position = DEFAULT",
        "DELETE FROM events WHERE originator_version > 100",
        "TRUNCATE events",
    ],
)
def test_nobody_changes_or_removes_an_event(migrated: Desk, role: str, statement: str) -> None:
    before = execute(migrated.url, EVERYTHING)
    info = conninfo(migrated.url, role=roles(migrated.url)[role])
    with (
        psycopg.connect(info, autocommit=True) as connection,
        pytest.raises(
            (psycopg.errors.InsufficientPrivilege, psycopg.errors.RestrictViolation)
        ) as refused,
    ):
        connection.execute(statement.encode())
    kinds = {"service": "42501", "owner": "23001"}
    assert refused.value.sqlstate == kinds[role]
    assert execute(migrated.url, EVERYTHING) == before
    assert len(before) > 20


def test_a_login_of_the_service_plays_and_projects(migrated: Desk, tmp_path: Path) -> None:
    database = migrated.url.rpartition("/")[2]
    login = f"api_of_{database}"
    execute(migrated.url, f"CREATE ROLE {login} LOGIN PASSWORD 'its-own'")
    execute(migrated.url, f"GRANT {roles(migrated.url)['service']} TO {login}")
    try:
        host = migrated.url.partition("@")[2]
        desk = Desk(f"postgresql://{login}:its-own@{host}", migrated.keys, tmp_path)
        with open_log(desk.url, now=ticking(), keys=KEYS) as log:
            store(log, "theirs", SHORT)
        assert desk.done("paipu", "rebuild").count("facts") == len(PROJECTIONS)
        assert desk.done("replay", "verify", "--workers", "2").endswith("\nproven\n")
        assert desk.run("paipu", "migrate").returncode == 2
    finally:
        execute(migrated.url, f"DROP OWNED BY {login}")
        execute(migrated.url, f"DROP ROLE {login}")
