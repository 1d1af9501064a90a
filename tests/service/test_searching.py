"""Rounds searched and recalled over HTTP, and what moved a player's points."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import httpx
import pytest

from api.roles import Role
from tests.service.asking import problem
from tests.service.playing import awaited, choice, round_at, round_of
from tests.support.service import Guest, Served, place_at, seat_four, seat_players, served

Seen = dict[str, Any]
WHY = {"reason": "a flood"}


class House:
    """A service in which a round of each kind was played: what was seen then, by whom."""

    def __init__(self, running: Served) -> None:
        self.office = running.guest("office", Role.OPERATOR)
        self.ada = running.guest("ada", Role.AUDITOR)
        self.eve = running.guest("eve")
        seated = seat_players(running, "t", ["ann", "bob", "cid"], act_seconds=86_400)
        self.ann, self.bob = seated["ann"], seated["bob"]
        self.then: dict[int, Seen] = {}
        self.voided = self.started(seated)
        self.stop(self.voided)
        self.office.done(f"/rounds/{self.voided}/void", WHY)
        self.complete = self.started(seated)
        self.played(seated.values())
        for guest in seated.values():
            guest.done("/tables/t/top-up", {"points": 15_000})  # whatever it lost
        self.running = self.started(seated)
        four = seat_four(running, "m", ["ann", "bob", "cid", "dot"], seconds=86_400)
        self.office.done("/matches/m/rounds")
        self.interrupted = round_of(four["ann"], "m")
        self.ann.act(self.interrupted, self.turn(self.interrupted), "pass")
        self.stop(self.interrupted)
        self.rounds = (self.voided, self.complete, self.running, self.interrupted)
        awaited(lambda: self.search()["position"] >= self.position or None)

    @property
    def position(self) -> int:
        return int(self.ada.see("/health")["position"])

    def started(self, seated: dict[str, Guest]) -> str:
        self.office.done("/tables/t/rounds")
        return round_at(seated["ann"], "t")

    def stop(self, round_id: str) -> None:
        self.office.done(f"/rounds/{round_id}/interrupt", WHY)

    def turn(self, round_id: str) -> str:
        return str(self.ann.see(f"/rounds/{round_id}")["turn"])

    def played(self, guests: Any) -> None:  # noqa: ANN401 -- the values of a mapping
        """Play the round to its end, and keep what ann sees between any two words."""
        at = f"/rounds/{self.complete}"
        while (seen := self.ann.see(at))["status"] == "open":
            self.then[seen["version"]] = seen
            for guest in guests:
                may = guest.see(f"{at}/legal")
                if may["legal"]:
                    guest.act(self.complete, may["turn"], **choice(may["legal"]))
                    break
        self.then[seen["version"]] = seen

    def search(self, query: str = "") -> Seen:
        return self.ada.see(f"/rounds?{query}")

    def recalled(self, round_id: str, query: str = "", who: Guest | None = None) -> httpx.Response:
        return (who or self.ann).client.get(f"/me/rounds/{round_id}/recall?{query}")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("searching")
    with served(place_at(f"sqlite:///{folder}/log.db", folder), pause=86_400) as running:
        yield House(running)


def ids(told: Seen) -> list[str]:
    return [one["round"] for one in told["rounds"]]


def test_all_rounds_are_found_with_what_they_came_to_for_every_seat(house: House) -> None:
    told = house.search()
    assert ids(told) == list(reversed(house.rounds))
    for one in told["rounds"]:
        assert one["rules"] == 1
        for seat in one["seats"]:
            funds = seat["funds"]
            if one["game"] == "shengji":
                assert (funds, seat["side"] in "AB") == (None, True)
            elif funds["after"] is not None:
                came = funds["returned"] + funds["won"] - funds["rake"] - funds["wagered"]
                assert funds["after"] - funds["before"] == came == funds["net"]
            else:
                assert one["round"] == house.running
                assert (funds["wagered"], funds["net"], seat["result"]) == (None, None, None)
    by_id = {one["round"]: one for one in told["rounds"]}
    complete, voided = by_id[house.complete], by_id[house.voided]
    nets = [seat["funds"]["net"] for seat in complete["seats"]]
    assert sum(nets) + sum(seat["funds"]["rake"] for seat in complete["seats"]) == 0
    assert max(nets) > 0
    assert {seat["funds"]["net"] for seat in voided["seats"]} == {0}
    assert {seat["result"] for seat in voided["seats"]} == {None}


def test_filters_find_what_they_say(house: House) -> None:
    """What each of them means by the events is tested on the views; here, that it gets there."""
    (complete,) = (one for one in house.search()["rounds"] if one["status"] == "complete")
    winner = next(one for one in complete["seats"] if one["result"] == "won")
    loser = next(one for one in complete["seats"] if one["result"] == "lost")
    net, pot = winner["funds"]["net"], complete["pot_total"]
    started = complete["started_at"]
    for query, expected in {
        "player=eve": [],
        "player=dot": [house.interrupted],
        "table=t&status=voided": [house.voided],
        "status=interrupted": [house.interrupted],
        "status=open&game=sizhidao": [house.running],
        "match=m": [house.interrupted],
        f"winner={winner['player']}": [house.complete],
        f"player={loser['player']}&result=lost": [house.complete],
        f"player={winner['player']}&net_least={net}": [house.complete],
        f"player={winner['player']}&net_least={net + 1}": [],
        f"pot_least={pot}&pot_most={pot}": [house.complete],
        f"since={started}&until={started}": [],
        f"since={started}&order=oldest&limit=1": [house.complete],
        f"until={started}": [house.voided],
        f"disputed=true&player={winner['player']}": [],
        "winner=%00": [],
    }.items():
        assert ids(house.search(query)) == expected, query


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_pages_follow_one_another(house: House, order: str) -> None:
    for path, who in (("/rounds", house.ada), ("/me/rounds", house.ann)):
        told, after = list[str](), ""
        while True:
            page = who.see(f"{path}?order={order}&limit=3{after}")
            told += ids(page)
            if page["next"] is None:
                break
            after = f"&after={page['next']}"
        assert told == list(house.rounds if order == "oldest" else house.rounds[::-1])


def test_a_player_sees_the_own_rounds_with_the_own_result(house: House) -> None:
    (won,) = house.bob.see("/me/rounds?status=complete")["rounds"]
    found = next(one for one in house.search()["rounds"] if one["round"] == house.complete)
    assert won["mine"] == next(one for one in found["seats"] if one["player"] == "bob")
    assert house.bob.see(f"/me/rounds?result={won['mine']['result']}")["rounds"] == [won]
    assert house.eve.see("/me/rounds")["rounds"] == []


def test_a_dispute_is_found_at_once_and_by_its_player_only(house: House) -> None:
    opened = house.bob.done("/disputes", {"round": house.voided, "claim": "why?"})["dispute"]
    assert ids(house.search("disputed=true")) == [house.voided]
    assert ids(house.bob.see("/me/rounds?disputed=true")) == [house.voided]
    assert ids(house.ann.see("/me/rounds?disputed=true")) == []
    assert house.voided in ids(house.ann.see("/me/rounds?disputed=false"))
    house.office.done(f"/disputes/{opened}/decision", {"verdict": "withdrawn", "text": "ok"})
    house.office.done(f"/disputes/{opened}/close")
    assert ids(house.search("disputed=true")) == []


def test_each_kind_of_round_is_recalled(house: House) -> None:
    for about, status in zip(
        house.rounds, ("voided", "complete", "open", "interrupted"), strict=True
    ):
        told = house.recalled(about).json()
        assert (told["round"], told["status"], told["proven"]) == (about, status, True)
        assert told["stored"] == told["at"] == len(told["steps"]) == told["view"]["version"]
        assert [one["version"] for one in told["steps"]] == list(range(1, told["at"] + 1))
        assert all(one["text"] and one["rule"] for one in told["steps"])
        assert {one["origin"] for one in told["steps"]} <= {"player", "clock", "operator", "house"}
        stopped = [one["what"] for one in told["interruptions"]]
        assert stopped == (["interrupted"] if status in {"voided", "interrupted"} else [])
        assert told["reason"] == (WHY["reason"] if stopped else None)
        assert told["mine"]["player"] == "ann"
        words = house.recalled(about, "form=text")
        assert words.headers["content-type"] == "text/plain; charset=utf-8"
        assert all(word in words.text for word in told["steps"][-1]["text"].split())
        assert "you sat at p1" in words.text


def test_every_step_shows_what_was_seen_then(house: House) -> None:
    assert len(house.then) > 5
    for version, then in house.then.items():
        told = house.recalled(house.complete, f"at={version}").json()
        assert told["steps"][-1]["version"] == told["at"] == version
        for seen in (then, told["view"]):
            seen.pop("due")  # the clock's, which may come a moment after
        assert told["view"] == then


def test_only_who_was_dealt_in_recalls_a_round(house: House) -> None:
    problem(house.recalled(house.complete, who=house.eve), 403, "not_in_round")
    problem(house.recalled(house.complete, who=house.ada), 403, "wrong_role")
    problem(house.recalled("none"), 404, "no_such_round")
    most = house.recalled(house.complete).json()["stored"]
    beyond = house.recalled(house.complete, f"at={most + 1}")
    assert problem(beyond, 404, "no_such_event") == {"most": most}


def test_a_statement_goes_from_balance_to_balance(house: House) -> None:
    told = house.ann.see("/me/statement?day=now&tz=Asia/Taipei")
    assert {one["ok"] for one in told["checks"]} == {True}
    opening, *lines, closing = told["rows"]
    assert (opening["kind"], closing["kind"]) == ("opening", "closing")
    assert [one["kind"] for one in lines] == ["deposit", "sit", "round", "round", "top_up"]
    wallet = house.ann.see("/me")["wallet"]["balance"]
    assert closing["wallet_after"] == lines[-1]["wallet_after"] == wallet
    moved = sum(one["wallet"] + one["tables"] for one in lines)
    assert closing["total_after"] == opening["total_after"] + moved
    other = house.ann.client.get("/me/statement?format=csv&since=2020-01-01&until=2020-01-02")
    assert other.headers["content-type"].startswith("text/csv")
    assert "NO ACTIVITY" in other.text.upper()
    problem(house.eve.client.get("/me/statement"), 404, "no_such_player")
    problem(house.ann.client.get("/me/statement?tz=Nowhere"), 422, "bad_time_zone")


def test_what_moved_points_is_told_with_its_balance(house: House) -> None:
    told: Sequence[Seen] = house.ann.see("/players/ann/movements")["movements"]
    assert [(one["entry"], one["table"]) for one in told] == [
        ("top_up", "t"),
        ("sit", "t"),
        ("deposit", None),
    ]
    assert told[0]["balance"] == house.ann.see("/me")["wallet"]["balance"]
    for later, sooner in pairwise(told):
        assert later["balance"] == sooner["balance"] + later["points"]
    assert told[2]["balance"] == told[2]["points"]
    assert (told[2]["reason"], told[2]["reference"]) == ("test", "t ann")
    first = house.ada.see("/players/ann/movements?limit=1")
    assert first["movements"] == told[:1]
    rest = house.ada.see(f"/players/ann/movements?after={first['next']}")
    assert (rest["movements"], rest["next"]) == (told[1:], None)
    problem(house.bob.client.get("/players/ann/movements"), 403, "not_your_wallet")
    problem(house.ada.client.get("/players/nobody/movements"), 404, "no_such_player")
