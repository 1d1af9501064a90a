"""The file: what the database refuses, how the file is opened, what cannot serve as log."""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.log.adapter.sqlite import FileFactory, FileRecorder
from domain.log.errors import (
    BrokenChainError,
    LogAddressError,
    LogError,
    LogMissingError,
    LogUnavailableError,
    NewerLogError,
    NotALogError,
    NotMigratedError,
    ReadOnlyLogError,
)
from domain.log.examine import Kind, verify
from domain.log.store import Log, open_log
from tests.log.given import asked, bet, fill, ticking, write
from tests.support.keys import KEYS

UNTYPED = "VALUES (NULL, 'round/2', 1, ?, ?)"
VALUES = "VALUES (?, 'round/1', ?, 'sizhidao.Checked.1', x'00')"
UPSERT_KEY = "ON CONFLICT (originator_id, originator_version) DO UPDATE SET state = excluded.state"
UPSERT_POSITION = "ON CONFLICT (position) DO UPDATE SET state = excluded.state"
COLUMNS = "(position, originator_id, originator_version, topic, state)"


@pytest.fixture
def raw(log: Log, path: Path) -> Iterator[sqlite3.Connection]:
    """Another client of a log with three events and the three commands that made them."""
    fill(log, "round/1", 3)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def rows(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    return connection.execute("SELECT * FROM events ORDER BY position").fetchall()


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        ("UPDATE events SET state = x'00'", ()),
        ("UPDATE events SET position = position + 100", ()),
        ("UPDATE OR REPLACE events SET originator_version = 1 WHERE originator_version = 2", ()),
        ("DELETE FROM events", ()),
        ("DELETE FROM events WHERE position = 1", ()),
        (f"INSERT INTO events {COLUMNS} {VALUES}", (None, 2)),
        (f"INSERT OR REPLACE INTO events {COLUMNS} {VALUES}", (None, 2)),
        (f"INSERT OR REPLACE INTO events {COLUMNS} {VALUES}", (1, 4)),
        (f"REPLACE INTO events {COLUMNS} {VALUES}", (1, 1)),
        (f"INSERT OR IGNORE INTO events {COLUMNS} {VALUES}", (None, 2)),
        (f"INSERT INTO events {COLUMNS} {VALUES} {UPSERT_KEY}", (None, 2)),
        (f"INSERT INTO events {COLUMNS} {VALUES} {UPSERT_POSITION}", (1, 4)),
        (f"INSERT INTO events {COLUMNS} {VALUES}", (3, 4)),
        (f"INSERT INTO events {COLUMNS} {VALUES}", (0, 4)),
        (f"INSERT INTO events {COLUMNS} {VALUES}", (-1, 4)),
        (f"INSERT INTO events {COLUMNS} {VALUES}", (-5, 4)),
        (f"INSERT INTO events {COLUMNS} {VALUES}", (None, 5)),
        (f"INSERT INTO events {COLUMNS} {VALUES}", (None, 0)),
        (f"INSERT INTO events {COLUMNS} {VALUES}", (None, None)),
        (f"INSERT INTO events {COLUMNS} {VALUES}", (None, "four")),
        (f"INSERT INTO events {COLUMNS} {UNTYPED}", (b"topic", b"state")),
        (f"INSERT INTO events {COLUMNS} {UNTYPED}", ("topic", "state")),
    ],
)
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_the_database_lets_the_log_only_grow(
    raw: sqlite3.Connection, statement: str, values: tuple[object, ...], recursive: str
) -> None:
    before = rows(raw)
    raw.execute(f"PRAGMA recursive_triggers = {recursive}")

    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(statement, values)

    assert rows(raw) == before


def test_vacuum_moves_no_position(raw: sqlite3.Connection, log: Log) -> None:
    raw.execute(f"INSERT INTO events {COLUMNS} {VALUES}", (100, 4))
    before = rows(raw)

    raw.execute("VACUUM")

    assert rows(raw) == before
    assert log.append([write("table/1", 0, bet())], asked("later")).positions == (101,)


def unguarded(connection: sqlite3.Connection) -> None:
    """Take the triggers away, as somebody would who edits the file."""
    triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    for (name,) in connection.execute(triggers).fetchall():
        connection.execute(f"DROP TRIGGER {name}")


def test_a_position_is_never_used_again(raw: sqlite3.Connection, log: Log) -> None:
    last = log.last_position()
    unguarded(raw)
    raw.execute("DELETE FROM events WHERE position >= ?", (last - 1,))

    assert log.append([write("table/1", 0, bet())], asked("later")).positions == (last + 1,)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("UPDATE events SET state = x'00' WHERE position = 3", Kind.TOO_SHORT),
        ("UPDATE events SET topic = 'sizhidao.Called.1' WHERE position = 3", Kind.CHANGED),
        ("UPDATE events SET topic = CAST(x'ff' AS TEXT) WHERE position = 3", Kind.CHANGED),
        ("DELETE FROM events WHERE position = 3", Kind.GAP),
    ],
)
def test_an_edited_file_is_read_and_found_out(
    raw: sqlite3.Connection, log: Log, statement: str, kind: Kind
) -> None:
    unguarded(raw)
    raw.execute(statement)

    fault = verify(log.read_stored("round/1"))

    assert fault is not None
    assert (fault.version, fault.kind) == (2, kind)
    with pytest.raises(BrokenChainError):
        log.read("round/1")


def test_a_table_made_by_hand_is_read_and_found_out(raw: sqlite3.Connection, log: Log) -> None:
    raw.execute("ALTER TABLE events RENAME TO kept")
    raw.execute("CREATE TABLE events AS SELECT * FROM kept")
    raw.execute("UPDATE events SET state = NULL, topic = 7 WHERE originator_version = 2")

    fault = verify(log.read_stored("round/1"))

    assert fault == ("round/1", 2, Kind.TOO_SHORT)


