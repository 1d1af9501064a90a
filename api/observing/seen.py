"""The metrics that are asked of a house when they are read, rather than counted before."""

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from threading import Lock
from typing import Any, Final

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from api.selfcheck import VERSION
from api.service.room import Room
from api.service.standing import STANDING
from api.steward.steward import Health
from domain.flow.address import SELFCHECK
from domain.house.clock.events import ClockStopped, TimeGranted
from domain.house.dispute.events import DisputeOpened
from domain.house.match.events import MatchRoundEnded, MatchRoundStarted
from domain.house.selfcheck.events import IntegrityAlarm
from domain.house.table.events import RoundEnded, RoundStarted
from domain.kernel.decider import name_of
from domain.log.checkpoints.events import TreeSigned
from domain.log.erased import KeysErased
from domain.log.errors import BrokenChainError, LogError, UnreadableEventError
from domain.log.pages import read_until
from domain.shengji import events as shengji
from domain.sizhidao import events as sizhidao
from projections.store.errors import ViewsError
from replay.lag import seconds_ahead, seconds_behind

PAGE: Final = 1_000
KEPT_SECONDS: Final = 1.0
"""Who reads more often gets what was read before: reading costs the database something."""
FACTS: Final = tuple(
    name_of(kind)
    for kind in (
        *(RoundStarted, RoundEnded, MatchRoundStarted, MatchRoundEnded),
        *(sizhidao.RoundVoided, shengji.RoundVoided, ClockStopped, TimeGranted),
        *(DisputeOpened, IntegrityAlarm, KeysErased, TreeSigned),
    )
)
"""The stored names of facts that are counted, whichever process wrote them."""


