"""The live socket over a database server: written to by another process, connections lost."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from api.roles import Role
from domain.log.masters import MasterKeys, keys_in
from domain.log.store import Log, open_log
from tests.leaks.evening import TABLE
from tests.leaks.guests import play
from tests.leaks.inside import inside, listening, until
from tests.leaks.live import at_table
from tests.leaks.looking import Viewer, viewers
from tests.leaks.readers import Reader, gaps, masked_stream, without_time
from tests.leaks.worlds import Noted
from tests.support.postgres import empty_log, shared_server
from tests.support.service import Place, place_at, seat_players, served

ROUNDS = 4
PROCESSES_ROUNDS = 3
LOSSES = 5
"""One step in so many is followed by the loss of all connections."""
NAMES = ["ann", "bob", "cyd"]
END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"


@pytest.fixture
def url() -> Iterator[str]:
    with empty_log() as address:
        yield address


def lose_connections(url: str) -> int:
    """End every session of a log's database; return how many there were."""
    name = url.rpartition("/")[2]
    return len(shared_server().execute(f"{END} WHERE datname = '{name}'"))


def all_told(readers: list[tuple[Reader, Viewer]], log: Log, table: str) -> None:
    """Each reader has seen the stream as it is to be told it, once and in order."""
    last = at_table(log, table)[-1].position or 0
    for reader, viewer in readers:
        seen = reader.finish(last)
        assert without_time(seen) == masked_stream(log, table, viewer)
        assert gaps(seen) == []


def test_lost_connections_delay_and_never_lose(url: str, tmp_path: Path) -> None:
    chance = Random(1)
    with listening() as logged, inside(tmp_path, url) as house:
        evening = Noted(house, 1)
        evening.open()
        readers = [
            (Reader([house.port], one, Random(one.name), TABLE, steady=steady), one)
            for one, steady in zip(viewers()[:4], (True, True, False, False), strict=True)
        ]
        for reader, _ in readers:
            reader.start()
        lost = 0
        for _ in range(ROUNDS):
            for _ in evening.steps(evening.start()):
                if not chance.randrange(LOSSES):
                    lost += lose_connections(url)
        assert lost > ROUNDS
        all_told(readers, house.log, TABLE)
        until(lambda: house.feed.followers == 0)
    assert "Traceback" not in logged.getvalue()


def test_a_killed_listen_connection_delays_and_never_loses(url: str, tmp_path: Path) -> None:
    """One connection of a process listens for all who follow; without it the log is polled."""
    name = url.rpartition("/")[2]
    listens = f"FROM pg_stat_activity WHERE datname = '{name}' AND query LIKE 'LISTEN%'"
    with inside(tmp_path, url) as house:
        evening = Noted(house, 1)
        evening.open()
        people = viewers()[:2]
        readers = [
            (Reader([house.port], one, Random(one.name), TABLE, steady=True), one) for one in people
        ]
        for reader, _ in readers:
            reader.start()
        until(lambda: house.feed.followers == len(people))
        assert shared_server().execute(f"SELECT count(*) {listens}") == [(1,)]
        killed = 0
        for _ in range(ROUNDS):
            for _ in evening.steps(evening.start()):
                killed += len(
                    shared_server().execute(f"SELECT pg_terminate_backend(pid) {listens}")
                )
        all_told(readers, house.log, TABLE)
        assert killed
        assert [reader.times for reader, _ in readers] == [1, 1], "nobody was cut off by it"
        until(lambda: shared_server().execute(f"SELECT count(*) {listens}") == [(1,)])


@pytest.fixture
def place(url: str, tmp_path: Path) -> Place:
    return place_at(url, tmp_path)


def test_who_follows_at_one_process_is_told_what_another_writes(place: Place) -> None:
    with ExitStack() as stack:
        one, other = (stack.enter_context(served(place, pause=600)) for _ in range(2))
        guests = seat_players(other, TABLE, NAMES, allow_check=True, max_playoffs=1)
        office = one.guest("office", Role.OPERATOR)
        people = [Viewer(name, guest.token, name) for name, guest in guests.items()]
        ports = ([one.port], [one.port, other.port], [other.port, one.port])
        readers = [
            (Reader(some, who, Random(who.name), TABLE, steady=len(some) == 1), who)
            for some, who in zip(ports, people, strict=True)
        ]
        for reader, _ in readers:
            reader.start()
        for number in range(PROCESSES_ROUNDS):
            play(guests, Random(number), TABLE, office)
        keys = MasterKeys(keys_in(place.keys))
        log = stack.enter_context(open_log(place.log, now=lambda: datetime.now(UTC), keys=keys))
        all_told(readers, log, TABLE)
