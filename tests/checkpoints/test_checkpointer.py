"""When the house signs: after so many events, or when something new has waited so long."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from api.checkpointer import Checkpointer, Every
from api.serving import EVENTS_SETTING, SECONDS_SETTING, set_every
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.notes import Signer, SigningKey
from domain.log.errors import TreeBrokenError
from domain.log.store import Log, open_log
from replay.configuration import BadEnvironmentError
from tests.checkpoints.given import SIGNER, bets
from tests.support.keys import KEYS

EVERY = Every(events=10, seconds=60)


class HandClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 2, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def hand_log(clock: HandClock) -> Iterator[Log]:
    with open_log("memory:", now=clock, keys=KEYS) as opened:
        yield opened


@pytest.fixture
def checkpointer(hand_log: Log, clock: HandClock) -> Checkpointer:
    return Checkpointer(hand_log, Checkpoints(hand_log, SIGNER), clock, EVERY)


def test_an_empty_log_is_left_alone(checkpointer: Checkpointer, clock: HandClock) -> None:
    clock.later(1_000)
    assert checkpointer.step() is False


def test_it_signs_after_so_many_events(hand_log: Log, checkpointer: Checkpointer) -> None:
    bets(hand_log, "round/1", 8)
    assert checkpointer.step() is False
    bets(hand_log, "round/2", 1)
    assert checkpointer.step() is True
    assert checkpointer.step() is False
    bets(hand_log, "round/3", 5)  # with the last checkpoint's own three there are nine
    assert checkpointer.step() is False
    bets(hand_log, "round/4", 1)
    assert checkpointer.step() is True


def test_it_signs_what_has_waited_so_long(
    hand_log: Log, checkpointer: Checkpointer, clock: HandClock
) -> None:
    bets(hand_log, "round/1", 1)
    clock.later(59)
    assert checkpointer.step() is False
    clock.later(1)
    assert checkpointer.step() is True
    bets(hand_log, "round/2", 1)
    clock.later(59.9)
    assert checkpointer.step() is False
    clock.later(0.1)
    assert checkpointer.step() is True


def test_a_log_at_rest_is_not_signed_again(
    hand_log: Log, checkpointer: Checkpointer, clock: HandClock
) -> None:
    bets(hand_log, "round/1", 20)
    assert checkpointer.step() is True
    before = hand_log.last_position()
    for _ in range(5):
        clock.later(100)
        assert checkpointer.step() is False
    assert hand_log.last_position() == before
    bets(hand_log, "round/2", 1)
    assert checkpointer.step() is True, "it has long been time"


def test_what_another_process_signs_counts(
    hand_log: Log, checkpointer: Checkpointer, clock: HandClock
) -> None:
    bets(hand_log, "round/1", 20)
    assert Checkpoints(hand_log, SIGNER).take() is not None
    assert checkpointer.step() is False
    clock.later(100)
    assert checkpointer.step() is False


def test_what_goes_wrong_is_told_by_the_thread_and_ends_it_not(
    hand_log: Log, clock: HandClock
) -> None:
    bets(hand_log, "round/1", 20)
    Checkpoints(hand_log, SIGNER).take()
    bets(hand_log, "round/2", 20)
    renamed = Signer([SigningKey("other.example", bytes(32))])
    checkpointer = Checkpointer(hand_log, Checkpoints(hand_log, renamed), clock, EVERY)
    with pytest.raises(TreeBrokenError):
        checkpointer.step()
    checkpointer.start()
    while checkpointer.error is None:
        hand_log.wait_beyond(hand_log.last_position(), 0.05)
    checkpointer.stop()
    assert checkpointer.error == "tree_broken"


def test_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SECONDS_SETTING, raising=False)
    monkeypatch.setenv(EVENTS_SETTING, "")
    assert set_every() == Every(1_000, 60)
    monkeypatch.setenv(EVENTS_SETTING, "5")
    monkeypatch.setenv(SECONDS_SETTING, "7")
    assert set_every() == Every(5, 7)
    for wrong in ("0", "-1", "x", "1.5", "9" * 20, "٣"):
        monkeypatch.setenv(EVENTS_SETTING, wrong)
        with pytest.raises(BadEnvironmentError, match=EVENTS_SETTING):
            set_every()
