"""Disputes and adjustments over HTTP: who sees and does what, and that nothing is done twice."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest

from api.roles import Role
from tests.service.asking import problem
from tests.service.playing import play_out, round_at
from tests.support.service import Guest, Served, place_at, seat_players, served

OFFICE = (Role.OPERATOR, Role.SUPERVISOR)
DIGEST = "0123456789abcdef" * 4


class House:
    """A service with a round that is over, and who asks about it."""

    def __init__(self, running: Served) -> None:
        self.served = running
        guests = seat_players(running, "t", ["ann", "bob", "cid"])
        self.ann, self.bob = guests["ann"], guests["bob"]
        self.eve = running.guest("eve")
        self.olga = running.guest("olga", Role.OPERATOR)
        self.olga.done("/tables/t/rounds")
        self.round = round_at(self.ann, "t")
        play_out(guests.values(), self.round)
        self.paul = running.guest("paul", Role.SUPERVISOR)
        self.ada = running.guest("ada", Role.AUDITOR)

    def opened(self, who: Guest | None = None, claim: str = "the deal was odd") -> str:
        body = {"round": self.round, "claim": claim}
        return str((who or self.ann).done("/disputes", body)["dispute"])

    def ended(self, dispute: str) -> None:
        """Close a dispute, so that its person can open another."""
        self.olga.ask(f"/disputes/{dispute}/decision", {"verdict": "withdrawn", "text": "ended"})
        self.olga.ask(f"/disputes/{dispute}/close")

    def position(self) -> int:
        return int(self.olga.see("/health")["position"])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("disputes")
    with served(place_at(f"sqlite:///{folder}/log.db", folder), pause=86_400) as running:
        yield House(running)


@pytest.fixture
def dispute(house: House) -> Iterator[str]:
    opened = house.opened()
    yield opened
    house.ended(opened)


def test_a_dispute_is_told_with_every_step_its_actor_and_its_time(house: House) -> None:
    opened = house.opened()
    at = f"/disputes/{opened}"
    house.ann.done(f"{at}/evidence", {"digest": DIGEST, "note": "my bundle"})
    house.olga.done(f"{at}/notes", {"text": "we look"})
    house.olga.done(f"{at}/decision", {"verdict": "upheld", "text": "you are right"})
    before = house.ann.see("/me")["wallet"]["balance"]
    proposed = house.olga.done(f"{at}/compensation", {"player": "ann", "points": 70})
    assert house.ann.see(at)["pending"] == proposed["adjustment"]
    house.paul.done(f"/adjustments/{proposed['adjustment']}/approve")
    house.olga.done(f"{at}/close")
    assert house.ann.see("/me")["wallet"]["balance"] == before + 70
    for viewer in (house.ann, house.olga, house.ada):
        told = viewer.see(at)
        assert [(step["by"], step["type"]) for step in told["steps"]] == [
            ("player/ann", "house.DisputeOpened.1"),
            ("player/ann", "house.EvidenceAdded.1"),
            ("operator/olga", "house.NoteAdded.1"),
            ("operator/olga", "house.DisputeDecided.1"),
            ("operator/olga", "house.CompensationProposed.1"),
            ("supervisor/paul", "house.CompensationEnded.1"),
            ("operator/olga", "house.DisputeClosed.1"),
        ]
        times = [step["at"] for step in told["steps"]]
        assert times == sorted(times)
        assert (told["status"], told["verdict"], told["overdue"]) == ("closed", "upheld", False)
        assert (told["by"], told["round"], told["pending"]) == ("player/ann", house.round, None)
        assert told["claim"] == "the deal was odd"
        assert told["opened_at"] < told["due"]


def test_nobody_judges_or_pays_in_the_own_affair(house: House, dispute: str) -> None:
    at = f"/disputes/{dispute}"
    verdict = {"verdict": "upheld", "text": "I am right"}
    own = [house.served.guest(name, role) for name in ("ann", "Bob") for role in OFFICE]
    for who in own:
        problem(who.ask(f"{at}/decision", verdict), 403, "involved", "H9.9")
        about = {"round": house.round, "claim": "again"}
        if who.name == "ann":
            problem(who.ask("/disputes", about), 409, "disputed_already", "H9.1")
    house.olga.done(f"{at}/decision", verdict)
    points = {"player": "ann", "points": 5}
    for who in own:
        problem(who.ask(f"{at}/compensation", points), 403, "involved", "H9.9")
    proposed = house.olga.done(f"{at}/compensation", points)["adjustment"]
    for who in own:
        problem(who.ask(f"/adjustments/{proposed}/approve"), 403, "involved", "H9.9")
        problem(who.ask(f"{at}/close"), 403, "involved", "H9.9")
    house.paul.done(f"/adjustments/{proposed}/reject", {"reason": "a test"})
    lots = {"player": "cid", "points": 5, "reason": "mine"}
    cid = house.served.guest("Cid", Role.OPERATOR)
    problem(cid.ask("/adjustments", lots), 403, "involved", "H9.9")


def test_a_player_knows_of_the_own_disputes_only(house: House, dispute: str) -> None:
    other = house.opened(house.bob)
    at = f"/disputes/{dispute}"
    for guest in (house.bob, house.eve):
        problem(guest.client.get(at), 404, "no_such_dispute")
        problem(guest.ask(f"{at}/notes", {"text": "me too"}), 404, "no_such_dispute")
        evidence = {"digest": DIGEST, "note": "mine"}
        problem(guest.ask(f"{at}/evidence", evidence), 404, "no_such_dispute")
    seen = {
        name: {one["dispute"] for one in guest.see(f"/disputes?round={house.round}")["disputes"]}
        for name, guest in vars(house).items()
        if isinstance(guest, Guest)
    }
    assert dispute in seen["ann"]
    assert other not in seen["ann"]
    assert seen["bob"] == {other}
    assert seen["eve"] == set()
    assert seen["olga"] == seen["paul"] == seen["ada"] >= {dispute, other}
    house.ended(other)


def test_a_list_is_told_in_pages_and_as_it_was_asked_for(house: House, dispute: str) -> None:
    other = house.opened(house.bob)
    house.olga.done(f"/disputes/{other}/decision", {"verdict": "rejected", "text": "no"})
    told: list[dict[str, Any]] = []
    after = ""
    while True:
        page = house.ada.see(f"/disputes?limit=1{after}")
        assert len(page["disputes"]) == 1
        told += page["disputes"]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"
    ids = [one["dispute"] for one in told]
    assert ids == sorted(ids)
    assert house.ada.see("/disputes")["disputes"] == told
    for status in ("open", "decided", "closed"):
        chosen = house.ada.see(f"/disputes?status={status}")["disputes"]
        assert chosen == [one for one in told if one["status"] == status]
    assert [one["dispute"] for one in told if one["status"] == "decided"] == [other]
    assert dispute in [one["dispute"] for one in told if one["status"] == "open"]
    assert house.ada.see("/disputes?overdue=true")["disputes"] == []
    house.olga.done(f"/disputes/{other}/close")


def test_a_list_of_rounds_marks_those_that_are_disputed(house: House, dispute: str) -> None:
    assert dispute
    marked = {
        name: guest.see("/tables/t/rounds")["rounds"][0]["disputed"]
        for name, guest in vars(house).items()
        if isinstance(guest, Guest)
    }
    assert marked == {
        "ann": True, "bob": False, "eve": False, "olga": True, "paul": True, "ada": True,
    }  # fmt: skip
    assert house.ann.see("/me/rounds")["rounds"][0]["disputed"]
    assert not house.bob.see("/me/rounds")["rounds"][0]["disputed"]
    house.ended(dispute)
    assert not house.olga.see("/tables/t/rounds")["rounds"][0]["disputed"]


def test_who_was_not_dealt_in_opens_no_dispute(house: House) -> None:
    before = house.position()
    about = {"round": house.round, "claim": "I would have won"}
    problem(house.eve.ask("/disputes", about), 403, "not_dealt_in", "H9.1")
    nothing = {"round": "none", "claim": "c"}
    problem(house.ann.ask("/disputes", nothing), 404, "no_such_round", "H9.1")
    assert house.position() == before


def test_a_repeat_opens_no_second_dispute_and_proposes_nothing_twice(house: House) -> None:
    key, body = uuid4().hex, {"round": house.round, "claim": "once"}
    first = house.ann.done("/disputes", body, key=key)
    assert house.ann.done("/disputes", body, key=key) == {**first, "repeated": True}
    other = house.ann.ask("/disputes", {**body, "claim": "twice"}, key=key)
    problem(other, 422, "command_reused")
    at = f"/disputes/{first['dispute']}"
    house.olga.done(f"{at}/decision", {"verdict": "upheld", "text": "yes"})
    key, points = uuid4().hex, {"player": "ann", "points": 5}
    proposed = house.olga.done(f"{at}/compensation", points, key=key)
    again = house.olga.done(f"{at}/compensation", points, key=key)
    assert again == {**proposed, "repeated": True}
    problem(house.olga.ask(f"{at}/notes", {"text": "x"}, key=key), 422, "command_reused")
    house.paul.done(f"/adjustments/{proposed['adjustment']}/reject", {"reason": "no"})
    house.olga.done(f"{at}/close")
    key, wish = uuid4().hex, {"player": "ann", "points": -1, "reason": "by mistake"}
    proposed = house.olga.done("/adjustments", wish, key=key)
    assert house.olga.done("/adjustments", wish, key=key) == {**proposed, "repeated": True}


def test_of_two_who_approve_at_once_one_does(house: House) -> None:
    wish = {"player": "bob", "points": 3, "reason": "by mistake"}
    adjustment = house.olga.done("/adjustments", wish)["adjustment"]
    at, before = f"/adjustments/{adjustment}", house.bob.see("/me")["wallet"]["balance"]
    problem(house.olga.ask(f"{at}/approve"), 403, "same_person", "H10.2")
    with ThreadPoolExecutor(4) as pool:
        answers = list(
            pool.map(lambda _: house.paul.ask(f"{at}/approve", key=uuid4().hex), range(4))
        )
    accepted = [one for one in answers if one.status_code == 200]
    assert len(accepted) == 1
    for one in answers:
        if one is not accepted[0]:
            problem(one, 409, "adjustment_decided", "H10.2")
    assert house.bob.see("/me")["wallet"]["balance"] == before + 3
    told = house.ada.see(at)
    assert (told["status"], told["by"], told["points"]) == ("approved", "operator/olga", 3)
    assert [step["by"] for step in told["steps"]] == ["operator/olga", "supervisor/paul"]
    listed = house.ada.see("/adjustments?status=approved")["adjustments"]
    assert adjustment in [one["adjustment"] for one in listed]
    assert {one["status"] for one in listed} == {"approved"}


def test_what_is_not_there_is_not_found(house: House) -> None:
    for name in ("none", "%00", "x" * 101):
        problem(house.ada.client.get(f"/disputes/{name}"), 404, "no_such_dispute")
        problem(house.ada.client.get(f"/adjustments/{name}"), 404, "no_such_adjustment")
    note = house.olga.ask("/disputes/none/notes", {"text": "x"})
    problem(note, 404, "no_such_dispute")
    approve = house.olga.ask("/adjustments/none/approve")
    problem(approve, 404, "no_such_adjustment", "H10.1")
