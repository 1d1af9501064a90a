"""What goes wrong with a service is recorded (H16): bounded, without names, and in nobody's way."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from api.house import House
from api.service.door import Answered
from api.service.feed import Feed
from api.service.incidents import MOST_TOLD, SIGN_MS, WINDOW_MS, Incidents, heard_ms
from api.service.tally import MOST, Tally
from domain.flow.address import SWITCHES
from domain.house.incidents import events
from domain.kernel.decider import Event
from domain.log.chain import HEADER
from domain.log.errors import LogError, LogUnavailableError
from domain.log.store import Log, open_log
from projections.migrations.upgrade import migrate
from tests.support.service import place_at, served
from tests.support.tamper import Row, tampered

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ADDRESS = "198.51.100.7"


class Desk:
    """The incidents of a process, in a log of a file, by a clock that is set."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.at = NOON
        self.tally = Tally()
        self.feed = Feed(log)
        self.incidents = self.process()

    def now_ms(self) -> int:
        return int(self.at.timestamp() * 1_000)

    def process(self) -> Incidents:
        return Incidents(self.log, House(self.log), self.feed, self.tally, self.now_ms)

    def later(self, **by: float) -> None:
        self.at += timedelta(**by)
        self.incidents.step()

    def answered(self, status: int, code: str | None, address: str = ADDRESS) -> None:
        role = None if status in {401, 429} else "player"
        self.tally.answered(Answered("r", "GET", "/v1/me", status, 0.1, role, code, address))

    def facts(self, kind: type[Event]) -> list[Any]:
        days = self.log.streams("incidents/")
        found = [one.event for day in days for one in self.log.read(day)]
        return [one for one in found if isinstance(one, kind)]


class Seen(NamedTuple):
    """The one log in which a process is followed, and its clock."""

    desk: Desk
    path: Path


@pytest.fixture
def seen(tmp_path: Path) -> Iterator[Seen]:
    path = tmp_path / "log.db"
    migrate(f"sqlite:///{path}")
    times: list[Desk] = []

    def now() -> datetime:
        return times[0].at if times else NOON

    with open_log(f"sqlite:///{path}", now=now) as log:
        times.append(Desk(log))
        yield Seen(times[0], path)


def counts(some: tuple[events.Counted, ...]) -> dict[str, int]:
    return {one.what: one.count for one in some}


def test_h16_1_who_begins_says_when_any_was_heard_of_last(seen: Seen) -> None:
    desk = seen.desk
    desk.incidents.start()
    desk.later(seconds=40)
    desk.incidents.stop()
    desk.at += timedelta(hours=50)
    desk.incidents = desk.process()
    desk.incidents.start()
    desk.incidents.stop()
    first, second = desk.facts(events.ServiceBegan)
    assert first.heard_ms is None
    assert second.heard_ms == int((NOON + timedelta(seconds=40)).timestamp() * 1_000)
    assert [one.process for one in desk.facts(events.ServiceEnded)] == [
        first.process,
        second.process,
    ]
    assert list(desk.log.streams("incidents/")) == ["incidents/2026-11-30", "incidents/2026-12-02"]


def test_h16_1_a_house_gives_a_sign_of_life_whichever_process_is_first(seen: Seen) -> None:
    desk = seen.desk
    other = desk.process()
    for _ in range(10):
        desk.later(milliseconds=SIGN_MS / 2)
        other.step()
    signs = desk.facts(events.ServiceSeen)
    assert [one.process for one in signs] == [desk.incidents.process] * 5
    assert heard_ms(desk.log) == desk.now_ms()


def test_h16_2_nothing_is_recorded_of_what_went_well(seen: Seen) -> None:
    desk = seen.desk
    for status, code in ((200, None), (409, "too_few_points"), (401, "no_token"), (0, None)):
        desk.answered(status, code)
    desk.answered(503, "stopping")
    desk.later(milliseconds=WINDOW_MS)
    assert list(desk.log.streams()) == []


