"""Rebuilding beside the live rows: the same rows, shown at once, and nothing left over."""

from threading import Thread

import pytest

from projections.catalogue import PROJECTIONS, projection_named
from projections.rebuild import rebuild
from projections.runner import Runner
from projections.store.errors import LostRaceError, UnknownProjectionError
from projections.store.position import Place, begin_beside
from tests.projections.conftest import Store
from tests.projections.room import Room
from tests.projections.rows import all_rows, catch_up, count_of_rows, rows_of

CHIPS = PROJECTIONS["chips"]
FILLED = {"pots", "rounds", "chips", "rake", "cases", "office"}


def test_rebuilt_rows_are_the_live_ones(room: Store) -> None:
    catch_up(room.log, room.views, batch=11)
    before = all_rows(room.views)
    counts = {name: count_of_rows(room.views, one) for name, one in PROJECTIONS.items()}
    end = room.log.last_position()
    for number in (2, 3):
        for name, projection in PROJECTIONS.items():
            facts = rebuild(projection, room.log, room.views)
            assert (facts > 0) == (name in FILLED)
            assert room.views.place(name) == Place(number, end)
            assert count_of_rows(room.views, projection) == counts[name]
        assert all_rows(room.views) == before
    assert len(before["chips"]["journal"]) > 200
    assert len(before["pots"]["pots"]) > 100


def test_what_was_wrong_is_right_afterwards(room: Store) -> None:
    catch_up(room.log, room.views)
    before = all_rows(room.views)
    with room.views.writing() as connection:
        connection.exec_driver_sql("UPDATE journal SET points = points + 1")
        connection.exec_driver_sql("DELETE FROM balances")
    assert all_rows(room.views) != before
    rebuild(CHIPS, room.log, room.views)
    assert all_rows(room.views) == before


def test_a_projection_that_nobody_ran_can_be_rebuilt(room: Store) -> None:
    rebuild(CHIPS, room.log, room.views)
    assert room.views.place("chips") == Place(2, room.log.last_position())
    assert Runner(CHIPS, room.log, room.views).catch_up() == 0
    rows = rows_of(room.views, CHIPS)
    rebuild(CHIPS, room.log, room.views)
    assert rows_of(room.views, CHIPS) == rows


def test_an_interrupted_rebuild_changes_nothing_and_is_cleared_away(room: Store) -> None:
    catch_up(room.log, room.views)
    before, count = rows_of(room.views, CHIPS), count_of_rows(room.views, CHIPS)
    with room.views.writing() as connection:
        place, _ = begin_beside(connection, "chips")
    half = Runner(CHIPS, room.log, room.views, batch=20, beside=place)
    half.step()
    half.step()
    assert rows_of(room.views, CHIPS) == before
    assert count_of_rows(room.views, CHIPS) > count
    rebuild(CHIPS, room.log, room.views)
    assert rows_of(room.views, CHIPS) == before
    assert count_of_rows(room.views, CHIPS) == count
    with pytest.raises(LostRaceError):  # it was given up for the other one
        half.step()


def test_the_runner_of_the_old_rows_goes_on_with_the_new_ones(room: Store) -> None:
    runner = Runner(CHIPS, room.log, room.views, batch=50)
    runner.catch_up()
    rebuild(CHIPS, room.log, room.views)
    receipt = deposit(room)
    assert runner.catch_up() == 1
    assert room.views.place("chips").position >= max(receipt)
    again = rows_of(room.views, CHIPS)
    rebuild(CHIPS, room.log, room.views)
    assert rows_of(room.views, CHIPS) == again


def test_rebuilding_while_a_runner_is_at_work(room: Store) -> None:
    live = Runner(CHIPS, room.log, room.views, batch=2)
    thread = Thread(target=live.catch_up)
    thread.start()
    for _ in range(3):
        rebuild(CHIPS, room.log, room.views, batch=100)
    thread.join()
    rows = rows_of(room.views, CHIPS)
    rebuild(CHIPS, room.log, room.views)
    assert rows_of(room.views, CHIPS) == rows
    assert room.views.place("chips").position == room.log.last_position()


def test_the_names_are_known() -> None:
    of_matches = ["matches", "levels", "scores", "contests", "tricks"]
    others = ["cases", "office"]
    assert [*PROJECTIONS] == ["pots", "rounds", "chips", "rake", *of_matches, *others]
    assert projection_named("rake") is PROJECTIONS["rake"]
    with pytest.raises(UnknownProjectionError, match="pots, rounds, chips, rake, matches"):
        projection_named("hands")


def deposit(store: Store) -> tuple[int, ...]:
    late = Room(store.log)
    late.asked = 100_000
    return late.deposit("ann", 11).positions
