"""Reveals over HTTP: all cards under a grant only, each look recorded, for auditors to see."""

import json
from collections.abc import Iterable, Iterator
from uuid import uuid4

import httpx
import pytest

from api.roles import Role
from tests.service.asking import problem
from tests.service.playing import round_at
from tests.support.leaks import CARD
from tests.support.service import Guest, Served, place_at, seat_players, served

STAFF = (Role.OPERATOR, Role.AUDITOR, Role.SUPERVISOR)


class House:
    """A service with a round that is over and one that runs."""

    def __init__(self, running: Served) -> None:
        self.served = running
        guests = seat_players(running, "t", ["ann", "bob", "cid"])
        self.ann, office = guests["ann"], self.someone()
        office.done("/tables/t/rounds")
        self.round = round_at(self.ann, "t")
        fold_out(guests.values(), self.round)
        waiting = seat_players(running, "u", ["dan", "eve", "fay"], act_seconds=86_400)
        office.done("/tables/u/rounds")
        self.running = round_at(waiting["dan"], "u")
        self.ada = running.guest("ada", Role.AUDITOR)

    def someone(self, role: Role = Role.OPERATOR) -> Guest:
        return self.served.guest(f"one-{uuid4().hex[:6]}", role)

    def granted(self, who: Guest, **more: object) -> dict[str, object]:
        body = {"reason": "dispute of ann", **more}
        return who.done(f"/rounds/{self.round}/reveals", body)

    def look(self, who: Guest, query: str = "") -> httpx.Response:
        return who.client.get(f"/rounds/{self.round}/replay?reveal=true{query}")

    def looks(self, who: Guest) -> list[tuple[str, str | None, str | None]]:
        lines = self.ada.see(f"/rounds/{self.round}/access")["looks"]
        return [
            (one["what"], one["reason"], one["purpose"])
            for one in lines
            if one["viewer"] == who.name
        ]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("reveals")
    with served(place_at(f"sqlite:///{folder}/log.db", folder), pause=86_400) as running:
        yield House(running)


def fold_out(guests: Iterable[Guest], round_id: str) -> None:
    """End a round by folding, so that no card of it is ever shown."""
    seated = list(guests)
    while seated[0].see(f"/rounds/{round_id}")["status"] == "open":
        for guest in seated:
            may = guest.see(f"/rounds/{round_id}/legal")
            verbs = {one["verb"]: one for one in may["legal"]}
            if "bet" in verbs:
                guest.act(round_id, may["turn"], "bet", points=verbs["bet"]["least"])
            elif verbs:
                assert guest.act(round_id, may["turn"], "fold").status_code == 200


def cards_in(text: str) -> set[str]:
    return set(CARD.findall(text))


@pytest.mark.parametrize("role", STAFF)
def test_who_was_granted_a_reveal_sees_all_cards_and_each_look_is_told(
    house: House, role: Role
) -> None:
    who = house.someone(role)
    problem(house.look(who), 403, "not_granted", "H9.8")
    assert house.looks(who) == []
    receipt = house.granted(who)
    assert str(receipt["stream"]) == f"access/{house.round}"
    masked = who.client.get(f"/rounds/{house.round}/replay")
    shown, in_words = house.look(who), house.look(who, "&form=text")
    assert shown.headers["Cache-Control"] == in_words.headers["Cache-Control"] == "no-store"
    dealt = [one for one in shown.json()["events"] if one["event"]["type"].endswith("CardsDealt.1")]
    assert len(dealt) >= 3
    for one in dealt:
        cards = set(one["event"]["cards"])
        assert cards <= cards_in(shown.text)
        assert cards <= cards_in(in_words.text)
    assert cards_in(masked.text) == set()
    assert house.looks(who) == [
        ("granted", "dispute of ann", None),
        ("looked", None, "service"),
        ("looked", None, "service"),
    ]


def test_a_look_is_in_the_log_before_the_cards_are_sent(house: House) -> None:
    who = house.someone()
    house.granted(who)
    before = house.ada.see("/health")["position"]
    problem(house.look(who, "&at=100000"), 404, "no_such_event")
    assert house.ada.see("/health")["position"] > before
    assert house.looks(who)[-1] == ("looked", None, "service")


def test_a_player_sees_no_more_by_asking_for_all(house: House) -> None:
    before = house.ada.see("/health")["position"]
    for path in (f"/rounds/{house.round}/replay?reveal=true", f"/rounds/{house.round}/access"):
        assert problem(house.ann.client.get(path), 403, "wrong_role") == {"role": "player"}
    asked = house.ann.ask(f"/rounds/{house.round}/reveals", {"reason": "it was mine"})
    assert problem(asked, 403, "wrong_role") == {"role": "player"}
    assert house.served.written(before) == []


@pytest.mark.parametrize("role", STAFF)
@pytest.mark.parametrize("name", ["ann", "Ann"])
def test_who_was_dealt_in_is_let_see_nothing_in_another_role(
    house: House, role: Role, name: str
) -> None:
    who = house.served.guest(name, role)
    before = house.ada.see("/health")["position"]
    asked = who.ask(f"/rounds/{house.round}/reveals", {"reason": "I am staff"})
    problem(asked, 403, "involved", "H9.9")
    problem(house.look(who), 403, "involved", "H9.9")
    bundle = who.client.get(f"/rounds/{house.round}/bundle?reveal=true")
    problem(bundle, 403, "involved", "H9.9")
    assert house.served.written(before) == []


def test_a_grant_is_of_one_person_in_one_role_for_one_round(house: House) -> None:
    who = house.someone(Role.OPERATOR)
    house.granted(who)
    same_name = house.served.guest(who.name, Role.SUPERVISOR)
    problem(house.look(same_name), 403, "not_granted", "H9.8")
    problem(house.look(house.someone()), 403, "not_granted", "H9.8")
    other = who.client.get(f"/rounds/{house.running}/replay?reveal=true")
    problem(other, 403, "not_granted", "H9.8")


def test_a_running_round_is_revealed_to_nobody(house: House) -> None:
    for role in STAFF:
        asked = house.someone(role).ask(f"/rounds/{house.running}/reveals", {"reason": "why"})
        problem(asked, 409, "round_not_over", "H9.7")
    unknown = house.someone().ask("/rounds/none/reveals", {"reason": "why"})
    problem(unknown, 404, "no_such_round", "H9.1")
    problem(house.ada.client.get("/rounds/none/access"), 404, "no_such_round")


@pytest.mark.parametrize("minutes", [0, 1441, "5", 1.5])
def test_a_grant_lasts_some_minutes(house: House, minutes: object) -> None:
    body = {"reason": "why", "minutes": minutes}
    asked = house.someone().ask(f"/rounds/{house.round}/reveals", body)
    problem(asked, 422, "bad_form")


def test_a_repeat_grants_nothing_anew(house: House) -> None:
    who, key, body = house.someone(), uuid4().hex, {"reason": "why", "minutes": 5}
    at = f"/rounds/{house.round}/reveals"
    first = who.done(at, body, key=key)
    assert who.done(at, body, key=key) == {**first, "repeated": True}
    problem(who.ask(at, {**body, "reason": "else"}, key=key), 422, "command_reused")
    problem(who.ask(at, {**body, "minutes": 6}, key=key), 422, "command_reused")
    assert house.looks(who) == [("granted", "why", None)]


def test_the_ledger_of_looks_holds_no_card(house: House) -> None:
    who = house.someone()
    house.granted(who)
    house.look(who)
    told = house.ada.see(f"/rounds/{house.round}/access")
    assert cards_in(json.dumps(told)) == set()
