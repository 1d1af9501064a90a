"""While the database is away every route says so, in the one form, and is back by itself."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from api.service.router import router
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
    still = ["/version", "/live", "/reports", "/refusals"]  # they ask no database
    assert [house.boss.client.get(path).status_code for path in still] == [200] * 4
    with browser as known:
        assert known.look("/session").status_code == 200, "the process knows the session"
        still.append("/session")
    assert len([*looked, *asked, *house.followed(), *still]) == len(router.routes)
    for answer in (*looked, *asked):
        away(answer)
    url = house.served.url.replace("http", "ws", 1)
    bearer = {"Authorization": f"Bearer {house.ann.token}"}
    for path in house.followed():
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"{url}/v1/{path}/live", additional_headers=bearer, proxy=None),
        ):
            pass
        assert refused.value.response.status_code == 503
    house.server.start()
    awaited(lambda: _well(house))
    assert house.office.see("/health")["position"] == position, "nothing was done meanwhile"
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


def _well(house: House) -> dict[str, int] | None:
    answer = house.ann.client.get("/health")
    return answer.json() if answer.status_code == 200 and answer.json()["status"] == "ok" else None
