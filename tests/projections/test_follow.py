"""Following the log: news is in the rows at once, and no error ends it."""

import time
from collections.abc import Callable

import pytest

from domain.log.errors import LogUnavailableError
from domain.log.store import Log
from projections.catalogue import PROJECTIONS
from projections.chips import query
from projections.follow import Follower, Following
from projections.reached import Reached
from projections.waiting import wait_for
from tests.projections.conftest import Store
from tests.projections.room import Room
from tests.projections.rows import all_rows, catch_up, start_again

PATIENCE = 30.0


def following(store: Store, poll: float = 0.5) -> Following:
    return Following(
        [Follower(one, store.log, store.views, poll=poll) for one in PROJECTIONS.values()]
    )


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
    follower = Follower(PROJECTIONS["chips"], store.log, store.views, poll=0.05)
    follower.start()
    try:
        until(lambda: follower.health().failures > 1)
        assert follower.health().error == "log_unavailable"
        assert store.views.place("chips").position == 0
        failing[0] = False
        assert follower.wait(store.log.last_position(), PATIENCE)
        until(lambda: follower.health().failures == 0)
        assert follower.health().error is None
    finally:
        follower.stop()


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
