"""Who may ask what: every operation, for every role; and the actor is who the token says."""

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import httpx
import pytest

from api.roles import Role
from api.service.router import router
from domain.log.store import open_log
from replay.integrity import integrity
from tests.service.asking import House, problem, problem_in
from tests.service.contract import KEY, OPERATIONS
from tests.support.keys import KEYS
from tests.support.logs import ticking
from tests.support.service import Served, place_at, seat_players, served

ALL = frozenset(Role)
STAFF = ALL - {Role.PLAYER}
OFFICE = frozenset({Role.OPERATOR, Role.SUPERVISOR})
PLAYERS = frozenset({Role.PLAYER})
AUDIT = frozenset({Role.AUDITOR, Role.SUPERVISOR})

MAY = {
    "show_me": ALL,
    "list_my_rounds": PLAYERS,
    "recall_round": PLAYERS,
    "show_my_statement": PLAYERS,
    "search_rounds": STAFF,
    "list_my_matches": PLAYERS,
    "create_player": OFFICE,
    "show_player": ALL,  # a player the own wallet only
    "list_movements": ALL,  # likewise
    "deposit": OFFICE,
    "withdraw": OFFICE,
    "disable_player": OFFICE,
    "enable_player": OFFICE,
    "list_tables": ALL,
    "open_table": OFFICE,
    "show_table": ALL,
    "change_settings": OFFICE,
    "sit": PLAYERS,
    "deposit_anchor": PLAYERS,
    "leave": PLAYERS,
    "top_up": PLAYERS,
    "list_table_rounds": ALL,
    "start_round": OFFICE,
    "list_matches": ALL,
    "open_match": OFFICE,
    "show_match": ALL,
    "join_match": PLAYERS,
    "deposit_match_anchor": PLAYERS,
    "be_ready": PLAYERS,
    "leave_match": PLAYERS,
    "come_back": PLAYERS,
    "abandon_match": OFFICE,
    "show_levels": ALL,
    "show_scores": ALL,
    "list_match_rounds": ALL,
    "start_match_round": OFFICE,
    "follow_table": ALL,
    "follow_match": ALL,
    "follow_round": ALL,
    "delay_spectators": OFFICE,
    "delay_match_spectators": OFFICE,
    "show_round": ALL,
    "show_legal": ALL,
    "act": PLAYERS,
    "cut": PLAYERS,
    "check_action": PLAYERS,
    "void_round": OFFICE,
    "show_proofs": ALL,
    "interrupt_round": OFFICE,
    "resume_round": OFFICE,
    "show_history": ALL,
    "show_pots": ALL,
    "show_tricks": ALL,
    "show_contest": ALL,
    "replay_round": ALL,
    "replay_match": ALL,
    "show_switches": STAFF,
    "switch_off": OFFICE,
    "switch_on": OFFICE,
    "show_self_check": STAFF,
    "record_self_check": OFFICE,
    "acknowledge_alarm": OFFICE,
    "bundle_round": ALL,
    "list_checkpoints": ALL,
    "show_checkpoint": ALL,
    "prove_consistency": ALL,
    "prove_round": ALL,
    "prove_stream": frozenset({Role.AUDITOR, Role.SUPERVISOR}),
    "grant_reveal": STAFF,
    "show_access": AUDIT,
    "list_disputes": ALL,  # a player the own ones only
    "open_dispute": OFFICE | PLAYERS,
    "show_dispute": ALL,  # likewise
    "add_evidence": OFFICE | PLAYERS,
    "add_note": OFFICE | PLAYERS,
    "decide_dispute": OFFICE,
    "propose_compensation": OFFICE,
    "close_dispute": OFFICE,
    "list_adjustments": STAFF,
    "propose_adjustment": OFFICE,
    "show_adjustment": STAFF,
    "approve_adjustment": OFFICE,
    "reject_adjustment": OFFICE,
    "list_deck_audits": ALL,
    "open_session": ALL,
    "show_session": ALL,
    "end_session": ALL,
    "list_revocations": STAFF,
    "revoke_tokens": OFFICE,
    "list_reports": STAFF,
    "show_report": STAFF,
}
OPEN_TO_ANYBODY = {"health", "version", "ready", "live", "list_refusals", "list_rules"}
DONE = frozenset({"record_self_check", "open_session"})
"""What needs nothing to be asked with, so that who may ask it has done it."""
CASES = [(name, role) for name in MAY for role in Role]


