"""Every figure of every report equals a recomputation from the events."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from api.reports.ask import Choice
from api.reports.catalogue import REPORTS
from api.reports.form import Kind
from api.reports.kinds.events import KINDS
from api.reports.period import Wanted
from domain.kernel.decider import name_of
from tests.reports.conftest import NOW, House
from tests.reports.recount import Recount
from tests.reports.stored import Row, Time
from tests.reports.world import LARGE, LARGE_WAGER


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


PARIS: Final = "Europe/Paris"
TIMES: Final[Mapping[str, tuple[Wanted, Time]]] = {
    "life": (Wanted(), Time(None, None)),
    "a day of 23 hours": (
        Wanted(day="2026-03-29"),
        Time(at("2026-03-28T23:00"), at("2026-03-29T22:00"), PARIS),
    ),
    "a day of 25 hours": (
        Wanted(day="2026-10-25"),
        Time(at("2026-10-24T22:00"), at("2026-10-25T23:00"), PARIS),
    ),
    "the day after": (
        Wanted(day="2026-10-26"),
        Time(at("2026-10-25T23:00"), at("2026-10-26T23:00"), PARIS),
    ),
    "a day of UTC": (Wanted(day="2026-03-28"), Time(at("2026-03-28"), at("2026-03-29"))),
    "a month": (
        Wanted(month="2026-03"),
        Time(at("2026-02-28T23:00"), at("2026-03-31T22:00"), PARIS),
    ),
    "a month without anything": (
        Wanted(month="2026-07"),
        Time(at("2026-06-30T22:00"), at("2026-07-31T22:00"), PARIS),
    ),
    "a year": (Wanted(year="2026"), Time(at("2025-12-31T23:00"), at("2026-12-31T23:00"), PARIS)),
    "a year at noon": (
        Wanted(year="2026"),
        Time(at("2026-01-01T05:00"), at("2027-01-01T05:00"), "America/New_York"),
    ),
    "a range": (
        Wanted(since="2026-03-28T22:57:30+00:00", until="2026-03-29T03:00:30"),
        Time(at("2026-03-28T22:57:30"), at("2026-03-29T01:00:30"), PARIS),
    ),
    "from a day on": (Wanted(since="2026-10-01"), Time(at("2026-09-30T22:00"), None, PARIS)),
}

COUNTED: Final[Mapping[str, Callable[[Recount, Time], Sequence[Row]]]] = {
    "performance": Recount.performance,
    "rake": lambda one, time: one.rake(time, "player"),
    "payouts": Recount.payouts,
    "liability": Recount.liability,
    "cash": Recount.cash,
    "adjustments": Recount.adjustments,
    "interrupted": Recount.interrupted,
    "wins": Recount.wins,
    "disputes": lambda one, time: one.disputes(time, NOW),
    "decks": Recount.decks,
    "checkpoints": Recount.checkpoints,
}
TOGETHER: Final[Mapping[str, Callable[[Recount, Time], Sequence[Row]]]] = {
    "performance": lambda one, time: one.performance(time, apart=False),
    "rake": lambda one, time: one.rake(time, "player", apart=False),
    "liability": lambda one, time: one.liability(time, apart=False),
    "interrupted": lambda one, time: one.interrupted(time, apart=False),
}
"""What has one line, of all accounts, where test accounts have one of their own else."""
OF_PLAYERS: Final[Mapping[str, Callable[[Recount, str, Time], Sequence[Row]]]] = {
    "statement": Recount.statement,
    "opponents": Recount.opponents,
}


ADDED: Final[Mapping[str, Sequence[str]]] = {
    "performance": (
        *("rounds", "complete", "voided", "playoffs", "hands"),
        *("wagered", "paid", "rake", "net"),
    ),
    "rake": ("awards", "rake"),
    "payouts": ("wagered", "paid", "rake", "net"),
    "liability": ("points",),
    "cash": ("deposited", "withdrawn"),
    "adjustments": ("given", "taken"),
    "interrupted": ("returned",),
    "wins": ("wagered", "paid", "rake", "net"),
    "disputes": (),
    "decks": ("seats", "revealed", "missed"),
    "checkpoints": (),
    "statement": ("wallet", "tables"),
    "opponents": ("their_net",),
}
"""What may be added up: whatever is of one line and of no other."""


def test_every_report_is_counted_again() -> None:
    elsewhere = {"events", "projections", "reconciliation"}
    assert {*COUNTED, *OF_PLAYERS} | elsewhere == set(REPORTS)
    assert {*COUNTED, *OF_PLAYERS} == set(ADDED)


ENDS: Final = ("RoundSettled", "RoundVoided")
ON_SERVER: Final = ("life", "a day of 23 hours", "a range")


@pytest.mark.parametrize("name", COUNTED)
def test_a_report_equals_its_recomputation(house: House, name: str) -> None:
    for time in TIMES:
        recounted(house, name, time)


@pytest.mark.parametrize("name", COUNTED)
def test_a_report_of_a_server_equals_its_recomputation(on_server: House, name: str) -> None:
    for time in ON_SERVER:
        recounted(on_server, name, time)


def recounted(house: House, name: str, time: str) -> None:
    wanted, period = TIMES[time]
    rows = COUNTED[name](house.recount, period)
    choice = Choice(wanted, period.zone)
    told = house.report(name, choice)
    real = [row for row in rows if not row["test"]]
    tests = [row for row in rows if row["test"]]
    same(told, real)
    assert told["test_accounts"] == {"rows": len(tests), **sums(name, tests)}
    same(house.report(name, choice._replace(accounts="test")), tests)
    rows = TOGETHER[name](house.recount, period) if name in TOGETHER else rows
    same(house.report(name, choice._replace(accounts="all")), rows)


@pytest.mark.parametrize("name", ["performance", "payouts", "liability"])
def test_what_came_after_its_position_is_in_no_report(house: House, name: str) -> None:
    """Also where views show it already, and where it came on a day that the report is about."""
    facts = house.recount.facts
    for part in (3, 5):
        until = facts[len(facts) * part // 7]
        seen = [one for one in facts if one.position <= until.position]
        then = Recount(seen, LARGE, LARGE_WAGER)
        for time in ("life", "a year", "a month"):
            wanted, period = TIMES[time]
            rows = [row for row in COUNTED[name](then, period) if not row["test"]]
            told = house.told(name, Choice(wanted, period.zone), position=until.position)
            same(json.loads(told), rows)
        day = Choice(Wanted(day=str(until.at.date())))
        told = house.told(name, day, position=facts[0].position)
        assert json.loads(told)["activity"] is False


@pytest.mark.parametrize("player", ["ann", "eve", "hal", "kim"])
@pytest.mark.parametrize("name", OF_PLAYERS)
def test_a_players_report_equals_its_recomputation(house: House, name: str, player: str) -> None:
    for wanted, period in TIMES.values():
        choice = Choice(wanted, period.zone, {"player": player})
        same(house.report(name, choice), OF_PLAYERS[name](house.recount, player, period))


@pytest.mark.parametrize("name", OF_PLAYERS)
def test_a_players_report_of_a_server_equals_its_recomputation(on_server: House, name: str) -> None:
    for time in ON_SERVER:
        wanted, period = TIMES[time]
        choice = Choice(wanted, period.zone, {"player": "ann"})
        same(on_server.report(name, choice), OF_PLAYERS[name](on_server.recount, "ann", period))


def same(told: Mapping[str, Any], rows: Sequence[Row]) -> None:
    """A report has these rows in whatever order, their sums, and checks that hold."""
    expected = [{name: row[name] for name in row if name != "test"} for row in rows]
    assert sorted(map(flat, told["rows"])) == sorted(map(flat, expected))
    assert told["totals"] == sums(told["report"], rows)
    assert told["row_count"] == len(rows)
    assert all(check["ok"] for check in told["checks"]), told["checks"]


def flat(row: Row) -> str:
    return repr(sorted(row.items()))


def sums(report: str, rows: Sequence[Row]) -> Row:
    return {name: sum(row[name] or 0 for row in rows) for name in ADDED[report]}


def test_a_round_is_added_up_once(house: House) -> None:
    ended = [one for one in house.recount.facts if one.type.split(".")[1] in ENDS]
    seats = house.recount.seats
    mixed = {one["round"] for one in seats if one["player"] in house.recount.tests}
    assert mixed & {one["round"] for one in seats if one["player"] not in house.recount.tests}
    for by in (None, "game", "table,match", "rules"):
        totals = house.report("performance", Choice(Wanted(), groups=by, accounts="all"))["totals"]
        voided = sum("Voided" in one.type for one in ended)
        expected = {"rounds": len(ended), "voided": voided, "complete": len(ended) - voided}
        assert totals | expected == totals
        assert totals["hands"] == len(seats)
    told = house.report("opponents", Choice(Wanted(), filters={"player": "ann"}))
    assert sum(row["rounds"] for row in told["rows"]) > len(ended)
    assert "rounds" not in told["totals"]


def test_a_void_of_real_and_test_accounts_is_told_of_each(house: House) -> None:
    returned: dict[str, dict[bool, int]] = {}
    for seat in house.recount.seats:
        if seat["status"] == "voided":
            of_round = returned.setdefault(seat["round"], {})
            test = seat["player"] in house.recount.tests
            of_round[test] = of_round.get(test, 0) + seat["returned"]
    mixed = {name: each for name, each in returned.items() if len(each) > 1}
    assert {name.partition("-")[0] for name in mixed} == {"lab", "cup"}
    assert any(each[False] and each[True] for each in mixed.values())
    for test, accounts in ((False, "real"), (True, "test")):
        rows = house.report("interrupted", Choice(Wanted(), accounts=accounts))["rows"]
        told = {row["round"]: row["returned"] for row in rows if row["what"] == "voided"}
        assert told == {name: each[test] for name, each in returned.items() if test in each}


@pytest.mark.parametrize("by", ["player,round,stage,pot", "table", "day,player", "round"])
def test_rake_is_split_as_it_is_asked_for(house: House, by: str) -> None:
    for wanted, period in TIMES.values():
        rows = house.recount.rake(period, *by.split(","), apart=False)
        told = house.report("rake", Choice(wanted, period.zone, {}, by, "all"))
        same(told, rows)
    taken = sum(one.event["points"] for one in house.recount.of("sizhidao.RakeTaken.1"))
    assert house.report("rake", Choice(Wanted(), accounts="all"))["totals"]["rake"] == taken > 0


def test_performance_by_game_adds_up_the_days(house: House) -> None:
    choice = Choice(Wanted(), PARIS)
    days = house.report("performance", choice)["rows"]
    games = house.report("performance", choice._replace(groups="game"))["rows"]
    assert len(days) > len(games) == 2
    for one in games:
        of_game = [row for row in days if row["game"] == one["game"]]
        assert {name: sum(row[name] for row in of_game) for name in one if name != "game"} == {
            name: value for name, value in one.items() if name != "game"
        }


def test_events_are_those_of_the_log_in_the_order_of_time(house: House) -> None:
    kinds = {name_of(kind) for kind in KINDS}
    for wanted, period in TIMES.values():
        told = house.report("events", Choice(wanted, period.zone, accounts="all"))
        facts = [one for one in house.recount.facts if one.type in kinds and period.has(one.at)]
        expected = Counter(one.type.split(".")[1] for one in facts)
        wins = Counter(row["what"] for row in house.recount.wins(period))
        expected += Counter(LargeWin=wins["win"], LargeWager=wins["wager"])
        assert Counter(row["event"] for row in told["rows"]) == expected
        assert [row["at"] for row in told["rows"]] == sorted(row["at"] for row in told["rows"])
    seen = {row["event"] for row in house.report("events", Choice(Wanted()))["rows"]}
    assert {"LargeWin", "SettingsChanged", "ClockStopped", "IntegrityAlarm", "Disabled"} - seen == {
        "SettingsChanged"
    }


def test_projections_have_come_as_far_as_the_log(house: House) -> None:
    told = house.report("projections", Choice(Wanted()))
    end = house.log.last_position()
    assert {(row["position"], row["behind"]) for row in told["rows"]} == {(end, 0)}


def test_a_period_that_had_nothing_says_so(house: House) -> None:
    for name, one in REPORTS.items():
        if name in {"projections", "disputes", "interrupted", "reconciliation"}:
            continue  # they tell how things stand, whenever that came about
        filters = dict.fromkeys(one.needed, "ann")
        told = house.report(name, Choice(Wanted(day="2026-07-01"), PARIS, filters))
        assert (told["activity"], told["note"]) == (False, "no activity"), name
        assert b"no activity" in house.told(
            name, Choice(Wanted(day="2026-07-01"), filters=filters), "text"
        )


def test_every_column_that_is_added_up_is_a_whole_number(house: House) -> None:
    for name, one in REPORTS.items():
        if name == "reconciliation":
            continue
        filters = dict.fromkeys(one.needed, "ann")
        told = house.report(name, Choice(Wanted(), filters=filters))
        whole = {c["name"] for c in told["columns"] if c["kind"] in {Kind.POINTS, Kind.COUNT}}
        assert set(told["totals"]) <= whole
        for row in told["rows"]:
            assert all(type(row[name]) in {int, type(None)} for name in whole)
