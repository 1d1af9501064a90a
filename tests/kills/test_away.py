"""While the database is away every route says so, in the one form, and is back by itself."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from api.service.router import router
from domain.house.incidents.events import ErrorsCounted, LogAway
from domain.kernel.decider import Event
from domain.log.accepted import CommandAccepted
from domain.log.store import open_log
from tests.kills.away import House
from tests.service.asking import problem
from tests.service.browsing import Browser
from tests.service.playing import awaited, choice
from tests.support.postgres import Server
from tests.support.service import place_at, served


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    server = Server(durable=True)
    try:
        server.execute("CREATE DATABASE log")
        with served(place_at(server.url("log"), tmp_path)) as running:
            yield House(server, running)
    finally:
        server.remove()


def away(answer: httpx.Response) -> None:
    """It says that it cannot be done now, and when to come again."""
    assert answer.status_code == 503, (answer.request.url, answer.text)
    assert int(answer.headers["Retry-After"]) >= 1
    code = answer.json()["code"]
    assert code in {"log_unavailable", "views_unavailable"}
    problem(answer, 503, code)


def test_nothing_but_not_now_is_said_while_the_database_is_away(house: House) -> None:
    browser = Browser(house.served)
    browser.log_in(house.ann.token)
    position = house.office.see("/health")["position"]
    house.server.stop()
    looked = [house.ann.client.get(path) for path in house.looks()]
    looked += [house.boss.client.get(path) for path in house.looks_of_staff()]
    looked += [house.ann.client.get(f"/{path}/events") for path in house.followed()]
    asked = [*house.commands(), browser.ask("/session", method="DELETE")]
    still = ["/version", "/live", "/reports", "/refusals", "/rules"]  # they ask no database
    assert [house.boss.client.get(path).status_code for path in still] == [200] * 5
    with browser as known:
        assert known.look("/session").status_code == 200, "the process knows the session"
        still.append("/session")
    assert len([*looked, *asked, *house.followed(), *still]) == len(router.routes)
    for answer in (*looked, *asked):
        away(answer)
    assert [followed(house, path) for path in house.followed()] == [503] * len(house.followed())
    # One that is shorter than a look at the log is only in the errors of who asked meanwhile.
    awaited(lambda: "the feed cannot read the log" in house.served.output() or None)
    house.server.start()
    awaited(lambda: _well(house))
    awaited(lambda: LogAway in done(house, position) or None)
    assert [*done(house, position)] == [LogAway], "nothing else was done meanwhile"
    for path in house.looks():
        assert house.ann.client.get(path).status_code == 200, path
    for path in house.looks_of_staff():
        assert house.boss.client.get(path).status_code == 200, path
    for guest in house.guests.values():
        may = guest.see(f"/rounds/{house.round}/legal")
        if may["legal"]:
            assert guest.act(house.round, may["turn"], **choice(may["legal"])).status_code == 200
            break
    else:
        raise AssertionError("somebody's word was waited for")
    assert house.served.stop() == 0
    met = Counter(answer.json()["code"] for answer in (*looked, *asked))
    assert met <= errors(house, position), "and those that are not kept here (H16.2)"


def done(house: House, position: int) -> dict[type[Event], list[Any]]:
    """Return what was recorded after a position, by its kind."""
    found: dict[type[Event], list[Any]] = {}
    with open_log(house.served.place.log, now=lambda: datetime.now(UTC)) as log:
        for one in log.after(position, 1_000):
            if not isinstance(one.event, CommandAccepted):
                found.setdefault(type(one.event), []).append(one.event)
    return found


def errors(house: House, position: int) -> Counter[str]:
    """Return the errors that were recorded after a position, by code."""
    found = Counter[str]()
    for fact in done(house, position)[ErrorsCounted]:
        found.update({one.what: one.count for one in fact.codes})
    return found


def followed(house: House, path: str) -> int:
    """Try to follow a table or match; return the status that is answered."""
    url = house.served.url.replace("http", "ws", 1)
    bearer = {"Authorization": f"Bearer {house.ann.token}"}
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(f"{url}/v1/{path}/live", additional_headers=bearer, proxy=None),
    ):
        pass
    return refused.value.response.status_code


def _well(house: House) -> dict[str, int] | None:
    answer = house.ann.client.get("/health")
    return answer.json() if answer.status_code == 200 and answer.json()["status"] == "ok" else None
