"""Adjustments take two persons (H10), whatever roles, spellings, tokens and sessions they have."""

from itertools import product
from typing import Any
from unicodedata import normalize
from uuid import uuid4

import pytest

from api.roles import Caller, Role, Scope
from tests.service.asking import House, problem
from tests.service.browsing import Browser
from tests.support.service import Guest

OFFICE = (Role.OPERATOR, Role.SUPERVISOR)
BOSS = "Óscar Strauß"
SPELLINGS = {
    "the same": BOSS,
    "small letters": BOSS.lower(),
    "capitals": BOSS.upper(),
    "taken apart": normalize("NFD", BOSS),
    "wide letters": "Ｏ\u0301scar Strauß",
    "sharp s": "Óscar Strauss",
}


def proposed(by: Guest) -> str:
    body = {"player": "ann", "points": 5, "reason": f"of the test {uuid4().hex}"}
    return str(by.done("/adjustments", body, key=uuid4().hex)["adjustment"])


def decided(who: Guest, adjustment: str, verb: str) -> Any:  # noqa: ANN401 -- an answer
    body = {"reason": "x"} if verb == "reject" else None
    return who.ask(f"/adjustments/{adjustment}/{verb}", body, key=uuid4().hex)


@pytest.mark.parametrize("verb", ["approve", "reject"])
@pytest.mark.parametrize(("one", "other"), list(product(OFFICE, OFFICE)), ids=str)
def test_h10_2_one_person_is_not_two_by_two_roles(
    house: House, one: Role, other: Role, verb: str
) -> None:
    at = proposed(house.served.guest("olga", one))
    with house.unchanged():
        answer = decided(house.served.guest("olga", other), at, verb)
        problem(answer, 403, "same_person", "H10.2")
    assert decided(house.served.guest("piet", other), at, verb).status_code == 200


@pytest.mark.parametrize("verb", ["approve", "reject"])
@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_h9_9_nor_by_another_spelling(house: House, spelling: str, verb: str) -> None:
    at = proposed(house.served.guest(BOSS, Role.OPERATOR))
    with house.unchanged():
        answer = decided(house.served.guest(spelling, Role.SUPERVISOR), at, verb)
        problem(answer, 403, "same_person", "H10.2")


@pytest.mark.parametrize(
    "name", [f" {BOSS}", f"{BOSS} ", f"{BOSS}\u200b", f"{BOSS}\u00a0", "\u2003"]
)
def test_a_name_with_what_nobody_sees_is_none(house: House, name: str) -> None:
    token = house.served.narrow(Caller(name, Role.SUPERVISOR))
    answer = house.stranger.get("/me", headers={"Authorization": f"Bearer {token}"})
    problem(answer, 401, "bad_token")


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.PLAYER])
def test_who_does_not_run_the_house_decides_nothing(house: House, role: Role) -> None:
    at = proposed(house.served.guest("olga", Role.OPERATOR))
    with house.unchanged():
        for verb in ("approve", "reject"):
            answer = decided(house.served.guest("piet", role), at, verb)
            assert problem(answer, 403, "wrong_role") == {"role": role.value}


def test_h10_4_nobody_decides_about_the_own_wallet(house: House) -> None:
    at = proposed(house.served.guest("olga", Role.OPERATOR))
    with house.unchanged():
        for name in ("ann", "Ann", "ＡＮＮ"):
            ann = house.served.guest(name, Role.SUPERVISOR)
            problem(decided(ann, at, "approve"), 403, "involved", "H9.9")
            body = {"player": "ann", "points": 5, "reason": "x"}
            problem(ann.ask("/adjustments", body, key=uuid4().hex), 403, "involved", "H9.9")


def test_a_session_makes_no_second_person(house: House) -> None:
    at = proposed(house.served.guest("olga", Role.OPERATOR))
    with Browser(house.served) as browser:
        browser.log_in(house.served.token("Olga", Role.SUPERVISOR))
        answer = browser.ask(f"/adjustments/{at}/approve")
        problem(answer, 403, "same_person", "H10.2")


def test_a_token_for_looking_decides_nothing(house: House) -> None:
    at = proposed(house.served.guest("olga", Role.OPERATOR))
    token = house.served.narrow(Caller("piet", Role.SUPERVISOR, frozenset((Scope.AUDIT,))))
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": uuid4().hex}
    with house.unchanged():
        answer = house.stranger.post(f"/adjustments/{at}/approve", headers=headers)
        problem(answer, 403, "wrong_scope")


def test_who_decides_sees_what_it_changes(house: House) -> None:
    olga, piet = (house.served.guest(name, Role.OPERATOR) for name in ("olga", "piet"))
    at = proposed(olga)
    before = piet.see("/players/ann")["balance"]
    shown = piet.see(f"/adjustments/{at}")
    assert (shown["before"], shown["after"]) == (before, before + 5)
    decided(piet, at, "approve")
    shown = piet.see(f"/adjustments/{at}")
    assert (shown["before"], shown["after"]) == (before, before + 5), "as it was when it was done"
    assert piet.see("/players/ann")["balance"] == before + 5
