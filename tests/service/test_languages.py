"""Problems, reports and the list of refusals in the language that a client prefers."""

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest

from api.service.problems import UNAUTHENTICATED
from domain.kernel.text import word
from replay.messages.language import Language
from replay.messages.say import saying
from tests.messages.sources import fields, refusal_kinds
from tests.service.asking import House

TAIWAN = "zh-TW, en;q=0.5"
MAINLAND = "en;q=0.5, zh-CN"


def asked(house: House, path: str, language: str | None, who: str = "operator") -> httpx.Response:
    headers = {} if language is None else {"Accept-Language": language}
    return house.guests[who].client.get(path, headers=headers)


def told(answer: httpx.Response) -> dict[str, Any]:
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(
    ("wish", "language", "title", "detail"),
    [
        (None, "en", "There is no such thing", "there is no such player"),
        ("de", "en", "There is no such thing", "there is no such player"),
        (TAIWAN, "zh-Hant", "沒有這個項目", "沒有這位玩家"),
        (MAINLAND, "zh-Hans", "没有这个项目", "没有这位玩家"),
    ],
)
def test_a_problem_is_told_in_the_language_that_is_preferred(
    house: House, wish: str | None, language: str, title: str, detail: str
) -> None:
    answer = asked(house, "/players/nobody", wish)
    found = told(answer)
    assert (found["title"], found["detail"]) == (title, detail)
    assert (found["code"], found["status"]) == ("no_such_player", 404)
    assert answer.headers["content-language"] == language
    assert answer.headers["vary"] == "Accept-Language"


def test_wishes_in_several_headers_count_together(house: House) -> None:
    headers = [("Accept-Language", "en;q=0.1"), ("Accept-Language", "zh-HK")]
    answer = house.guests["operator"].client.get("/players/nobody", headers=headers)
    assert answer.headers["content-language"] == "zh-Hant"


def test_a_refusal_of_the_rules_keeps_its_code_rule_and_parameters(house: House) -> None:
    headers = {"Idempotency-Key": uuid4().hex, "Accept-Language": TAIWAN}
    body = {"points": 2**62, "reason": "r", "reference": "much"}
    client = house.guests["operator"].client
    found = told(client.post("/players/ann/withdrawals", json=body, headers=headers))
    balance, asked_by = found["params"].pop("balance"), found.pop("request")
    assert found == {
        "type": "urn:paipu:problem:too_few_points",
        "title": "遭拒絕",
        "status": 409,
        "code": "too_few_points",
        "rule": "H2.1",
        "detail": f"錢包中有 {balance} 點",
        "params": {},
    }
    assert asked_by


def test_who_is_denied_a_socket_hears_why_in_the_language(house: House) -> None:
    wanted = (
        "GET /v1/tables/t/live HTTP/1.1",
        "Host: here",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Accept-Language: zh-TW",
    )
    status, body = house.raw("\r\n".join((*wanted, "", "")).encode())
    assert status == UNAUTHENTICATED
    assert json.loads(body)["title"] == "無法以此權杖識別身分"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({}, "body.points：缺少此欄"),
        ({"points": "x"}, "body.points：應為整數"),
        ({"points": 1, "reason": "r", "reference": "x", "more": 1}, "body.more：不接受此欄"),
    ],
)
def test_a_wrong_form_is_told_in_the_language(
    house: House, body: dict[str, object], detail: str
) -> None:
    headers = {"Idempotency-Key": uuid4().hex, "Accept-Language": TAIWAN}
    client = house.guests["operator"].client
    answer = client.post("/players/ann/deposits", json=body, headers=headers)
    assert told(answer)["detail"].startswith(detail)
    assert told(answer)["params"]["faults"][0]["told"].isascii()


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (b"{", "內容不是 JSON：第 1 個字元：此處應有以雙引號括起的鍵"),
        (b'{"a": NaN}', "內容不是 JSON：NaN 不是數字"),
        (b"\xff", "內容不是 JSON：不是 UTF-8"),
    ],
)
def test_what_is_no_json_is_told_in_the_language(house: House, content: bytes, detail: str) -> None:
    headers = {
        "Idempotency-Key": uuid4().hex,
        "Accept-Language": TAIWAN,
        "Content-Type": "application/json",
    }
    client = house.guests["operator"].client
    answer = client.post("/players/ann/deposits", content=content, headers=headers)
    assert told(answer)["detail"] == detail


@pytest.mark.parametrize(
    ("method", "path", "detail"),
    [
        ("GET", "/nowhere", "沒有這個頁面"),
        ("DELETE", "/players/ann", "不接受這種方法"),
        ("GET", "/me", "須有一個 Authorization 標頭，內含 bearer 權杖"),
    ],
)
def test_who_has_no_token_is_answered_in_the_language_too(
    house: House, method: str, path: str, detail: str
) -> None:
    answer = house.stranger.request(method, path, headers={"Accept-Language": TAIWAN})
    assert told(answer)["detail"] == detail


def test_the_report_in_words_is_in_the_language_and_as_json_in_english(house: House) -> None:
    path = f"/rounds/{house.round}/replay"
    words = asked(house, f"{path}?form=text", MAINLAND)
    assert "规则版本 1" in words.text
    assert words.headers["content-language"] == "zh-Hans"
    plain = asked(house, path, MAINLAND)
    assert plain.json()["checks"][0]["name"] == "chain unbroken"
    assert plain.headers["content-language"] == "en"
    match = asked(house, "/matches/m/replay?form=text", TAIWAN)
    assert "比牌升級 · 賽事 m" in match.text
    assert match.headers["content-language"] == "zh-Hant"


def test_all_refusals_are_listed_for_anybody_in_every_language(house: House) -> None:
    answer = house.stranger.get("/refusals")
    listed = answer.json()["refusals"]
    kinds = {(kind.code, kind.rule, kind.text) for kind in refusal_kinds()}
    assert {(one["code"], one["rule"], one["texts"]["en"]) for one in listed} == kinds
    for one in listed:
        assert set(one["texts"]) == set(Language)
        assert {*one["params"]} >= fields(one["texts"]["en"])
        for words in one["words"].values():
            for name, said in words.items():
                assert said == {lang: saying(lang)(word(name)) for lang in Language}


def test_what_is_wrong_with_a_setting_is_told_and_nothing_of_what_was_sent(house: House) -> None:
    client, secret = house.guests["operator"].client, "never told"
    said = {
        '{"ante": 0}': "設定不合規定：`int` 須 >= 1，在 `$.ante`",
        '{"ante": "1"}': "設定不合規定：型別須為 `int`，而非 `str`，在 `$.ante`",
        f'{{"{secret}": 1}}': "設定不合規定：沒有 `…` 這一項",
        f'{{"rake_basis": "{secret}"}}': "設定不合規定：'…' 不是可用的值，在 `$.rake_basis`",
    }
    for settings, detail in said.items():
        headers = {"Idempotency-Key": uuid4().hex, "Accept-Language": TAIWAN}
        body = {"table": "n", "settings": json.loads(settings)}
        found = told(client.post("/tables", json=body, headers=headers))
        assert (found["code"], found["detail"]) == ("bad_setting", detail)
