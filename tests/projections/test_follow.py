"""Following the log: news is in the rows at once, and no error ends it."""

import time
from collections.abc import Callable, Sequence

import pytest

from domain.log.envelope import Recorded
from domain.log.errors import LogUnavailableError
from domain.log.store import Log
from projections.catalogue import PROJECTIONS
from projections.chips import query
from projections.chips.entry import JournalError
from projections.chips.writer import ChipsWriter
from projections.follow import Following
from projections.reached import Reached
from projections.runner import Runner
from projections.store.engine import Views
from projections.store.errors import ViewsUnavailableError
from projections.store.tables import Change
from projections.waiting import wait_for
from tests.projections.conftest import Store
from tests.projections.room import Room
from tests.projections.rows import all_rows, catch_up, start_again

PATIENCE = 120.0


def following(store: Store, poll: float = 0.5) -> Following:
    return Following(PROJECTIONS.values(), store.log, store.views, poll=poll)


def until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_who_writes_can_wait_for_its_own_words(store: Store) -> None:
    room = Room(store.log)
    room.open()
    with following(store) as followers:
        for number in range(10):
            receipt = room.deposit("ann", 5)
            for name in PROJECTIONS:
                assert followers.wait(name, max(receipt.positions), PATIENCE)
            with store.views.reading() as connection:
                held = query.balance(connection, "wallet:ann")
            assert held == 4_400 + 5 * (number + 1)
        assert not followers.wait("chips", 1_000_000, 0.01)
    assert all(one.error is None for one in followers.health())
    assert {one.position for one in followers.health()} == {store.log.last_position()}


def test_following_leaves_the_rows_of_catching_up(store: Store) -> None:
    room = Room(store.log)
    with following(store):
        room.evening(1)
    catch_up(store.log, store.views)
    followed = all_rows(store.views)
    start_again(store.views)
    catch_up(store.log, store.views)
    assert all_rows(store.views) == followed


def test_an_error_is_shown_and_survived(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(store.log)
    room.open()
    after = Log.after
    failing = [True]

    def failing_after(log: Log, position: int, limit: int, topics: tuple[str, ...] = ()) -> object:
        if failing[0]:
            message = "the log could not be read"
            raise LogUnavailableError(message)
        return after(log, position, limit, topics)

    monkeypatch.setattr(Log, "after", failing_after)
    with Following([PROJECTIONS["chips"]], store.log, store.views, poll=0.05) as one:
        until(lambda: one.health()[0].failures > 1)
        assert one.health()[0].error == "log_unavailable"
        assert store.views.place("chips").position == 0
        failing[0] = False
        assert one.wait("chips", store.log.last_position(), PATIENCE)
        until(lambda: one.health()[0].failures == 0)
        assert one.health()[0].error is None


def test_the_trouble_of_one_keeps_no_other_from_going_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    Room(store.log).open()
    fold, failing = ChipsWriter.fold, [True]

    def failing_fold(writer: ChipsWriter, facts: Sequence[Recorded]) -> Sequence[Change]:
        if failing[0]:
            message = "it is planted"
            raise JournalError(message)
        return fold(writer, facts)

    monkeypatch.setattr(ChipsWriter, "fold", failing_fold)
    last = store.log.last_position()
    with following(store, poll=0.05) as followers:
        for name in PROJECTIONS.keys() - {"chips"}:
            assert followers.wait(name, last, PATIENCE)
        until(lambda: any(one.failures > 1 for one in followers.health()))
        health = {one.name: one for one in followers.health()}
        assert health.pop("chips").error == JournalError.code
        assert {one.failures for one in health.values()} == {0}
        assert store.views.place("chips").position == 0
        failing[0] = False
        assert followers.wait("chips", last, PATIENCE)
        until(lambda: not any(one.failures for one in followers.health()))


def test_a_log_that_cannot_be_read_is_asked_once_not_by_each_view(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    Room(store.log).open()
    last = store.log.last_position()
    with monkeypatch.context() as away:
        asked: list[Log] = []

        def locked(log: Log) -> int:
            asked.append(log)
            message = "the log stayed locked"
            raise LogUnavailableError(message)

        away.setattr(Log, "last_position", locked)
        followers = following(store)
        for attempt in (1, 2, 3):
            until(lambda: followers.look() is None and len(asked) == attempt)  # noqa: B023 -- called at once
            health = followers.health()
            assert {one.error for one in health} == {"log_unavailable"}
            assert {one.failures for one in health} == {attempt}
    until(lambda: followers.look() is not None)
    assert {(one.error, one.failures, one.position) for one in followers.health()} == {
        (None, 0, last)
    }


def test_no_other_view_is_tried_once_it_is_to_stop(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    Room(store.log).open()
    followers = following(store)
    tried: list[str] = []

    def writing(_: object) -> object:
        message = "the views stayed locked"
        raise ViewsUnavailableError(message)

    def step(runner: Runner) -> None:
        tried.append(runner.projection.name)
        with pytest.raises(RuntimeError):  # it waits for its thread, which this is
            followers.__exit__(None, None, None)
        writing(runner)

    monkeypatch.setattr(Views, "writing", writing)
    monkeypatch.setattr(Runner, "step", step)
    followers.__enter__()
    until(lambda: len(tried) > 0)
    followers.__exit__(None, None, None)
    assert len(tried) == 1
    assert sum(one.failures for one in followers.health()) == 1


def test_news_is_found_even_if_nobody_tells(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(log: Log, position: int, timeout: float) -> bool:
        time.sleep(timeout)
        return log.last_position() > position

    monkeypatch.setattr(Log, "wait_beyond", deaf)
    room = Room(store.log)
    with following(store, poll=0.05) as followers:
        room.open()
        assert followers.wait("chips", store.log.last_position(), PATIENCE)


def test_another_process_can_wait_for_the_rows_too(store: Store) -> None:
    room = Room(store.log)
    room.open()
    last = store.log.last_position()
    assert not wait_for(store.views, "chips", last, 0.05)
    with following(store):
        assert wait_for(store.views, "chips", last, PATIENCE)


def test_waiting_ends_with_the_position_or_with_the_time() -> None:
    reached = Reached()
    assert not reached.wait(1, 0.01)
    reached.tell(5)
    reached.tell(3)
    assert reached.wait(5, 0)
    assert not reached.wait(6, 0.01)
