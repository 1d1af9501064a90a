"""Paths, methods and queries that are none, and bytes that are no request."""

from uuid import uuid4

import pytest

from tests.service.asking import House, problem
from tests.service.contract import OPERATIONS

ODD_NAMES = [
    "%00",
    "a%00b",
    "%FF%FE",
    "%ED%A0%80",
    "%C0%AF",
    "%20",
    "%20t",
    "%0A",
    "%E2%80%AE",
    "%7F",
    "x" * 101,
    "x" * 3_000,
    "%F0%9F%82%A1" * 30,
    "..%5C..",
    "%25",
]
BIG = 2**63 - 1


@pytest.mark.parametrize("name", ODD_NAMES, ids=lambda name: f"{name[:12]}-{len(name)}")
@pytest.mark.parametrize("path", ["/tables/{}", "/rounds/{}", "/tables/{}/rounds", "/players/{}"])
def test_an_odd_name_names_nothing(house: House, path: str, name: str) -> None:
    what = path.split("/")[1].removesuffix("s")
    problem(house.guests["auditor"].client.get(path.format(name)), 404, f"no_such_{what}")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/tables/",
        "/tables//",
        "/tables/t/",
        "/tables/a/b",
        "/tables/a%2Fb",
        "/me/",
        "//me",
        "/rounds/",
        "/../etc/passwd",
        "/.git",
    ],
)
def test_an_unknown_path_is_no_page(house: House, path: str) -> None:
    assert problem(house.guests["ann"].client.get(path), 404, "no_such_page") == {}


@pytest.mark.parametrize("path", ["/", "/v2/me", "/v1", "/metrics", "/admin"])
def test_outside_of_the_version_there_is_nothing_either(house: House, path: str) -> None:
    url = house.served.url + path
    assert problem(house.guests["ann"].client.get(url), 404, "no_such_page") == {}


METHODS = ["DELETE", "PATCH", "OPTIONS", "TRACE", "QUERY"]
UNKNOWN = [
    (name, method)
    for name, one in OPERATIONS.items()
    for method in METHODS
    if (one.path, method) not in {(each.path, each.method) for each in OPERATIONS.values()}
]


@pytest.mark.parametrize(("name", "method"), UNKNOWN)
def test_an_unknown_method_is_told_those_that_are_known(
    house: House, name: str, method: str
) -> None:
    path = OPERATIONS[name].path
    known = sorted(one.method for one in OPERATIONS.values() if one.path == path)
    with house.unchanged():
        url = OPERATIONS[name].at(house.paths)
        answer = house.guests["operator"].client.request(method, url)
        assert problem(answer, 405, "method_not_allowed") == {}
    assert answer.headers["Allow"] == ", ".join(known)


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ("/tables?limit=0", "query.limit"),
        ("/tables?limit=1001", "query.limit"),
        ("/tables?limit=1e2", "query.limit"),
        ("/tables?limit=", "query.limit"),
        ("/tables?limit=%00", "query.limit"),
        ("/tables?limit=%D9%A3", "query.limit"),
        ("/me/rounds?after=-1", "query.after"),
        (f"/me/rounds?after={BIG + 1}", "query.after"),
        ("/me/rounds?after=" + "9" * 3_000, "query.after"),
        (f"/tables/t/rounds?after={BIG + 1}", "query.after"),
        ("/me/rounds?player=bob", "query.player"),
        ("/me/rounds?net_leest=5", "query.net_leest"),
        ("/me/rounds?since=2026-11-30", "query.since"),
        ("/me/rounds?until=2026-13-30T00:00:00Z", "query.until"),
        ("/me/rounds?since=1700000000", "query.since"),
        (f"/rounds/x/history?after={BIG + 1}", "query.after"),
        (f"/rounds/x/replay?at={BIG + 1}", "query.at"),
        ("/rounds/x/replay?at=0", "query.at"),
        ("/rounds/x/replay?form=xml", "query.form"),
    ],
)
def test_a_query_of_another_form_is_refused(house: House, query: str, where: str) -> None:
    params = problem(house.guests["ann"].client.get(query), 422, "bad_form")
    assert [fault["where"] for fault in params["faults"]] == [where]


@pytest.mark.parametrize("after", ["%00", "a%00b", "a%2Fb", "x" * 101, "%0A", "%20"])
@pytest.mark.parametrize("listed", ["tables", "matches"])
def test_a_list_goes_on_after_a_name_only(house: House, listed: str, after: str) -> None:
    refused = house.guests["ann"].client.get(f"/{listed}?after={after}")
    problem(refused, 404, "no_such_page")


@pytest.mark.parametrize("listed", ["/me/rounds", "/tables/t/rounds"])
def test_a_list_of_rounds_goes_on_after_a_round_only(house: House, listed: str) -> None:
    problem(house.guests["ann"].client.get(f"{listed}?after={BIG}"), 404, "no_such_page")


@pytest.mark.parametrize(
    "query",
    ["/tables?after=t", "/me/rounds?table=%00&winner=%20", "/me/rounds?match=a%2Fb"],
)
def test_a_query_that_finds_nothing_is_answered(house: House, query: str) -> None:
    assert house.guests["ann"].client.get(query).status_code == 200


def test_an_event_that_a_round_does_not_have_is_not_found(house: House) -> None:
    answer = house.guests["ann"].client.get(f"/rounds/{house.round}/replay?at=1000")
    assert problem(answer, 404, "no_such_event").keys() == {"most"}


NO_REQUESTS = {
    "words": b"nonsense\r\n\r\n",
    "a raw NUL": b"GET /v1/tables/\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    "raw bytes": b"GET /v1/tables/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    "an unknown method": b"BREW /v1/me HTTP/1.1\r\nHost: x\r\n\r\n",
    "two lengths": b"POST /v1/tables HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}",
    "a length below zero": b"POST /v1/tables HTTP/1.1\r\nContent-Length: -5\r\n\r\n{}",
    "a length and pieces": b"POST /v1/tables HTTP/1.1\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a broken piece": b"POST /v1/tables HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
}


@pytest.mark.parametrize("request_", NO_REQUESTS.values(), ids=NO_REQUESTS)
def test_bytes_that_are_no_request_are_refused_before_anything_is_looked_at(
    house: House, request_: bytes
) -> None:
    with house.unchanged():
        status, _ = house.raw(request_)
        assert status == 400


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"{{{", (400, "bad_json")),
        (b'{"x":1,"x":2}', (400, "duplicate_key")),
        (b'{"x":1}', (422, "bad_form")),
        (b"null", (422, "bad_form")),
        (b" " * 70_000, (413, "too_large")),
    ],
    ids=["no JSON", "a key twice", "a field", "null", "too large"],
)
@pytest.mark.parametrize(
    ("who", "path"),
    [
        ("ann", "/tables/t/leave"),
        ("operator", "/tables/t/rounds"),
        ("operator", "/selfcheck"),
    ],
)
def test_a_command_without_a_form_has_no_body(
    house: House, who: str, path: str, sent: bytes, why: tuple[int, str]
) -> None:
    headers = {"Idempotency-Key": uuid4().hex, "Content-Type": "application/json"}
    where = path.format(round=house.round)
    problem(house.guests[who].client.post(where, content=sent, headers=headers), *why)
