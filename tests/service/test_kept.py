"""Rounds that are kept between looks are those of the log, whatever happens in between."""

from typing import Any

import pytest

from api.service.facts import facts_of
from api.service.kept import KeptRounds
from domain.flow.address import clock, game
from domain.house.clock.commands import ResumeClock, StopClock
from domain.log.store import Log
from tests.projections.room import Room


class Counting:
    """A log that counts how often the stream of a round is read."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.read_streams: list[str] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- whatever a log has
        return getattr(self._log, name)

    def read(self, stream: str, **how: bool) -> Any:  # noqa: ANN401 -- events
        self.read_streams.append(stream)
        return self._log.read(stream, **how)


@pytest.fixture
def room(log: Log) -> Room:
    room = Room(log)
    room.open()
    return room


def test_what_is_kept_is_how_the_round_stands(log: Log, room: Room) -> None:
    kept, about = KeptRounds(log), room.start("oak")
    before = 0
    while log.last_version(game(about).stream) > before:
        before = log.last_version(game(about).stream)
        for _ in range(2):
            assert kept.facts_of(about) == facts_of(log, about)
        room.play(about, steps=1)
    facts = kept.facts_of(about)
    assert facts is not None
    assert facts.status == "complete"
    assert kept.facts_of("never") is None


def test_an_interruption_shows_at_once(log: Log, room: Room) -> None:
    kept, about = KeptRounds(log), room.start("oak")

    def status() -> str:
        facts = kept.facts_of(about)
        assert facts is not None
        return facts.status

    assert status() == "open"
    room.ask(clock(about), StopClock(reason="a flood"))
    assert status() == "interrupted"
    room.ask(clock(about), ResumeClock(reason="dry again"))
    assert status() == "open"


def test_a_running_round_is_read_once_and_one_that_is_over_every_time(log: Log, room: Room) -> None:
    counting = Counting(log)
    kept, about = KeptRounds(counting), room.start("oak")  # type: ignore[arg-type]
    for _ in range(3):
        kept.facts_of(about)
    assert counting.read_streams.count(game(about).stream) == 1
    room.play(about)
    for _ in range(3):
        kept.facts_of(about)
    assert counting.read_streams.count(game(about).stream) == 4, "its keys may be erased"


def test_no_more_rounds_are_kept_than_there_is_room_for(
    log: Log, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.service.kept.KEPT", 1)
    counting = Counting(log)
    kept, rounds = KeptRounds(counting), [room.start("oak"), room.start("elm")]  # type: ignore[arg-type]
    for _ in range(2):
        for about in rounds:
            kept.facts_of(about)
    assert all(counting.read_streams.count(game(about).stream) == 2 for about in rounds)