class Seen(Collector):
    """Asks a house how it does. While its database is away, what that knows is left out."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lock = Lock()
        self._read: tuple[float, list[Metric]] = (0.0, [])
        self._facts = dict.fromkeys(FACTS, 0)
        self._position = room.log.last_position()
        """The facts of the log up to here are counted, those before this process began are not."""

    def collect(self) -> Iterator[Metric]:
        """Yield all that is seen now."""
        with self._lock:
            at, found = self._read
            if time.monotonic() - at > KEPT_SECONDS or not found:
                found = [*self._of_process(), *self._of_house()]
                self._read = time.monotonic(), found
        yield from found

    def _of_process(self) -> Iterator[Metric]:
        """Yield what is known without asking a database."""
        room, load = self._room, self._room.log.load
        yield gauge("ready", "Whether this process takes requests", STANDING.ready)
        build = GaugeMetricFamily("paipu_build", "Which program runs", labels=("version", "digest"))
        build.add_metric((VERSION, room.digest), 1)
        yield build
        lent = {"log": load.lent, "views": room.views.lent}
        yield gauges("connections", "Connections in use", "to", lent)
        yield counter("append_batches", "Transactions that wrote", load.batches)
        told = "Decisions in these: divided by them, how many are written together"
        yield counter("append_decisions", told, load.decisions)
        yield gauge("followers", "Who follow something", room.feed.followers)
        told = "Those who were told nothing more, by their code; 1013: cut off for being slow"
        yield counters("followers_ended", told, "code", dict(room.feed.endings))
        failing = room.feed.health() == "failing"
        yield gauge("feed_failing", "Whether followers cannot be told", failing)
        failing = room.checkpoints_health() == "failing"
        yield gauge("checkpointer_failing", "Whether nothing can be signed", failing)
        if room.steward is not None:
            yield from _of_steward(room.steward)

    def _of_house(self) -> list[Metric]:
        """Return what the database says."""
        told = "Whether the log can be read"
        try:
            return [gauge("log_readable", told, 1), *self._of_log()]
        except (LogError, ViewsError):
            return [gauge("log_readable", told, 0)]

    def _of_log(self) -> Iterator[Metric]:
        room = self._room
        last = room.log.last_position()
        yield gauge("log_position", "The position of the last event", last)
        ahead = seconds_ahead(room.log, lambda: datetime.now(UTC))
        if ahead is not None:
            yield gauge("database_clock_ahead_seconds", "Of this machine's clock", ahead)
        yield from self._of_projections(last)
        told = "Positions that followers were not told of yet"
        yield gauge("feed_lag", told, max(0, last - room.feed.spread))
        alarm = room.house.stands(SELFCHECK).state.alarm is not None
        yield gauge("alarm", "Whether the self-check has found something (H11)", alarm)
        latest = room.checkpoints.latest()
        if latest is not None:
            age = datetime.now(UTC) - latest.recorded.envelope.recorded_at
            yield gauge("checkpoint_age_seconds", "Since the last one", age.total_seconds())
            yield gauge("checkpoint_size", "Events that the last one covers", latest.size)
            told = "Positions since the last checkpoint"
            yield gauge("checkpoint_lag", told, max(0, last - latest.position))
        yield self._counted(last)

    def _of_projections(self, last: int) -> Iterator[Metric]:
        health = {one.name: one for one in self._room.following.health()}
        positions = {name: one.position for name, one in health.items()}
        now, log = datetime.now(UTC), self._room.log
        ages = {at: seconds_behind(log, at, last, now) for at in set(positions.values())}
        lag = {name: max(0, last - at) for name, at in positions.items()}
        by = "projection"
        yield gauges("projection_position", "How far it is", by, positions)
        yield gauges("projection_lag", "Positions that it is behind the log", by, lag)
        told = "Since the first event that it lacks"
        age = {name: ages[at] for name, at in positions.items()}
        yield gauges("projection_lag_seconds", told, by, age)
        failures = {name: one.failures for name, one in health.items()}
        yield gauges("projection_failures", "Attempts in a row that failed", by, failures)

    def _counted(self, last: int) -> Metric:
        """Count the facts since the last time."""
        while self._position < last:
            try:
                page = self._room.log.after(self._position, PAGE, FACTS)
            except (BrokenChainError, UnreadableEventError):
                self._position = last  # of damaged events `replay verify` tells
                break
            for one in page:
                self._facts[name_of(type(one.event))] += 1
            self._position = read_until(page, PAGE, last)
        told = "Facts of the whole house since this process began, by their stored name"
        return counters("facts", told, "fact", self._facts)


def _of_steward(health: Health) -> Iterator[Metric]:
    yield gauge("steward_holding", "Whether this process looks after the house", health.holding)
    yield gauge("steward_failures", "Attempts in a row that failed altogether", health.failures)
    yield gauge("steward_put_off", "Tasks that failed by themselves", health.put_off)
    yield gauge("steward_tables", "Tables that it knows", health.tables)
    yield gauge("steward_matches", "Matches that it knows", health.matches)
    yield gauge("steward_rounds", "Rounds that run", health.rounds)
    told = "Rounds that the house itself has interrupted (H8.1)"
    yield gauge("steward_interrupted", told, len(health.given_up))
    yield counter("deadlines_fired", "What the clock did for seats that were late", health.fired)
    told = "By how much the clock was late with that, together"
    yield counter("deadlines_late_seconds", told, health.late_ms / 1000)


def gauge(name: str, told: str, value: float) -> Metric:
    """Return a value as it is now."""
    return GaugeMetricFamily(f"paipu_{name}", told, value=value)


def counter(name: str, told: str, value: float) -> Metric:
    """Return a value that only grows."""
    return CounterMetricFamily(f"paipu_{name}", told, value=value)


def gauges(name: str, told: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return values by a label, as they are now."""
    family = GaugeMetricFamily(f"paipu_{name}", told, labels=(label,))
    for one, value in values.items():
        family.add_metric((one,), value)
    return family


def counters(name: str, told: str, label: str, values: Mapping[Any, float]) -> Metric:
    """Return values by a label that only grow."""
    family = CounterMetricFamily(f"paipu_{name}", told, labels=(label,))
    for one, value in values.items():
        family.add_metric((str(one),), value)
    return family


def see(registry: CollectorRegistry, room: Room) -> Callable[[], None]:
    """Have a house asked whenever a registry is read; return what ends that."""
    seen = Seen(room)
    registry.register(seen)
    return lambda: registry.unregister(seen)