def test_h16_2_a_flood_of_bad_tokens_is_one_fact_a_minute(seen: Seen) -> None:
    desk = seen.desk
    for number in range(3 * MOST):
        desk.answered(401, "bad_token", f"2001:db8::{number:x}")
    for _ in range(50):
        desk.answered(429, "too_many_requests")
    for second in range(59):
        desk.later(seconds=1)
        assert list(desk.log.streams()) == [], second
    desk.later(seconds=1)
    (fact,) = desk.facts(events.LoginsFailed)
    assert counts(fact.codes) == {"bad_token": 3 * MOST, "too_many_requests": 50}
    assert fact.until_ms - fact.since_ms == WINDOW_MS
    places = counts(fact.addresses)
    assert len(places) <= MOST_TOLD + 1
    assert sum(places.values()) == 3 * MOST + 50
    desk.later(milliseconds=WINDOW_MS)
    assert len(desk.facts(events.LoginsFailed)) == 1, "there was no other"


def test_h16_2_errors_are_counted_by_code_and_by_who_tells_them(seen: Seen) -> None:
    desk = seen.desk
    desk.incidents.start()
    for code in ("log_unavailable", "log_unavailable", "broken_chain", "internal_error"):
        desk.answered(503 if code == "log_unavailable" else 500, code)
    logging.getLogger("paipu.steward").error("the text is %s", "A♠")
    logging.getLogger("paipu.service").error("a fault")
    logging.getLogger("paipu.steward").warning("no error")
    desk.incidents.stop()
    logging.getLogger("paipu.steward").error("nobody counts any more")
    (fact,) = desk.facts(events.ErrorsCounted)
    assert counts(fact.codes) == {
        "log_unavailable": 2,
        "broken_chain": 1,
        "internal_error": 1,
        "paipu.steward": 1,
    }
    assert desk.tally.taken().errors.total() == 0


def test_h16_3_an_address_is_a_digest_that_no_other_process_makes(seen: Seen) -> None:
    desk = seen.desk
    for _ in range(2):
        desk.answered(401, "token_expired")
        desk.later(milliseconds=WINDOW_MS)
    desk.incidents = desk.process()
    desk.answered(401, "token_expired")
    desk.later(milliseconds=WINDOW_MS)
    first, same, other = ([*counts(one.addresses)] for one in desk.facts(events.LoginsFailed))
    assert first == same != other
    assert [len(bytes.fromhex(one)) for one in (*first, *other)] == [8, 8]
    assert ADDRESS.encode() not in seen.path.read_bytes()


def test_what_cannot_be_recorded_now_is_recorded_once_later(seen: Seen) -> None:
    desk = seen.desk
    desk.incidents.start()
    desk.answered(401, "bad_token")
    with closing(sqlite3.connect(seen.path, isolation_level=None)) as database:
        database.execute("ALTER TABLE events RENAME TO away")
        for _ in range(3):
            with pytest.raises(LogError):
                desk.later(milliseconds=WINDOW_MS)
            desk.answered(401, "token_expired")
        database.execute("ALTER TABLE away RENAME TO events")
    desk.later(milliseconds=WINDOW_MS)
    desk.later(milliseconds=WINDOW_MS)
    desk.incidents.stop()
    told = [counts(one.codes) for one in desk.facts(events.LoginsFailed)]
    assert told == [{"bad_token": 1}, {"token_expired": 3}]


def damage(path: Path, stream: str) -> None:
    """Put a row in front of a stream, or in its place, that nobody can read."""
    foreign = Row(1, "house.Unknown.1", bytes(HEADER) + b"{}")
    tampered(path, stream, lambda rows: [foreign, *rows[1:]])


def test_what_is_wrong_with_the_switches_keeps_no_incident_from_being_recorded(seen: Seen) -> None:
    desk = seen.desk
    damage(seen.path, SWITCHES.stream)
    desk.incidents.start()
    desk.answered(401, "bad_token")
    desk.answered(503, "unreadable_event")
    desk.later(milliseconds=WINDOW_MS)
    desk.incidents.stop()
    for kind in (
        events.ServiceBegan,
        events.LoginsFailed,
        events.ErrorsCounted,
        events.ServiceEnded,
    ):
        assert len(desk.facts(kind)) == 1, kind


