"""Migrating on a server: from nothing, again, at once, by whom, and what cannot become a log."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command

from domain.log.address import is_postgres, shown
from domain.log.errors import (
    LogAddressError,
    LogError,
    LogMissingError,
    LogUnavailableError,
    NewerLogError,
    NotALogError,
    NotMigratedError,
)
from domain.log.revision import REVISIONS
from domain.log.store import open_log
from projections.migrations.roles import role_names
from projections.migrations.upgrade import configuration, migrate, transaction
from tests.log.given import asked, bet, ticking, write
from tests.support.postgres import new_database, shared_server

ROOT = Path(__file__).parents[2]
START = (
    "import sys; from datetime import UTC, datetime\n"
    "from projections.migrations.upgrade import migrate\n"
    "from domain.log.store import open_log\n"
    "migrate(sys.argv[1])\n"
    "open_log(sys.argv[1], now=lambda: datetime.now(UTC)).close()\n"
)


def name_of(url: str) -> str:
    return url.rpartition("/")[2]


def revision(url: str) -> object:
    return shared_server().execute("SELECT version_num FROM alembic_version", name_of(url))[0][0]


def owner_of_events(url: str) -> object:
    query = "SELECT tableowner FROM pg_tables WHERE tablename = 'events'"
    return shared_server().execute(query, name_of(url))[0][0]


def test_from_nothing_and_again() -> None:
    with new_database(migrated=False) as url:
        assert migrate(url) == ()
        with open_log(url, now=ticking()) as log:
            log.append([write("round/1", 0, bet())], asked("1"))
            assert migrate(url) == ()
            assert len(log.read("round/1")) == 1
        assert revision(url) == REVISIONS[-1]
        assert owner_of_events(url) == role_names(name_of(url))[0]


def test_several_processes_may_start_at_once() -> None:
    with new_database(migrated=False) as url, ThreadPoolExecutor(4) as pool:
        runs = pool.map(
            lambda _: subprocess.run(
                [sys.executable, "-c", START, url], check=False, cwd=ROOT, timeout=60
            ),
            range(4),
        )
        assert [run.returncode for run in runs] == [0] * 4


def test_an_interrupted_migration_has_changed_nothing() -> None:
    def interrupted(url: str) -> None:
        with transaction(url) as connection:
            command.upgrade(configuration(connection), "head")
            raise KeyboardInterrupt

    with new_database(migrated=False) as url:
        with pytest.raises(KeyboardInterrupt):
            interrupted(url)

        with pytest.raises(NotMigratedError):
            open_log(url, now=ticking())
        query = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        assert shared_server().execute(query, name_of(url)) == [(0,)]


def test_a_user_who_may_not_make_roles_owns_the_log_and_is_told() -> None:
    with new_database(migrated=False) as url:
        server, database = shared_server(), name_of(url)
        server.execute(f"CREATE ROLE plain_{database} LOGIN PASSWORD 'pw'")
        server.execute(f"ALTER DATABASE {database} OWNER TO plain_{database}")
        theirs = server.url(database, f"plain_{database}", "pw")

        for _ in range(2):
            (told,) = migrate(theirs)
            assert f"belongs to plain_{database}" in told
            assert role_names(database)[1] in told

        with open_log(theirs, now=ticking()) as log:
            assert log.append([write("round/1", 0, bet())], asked("1")).version == 1
        assert owner_of_events(url) == f"plain_{database}"
        (told,) = migrate(url)
        assert "belongs to" in told


def test_a_user_who_may_make_roles_needs_no_more() -> None:
    with new_database(migrated=False) as url:
        server, database = shared_server(), name_of(url)
        server.execute(f"CREATE ROLE maker_{database} LOGIN CREATEROLE PASSWORD 'pw'")
        server.execute(f"ALTER DATABASE {database} OWNER TO maker_{database}")
        theirs = server.url(database, f"maker_{database}", "pw")

        assert migrate(theirs) == ()

        with open_log(theirs, now=ticking()) as log:
            assert log.append([write("round/1", 0, bet())], asked("1")).version == 1
        assert owner_of_events(url) == role_names(database)[0]


def test_a_stranger_may_not_migrate() -> None:
    with new_database() as url:
        server, database = shared_server(), name_of(url)
        server.execute(f"CREATE ROLE stranger_{database} LOGIN PASSWORD 'pw'")

        with pytest.raises(NotALogError, match="may act as"):
            migrate(server.url(database, f"stranger_{database}", "pw"))


def test_stored_events_are_never_taken_back() -> None:
    with new_database() as url:
        with (
            pytest.raises(RuntimeError, match=r"never taken back|restore a backup"),
            transaction(url) as connection,
        ):
            command.downgrade(configuration(connection), "base")
        assert revision(url) == REVISIONS[-1]


def test_a_newer_log_is_left_alone() -> None:
    with new_database() as url:
        shared_server().execute("UPDATE alembic_version SET version_num = '9999'", name_of(url))
        with pytest.raises(NewerLogError):
            migrate(url)
        with pytest.raises(NewerLogError):
            open_log(url, now=ticking())


@pytest.mark.parametrize("use", [migrate, lambda url: open_log(url, now=ticking())])
@pytest.mark.parametrize(
    ("url", "error", "told"),
    [
        ("{}/nowhere", LogMissingError, "does not exist; create it"),
        ("postgresql://tester:wrong@127.0.0.1:{port}/postgres", NotALogError, "password"),
        ("postgresql://tester:secret@127.0.0.1:1/postgres", LogUnavailableError, "cannot be used"),
        ("postgresql://127.0.0.1", LogAddressError, "HOST:PORT/DATABASE"),
        ("postgresql://tester:secret@127.0.0.1:x/y?z=1", LogAddressError, "HOST:PORT/DATABASE"),
    ],
)
def test_what_cannot_serve_as_log(
    use: Callable[[str], object], url: str, error: type[LogError], told: str
) -> None:
    server = shared_server()
    address = url.format(server.url("").rstrip("/"), port=server.port)

    with pytest.raises(error, match=told) as refused:
        use(address)

    assert "secret" not in str(refused.value)
    assert "wrong" not in str(refused.value)


def test_a_database_that_was_never_migrated() -> None:
    with (
        new_database(migrated=False) as url,
        pytest.raises(NotMigratedError, match="paipu migrate"),
    ):
        open_log(url, now=ticking())


def test_a_database_of_another_encoding() -> None:
    server = shared_server()
    server.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")

    with pytest.raises(NotALogError, match="UTF8"):
        migrate(server.url("ascii"))


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://ann:secret@host:5432/log", "postgresql://ann:***@host:5432/log"),
        ("postgresql://ann:se@cret@[::1]/log", "postgresql://ann:***@[::1]/log"),
        ("postgresql://ann@host/log", "postgresql://ann@host/log"),
        ("postgresql:///log?host=/run&password=secret", "postgresql:///log?host=/run&password=***"),
        ("postgresql:///log", "postgresql:///log"),
        ("sqlite:///var/log.db", "sqlite:///var/log.db"),
        ("memory:", "memory:"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, told: str) -> None:
    assert shown(url) == told
    assert is_postgres(url) == url.startswith("postgresql:")


@pytest.mark.parametrize("name", ["log", "l" * 54, "l" * 55, "l" * 63, "日" * 21])
def test_the_roles_of_a_database_have_names_that_fit(name: str) -> None:
    owner, service = role_names(name)

    assert owner != service
    assert owner.endswith("_owner")
    assert max(len(owner.encode()), len(service.encode())) <= 63
    assert role_names(name[:-1] + "x") != (owner, service)