def test_a_stream_whose_first_row_is_gone_is_still_listed(
    raw: sqlite3.Connection, log: Log
) -> None:
    unguarded(raw)
    raw.execute("DELETE FROM events WHERE position = 1")

    assert list(log.streams("round/")) == ["round/1"]


def test_opened_streams_are_found_by_their_index(raw: sqlite3.Connection) -> None:
    opened = FileRecorder.statements.opened

    plan = raw.execute(f"EXPLAIN QUERY PLAN {opened}", ("x", 0, 10)).fetchall()

    assert "events_opened" in str(plan)


def test_only_the_owner_can_read_the_files(log: Log, path: Path) -> None:
    fill(log)

    files = sorted(path.parent.glob("log.db*"))
    assert [file.name for file in files] == ["log.db", "log.db-shm", "log.db-wal"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


@pytest.mark.parametrize("read_only", [True, False])
def test_connections_are_durable_and_patient(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, read_only: bool
) -> None:
    monkeypatch.setattr("domain.log.adapter.sqlite.LOCK_SECONDS", 7)
    with (
        FileFactory(path, read_only=read_only) as factory,
        factory.datastore.get_connection(commit=False) as connection,
    ):
        cursor = connection.cursor()
        settings = {}
        for pragma in ("journal_mode", "synchronous", "busy_timeout"):
            cursor.execute(f"PRAGMA {pragma}")
            settings[pragma] = cursor.fetchone()[0]
    factory.close()

    assert settings == {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 7000}


def test_reading_only_writes_nothing(log: Log, path: Path) -> None:
    fill(log)
    with open_log(f"sqlite:///{path}", now=ticking(), keys=KEYS, read_only=True) as reader:
        with pytest.raises(ReadOnlyLogError):
            reader.append([write("round/1", 5, bet())], asked("9"))
        assert len(reader.read("round/1")) == 5
    memory = open_log("memory:", now=ticking(), read_only=True)
    with pytest.raises(ReadOnlyLogError):
        memory.append([write("round/1", 0, bet())], asked("9"))


def test_a_closed_file_is_read_without_a_writer(path: Path) -> None:
    with open_log(f"sqlite:///{path}", now=ticking(), keys=KEYS) as log:
        fill(log)
    assert [file.name for file in path.parent.iterdir()] == ["log.db"]

    with open_log(f"sqlite:///{path}", now=ticking(), keys=KEYS, read_only=True) as reader:
        assert len(reader.read("round/1")) == 5


def test_a_locked_file_is_a_failure_that_says_so(
    raw: sqlite3.Connection, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.log.adapter.sqlite.LOCK_SECONDS", 0.01)
    raw.execute("BEGIN IMMEDIATE")
    with open_log(f"sqlite:///{path}", now=ticking(), keys=KEYS) as log:
        with pytest.raises(LogUnavailableError) as failure:
            log.append([write("round/1", 3, bet())], asked("9"))
        assert failure.value.__context__ is None
        raw.execute("ROLLBACK")
        assert log.append([write("round/1", 3, bet())], asked("9")).version == 4


def prepared(path: Path, case: str) -> None:
    match case:
        case "empty":
            path.touch()
        case "text":
            path.write_text("what the butler saw " * 100)
        case "folder":
            path.mkdir()
        case "foreign":
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
                connection.execute("INSERT INTO alembic_version VALUES ('9999')")
                connection.commit()
        case _:
            assert case == "missing"


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    ("case", "error", "advice"),
    [
        ("missing", LogMissingError, "paipu migrate"),
        ("empty", NotMigratedError, "paipu migrate"),
        ("text", NotALogError, "no SQLite database"),
        ("folder", NotALogError, "cannot be opened"),
        ("foreign", NewerLogError, "upgrade this one"),
    ],
)
def test_what_cannot_serve_as_log(
    tmp_path: Path, case: str, error: type[LogError], advice: str, *, read_only: bool
) -> None:
    path = tmp_path / "a log?#%.db"
    prepared(path, case)
    before = sorted(tmp_path.iterdir())

    with pytest.raises(error, match=advice) as refused:
        open_log(f"sqlite:///{path}", now=ticking(), keys=KEYS, read_only=read_only)

    assert refused.value.code == error.code != LogError.code
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///", "memory", "log.db", "mysql://x/y"])
def test_an_address_of_no_known_kind(url: str) -> None:
    with pytest.raises(LogAddressError, match=r"memory: or sqlite:///PATH"):
        open_log(url, now=ticking(), keys=KEYS)


def test_the_environment_of_the_process_has_no_say(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPRESSOR_TOPIC", "eventsourcing.compressor:ZlibCompressor")
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.popo")
    monkeypatch.setenv("AGGREGATE_CACHE_MAXSIZE", "no number")
    monkeypatch.setenv("IS_SNAPSHOTTING_ENABLED", "yes")
    with open_log(f"sqlite:///{path}", now=ticking(), keys=KEYS) as log:
        fill(log)
        assert log.read_stored("round/1")[0].state[64:65] == b"{"


def test_the_librarys_own_recorder_reads_what_the_log_wrote(log: Log, path: Path) -> None:
    fill(log)
    factory = FileFactory(path, read_only=True)

    events = factory.recorder.select_events("round/1")

    assert [event.originator_version for event in events] == [1, 2, 3, 4, 5]
    assert [event.state for event in events] == [row.state for row in log.read_stored("round/1")]
    factory.close()
