"""Views on a server: rebuilt they are the live ones, raced for they are exact, changed it shows."""

import json

import psycopg
import pytest

from projections.catalogue import PROJECTIONS
from projections.chips import query
from projections.compare import Verdict, compare
from projections.rebuild import rebuild
from projections.store.position import Place
from projections.totals import faults_of
from replay.cli import main
from tests.projections.room import Room, room_with_all
from tests.projections.rows import all_rows, catch_up
from tests.server.conftest import Store, execute
from tests.server.racing import race

Capture = pytest.CaptureFixture[str]
CHANGED_LINE = (
    "UPDATE journal SET points = points + 7"
    " WHERE stream = 'round/alone' AND entry = 'award' AND points > 0"
)
CHANGED_BALANCE = "UPDATE balances SET points = points + 7 WHERE account = 'wallet:ann'"


@pytest.fixture
def room(store: Store) -> Store:
    """An evening of a house, with a round of no table and one that is still running."""
    room_with_all(store.log, rounds=2)
    return store


def require_exact(store: Store) -> None:
    """All rows are what the events make, the books balance, and nothing is behind."""
    streams = {name: store.log.read(name) for name in store.log.streams()}
    compared = compare(store.views, store.log, streams)
    assert {one.verdict for each in compared.values() for one in each} == {Verdict.EQUAL}
    assert list(faults_of(store.views, store.log)) == []
    last = store.log.last_position()
    assert {store.views.place(name).position for name in PROJECTIONS} == {last}
    with store.views.reading() as connection:
        assert query.unbalanced(connection) == []
        assert query.trial_balance(connection, last) == 0
        held = query.balances(connection)
        assert sum(held.values()) == 0
        assert any(name.startswith("round:") for name in held)
        assert held["rake"] > 0


def test_rebuilt_rows_are_the_live_ones_however_they_were_batched(room: Store) -> None:
    catch_up(room.log, room.views, batch=3)
    live = all_rows(room.views)
    require_exact(room)
    for name, projection in PROJECTIONS.items():
        rebuild(projection, room.log, room.views)
        assert room.views.place(name) == Place(2, room.log.last_position())
    assert all_rows(room.views) == live
    assert len(live["chips"]["journal"]) > 150
    require_exact(room)


def test_a_rebuild_beside_a_house_that_goes_on_loses_nothing(room: Store) -> None:
    catch_up(room.log, room.views)
    late = Room(room.log)
    late.asked = 100_000
    with psycopg.connect(room.url, autocommit=True) as looking:
        for projection in PROJECTIONS.values():
            late.deposit("ann", 5)
            rebuild(projection, room.log, room.views, batch=10)
            late.withdraw("ann", 5)
        kept = looking.execute("SELECT count(DISTINCT generation) FROM journal").fetchone()
    catch_up(room.log, room.views)
    assert kept == (1,)
    require_exact(room)


def test_two_processes_race_and_every_line_is_there_once(room: Store) -> None:
    told = race("tests.server.projector", (room.url, "2"), (room.url, "3"))
    assert all(one["written"] > 0 for one in told)
    assert sum(one["lost"] for one in told) > 0
    require_exact(room)
    lines = "SELECT count(*), count(DISTINCT (stream, version, line)) FROM journal"
    ((count, different),) = execute(room.url, lines)
    assert count == different == len(all_rows(room.views)["chips"]["journal"])


def test_a_changed_line_of_the_journal_is_found_by_replay(room: Store, capsys: Capture) -> None:
    catch_up(room.log, room.views)
    assert main(["verify", "--workers", "1", "--log", room.url]) == 0
    execute(room.url, CHANGED_LINE)
    capsys.readouterr()
    assert main(["round", "alone", "--log", room.url]) == 1
    told = capsys.readouterr().out
    assert "DIFFERENCE  views and ledgers equal the events: chips: journal" in told
    assert "\nNOT PROVEN: " in told
    assert main(["verify", "--workers", "1", "--json", "--log", room.url]) == 1
    summed = json.loads(capsys.readouterr().out)
    assert [line["round"] for line in summed["differing"]] == ["alone"]
    assert any("adds up to 7, not to 0" in fault for fault in summed["views"])
    rebuild(PROJECTIONS["chips"], room.log, room.views)
    assert main(["verify", "--workers", "1", "--log", room.url]) == 0


def test_a_changed_balance_is_found_by_replay(room: Store, capsys: Capture) -> None:
    catch_up(room.log, room.views)
    execute(room.url, CHANGED_BALANCE)
    assert main(["verify", "--workers", "1", "--json", "--log", room.url]) == 1
    summed = json.loads(capsys.readouterr().out)
    assert summed["differing"] == []
    (fault,) = summed["views"]
    assert fault.startswith("the balance of wallet:ann is ")