def test_the_table_of_roles_is_complete() -> None:
    assert set(MAY) | OPEN_TO_ANYBODY == set(OPERATIONS)
    described = {(one.path, one.method) for one in OPERATIONS.values()}
    served_here = {
        (getattr(route, "path", ""), method)
        for route in router.routes
        for method in getattr(route, "methods", None) or ("LIVE",)
    }
    places = ("tables/{table}", "matches/{match}", "rounds/{round}")
    assert served_here - described == {(f"/v1/{place}/live", "LIVE") for place in places}
    assert described <= served_here


STREAM = "text/event-stream"
"""What goes on without an end."""


def asked(house: House, name: str, token: str | None) -> httpx.Response:
    """Ask an operation with nothing in it: who may ask is looked at before what is asked."""
    operation = OPERATIONS[name]
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    with house.stranger.stream(
        operation.method,
        operation.at(house.paths),
        headers={**headers, **({KEY: "of nobody"} if operation.keyed else {})},
        json={} if operation.bodied else None,
    ) as answer:
        if answer.headers["Content-Type"].partition(";")[0] != STREAM:
            answer.read()
        return answer


@pytest.mark.parametrize(("name", "role"), CASES, ids=str)
def test_a_role_may_ask_this_or_may_not(house: House, name: str, role: Role) -> None:
    token = house.served.token("ann", role)
    with nullcontext() if name in DONE else house.unchanged():
        answer = asked(house, name, token)
        if role in MAY[name]:
            assert answer.status_code != 403, answer.text
        else:
            assert problem(answer, 403, "wrong_role") == {"role": role.value}


@pytest.mark.parametrize("name", MAY)
def test_nobody_asks_without_a_token(house: House, name: str) -> None:
    with house.unchanged():
        problem(asked(house, name, None), 401, "no_token")


def test_anybody_may_ask_how_the_service_does(house: House) -> None:
    """What says where something has happened is for staff, and a token that is shown is good."""
    for who in (None, "ann"):
        token = None if who is None else house.guests[who].token
        told = asked(house, "health", token).json()
        assert told["status"] == "ok"
        assert (told["position"], told["projections"], told["interrupted"]) == (None, None, None)
    for role in (Role.OPERATOR, Role.AUDITOR, Role.SUPERVISOR):
        told = asked(house, "health", house.guests[role.value].token).json()
        assert told["position"] == max(one["position"] for one in told["projections"])
        assert told["interrupted"] == []
    headers = {"Authorization": "Bearer x"}
    problem(house.stranger.get("/health", headers=headers), 401, "bad_token")


def test_anybody_may_ask_which_program_runs(house: House) -> None:
    told = asked(house, "version", None).json()
    assert told["integrity"] == integrity()
    assert told["rules"] == {"sizhidao": 1, "shengji": 1}


def upgrade(path: str, token: str | None) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: x",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *([] if token is None else [f"Authorization: Bearer {token}"]),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


