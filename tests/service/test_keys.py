"""Idempotency keys: needed by every command; sent again, a wish is not done twice."""

from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from api.roles import Role
from tests.service.asking import House, problem
from tests.service.contract import COMMANDS, KEY, OPERATIONS, Operation
from tests.support.service import Guest, Served, place_at, seat_players, served

DEPOSIT = "/players/dan/deposits"
PLAYERS = {"sit", "leave", "top_up", "act", "join_match", "be_ready", "leave_match", "come_back"}
PLAYERS |= {"deposit_anchor", "deposit_match_anchor", "cut"}
"""What players ask."""
NO_KEYS = {
    "blank": b"",
    "a space within": b"a b",
    "a tab within": b"a\tb",
    "too long": b"k" * 101,
    "a letter beyond ASCII": "schlüssel".encode("latin-1"),
    "bytes": b"\xff\xfe",
    "Chinese": "四支刀".encode(),
}


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house in which no round begins by itself."""
    folder = tmp_path_factory.mktemp("quiet")
    with served(place_at(f"sqlite:///{folder}/log.db", folder), pause=86_400) as running:
        seat_players(running, "t", ["dan"])
        yield running


@pytest.fixture
def office(quiet: Served) -> Guest:
    return quiet.guest("office", Role.OPERATOR)


def test_two_keys_are_none(office: Guest) -> None:
    before = office.client.get("/players/dan").json()
    keys = [(KEY, "one"), (KEY, "two")]
    asked = {"points": 5, "reason": "two keys", "reference": "two-keys"}
    problem(office.client.post(DEPOSIT, json=asked, headers=keys), 400, "bad_key")
    assert office.client.get("/players/dan").json() == before


def test_a_key_stands_for_one_turn(house: House) -> None:
    view = house.guests["ann"].see(f"/rounds/{house.round}")
    (asked,) = [one["player"] for one in view["seats"] if one["asked"]]
    path, key = f"/rounds/{house.round}/actions", uuid4().hex
    bet = {"verb": "bet", "points": 50}
    first = house.guests[asked].done(path, {"turn": view["turn"], **bet}, key=key)
    again = house.guests[asked].done(path, {"turn": view["turn"], **bet}, key=key)
    assert again == {**first, "repeated": True}
    for turn in (house.guests[asked].see(f"/rounds/{house.round}")["turn"], "zzz"):
        other = house.guests[asked].ask(path, {"turn": turn, **bet}, key=key)
        problem(other, 422, "command_reused")


def balance(office: Guest) -> int:
    return int(office.see("/players/dan")["balance"])


def position(office: Guest) -> int:
    return int(office.see("/health")["position"])


def payment() -> dict[str, object]:
    return {"points": 100, "reason": "r", "reference": uuid4().hex}


def asked(house: House, operation: Operation, key: bytes | None) -> httpx.Response:
    headers = {} if key is None else {KEY.encode(): key}
    player = operation.name in PLAYERS
    return house.guests["ann" if player else "operator"].client.request(
        operation.method,
        operation.at(house.paths),
        json={} if operation.bodied else None,
        headers=headers,
    )


def test_all_that_changes_anything_takes_a_key_and_nothing_else_does() -> None:
    reading = {one.name for one in OPERATIONS.values() if one.method == "GET"} | {"check_action"}
    of_browsers = {"open_session", "end_session"}  # opened anew each time, ended once for all
    assert {one.name for one in COMMANDS} == set(OPERATIONS) - reading - of_browsers


@pytest.mark.parametrize("operation", COMMANDS, ids=lambda one: one.name)
def test_a_command_without_a_key_is_refused(house: House, operation: Operation) -> None:
    with house.unchanged():
        assert problem(asked(house, operation, None), 400, "no_key") == {}


@pytest.mark.parametrize("key", NO_KEYS.values(), ids=NO_KEYS)
@pytest.mark.parametrize("name", ["leave", "void_round", "act", "deposit"])
def test_what_can_be_no_key_is_refused(house: House, name: str, key: bytes) -> None:
    with house.unchanged():
        assert problem(asked(house, OPERATIONS[name], key), 400, "bad_key") == {}


@pytest.mark.parametrize("key", ["!", "~" * 100, "a/b", '"quoted"', "%00"])
def test_any_visible_ascii_is_a_key(office: Guest, key: str) -> None:
    assert office.done(DEPOSIT, payment(), key=key)["repeated"] is False


def test_a_repeated_command_gets_its_receipt_again_and_is_done_once(office: Guest) -> None:
    before, key, wish = balance(office), uuid4().hex, payment()
    first = office.done(DEPOSIT, wish, key=key)
    end = position(office)
    again = [office.done(DEPOSIT, wish, key=key) for _ in range(3)]
    assert first["repeated"] is False
    assert again == [{**first, "repeated": True}] * 3
    assert (balance(office), position(office)) == (before + 100, end)


def test_a_repeat_gets_its_receipt_also_when_the_rules_would_refuse_it_now(office: Guest) -> None:
    key = uuid4().hex
    wish = {"player": f"p{key[:8]}"}
    first = office.done("/players", wish, key=key)
    assert office.done("/players", wish, key=key) == {**first, "repeated": True}
    problem(office.ask("/players", wish), 409, "player_exists", "H1.1")


def test_a_key_used_for_another_command_is_refused(office: Guest) -> None:
    key, wish = uuid4().hex, payment()
    office.done(DEPOSIT, wish, key=key)
    end = position(office)
    for path, body in (
        (DEPOSIT, {**wish, "points": 101}),
        ("/players/dan/withdrawals", wish),
        ("/players/dan/disable", {"reason": "r"}),
        ("/players/nobody/deposits", wish),
        ("/tables", {"table": "u"}),
    ):
        assert problem(office.ask(path, body, key=key), 422, "command_reused") == {}
    assert position(office) == end


def test_a_round_that_was_started_is_not_started_again_by_a_repeat(
    quiet: Served, office: Guest
) -> None:
    guests = seat_players(quiet, "two", ["eva", "fay"], min_players=2, act_seconds=86_400)
    key = uuid4().hex
    first = office.done("/tables/two/rounds", key=key)
    assert office.done("/tables/two/rounds", key=key) == {**first, "repeated": True}
    assert guests["eva"].see("/tables/two")["running"] == first["round"]


def test_keys_of_two_actors_have_nothing_to_do_with_each_other(quiet: Served) -> None:
    key = uuid4().hex
    for name in ("office", "another"):
        done = quiet.guest(name, Role.OPERATOR).done(DEPOSIT, payment(), key=key)
        assert done["repeated"] is False


def test_a_key_of_a_refused_command_is_still_new(office: Guest) -> None:
    key = uuid4().hex
    for _ in range(2):
        refused = office.ask("/players/nobody/deposits", payment(), key=key)
        problem(refused, 404, "no_such_player", "H1.1")
    assert office.done(DEPOSIT, payment(), key=key)["repeated"] is False


def test_a_body_written_in_another_way_is_the_same_command(office: Guest) -> None:
    key, wish = uuid4().hex, payment()
    first = office.done(DEPOSIT, wish, key=key)
    turned = dict(reversed(wish.items()))
    assert office.done(DEPOSIT, turned, key=key) == {**first, "repeated": True}
