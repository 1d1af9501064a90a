"""Migrations: from nothing, again, at once, from anywhere, and never back."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory

from domain.log.errors import NewerLogError, NotALogError, NotMigratedError
from domain.log.revision import REVISIONS, require_current, revision_of
from domain.log.store import open_log
from projections.migrations.upgrade import configuration, migrate, transaction
from tests.log.given import fill, ticking
from tests.support.keys import KEYS

ROOT = Path(__file__).parents[2]


def schema(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()


def test_the_log_knows_the_migrations_there_are() -> None:
    scripts = ScriptDirectory.from_config(configuration())

    assert tuple(script.revision for script in scripts.walk_revisions())[::-1] == REVISIONS


def test_migrating_again_changes_nothing_and_keeps_the_events(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a log?#%.db"
    migrate(f"sqlite:///{path}")
    before = schema(path)
    with open_log(f"sqlite:///{path}", now=ticking(), keys=KEYS) as log:
        fill(log)

        migrate(f"sqlite:///{path}")

        assert len(log.read("round/1")) == 5
    assert schema(path) == before
    assert revision_of(path) == REVISIONS[-1]


def test_many_may_migrate_at_once(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    program = "import sys; from projections.migrations.upgrade import migrate; migrate(sys.argv[1])"
    with ThreadPoolExecutor(4) as pool:
        runs = pool.map(
            lambda _: subprocess.run(
                [sys.executable, "-c", program, f"sqlite:///{path}"],
                check=True,
                cwd=ROOT,
                timeout=60,
            ),
            range(4),
        )
        assert [run.returncode for run in runs] == [0] * 4
    require_current(path)


def test_an_interrupted_migration_has_changed_nothing(tmp_path: Path) -> None:
    path = tmp_path / "log.db"

    def interrupted() -> None:
        with transaction(f"sqlite:///{path}") as connection:
            command.upgrade(configuration(connection), "head")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()

    assert schema(path) == []
    with pytest.raises(NotMigratedError):
        require_current(path)


def test_a_relative_address_means_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    migrate("sqlite:///var/log.db")

    require_current(tmp_path / "var" / "log.db")


def test_a_log_in_memory_needs_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    migrate("memory:")

    assert list(tmp_path.iterdir()) == []


def test_stored_events_are_never_taken_back(path: Path) -> None:
    before = schema(path)
    with (
        pytest.raises(RuntimeError, match="never taken back"),
        transaction(f"sqlite:///{path}") as connection,
    ):
        command.downgrade(configuration(connection), "base")

    assert schema(path) == before


def test_a_newer_or_foreign_file_is_left_alone(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(NewerLogError):
        migrate(f"sqlite:///{path}")
    text = tmp_path / "text"
    text.write_text("what the butler saw " * 100)
    with pytest.raises(NotALogError):
        migrate(f"sqlite:///{text}")
    with pytest.raises(NotALogError):
        migrate(f"sqlite:///{tmp_path}")

    assert text.read_text() == "what the butler saw " * 100


def test_alembics_own_command_line(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    alembic = [sys.executable, "-m", "alembic", "-c", str(ROOT / "alembic.ini")]
    address = ["-x", f"log=sqlite:///{path}"]
    done = subprocess.run([*alembic, *address, "upgrade", "head"], check=False, cwd=tmp_path)
    lost = subprocess.run(
        [*alembic, "upgrade", "head"], check=False, cwd=tmp_path, capture_output=True, text=True
    )

    assert done.returncode == 0
    require_current(path)
    assert lost.returncode != 0
    assert "say which log" in lost.stderr + lost.stdout
