"""Every route that asks a command, while each switch is off (H7); rounds interrupted (H8); H11."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from api.roles import Role
from replay.integrity import integrity
from tests.service.asking import problem
from tests.service.contract import COMMANDS
from tests.service.playing import awaited, round_at, round_of
from tests.support.service import Served, place_at, seat_four, seat_players, served

WHY = {"reason": "a flood"}
SCOPES = ("everything", "game/sizhidao", "game/shengji", "table/t", "match/f", "player/ann")
AT_TABLE = {"everything", "game/sizhidao", "table/t"}
IN_MATCH = {"everything", "game/shengji", "match/f"}
GAMES = {"everything", "game/sizhidao"}
MATCHES = {"everything", "game/shengji"}
FREE: frozenset[str] = frozenset()

DISPUTE = "/disputes/none"

ROUTES: dict[str, tuple[str, str, dict[str, Any], set[str] | frozenset[str]]] = {
    # who asks, where, with what, and which switches refuse it
    "create_player": ("office", "/players", {"player": "ann"}, FREE),
    "deposit": (
        "office",
        "/players/zoe/deposits",
        {"points": 0, "reason": "x", "reference": "x"},
        {"everything"},
    ),
    "withdraw": (
        "office",
        "/players/zoe/withdrawals",
        {"points": 0, "reason": "x", "reference": "x"},
        FREE,
    ),
    "disable_player": ("office", "/players/nobody/disable", WHY, FREE),
    "enable_player": ("office", "/players/zoe/enable", WHY, FREE),
    "open_table": ("office", "/tables", {"table": "t"}, GAMES),
    "change_settings": ("office", "/tables/none/settings", {"settings": {}}, FREE),
    "delay_spectators": ("office", "/tables/none/delay", {"seconds": 1}, FREE),
    "delay_match_spectators": ("office", "/matches/none/delay", {"seconds": 1}, FREE),
    "sit": ("zoe", "/tables/t/sit", {"seat": "p1", "points": 1}, AT_TABLE),
    "leave": ("zoe", "/tables/t/leave", {}, FREE),
    "top_up": ("zoe", "/tables/t/top-up", {"points": 1}, AT_TABLE),
    "start_round": ("office", "/tables/t/rounds", {}, AT_TABLE),
    "open_match": ("office", "/matches", {"match": "f"}, MATCHES),
    "join_match": ("zoe", "/matches/f/join", {"seat": "p1"}, IN_MATCH),
    "be_ready": ("zoe", "/matches/f/ready", {}, IN_MATCH),
    "leave_match": ("zoe", "/matches/f/leave", {}, FREE),
    "come_back": ("zoe", "/matches/f/come-back", {}, FREE),
    "abandon_match": ("office", "/matches/none/abandon", WHY, FREE),
    "start_match_round": ("office", "/matches/f/rounds", {}, IN_MATCH),
    "act": ("bob", "/rounds/{round}/actions", {"turn": "none", "verb": "fold"}, FREE),
    "void_round": ("office", "/rounds/none/void", WHY, FREE),
    "interrupt_round": ("office", "/rounds/none/interrupt", WHY, FREE),
    "resume_round": ("office", "/rounds/none/resume", WHY, FREE),
    "switch_off": ("office", "/switches/disable", {"scope": "none", **WHY}, FREE),
    "switch_on": ("office", "/switches/enable", {"scope": "none", **WHY}, FREE),
    "acknowledge_alarm": (
        "office",
        "/selfcheck/acknowledge",
        {"digest": "0" * 64, **WHY},
        FREE,
    ),
    "deposit_anchor": ("zoe", "/tables/t/anchor", {"anchor": "?"}, FREE),
    "deposit_match_anchor": ("zoe", "/matches/f/anchor", {"anchor": "?"}, FREE),
    "cut": ("bob", "/rounds/{round}/cut", {"turn": "none", "value": "0" * 64}, FREE),
    "grant_reveal": ("office", "/rounds/none/reveals", WHY, FREE),
    "open_dispute": ("zoe", "/disputes", {"round": "none", "claim": "x"}, FREE),
    "add_evidence": ("office", f"{DISPUTE}/evidence", {"digest": "0" * 64, "note": "x"}, FREE),
    "add_note": ("office", f"{DISPUTE}/notes", {"text": "x"}, FREE),
    "decide_dispute": (
        "office",
        f"{DISPUTE}/decision",
        {"verdict": "upheld", "text": "x"},
        FREE,
    ),
    "propose_compensation": (
        "office",
        f"{DISPUTE}/compensation",
        {"player": "zoe", "points": 1},
        FREE,
    ),
    "close_dispute": ("office", f"{DISPUTE}/close", {}, FREE),
    "propose_adjustment": ("office", "/adjustments", {"player": "zoe", "points": 0, **WHY}, FREE),
    "approve_adjustment": ("office", "/adjustments/none/approve", {}, FREE),
    "reject_adjustment": ("office", "/adjustments/none/reject", WHY, FREE),
    "record_self_check": ("office", "/selfcheck", {}, FREE),
    "revoke_tokens": (
        "office",
        "/tokens/revocations",
        {"name": "a/b", "role": "player", **WHY},
        FREE,
    ),
}
"""A command of every route; all are refused anyway, but the last but one."""


class House:
    """A table `t` and a match `f`, each with a round that waits; and who asks."""

    def __init__(self, running: Served) -> None:
        self.served = running
        names = ["ann", "bob", "cid"]
        self.guests = seat_players(running, "t", names, act_seconds=86_400)
        self.round = round_at(self.guests["ann"], "t")
        self.guests |= seat_four(running, "f", [*names, "dot"], seconds=86_400)
        self.match_round = round_of(self.guests["ann"], "f")
        self.office = self.guests["office"] = running.guest("office", Role.OPERATOR)
        self.office.done("/players", {"player": "zoe"})
        self.guests["zoe"] = running.guest("zoe")

    def turn(self, scope: str, word: str) -> None:
        self.office.done(f"/switches/{word}", {"scope": scope, **WHY})

    def ask(self, name: str) -> httpx.Response:
        who, path, body, _ = ROUTES[name]
        (operation,) = (one for one in COMMANDS if one.name == name)
        where = path.format(round=self.round)
        sent = body if operation.bodied else None
        return self.guests[who].ask(where, sent, method=operation.method)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("switches")
    with served(place_at(f"sqlite:///{folder}/log.db", folder)) as running:
        yield House(running)


def test_every_route_that_asks_a_command_is_tried_here() -> None:
    assert set(ROUTES) == {one.name for one in COMMANDS}


@pytest.mark.parametrize("scope", SCOPES)
def test_every_route_says_what_is_off_and_no_other(house: House, scope: str) -> None:
    before = {name: house.ask(name) for name in ROUTES}
    house.turn(scope, "disable")
    assert house.office.see("/switches") == {"off": [{"scope": scope, "reason": "a flood"}]}
    for name, (*_, refused) in ROUTES.items():
        answer = house.ask(name)
        if scope in refused:
            assert problem(answer, 409, "switched_off", "H7.2") == {"scope": scope}, name
        else:
            told = before[name].json()
            assert answer.status_code == before[name].status_code, (name, answer.text)
            assert answer.json().get("code") == told.get("code"), name
    house.turn(scope, "enable")
    assert house.office.see("/switches") == {"off": []}
    assert house.ask("sit").json()["code"] == before["sit"].json()["code"]


def test_a_switch_is_turned_once_and_only_of_what_there_is(house: House) -> None:
    def turned(scope: str, word: str) -> httpx.Response:
        return house.office.ask(f"/switches/{word}", {"scope": scope, **WHY})

    problem(turned("table/t", "enable"), 409, "on_already", "H7.1")
    for word in ("disable", "enable"):
        for scope in ("all", "player/", "player/a/b"):
            problem(turned(scope, word), 409, "bad_scope", "H7.1")
    problem(turned("game/poker", "disable"), 404, "no_such_game", "H7.1")
    problem(turned("table/none", "disable"), 404, "no_such_table", "H3.1")
    problem(turned("player/none", "disable"), 404, "no_such_player", "H1.1")
    house.turn("match/f", "disable")
    problem(turned("match/f", "disable"), 409, "off_already", "H7.1")
    house.turn("match/f", "enable")


class Watched:
    """A round of the house, and the list of its table or match."""

    def __init__(self, house: House, about: str, place: str, verb: str) -> None:
        self.house = house
        self.ann = house.guests["ann"]
        self.path = f"/rounds/{about}"
        self.lists = (f"{place}/rounds", "/me/rounds")
        self.about = about
        self.verb = verb

    def seen(self) -> dict[str, Any]:
        return self.ann.see(self.path)

    def listed(self, status: str) -> bool | None:
        """Say so if every list has it so."""
        told = {
            line["status"]
            for one in self.lists
            for line in self.ann.see(one)["rounds"]
            if line["round"] == self.about
        }
        return told == {status} or None

    def due(self) -> str | None:
        due: str | None = self.seen()["due"]
        return due


@pytest.mark.parametrize("game", ["sizhidao", "shengji"])
def test_an_interrupted_round_says_so_everywhere_and_goes_on(house: House, game: str) -> None:
    if game == "sizhidao":
        watched = Watched(house, house.round, "/tables/t", "fold")
    else:
        watched = Watched(house, house.match_round, "/matches/f", "pass")
    before, office = watched.seen(), house.office
    assert (before["status"], watched.listed("open")) == ("open", True)
    office.done(f"{watched.path}/interrupt", WHY)
    assert watched.seen() == {**before, "status": "interrupted", "due": None}
    assert awaited(lambda: watched.listed("interrupted"))
    replayed = watched.ann.see(f"{watched.path}/replay")
    assert (replayed["status"], replayed["proven"]) == ("interrupted", True)
    assert replayed["reason"] == "a flood"
    problem(office.ask(f"{watched.path}/interrupt", WHY), 409, "round_interrupted", "H8.2")
    for guest in (house.guests[name] for name in ("ann", "bob", "cid")):
        acted = guest.act(watched.about, before["turn"], watched.verb)
        problem(acted, 409, "round_interrupted", "H8.2")
    office.done(f"{watched.path}/resume", WHY)
    assert awaited(watched.due) > before["due"], "all of its time anew"
    assert awaited(lambda: watched.listed("open"))
    problem(office.ask(f"{watched.path}/resume", WHY), 409, "not_interrupted", "H8.3")


def test_a_round_is_voided_once_with_a_reason(house: House) -> None:
    path = f"/rounds/{house.round}/void"
    problem(house.office.ask(path, {}), 422, "bad_form")
    first = house.office.done(path, WHY, key="void-1")
    again = house.office.done(path, WHY, key="void-1")
    assert again == {**first, "repeated": True, "note": again["note"]}
    problem(house.office.ask(path, WHY, key="void-2"), 409, "round_over", "Z6.4")
    assert house.guests["ann"].see(f"/rounds/{house.round}")["status"] == "voided"


def test_the_house_checks_itself_and_an_operator_may_ask_for_it(house: House) -> None:
    at_first = house.office.see("/selfcheck")
    assert at_first["alarm"] is None
    assert at_first["checked_at"] is not None, "a service that begins looks whether it is time"
    first = house.office.done("/selfcheck", key="check-1")
    assert first["stream"] == "selfcheck/house"
    again = house.office.done("/selfcheck", key="check-1")
    assert (again["version"], again["repeated"]) == (first["version"], True)
    assert house.office.see("/selfcheck")["checked_at"] > at_first["checked_at"]
    seen_to = {"digest": integrity(), **WHY}
    problem(house.office.ask("/selfcheck/acknowledge", seen_to), 409, "no_alarm", "H11.3")
    health = house.office.see("/health")
    assert (health["status"], health["alarm"], health["interrupted"]) == ("ok", False, [])