@pytest.mark.parametrize(
    ("path", "known", "status", "code"),
    [
        ("/v1/tables/t/live", False, 401, "no_token"),
        ("/v1/tables/nothing/live", True, 404, "no_such_table"),
        ("/v1/tables/%00/live", True, 404, "no_such_table"),
        ("/v1/matches/m/live", False, 401, "no_token"),
        ("/v1/matches/t/live", True, 404, "no_such_match"),
        ("/v1/matches/%00/live", True, 404, "no_such_match"),
        ("/v1/matches/m/live?after=999999999", True, 409, "position_ahead"),
        ("/v1/tables/t/live?after=999999999", True, 409, "position_ahead"),
        ("/v1/tables/t/live?after=x", True, 422, "bad_form"),
        ("/v1/tables/t/live?after=-1", True, 422, "bad_form"),
        ("/v1/tables/t/live?after=99999999999999999999", True, 422, "bad_form"),
        ("/v1/rounds/none/live", True, 404, "no_such_round"),
        ("/v1/rounds/%00/live", True, 404, "no_such_round"),
        ("/v1/rounds/none/live", False, 401, "no_token"),
        ("/v1/nothing", True, 404, "no_such_page"),
    ],
)
def test_a_socket_is_refused_in_the_same_shape(
    house: House, path: str, known: bool, status: int, code: str
) -> None:
    token = house.guests["ann"].token if known else None
    answered, body = house.raw(upgrade(path, token))
    assert answered == status
    problem_in(body, status, code)


def test_a_player_sees_no_wallet_of_another(house: House) -> None:
    client = house.guests["bob"].client
    assert client.get("/players/bob").json()["player"] == "bob"
    for name in ("ann", "nobody", "issue"):
        assert problem(client.get(f"/players/{name}"), 403, "not_your_wallet") == {}


def test_only_who_was_dealt_in_acts(house: House) -> None:
    stranger = house.served.guest("stranger")
    with house.unchanged():
        answer = stranger.act(house.round, "0.betting.0", "fold")
        assert problem(answer, 403, "not_in_round") == {}


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("quiet")
    with served(place_at(f"sqlite:///{folder}/log.db", folder)) as running:
        seat_players(running, "t", ["dan"])
        yield running


ELSEWHERE: list[dict[str, Any]] = [
    {"actor": "operator/evil"},
    {"player": "evil"},
    {"origin": "house"},
    {"role": "supervisor"},
    {"seat": "p7"},
]


@pytest.mark.parametrize("more", ELSEWHERE, ids=lambda one: next(iter(one)))
def test_no_body_says_who_asks(house: House, more: dict[str, Any]) -> None:
    ann = house.guests["ann"]
    with house.unchanged():
        body = {"turn": "0.betting.0", "verb": "fold", **more}
        problem(ann.ask(f"/rounds/{house.round}/actions", body), 422, "bad_form")
        problem(ann.ask("/tables/t/top-up", {"points": 1, **more}), 422, "bad_form")


def test_the_log_keeps_as_the_actor_who_the_token_says(quiet: Served) -> None:
    """Headers and queries that say something else are nothing to the service."""
    deposit = {"points": 5, "reason": "r", "reference": "of the test"}
    lying = {KEY: "k1", "X-Actor": "operator/evil", "X-Forwarded-User": "evil", "From": "evil"}
    boss = quiet.guest("boss", Role.SUPERVISOR).client
    params = {"actor": "evil", "role": "player", "player": "evil"}
    asked = boss.post("/players/dan/deposits", json=deposit, headers=lying, params=params)
    assert problem(asked, 422, "bad_form")["faults"][0]["where"] == "query.actor"
    answer = boss.post("/players/dan/deposits", json=deposit, headers=lying)
    assert answer.status_code == 200, answer.text
    assert answer.json()["repeated"] is False, "nothing was done when it was asked in a query"
    dan = quiet.guest("dan").client
    top_up = dan.post("/tables/t/top-up", json={"points": 3}, headers={**lying, KEY: "k2"})
    assert top_up.status_code == 200, top_up.text
    with open_log(quiet.place.log, now=ticking(), keys=KEYS) as log:
        actors = [
            (one.envelope.actor, one.envelope.origin.value)
            for found in (answer, top_up)
            for one in log.read(found.json()["stream"])[found.json()["version"] - 1 :][:1]
        ]
    assert actors == [("supervisor/boss", "operator"), ("player/dan", "player")]
