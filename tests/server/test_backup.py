"""A dump by the server's own means is a log as well, with its views, guards and roles."""

import subprocess
from collections.abc import Iterator

import psycopg
import pytest

from domain.log.store import open_log
from replay.cli import main
from tests.projections.room import room_with_all
from tests.projections.rows import catch_up
from tests.server.conftest import Store, execute
from tests.server.test_upgrade import require_sound
from tests.support.keys import KEYS
from tests.support.logs import SHORT, store, ticking
from tests.support.postgres import new_database, shared_server

EVERYTHING = "SELECT * FROM events ORDER BY position"


def tool(*command: str, given: bytes = b"") -> bytes:
    """Run one of the programs that come with the server."""
    name, *arguments = command
    program = shared_server()._bin / name  # noqa: SLF001 -- where they are it alone knows
    return subprocess.run(
        [program, *arguments], input=given, capture_output=True, check=True
    ).stdout


@pytest.fixture
def restored(store: Store) -> Iterator[tuple[Store, str]]:
    """A house with its views, and the address of what was restored from its dump."""
    room_with_all(store.log, rounds=1)
    catch_up(store.log, store.views)
    dumped = tool("pg_dump", "--dbname", store.url)
    with new_database(migrated=False) as address:
        tool("psql", "-q", "-v", "ON_ERROR_STOP=1", "--dbname", address, given=dumped)
        yield store, address


def test_a_restored_dump_is_proven_guarded_and_gone_on_with(restored: tuple[Store, str]) -> None:
    original, address = restored
    assert execute(address, EVERYTHING) == execute(original.url, EVERYTHING)
    assert main(["verify", "--workers", "1", "--log", address]) == 0
    with psycopg.connect(address) as connection, pytest.raises(psycopg.errors.RestrictViolation):
        connection.execute("DELETE FROM events")
    with open_log(address, now=ticking(), keys=KEYS) as log:
        before = log.last_position()
        store(log, "later", SHORT)
        assert log.last_position() > before == original.log.last_position()
        require_sound(log, rounds=6)
