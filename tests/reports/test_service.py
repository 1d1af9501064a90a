"""Reports over HTTP: forms, names of files, what is refused, and what has just happened."""

import csv
import json
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from pyarrow import parquet

from api.reports.catalogue import REPORTS
from api.roles import Role
from tests.service.asking import problem
from tests.support.leaks import CARD
from tests.support.service import Guest, place_at, seat_players, served


class House(NamedTuple):
    """A service with a table at which three players sit, and who asks it."""

    boss: Guest
    ann: Guest
    auditor: Guest

    def told(self, path: str) -> httpx.Response:
        return self.auditor.client.get(f"/reports/{path}")

    def report(self, path: str) -> Any:  # noqa: ANN401 -- any JSON
        answer = self.told(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("reports")
    with served(place_at(f"sqlite:///{folder}/log.db", folder)) as running:
        guests = seat_players(running, "t", ["ann", "bob", "=1+1"])
        boss = running.guest("boss", Role.SUPERVISOR)
        yield House(boss, guests["ann"], running.guest("ida", Role.AUDITOR))


def test_reports_are_listed(house: House) -> None:
    listed = house.auditor.see("/reports")["reports"]
    assert [one["name"] for one in listed] == [name for name in REPORTS if name != "reconciliation"]
    statement = next(one for one in listed if one["name"] == "statement")
    assert statement["needed"] == ["player"]


def test_every_report_is_made_and_holds_no_card(house: House) -> None:
    for name, one in REPORTS.items():
        if name == "reconciliation":
            continue
        query = "&".join(f"{needed}=ann" for needed in one.needed)
        answer = house.told(f"{name}?format=csv&{query}")
        assert (answer.status_code, answer.headers["Paipu-Checks"]) == (200, "ok"), answer.text
        assert CARD.findall(answer.text) == []
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_form_is_a_file_with_a_name(house: House) -> None:
    path = "cash?year=2026&tz=Asia/Taipei&format="
    forms = {
        "json": ("application/json", "json"),
        "csv": ("text/csv; charset=utf-8", "csv"),
        "parquet": ("application/vnd.apache.parquet", "parquet"),
        "text": ("text/plain; charset=utf-8", "text"),
    }
    made = {}
    for form, (media, ending) in forms.items():
        answer = house.told(path + form)
        assert answer.headers["Content-Type"] == media
        named = f'attachment; filename="paipu-cash-2026.{ending}"'
        assert answer.headers["Content-Disposition"] == named
        made[form] = answer.content
    rows = json.loads(made["json"])["rows"]
    assert len(parquet.read_table(BytesIO(made["parquet"])).to_pylist()) == len(rows)
    lines = csv.reader(StringIO(made["csv"].decode(), newline=""))
    assert sum(not line[0].startswith("#") for line in lines) == 1 + len(rows)
    ranged = house.told("cash?since=2026-01-01T00:00%2B01:00&until=2027-01-01&format=csv")
    name = 'filename="paipu-cash-2026-01-01T00-00-01-00-to-2027-01-01.csv"'
    assert ranged.headers["Content-Disposition"].endswith(name)


def test_what_has_just_happened_is_told(house: House) -> None:
    before = house.report("cash?player=ann")["totals"]["deposited"]
    paid = {"points": 123, "reason": "cash", "reference": "@SUM(A1)"}
    receipt = house.boss.done("/players/ann/deposits", paid)
    told = house.report("cash?player=ann")
    assert told["position"] >= receipt["position"]
    assert told["totals"]["deposited"] == before + 123
    assert "'@SUM(A1)" in house.told("cash?accounts=all&format=csv").text
    assert "'=1+1" in house.told("cash?accounts=all&format=csv").text
    statement = house.report("statement?player=ann")
    wallet = house.ann.see("/me")["wallet"]["balance"]
    assert statement["rows"][-1]["wallet_after"] == wallet
    owed = house.report("liability")
    assert all(check["ok"] for check in owed["checks"])


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("nothing", 404, "no_such_report"),
        ("reconciliation", 404, "no_such_report"),
        ("statement?player=nobody", 404, "no_such_player"),
        ("rake?player=nobody", 404, "no_such_player"),
        ("opponents?player=nobody", 404, "no_such_player"),
        ("opponents?player=ann&table=none", 404, "no_such_table"),
        ("performance?table=none", 404, "no_such_table"),
        ("payouts?round=none", 404, "no_such_round"),
        ("statement", 422, "bad_filter"),
        ("liability?table=t", 422, "bad_filter"),
        ("performance?game=poker", 422, "bad_filter"),
        ("rake?by=player,colour", 422, "bad_filter"),
        ("rake?player=", 422, "bad_filter"),
        ("rake?player=%00", 422, "bad_filter"),
        ("rake?day=yesterday", 422, "bad_period"),
        ("rake?day=2026-01-01&month=2026-01", 422, "bad_period"),
        ("rake?since=2026-01-02&until=2026-01-01", 422, "bad_period"),
        ("rake?tz=Paris", 422, "bad_time_zone"),
        ("rake?tz=../../etc/passwd", 422, "bad_time_zone"),
        ("rake?format=xlsx", 422, "bad_form"),
        ("rake?accounts=mine", 422, "bad_form"),
        ("rake?life=perhaps", 422, "bad_form"),
    ],
)
def test_what_has_no_answer_is_refused(house: House, path: str, status: int, code: str) -> None:
    problem(house.told(path), status, code)


def test_players_are_told_no_report(house: House) -> None:
    for path in ("/reports", "/reports/rake", "/reports/statement?player=ann"):
        problem(house.ann.client.get(path), 403, "wrong_role")


def test_reports_are_in_the_language_that_is_preferred(house: House) -> None:
    client, wish = house.auditor.client, {"Accept-Language": "zh-TW, en;q=0.5"}
    path = "/reports/liability?format="
    told = {form: client.get(path + form, headers=wish) for form in ("text", "csv", "json")}
    assert told["text"].text.startswith("場方對玩家的負債 · 開業至今\n")
    assert "# 項目,所在,戶數,點數\r\nitem,where,holders,points\r\n" in told["csv"].text
    assert told["json"].json()["title"] == REPORTS["liability"].title
    for form, answer in told.items():
        languages = answer.headers.get("Content-Language"), answer.headers.get("Vary")
        said = form != "json"
        assert languages == (("zh-Hant", "Accept-Language") if said else (None, None))
    assert house.told("liability?format=csv").headers["Content-Language"] == "en"
    listed = client.get("/reports", headers=wish)
    assert listed.json()["reports"][0]["title"] == "遊戲績效"
    assert listed.headers["Content-Language"] == "zh-Hant"
    mine = house.ann.client.get("/me/statement?format=csv", headers=wish)
    assert mine.text.startswith("\ufeff# 報表,statement\r\n# 標題,玩家對帳單\r\n")
    assert mine.headers["Content-Language"] == "zh-Hant"
