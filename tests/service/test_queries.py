"""A query that names what its route does not know, or something twice, is refused everywhere."""

from uuid import uuid4

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.service.asking import House, problem, problem_in
from tests.service.contract import KEY, OPERATIONS, document

SOCKETS = ("tables/t", "matches/m", "rounds/none")
NAMED = {
    name: sorted(one["name"] for one in found.get("parameters", ()) if one["in"] == "query")
    for methods in document()["paths"].values()
    for found in methods.values()
    for name in (found["operationId"],)
}


def faults(house: House, name: str, query: str) -> list[tuple[str, str]]:
    one = OPERATIONS[name]
    with house.unchanged():
        answer = house.guests["supervisor"].client.request(
            one.method, f"{one.at(house.paths)}?{query}", headers={KEY: uuid4().hex}, json={}
        )
        told = problem(answer, 422, "bad_form")["faults"]
    return [(fault["where"], fault["what"]) for fault in told]


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_name_that_is_not_known_is_refused(house: House, name: str) -> None:
    assert faults(house, name, "playr=ann") == [("query.playr", "extra_forbidden")]
    assert faults(house, name, "%E7%89%8C=&monht") == [
        ("query.…", "extra_forbidden"),
        ("query.monht", "extra_forbidden"),
    ]


@pytest.mark.parametrize(("name", "known"), [(n, one) for n, all_ in NAMED.items() for one in all_])
def test_a_name_that_stands_there_twice_is_refused(house: House, name: str, known: str) -> None:
    assert faults(house, name, f"{known}=1&{known}=1") == [(f"query.{known}", "repeated")]


@pytest.mark.parametrize("place", SOCKETS)
@pytest.mark.parametrize(("query", "where"), [("aftr=1", "aftr"), ("after=1&after=2", "after")])
def test_a_socket_is_as_strict(house: House, place: str, query: str, where: str) -> None:
    url = f"{house.served.url.replace('http', 'ws')}/v1/{place}/live?{query}"
    headers = {"Authorization": f"Bearer {house.guests['auditor'].token}"}
    with pytest.raises(InvalidStatus) as refused, connect(url, additional_headers=headers):
        pass
    told = problem_in(bytes(refused.value.response.body or b""), 422, "bad_form")["faults"]
    assert [fault["where"] for fault in told] == [f"query.{where}"]


def test_it_is_told_in_the_language_that_is_asked_for(house: House) -> None:
    client, asked = house.guests["ann"].client, {"Accept-Language": "zh-Hant"}
    refused = client.get("/tables?limit=1&limit=2", headers=asked).json()
    assert refused["detail"] == "query.limit：只可出現一次"
