"""While the database is away every route says so, in the one form, and is back by itself."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from api.roles import Role
from api.service.router import router
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.keys import read_signer
from domain.log.store import open_log
from tests.service.asking import problem
from tests.service.playing import awaited, choice, round_at, round_of
from tests.support.postgres import Server
from tests.support.service import Guest, Served, place_at, seat_four, seat_players, served

LONG = {"act_seconds": 600, "split_seconds": 600, "buy_in_seconds": 600}
PLAYERS = ["ann", "bob", "cid"]
SOCKETS = ("tables/t/live", "matches/m/live")


class House:
    """A service whose database can be stopped, with a round that waits."""

    def __init__(self, server: Server, running: Served) -> None:
        self.server = server
        self.served = running
        self.guests = seat_players(running, "t", PLAYERS, **LONG)
        self.office = running.guest("office", Role.OPERATOR)
        seat_four(running, "m", [*PLAYERS, "eve"])
        self.contest = round_of(self.ann, "m")
        self.round = round_at(self.ann, "t")
        self.turn = self.ann.see(f"/rounds/{self.round}")["turn"]
        about = {"round": self.round, "claim": "test"}
        self.dispute = self.ann.done("/disputes", about)["dispute"]
        points = {"player": "ann", "points": 1, "reason": "test"}
        self.adjustment = self.office.done("/adjustments", points)["adjustment"]
        self.boss = running.guest("boss", Role.SUPERVISOR)
        signer = read_signer(running.place.signing)
        with open_log(running.place.log, now=lambda: datetime.now(UTC)) as log:
            Checkpoints(log, signer).take()

    @property
    def ann(self) -> Guest:
        return self.guests["ann"]

    def looks(self) -> list[str]:
        """Everything that can be looked at."""
        at, contest = f"/rounds/{self.round}", f"/rounds/{self.contest}"
        return [
            *("/health", "/me", "/me/rounds", "/players/ann", "/tables", "/tables/t"),
            *("/tables/t/rounds", at, f"{at}/legal", f"{at}/history", f"{at}/pots"),
            *(
                f"{at}/replay",
                f"{at}/bundle",
                "/me/matches",
                "/matches",
                "/matches/m",
                "/matches/m/levels",
            ),
            *("/matches/m/scores", "/matches/m/rounds", "/matches/m/replay"),
            *("/checkpoints", "/checkpoints/latest", "/checkpoints/consistency?old=1"),
            f"/proofs{at}",
            *("/disputes", f"/disputes/{self.dispute}"),
            *(f"{contest}/tricks", f"{contest}/contest", f"{at}/proofs", "/audits/decks"),
        ]

    def looks_of_staff(self) -> list[str]:
        """Everything that only those who run or look into the house can look at."""
        one = f"/adjustments/{self.adjustment}"
        proof = f"/proofs/streams?stream=round/{self.round}"
        looks = f"/rounds/{self.round}/access"
        return ["/adjustments", one, looks, proof, "/switches", "/selfcheck"]

    def commands(self) -> list[httpx.Response]:
        """Ask one command of each kind."""
        paid = {"points": 10, "reason": "test", "reference": "away"}
        office, ann = self.office.ask, self.ann.ask
        return [
            office("/players", {"player": "dan"}),
            office("/players/ann/deposits", paid),
            office("/players/ann/withdrawals", paid),
            office("/players/ann/disable", {"reason": "test"}),
            office("/players/ann/enable", {"reason": "test"}),
            office("/tables", {"table": "u"}),
            office("/tables/t/settings", {"settings": {}}, method="PUT"),
            office("/tables/t/rounds"),
            office(f"/rounds/{self.round}/interrupt", {"reason": "test"}),
            office(f"/rounds/{self.round}/resume", {"reason": "test"}),
            office(f"/rounds/{self.round}/void", {"reason": "test"}),
            office("/switches/disable", {"scope": "table/t", "reason": "test"}),
            office("/switches/enable", {"scope": "table/t", "reason": "test"}),
            office("/selfcheck"),
            office("/selfcheck/acknowledge", {"digest": "0" * 64, "reason": "test"}),
            ann("/tables/u/sit", {"seat": "p1", "points": 100}),
            ann("/tables/t/anchor", {"anchor": "5f" * 32}),
            ann("/tables/t/leave"),
            ann("/tables/t/top-up", {"points": 10}),
            ann(f"/rounds/{self.round}/actions", {"turn": self.turn, "verb": "fold"}),
            ann(f"/rounds/{self.round}/cut", {"turn": "0.cutting", "value": "5f" * 32}),
            office("/matches", {"match": "n"}),
            office("/matches/m/abandon", {"reason": "test"}),
            office("/matches/m/rounds"),
            ann("/matches/n/join", {"seat": "p1"}),
            ann("/matches/m/anchor", {"anchor": "5f" * 32}),
            ann("/matches/n/ready"),
            ann("/matches/m/leave"),
            ann("/matches/m/come-back"),
            *self.commands_about_disputes(),
            ann(f"/rounds/{self.contest}/check", {"turn": "contest.0", "verb": "pass"}),
        ]

    def commands_about_disputes(self) -> list[httpx.Response]:
        """Ask one command of each kind about disputes and adjustments."""
        office, at = self.office.ask, f"/disputes/{self.dispute}"
        points, one = {"player": "ann", "points": 1}, f"/adjustments/{self.adjustment}"
        return [
            self.ann.ask("/disputes", {"round": self.round, "claim": "test"}),
            self.ann.ask(f"{at}/evidence", {"digest": "a" * 64, "note": "test"}),
            self.ann.ask(f"{at}/notes", {"text": "test"}),
            office(f"{at}/decision", {"verdict": "upheld", "text": "test"}),
            office(f"{at}/compensation", points),
            office(f"{at}/close"),
            office("/adjustments", {**points, "reason": "test"}),
            office(f"{one}/approve"),
            office(f"{one}/reject", {"reason": "test"}),
            office(f"/rounds/{self.round}/reveals", {"reason": "test"}),
        ]


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
    position = house.office.see("/health")["position"]
    house.server.stop()
    looked = [house.ann.client.get(path) for path in house.looks()]
    looked += [house.boss.client.get(path) for path in house.looks_of_staff()]
    asked = house.commands()
    assert house.ann.client.get("/version").status_code == 200  # it asks no database
    assert len([*looked, *asked, *SOCKETS, "/version"]) == len(router.routes)
    for answer in (*looked, *asked):
        away(answer)
    url = house.served.url.replace("http", "ws", 1)
    bearer = {"Authorization": f"Bearer {house.ann.token}"}
    for socket in SOCKETS:
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"{url}/v1/{socket}", additional_headers=bearer, proxy=None),
        ):
            pass
        assert refused.value.response.status_code == 503
    house.server.start()
    seen = awaited(lambda: _well(house))
    assert seen["position"] == position, "nothing was done meanwhile"
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
