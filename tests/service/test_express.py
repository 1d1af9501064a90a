"""An action is answered the same whether it comes at once, past the framework, or in pieces."""

import json
import socket
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from api.roles import Role
from tests.service.asking import House, problem_in
from tests.service.playing import choice, round_at
from tests.support.service import PATIENCE, Served, place_at, seat_players, served

CALL = b'{"verb": "call", "turn": "0.betting.0"}'
JSON = {"Content-Type": "application/json", "X-Request-Id": "one"}


def sent(
    served: Served, path: str, headers: dict[str, str], body: bytes, *, pieces: bool
) -> tuple[bytes, bytes]:
    """Send a command, at once or with its body in pieces; return head and body of the answer."""
    lines = [f"POST /v1{path} HTTP/1.1", "Host: x", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "", ""]
    head = "\r\n".join(lines).encode()
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as connection:
        connection.sendall(head if pieces else head + body)
        if pieces:
            time.sleep(0.05)  # until the service looks for the body; without, both come at once
            connection.sendall(body)
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    told, _, content = answer.partition(b"\r\n\r\n")
    kept = [line for line in told.lower().split(b"\r\n") if line[:5] != b"date:"]
    return b"\n".join(kept), content


BAD: dict[str, tuple[int, str, dict[str, Any]]] = {
    "no action of these rules": (422, "bad_form", {"body": b'{"verb": "pray", "turn": "t"}'}),
    "a field too many": (422, "bad_form", {"body": CALL[:-1] + b', "seat": "p1"}'}),
    "no turn": (422, "bad_form", {"body": b'{"verb": "call"}'}),
    "no JSON": (400, "bad_json", {"body": b"{"}),
    "a name twice": (400, "duplicate_key", {"body": b'{"verb": "call", "verb": "fold"}'}),
    "too large": (413, "too_large", {"body": CALL + b" " * 65_536}),
    "not said to be JSON": (415, "not_json", {"Content-Type": "text/plain"}),
    "no key": (400, "no_key", {"Idempotency-Key": None}),
    "a bad key": (400, "bad_key", {"Idempotency-Key": "a b"}),
    "a bad token": (401, "bad_token", {"Authorization": "Bearer x"}),
    "no token": (401, "no_token", {"Authorization": None}),
    "another turn": (409, "turn_over", {"body": CALL.replace(b"g.0", b"g.7")}),
    "an operator": (403, "wrong_role", {"who": Role.OPERATOR}),
    "no such round": (404, "no_such_round", {"path": "/rounds/none/actions"}),
    "a name that is none": (404, "no_such_round", {"path": "/rounds/%01/actions"}),
    "somebody else": (403, "not_in_round", {"name": "dot"}),
}


@pytest.mark.parametrize(("status", "code", "other"), BAD.values(), ids=BAD)
def test_a_bad_one_is_told_the_same(
    house: House, status: int, code: str, other: dict[str, Any]
) -> None:
    role = other.pop("who", Role.PLAYER)
    token = house.served.token(other.pop("name", "ann"), role)
    path, body = other.pop("path", f"/rounds/{house.round}/actions"), other.pop("body", CALL)
    usual = {**JSON, "Authorization": f"Bearer {token}", "Idempotency-Key": uuid4().hex}
    headers = {name: one for name, one in {**usual, **other}.items() if one is not None}
    with house.unchanged():
        whole, parts = (
            sent(house.served, path, headers, body, pieces=pieces) for pieces in (False, True)
        )

    problem_in(whole[1], status, code, json.loads(whole[1])["rule"])
    assert whole == parts


def test_two_keys_are_none(house: House) -> None:
    token = house.served.token("ann")
    headers = {**JSON, "Authorization": f"Bearer {token}", "Idempotency-Key": "a"}
    twice = {**headers, "idempotency-key": "b"}
    _, body = sent(house.served, f"/rounds/{house.round}/actions", twice, CALL, pieces=False)

    problem_in(body, 400, "bad_key")


def test_a_good_one_gets_the_same_receipt_by_either_way(tmp_path: Path) -> None:
    with served(place_at(f"sqlite:///{tmp_path}/log.db", tmp_path)) as running:
        guests = seat_players(running, "t", ["ann", "bob", "cid"], act_seconds=86_400)
        round_id = round_at(guests["ann"], "t")
        for first in (False, True):  # whether it comes in pieces at first
            legals = {one: one.see(f"/rounds/{round_id}/legal") for one in guests.values()}
            acting, may = next((one, may) for one, may in legals.items() if may["legal"])
            body = json.dumps({"turn": may["turn"], **choice(may["legal"])}).encode()
            key = {"Idempotency-Key": uuid4().hex, "Authorization": f"Bearer {acting.token}"}
            path = f"/rounds/{round_id}/actions"
            told, again = (
                json.loads(sent(running, path, {**JSON, **key}, body, pieces=pieces)[1])
                for pieces in (first, not first)
            )
            assert (told.pop("repeated"), again.pop("repeated")) == (False, True)
            assert told == again
