"""What acknowledges a round's or a match's commands is found by an index, on every database."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic import command

from domain.log import accepted
from domain.log.accepted import Damaged, Remembered
from domain.log.adapter.server_recorder import ServerRecorder
from domain.log.adapter.sqlite import FileRecorder
from domain.log.store import Log, open_log
from projections.migrations.upgrade import configuration, migrate, transaction
from tests.log.given import asked, bet, fill, ticking, write
from tests.support.keys import KEYS
from tests.support.postgres import new_database

LONG = "round/" + "long name " * 12
NAMES = (
    *(
        "round/1",
        "round/11",
        'round/1"',
        "round/1\\",
        "round/牌局",
        "round/",
        "match/1",
        "match/11",
    ),
    *(LONG, LONG + "1", LONG[:40], "table/1", "wallet/round/1", "x/round/1", "roundabout/1"),
)


def test_whatever_names_a_stream_is_found_and_nothing_else(log: Log) -> None:
    for number, name in enumerate(NAMES):
        log.append([write(name, 0, bet())], asked(f"{number}", actor='"stream":"round/1"'))
        log.append([write(f"{name} too", 0, bet()), write(name, 1, bet())], asked(f"{number} two"))
    assert log.named_by_index()
    every = [one for one in log.acceptances() if isinstance(one, Remembered)]

    for wanted in NAMES:
        named = list(log.acceptances(wanted))
        by_hand = [one for one in every if wanted in {part.stream for part in one.event.results}]
        assert named == by_hand
        assert len(named) == 2
        assert log.naming(wanted) == [one.recorded.position for one in by_hand]
    assert list(log.acceptances("round/of nobody")) == []


def test_what_is_added_later_is_found_too(log: Log) -> None:
    fill(log, "round/1", 2)
    before = log.naming("round/1")
    fill(log, "round/2", 1)

    log.append([write("round/1", 2, bet())], asked("later"))

    assert log.naming("round/1") == [*before, log.last_position()]


EVENT = "INSERT INTO events (originator_id, originator_version, topic, state) VALUES ({})"
DAMAGED = (b"", b"\xff" * 9, b'"stream":"round/', b'"stream":"round/1', b'{"stream":"round/1"')
"""Acknowledgements that are none, of which the last names a round."""
MANY = 3_000


@pytest.fixture(params=["sqlite", "postgres"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that was never migrated."""
    if request.param == "postgres":
        with new_database(migrated=False) as address:
            yield address
    else:
        path = tmp_path / "log.db"
        path.touch()
        yield f"sqlite:///{path}"


def insert(address: str, contents: Iterable[bytes]) -> None:
    """Add acknowledgements of such contents to a database, behind the back of the log."""
    rows = [
        (f"command/{number}", 1, "log.CommandAccepted.1", b" " * 64 + one)
        for number, one in enumerate(contents)
    ]
    if address.startswith("sqlite"):
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as file, file:
            file.executemany(EVENT.format("?, ?, ?, ?"), rows)
    else:
        with psycopg.connect(address) as server:
            server.cursor().executemany(EVENT.format("%s, %s, %s, %s").encode(), rows)


def test_an_older_log_is_indexed_whatever_is_stored_in_it(older: str) -> None:
    with transaction(older) as connection:
        command.upgrade(configuration(connection), "0005")
    insert(older, DAMAGED)

    migrate(older)

    with open_log(older, now=ticking(), keys=KEYS) as log:
        assert log.named_by_index()
        assert list(log.acceptances("round/1")) == [Damaged(len(DAMAGED))]
        fill(log)
        assert len(list(log.acceptances("round/1"))) == 1 + 5


def test_rounds_and_matches_are_looked_up_however_long_the_log_is(older: str) -> None:
    migrate(older)
    insert(older, (accepted.naming(f"round/{number}") for number in range(MANY)))

    plans = plans_of(older)

    assert plans.keys() == {"round/", "match/"}
    for kind, plan in plans.items():
        assert f"events_naming_{kind[:-1]}" in plan
        assert "Seq Scan" not in plan
        assert "SCAN" not in plan


def plans_of(address: str) -> dict[str, str]:
    """How the database looks up what names a round, and a match."""
    values = b'"77"', b'"77"', b'77"', b"77#"
    if address.startswith("sqlite"):
        words, of = "EXPLAIN QUERY PLAN", FileRecorder.statements.indexed
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as file:
            return {
                kind: f"{file.execute(f'{words} {of[kind]}', values).fetchall()}" for kind in of
            }
    of = ServerRecorder.statements.indexed
    with psycopg.connect(address) as server:
        server.execute("ANALYZE events")
        return {
            kind: f"{server.execute(f'EXPLAIN {of[kind]}'.encode(), values).fetchall()}"
            for kind in of
        }
