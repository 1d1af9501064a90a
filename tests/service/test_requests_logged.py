"""What is logged of requests: an id and what came of it, and no name, token or query."""

import json
from typing import Any
from uuid import uuid4

import pytest

from api.roles import Role
from tests.service.asking import House
from tests.service.test_revoked import until
from tests.support.service import Served


def lines_of(running: Served) -> list[dict[str, Any]]:
    return [json.loads(line) for line in running.output().splitlines() if line]


def logged(running: Served, request: str) -> dict[str, Any]:
    """Wait for the line of a request."""

    def found() -> list[dict[str, Any]]:
        return [one for one in lines_of(running) if one.get("request") == request]

    until(lambda: found() != [])
    return found()[0]


def test_a_request_has_an_id_in_answer_problem_and_log(house: House) -> None:
    own = f"of-the.test_{uuid4().hex[:8]}"
    headers = {"X-Request-Id": own}
    answer = house.guests["ann"].client.get(f"/rounds/{house.round}", headers=headers)
    assert answer.headers["X-Request-Id"] == own
    line = logged(house.served, own)
    assert line.pop("ms") > 0
    assert line.pop("at").endswith("+00:00")
    assert line == {
        "level": "INFO",
        "logger": "paipu.request",
        "request": own,
        "method": "GET",
        "route": "/v1/rounds/{round}",
        "status": 200,
        "role": "player",
        "code": None,
    }
    refused_one = house.stranger.get("/me")
    made = refused_one.headers["X-Request-Id"]
    assert refused_one.json()["request"] == made
    line = logged(house.served, made)
    assert (line["status"], line["code"], line["role"]) == (401, "no_token", None)
    assert line["address"] == "127.0.0.1"


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "{}", "a\tb", "é".encode()])
def test_an_odd_id_is_not_taken_over(house: House, given: str | bytes) -> None:
    sent = given if isinstance(given, bytes) else given.encode()
    answer = house.stranger.get("/version", headers=[(b"X-Request-Id", sent)])
    assert answer.headers["X-Request-Id"].encode() != sent
    assert len(answer.headers["X-Request-Id"]) == 16


def test_where_no_proxy_is_trusted_nobody_says_an_address(house: House) -> None:
    headers = {"X-Forwarded-For": "198.51.100.7", "Authorization": "Bearer x"}
    answer = house.stranger.get("/me", headers=headers)
    assert logged(house.served, answer.headers["X-Request-Id"])["address"] == "127.0.0.1"


def test_no_name_token_or_query_is_logged(house: House) -> None:
    name, word = f"guest-{uuid4().hex}", uuid4().hex
    guest = house.served.guest(name, Role.OPERATOR)
    guest.client.get(f"/players/{name}", params={"q": word})
    guest.client.get(f"/nothing/{word}")
    last = guest.client.get("/me").headers["X-Request-Id"]
    logged(house.served, last)
    told = house.served.output()
    for secret in (name, word, guest.token, guest.token.split(".")[2]):
        assert secret not in told
