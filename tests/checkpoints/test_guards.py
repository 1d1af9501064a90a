"""Who may do what with the tiles: they are added, and neither changed nor deleted by anybody."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from domain.log.adapter.server import conninfo, require_current_server
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.store import open_log
from tests.checkpoints.given import SIGNER, bets
from tests.contract.conftest import migrated
from tests.log.given import ticking
from tests.support.postgres import shared_server

CHANGES = [
    "UPDATE tree_tiles SET root = hashes",
    "UPDATE tree_tiles SET last_position = 9",
    "DELETE FROM tree_tiles",
]
REPLACES = [
    "INSERT OR REPLACE INTO tree_tiles SELECT level, number, 9, 9, root, hashes FROM tree_tiles",
    "REPLACE INTO tree_tiles SELECT level, number, first_position, 9, root, x'00' FROM tree_tiles",
    (
        "INSERT INTO tree_tiles SELECT level, number, 1, 9, root, hashes FROM tree_tiles WHERE true"
        " ON CONFLICT DO UPDATE SET root = x'00'"
    ),
]
OF_A_SERVER = [
    "TRUNCATE tree_tiles",
    "TRUNCATE tree_tiles CASCADE",
    (
        "INSERT INTO tree_tiles SELECT * FROM tree_tiles ON CONFLICT (level, number)"
        " DO UPDATE SET root = ''"
    ),
]
DEFINITIONS = ["DROP TABLE tree_tiles", "ALTER TABLE tree_tiles DISABLE TRIGGER ALL"]


def fill(url: str) -> None:
    with open_log(url, now=ticking()) as log:
        bets(log, "round/1", 300)
        assert Checkpoints(log, SIGNER).take() is not None


@pytest.mark.parametrize("statement", [*CHANGES, *REPLACES])
def test_a_file_refuses_to_change_tiles(path: Path, statement: str) -> None:
    fill(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute("SELECT * FROM tree_tiles").fetchall()

        with pytest.raises(sqlite3.IntegrityError, match="stored"):
            connection.execute(statement)

        assert connection.execute("SELECT * FROM tree_tiles").fetchall() == before
        assert len(before) == 1


@pytest.mark.parametrize("statement", [*CHANGES, *OF_A_SERVER, *DEFINITIONS])
def test_a_server_refuses_to_change_tiles(tmp_path: Path, statement: str) -> None:
    with migrated("postgres", tmp_path) as url:
        fill(url)
        database = url.rpartition("/")[2]
        before = shared_server().execute("SELECT * FROM tree_tiles", database)
        service = require_current_server(url)
        assert service is not None

        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            run_as(url, service, statement)
        if statement not in DEFINITIONS:
            for role in (service.replace("_service", "_owner"), None):
                with pytest.raises(psycopg.errors.RestrictViolation, match="never changed"):
                    run_as(url, role, statement)
            with pytest.raises(psycopg.errors.RestrictViolation, match="never changed"):
                run_as(url, None, f"SET session_replication_role = replica; {statement}")

        assert shared_server().execute("SELECT * FROM tree_tiles", database) == before
        assert len(before) == 1


def run_as(url: str, role: str | None, statement: str) -> None:
    with psycopg.connect(conninfo(url, role=role), autocommit=True) as connection:
        connection.execute(statement.encode())
