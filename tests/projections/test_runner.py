"""Runners: every fact is in the rows once, whoever races, and whatever is killed."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from threading import Barrier, Thread

import pytest

from projections.catalogue import PROJECTIONS
from projections.compare import Verdict, compare
from projections.follow import REST_SECONDS, Following
from projections.runner import Runner
from projections.store.errors import LostRaceError, ViewsAheadError, ViewsUnavailableError
from projections.store.position import Place, advance
from projections.totals import faults_of
from tests.projections.conftest import Store
from tests.projections.room import room_with_all
from tests.projections.rows import all_rows, catch_up, rows_of, start_again

CHIPS = PROJECTIONS["chips"]
KILLS = int(os.environ.get("PAIPU_TEST_KILLS", "4"))
"""How many runners are killed at work; 20 before a release."""


def exact(store: Store) -> None:
    """Every row is what the log makes of it, and every position is the log's end."""
    streams = {name: store.log.read(name) for name in store.log.streams()}
    for compared in compare(store.views, store.log, streams).values():
        assert {one.verdict for one in compared} <= {Verdict.EQUAL}, compared
    assert list(faults_of(store.views, store.log)) == []


@pytest.mark.parametrize("batch", [1, 7, 10_000])
def test_batches_of_any_size_make_the_same_rows(evening: Store, batch: int) -> None:
    facts = [one for one in evening.log.after(0, 1_000_000) if type(one.event) in CHIPS.facts]
    whole, piecewise = CHIPS.writer(evening.log), CHIPS.writer(evening.log)
    expected = list(whole.fold(facts)[0].rows)
    rows = [
        row
        for start in range(0, len(facts), batch)
        for row in piecewise.fold(facts[start : start + batch])[0].rows
    ]
    assert rows == expected


def test_a_new_writer_goes_on_where_another_stopped(room: Store) -> None:
    runner = None
    while runner is None or runner.step() is not None:
        runner = Runner(CHIPS, room.log, room.views, batch=5)
    catch_up(room.log, room.views)
    exact(room)


def test_the_position_is_the_end_of_the_log_also_when_nothing_was_for_it(room: Store) -> None:
    catch_up(room.log, room.views)
    for name in PROJECTIONS:
        assert room.views.place(name) == Place(1, room.log.last_position())
    runner = Runner(CHIPS, room.log, room.views)
    assert runner.catch_up() == 0
    assert runner.step() is None


def test_who_follows_rests_after_all_is_read_and_no_sooner(room: Store) -> None:
    following = Following(PROJECTIONS.values(), room.log, room.views, batch=7)
    rests = list(iter(following.look, None))
    assert len(rests) > 2
    assert rests == [*[0.0] * (len(rests) - 1), REST_SECONDS]
    assert {one.position for one in following.health()} == {room.log.last_position()}
    exact(room)


def test_who_has_lost_a_race_goes_on_behind_the_other_with_all(room: Store) -> None:
    following = Following(PROJECTIONS.values(), room.log, room.views, batch=7)
    other = Runner(CHIPS, room.log, room.views, batch=11)
    assert following.look() == 0.0
    assert following.look() == 0.0
    with suppress(LostRaceError):
        other.step()
    assert other.step() == 11
    before = {name: room.views.place(name) for name in PROJECTIONS}
    assert following.look() == 0.0
    assert {name: room.views.place(name) for name in PROJECTIONS} == before
    assert list(iter(following.look, None))[-1] == REST_SECONDS
    assert not any(one.failures for one in following.health())
    exact(room)


def test_who_comes_second_writes_nothing(room: Store) -> None:
    first = Runner(CHIPS, room.log, room.views, batch=10)
    second = Runner(CHIPS, room.log, room.views, batch=17)
    assert first.step() == 10
    assert second.step() == 17
    before = rows_of(room.views, CHIPS)
    with pytest.raises(LostRaceError):
        first.step()
    assert rows_of(room.views, CHIPS) == before
    assert first.step() == 10  # from where the second one stopped
    with pytest.raises(LostRaceError):
        second.step()
    second.catch_up()
    first.catch_up()
    catch_up(room.log, room.views)
    exact(room)


def test_a_lower_position_is_not_enough_to_move_it(store: Store) -> None:
    with store.views.writing() as connection:
        advance(connection, "chips", Place(1, 0), 10)
    with pytest.raises(LostRaceError), store.views.writing() as connection:
        advance(connection, "chips", Place(1, 5), 20)
    assert store.views.place("chips") == Place(1, 10)


def test_rows_and_position_are_one_transaction(
    room: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = Runner(CHIPS, room.log, room.views, batch=20)
    runner.step()
    before = rows_of(room.views, CHIPS), room.views.place("chips")

    def broken(*_: object) -> None:
        message = "the power is gone"
        raise RuntimeError(message)

    with monkeypatch.context() as patch:
        patch.setattr("projections.runner.write", broken)
        with pytest.raises(RuntimeError):
            runner.step()
    assert (rows_of(room.views, CHIPS), room.views.place("chips")) == before
    catch_up(room.log, room.views)
    exact(room)


def test_views_of_another_log_are_not_gone_on_with(store: Store) -> None:
    with store.views.writing() as connection:
        advance(connection, "pots", Place(1, 0), 1_000_000)
    with pytest.raises(ViewsAheadError, match="another log"):
        Runner(PROJECTIONS["pots"], store.log, store.views).catch_up()
    assert any("1000000" in fault for fault in faults_of(store.views, store.log))


def test_a_failing_database_is_told_without_its_rows(store: Store) -> None:
    with store.views.writing() as connection:
        connection.exec_driver_sql("DROP TABLE journal")
    room_with_all(store.log, rounds=1)
    with pytest.raises(ViewsUnavailableError) as told:
        Runner(CHIPS, store.log, store.views).catch_up()
    assert told.value.__cause__ is None
    assert "ann" not in str(told.value)


def test_two_threads_race_and_the_sums_are_exact(room: Store) -> None:
    start = Barrier(2)

    def race(batch: int) -> None:
        runners = [Runner(one, room.log, room.views, batch=batch) for one in PROJECTIONS.values()]
        start.wait()
        for runner in runners:
            runner.catch_up()

    threads = [Thread(target=race, args=(batch,)) for batch in (3, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    exact(room)


def test_killed_at_work_again_and_again_the_sums_are_exact(room: Store) -> None:
    killed = 0
    while killed < KILLS:
        racers = [racer(room.address, batch) for batch in (2, 3)]
        time.sleep(0.03 + 0.01 * (killed % 5))
        for process in racers:
            if process.poll() is None:
                process.kill()
                killed += 1
            process.wait()
        if room.views.place("chips").position == room.log.last_position():
            start_again(room.views)
    catch_up(room.log, room.views)
    exact(room)
    assert all_rows(room.views)["chips"]["journal"]


def racer(address: str, batch: int) -> subprocess.Popen[str]:
    """Start a runner in a process of its own, and wait until it is at work."""
    command = [sys.executable, "-m", "tests.projections.racer", address, str(batch)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == "ready\n"
    return process
