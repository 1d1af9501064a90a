"""Whatever address the driver understands serves for log and views alike."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.log.store import open_log
from projections.store.engine import open_views
from projections.store.errors import ViewsUnavailableError
from projections.totals import faults_of
from tests.projections.rows import catch_up
from tests.server.conftest import Desk, execute
from tests.support.keys import KEYS
from tests.support.logs import SHORT, store, ticking
from tests.support.postgres import new_database, shared_server

PASSWORD = "p@s s/:%"  # noqa: S105 -- of a login that lives for one test
ESCAPED = "p%40s%20s%2F%3A%25"


@pytest.fixture(scope="module")
def database(
    key_setting: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """A migrated database with a round, and a login that serves and has a schema of its own."""
    with new_database() as url:
        name = url.rpartition("/")[2]
        login = f"odd_{name}"
        desk = Desk(url, key_setting, tmp_path_factory.mktemp("desk"))
        assert desk.done("paipu", "migrate").endswith(" is up to date\n")
        with open_log(url, now=ticking(), keys=KEYS) as log:
            store(log, "short", SHORT)
        service = "SELECT rolname::text FROM pg_roles WHERE rolname LIKE '%_service'"
        (role,) = (one for (one,) in execute(url, service) if owns(url, str(one)))
        execute(url, f"CREATE ROLE {login} LOGIN PASSWORD '{PASSWORD}'")
        execute(url, f"GRANT {role} TO {login}")
        execute(url, f"CREATE SCHEMA {login} AUTHORIZATION {login}")
        execute(url, f"CREATE TABLE {login}.journal (nothing text)")
        execute(url, f"CREATE TABLE {login}.projections (nothing text)")
        yield name, login


def owns(url: str, role: str) -> bool:
    """Say whether a role is the one that serves in this database."""
    may = f"SELECT has_table_privilege('{role}', 'public.events', 'SELECT')"
    return execute(url, may) == [(True,)]


@pytest.mark.parametrize(
    "form",
    [
        "postgresql://{login}:{secret}@127.0.0.1:{port}/{name}",
        "postgresql:///{name}?host=127.0.0.1&port={port}&user={login}&password={secret}",
        "postgresql://{login}:{secret}@127.0.0.1:1,127.0.0.1:{port}/{name}",
        "postgresql:///{name}?host=127.0.0.1,127.0.0.1&port=1,{port}&user={login}&password={secret}",
        "postgresql://{login}:{secret}@127.0.0.1:{port}/{name}?options=-c%20work_mem%3D8MB",
    ],
)
def test_log_and_views_are_reached(database: tuple[str, str], form: str) -> None:
    name, login = database
    address = form.format(name=name, login=login, secret=ESCAPED, port=shared_server().port)
    with open_log(address, now=ticking(), keys=KEYS) as log, open_views(address) as views:
        catch_up(log, views)
        assert views.place("chips").position == log.last_position() > 20
        assert list(faults_of(views, log)) == []


@pytest.mark.parametrize("place", ["127.0.0.1:1", "127.0.0.1:1,127.0.0.1:1"])
def test_views_that_cannot_be_reached_are_said_to_be_so(place: str) -> None:
    with pytest.raises(ViewsUnavailableError) as told:
        open_views(f"postgresql://ann:secret@{place}/views")
    assert "secret" not in str(told.value)
    assert told.value.__cause__ is None