def test_a_damaged_day_is_told_of_and_ends_with_the_day(seen: Seen) -> None:
    desk = seen.desk
    damage(seen.path, "incidents/2026-11-30")
    desk.incidents.start()
    healths = [desk.incidents.health]
    desk.answered(401, "bad_token")
    desk.later(days=1)
    desk.later(milliseconds=WINDOW_MS)
    desk.incidents.stop()
    assert [*healths, desk.incidents.health] == ["failing", "recording"]
    kinds = [type(one.event).__name__ for one in desk.log.read("incidents/2026-12-01")]
    assert kinds == ["ServiceBegan", "ServiceSeen", "LoginsFailed", "ServiceEnded"]


def test_what_was_recorded_before_midnight_unheard_is_not_recorded_again(seen: Seen) -> None:
    desk = seen.desk
    ask: Callable[..., object] = House.ask
    with pytest.MonkeyPatch.context() as unheard:

        def lost(*args: object, **kwargs: object) -> None:
            ask(*args, **kwargs)
            message = "the database went away after it"
            raise LogUnavailableError(message)

        unheard.setattr(House, "ask", lost)
        desk.incidents.start()
    desk.at += timedelta(days=1)
    desk.incidents.stop()
    assert len(desk.facts(events.ServiceBegan)) == 1
    assert len(desk.facts(events.ServiceEnded)) == 1


def test_health_says_that_incidents_cannot_be_recorded(tmp_path: Path) -> None:
    place = place_at(f"sqlite:///{tmp_path}/log.db", tmp_path)
    with served(place) as running:
        assert httpx.get(f"{running.url}/v1/health").json()["incidents"] == "recording"
        assert running.stop() == 0
        with open_log(place.log, now=lambda: datetime.now(UTC)) as log:
            days = list(log.streams("incidents/"))
        for day in (*days, f"incidents/{datetime.now(UTC).date()}"):
            damage(tmp_path / "log.db", day)
        running.start()
        told = httpx.get(f"{running.url}/v1/health").json()
        assert (told["incidents"], told["status"]) == ("failing", "degraded")


def test_a_service_records_itself_and_who_was_not_let_in(tmp_path: Path) -> None:
    """Over HTTP, in a process that is killed first and then stopped."""
    place = place_at(f"sqlite:///{tmp_path}/log.db", tmp_path)
    with served(place) as running:
        running.kill()
        running.start()
        for token in ("x", "y", running.token("ann")):
            headers = {"Authorization": f"Bearer {token}"}
            httpx.get(f"{running.url}/v1/me", headers=headers)
        assert running.stop() == 0
    with open_log(place.log, now=lambda: datetime.now(UTC)) as log:
        facts = [one for day in log.streams("incidents/") for one in log.read(day)]
    killed, begun, failed, ended = facts
    assert isinstance(begun.event, events.ServiceBegan)
    assert begun.event.heard_ms == int(killed.envelope.recorded_at.timestamp() * 1_000)
    assert isinstance(failed.event, events.LoginsFailed)
    assert counts(failed.event.codes) == {"bad_token": 2}
    assert ended.event == events.ServiceEnded(process=begun.event.process)
    assert {one.envelope.actor for one in facts} == {"house"}


def test_h16_2_who_is_known_and_asks_too_much_is_no_failed_log_in(tmp_path: Path) -> None:
    place = place_at(f"sqlite:///{tmp_path}/log.db", tmp_path)
    with served(place, settings={"PAIPU_RATE_CALLER": "1/3600"}) as running:
        guest = running.guest("ann")
        statuses = [guest.client.get("/me").status_code for _ in range(3)]
        assert running.stop() == 0
    assert statuses[1:] == [429, 429]
    with open_log(place.log, now=lambda: datetime.now(UTC)) as log:
        facts = [one.event for day in log.streams("incidents/") for one in log.read(day)]
    assert [type(one) for one in facts] == [events.ServiceBegan, events.ServiceEnded]
