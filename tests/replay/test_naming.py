"""An index that hides what was acknowledged, or is gone: `replay verify` and `doctor` tell it."""

# ruff: noqa: S608 -- only constants of this file and positions are put in

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from domain.log.accepted import Remembered
from domain.log.store import open_log
from domain.log.streams import round_stream
from replay.cli import main
from replay.doctor import doctor
from tests.contract.conftest import migrated
from tests.support.keys import KEYS
from tests.support.logs import SHORT, VOIDED, store, ticking
from tests.support.postgres import new_database

Capture = pytest.CaptureFixture[str]
INDEX = "events_naming_round"
ROUND = round_stream("voided")
CUT = f"DELETE FROM events WHERE originator_id = '{ROUND}' AND originator_version >= {{}}"
MORE = "the index does not lead to"


class File:
    """A log in a file, in the hands of somebody who knows SQL."""

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, *statements: str) -> None:
        path = self.address.removeprefix("sqlite:///")
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute("DROP TRIGGER IF EXISTS events_no_delete")
            file.execute("DROP TRIGGER IF EXISTS events_no_update")
            for one in statements:
                file.execute(one)

    def hide(self, position: int) -> None:
        """Have the index leave a row out, and say as before that it does not."""
        self._define(f"replace(sql, 'WHERE', 'WHERE position <> {position} AND')")
        self.run(f"REINDEX {INDEX}")
        self._define(f"replace(sql, 'position <> {position} AND', '')")

    def _define(self, sql: str) -> None:
        change = f"UPDATE sqlite_master SET sql = {sql} WHERE name = '{INDEX}'"
        self.run("PRAGMA writable_schema = ON", change)


class Server:
    """The same on a server, as its superuser. It always asks an index if there is one."""

    def __init__(self, address: str) -> None:
        self.address = address
        database = address.rpartition("/")[2]
        self.run(f"ALTER DATABASE {database} SET enable_seqscan = off")

    def run(self, *statements: str) -> None:
        with psycopg.connect(self.address, autocommit=True) as server:
            server.execute("ALTER TABLE events DISABLE TRIGGER events_no_change")
            for one in statements:
                server.execute(one.encode())

    def hide(self, position: int) -> None:
        """Put a row away while the index takes none, and back."""
        ready = f"UPDATE pg_index SET indisready = {{}} WHERE indexrelid = '{INDEX}'::regclass"
        self.run(
            ready.format("false"),
            f"CREATE TEMP TABLE kept AS SELECT * FROM events WHERE position = {position}",
            f"DELETE FROM events WHERE position = {position}",
            "INSERT INTO events OVERRIDING SYSTEM VALUE SELECT * FROM kept",
            ready.format("true"),
        )


@pytest.fixture(params=["sqlite", "postgres"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[File | Server]:
    """A log with two rounds."""
    if request.param == "sqlite":
        with migrated("sqlite", tmp_path) as address:
            yield filled(File(address))
    else:
        with new_database() as address:
            yield filled(Server(address))


def filled(table: File | Server) -> File | Server:
    with open_log(table.address, now=ticking(), keys=KEYS) as log:
        store(log, "voided", VOIDED)
        store(log, "short", SHORT)
    return table


def last_of(table: File | Server) -> tuple[int, int]:
    """Where the last command to the round is acknowledged, and from which version on it wrote."""
    with open_log(table.address, now=ticking(), keys=KEYS) as log:
        (*_, last) = log.acceptances(ROUND)
        assert isinstance(last, Remembered)
        return last.recorded.position or 0, last.event.results[0].first


def told(table: File | Server, capsys: Capture, *words: str) -> tuple[int, str]:
    code = main([*words, "--log", table.address])
    return code, capsys.readouterr().out


def test_what_the_index_hides_is_told(table: File | Server, capsys: Capture) -> None:
    position, first = last_of(table)
    assert told(table, capsys, "verify")[0] == 0
    table.hide(position)
    table.run(CUT.format(first))

    code, said = told(table, capsys, "round", "voided")
    assert code == 0
    assert "; by its index the log acknowledges no more\n" in said

    code, said = told(table, capsys, "verify")
    assert code == 1
    assert f"event {first}: it was acknowledged, and is missing" in said
    assert f"DIFFERENCE  log  {MORE} the acknowledgement at position {position} of the log" in said
    assert doctor(table.address) == 1
    said = capsys.readouterr().out
    assert (
        f"DIFFERENCE  acknowledgements: {MORE} the acknowledgement at position {position}" in said
    )


def test_without_the_index_nothing_is_hidden(table: File | Server, capsys: Capture) -> None:
    _, first = last_of(table)
    table.run(f"DROP INDEX {INDEX}", CUT.format(first))

    code, said = told(table, capsys, "round", "voided")
    assert code == 1
    assert f"event {first}: it was acknowledged, and is missing" in said
    code, said = told(table, capsys, "verify")
    assert code == 1
    assert "DIFFERENCE  log  the index of acknowledgements is missing" in said
    assert doctor(table.address) == 1
    assert (
        "DIFFERENCE  acknowledgements: the index of acknowledgements is missing"
        in capsys.readouterr().out
    )


def test_another_index_under_its_name_is_none(table: File | Server, capsys: Capture) -> None:
    table.run(f"DROP INDEX {INDEX}", f"CREATE INDEX {INDEX} ON events (position)")

    assert "the index of acknowledgements is missing" in told(table, capsys, "verify")[1]
    assert doctor(table.address) == 1
    assert "the index of acknowledgements is missing" in capsys.readouterr().out


def test_every_row_among_the_acknowledgements_is_one(table: File | Server, capsys: Capture) -> None:
    last, _ = last_of(table)
    zeros = f"'{'00' * 64}7b7d'"
    state = f"decode({zeros}, 'hex')" if isinstance(table, Server) else f"X{zeros}"
    into = "INSERT INTO events (originator_id, originator_version, topic, state)"
    one = f"FROM events WHERE position = {last}"
    table.run(
        f"{into} VALUES ('command/junk', 1, 'nobody.Knows.1', {state})",
        f"{into} SELECT 'command/copy', 1, topic, state {one}",
        f"{into} SELECT originator_id, 2, topic, state {one}",
        f"UPDATE events SET topic = 'log.TreeBegun.1' WHERE position = {last}",
    )
    with open_log(table.address, now=ticking(), keys=KEYS) as log:
        this, *_, copied, again, junk = (row.position for row in log.rows_after(last - 1, 1_000))

    code, said = told(table, capsys, "verify")
    assert code == 1
    for position in (this, copied, again, junk):
        assert f"DIFFERENCE  log  a damaged acknowledgement stands at position {position} " in said


def test_a_row_under_a_name_that_is_none_is_told(table: File | Server, capsys: Capture) -> None:
    """Names that no list of streams comes to, or behind which one would look for ever."""
    into = "INSERT INTO events (originator_id, originator_version, topic, state)"
    names = ("", "\U0010ffff", "wallet/ann\U0010ffff", "round/\U0010ffff1")
    table.run(*(f"{into} SELECT '{one}', 1, topic, state FROM events LIMIT 1" for one in names))
    with open_log(table.address, now=ticking(), keys=KEYS) as log:
        positions = [row.position for row in log.rows_after(0, 1_000)][-len(names) :]

    code, said = told(table, capsys, "verify")
    assert code == 1
    for position in positions:
        assert f"DIFFERENCE  log  the name of a stream is none at position {position} of" in said
