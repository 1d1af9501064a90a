"""Bundles over HTTP: everybody gets what may be seen, and all cards under a grant only."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from api.roles import Role
from replay.bundle.check import checked
from replay.bundle.form import Bundle, read
from tests.service.asking import problem
from tests.service.test_reveals import House
from tests.support.service import Guest, place_at, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("bundles")
    with served(place_at(f"sqlite:///{folder}/log.db", folder), pause=86_400) as running:
        yield House(running)


def bundle(who: Guest, round_id: str, query: str = "") -> Bundle:
    """Return the bundle that somebody is handed, in which nothing may be wrong."""
    answer = who.client.get(f"/rounds/{round_id}/bundle{query}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    found = read(answer.content)
    assert checked(found).first_wrong is None
    return found


def owners(found: Bundle) -> set[str]:
    return {key.audience for key in found.keys}


def test_who_was_dealt_in_gets_its_own_cards_and_everybody_else_none(house: House) -> None:
    for round_id in (house.round, house.running):
        dealt_in = round_id == house.round
        own = bundle(house.ann, round_id)
        assert (own.viewer != "public") == dealt_in
        assert owners(own) == ({own.viewer} if dealt_in else set())
        for role in (Role.AUDITOR, Role.OPERATOR, Role.SUPERVISOR):
            found = bundle(house.someone(role), round_id)
            assert (found.viewer, found.keys) == ("public", ())
        other = bundle(house.served.guest(f"one-{uuid4().hex[:6]}"), round_id)
        assert (other.viewer, other.keys) == ("public", ())


def test_all_cards_are_bundled_under_a_grant_which_each_time_is_told(house: House) -> None:
    who = house.someone(Role.AUDITOR)
    path = f"/rounds/{house.round}/bundle?reveal=true"
    problem(who.client.get(path), 403, "not_granted", "H9.8")
    assert problem(house.ann.client.get(path), 403, "wrong_role") == {"role": "player"}
    house.granted(who)
    found = bundle(who, house.round, "?reveal=true")
    assert found.viewer == "everything"
    assert {"p1", "p2", "p3", "house"} <= owners(found)
    assert house.looks(who)[-1] == ("looked", None, "bundle")


def test_of_what_is_not_there_there_is_no_bundle(house: House) -> None:
    problem(house.ann.client.get("/rounds/nowhere/bundle"), 404, "no_such_round")
    problem(house.ann.client.get(f"/rounds/{house.round}/bundle?reveal=x"), 422, "bad_form")
