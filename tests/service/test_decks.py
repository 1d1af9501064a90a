"""Committed decks over the service: anchors, cuts, what everybody sees of them, and proofs (H6)."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.cutting import Chain
from api.steward.dealing import due_of
from domain.cards.card import Card
from domain.fairness.committed import Opening, Where, opens
from domain.flow.address import deck, game
from domain.kernel.decider import Origin
from tests.leaks.evening import SEATS, TABLE
from tests.leaks.inside import Inside, Told, inside
from tests.leaks.match import FOUR, MATCH, MatchEvening

TURN = "0.cutting"
CHAINS = {name: Chain(name.encode().ljust(32)) for name in SEATS}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[MatchEvening]:
    """A table of four without anchors, in a house with committed decks."""
    with inside(tmp_path, chance=Random(1).randbytes) as served:
        found = MatchEvening(served, 1)
        found.open()
        yield found


def served(evening: MatchEvening) -> Inside:
    return evening.served


def see(evening: MatchEvening, path: str, who: str = "") -> Any:  # noqa: ANN401 -- any JSON
    bearer = evening.tokens[who] if who else evening.office
    told = served(evening).fetch("GET", f"/v1{path}", bearer)
    assert told.status == 200, told
    return json.loads(told.body)


def ask(evening: MatchEvening, who: str, path: str, body: object) -> tuple[int, str]:
    told: Told = served(evening).fetch(
        "POST",
        f"/v1{path}",
        evening.tokens[who],
        json.dumps(body).encode(),
        served(evening).key(),
    )
    return told.status, json.loads(told.body).get("code", "")


def started(evening: MatchEvening, *who: str) -> str:
    """Have some players deposit anchors, and a round started; return its id."""
    for name in who:
        anchor = {"anchor": CHAINS[name].end}
        assert ask(evening, name, f"/tables/{TABLE}/anchor", anchor) == (200, "")
    told = evening.done(evening.office, f"/tables/{TABLE}/rounds")
    return str(json.loads(told.body)["round"])


def cut(evening: MatchEvening, round_id: str, who: str) -> tuple[int, str]:
    body = {"turn": TURN, "value": CHAINS[who].value_of(CHAINS[who].end)}
    return ask(evening, who, f"/rounds/{round_id}/cut", body)


def deal(evening: MatchEvening, round_id: str) -> None:
    house = served(evening).house
    state = house.state(game(round_id))
    for number, one in enumerate(due_of(house.state(deck(round_id)), state)):
        house.ask(
            game(round_id),
            one.command,
            actor="house",
            command_id=f"{round_id}-{number}",
            origin=Origin.HOUSE,
        )


def test_an_anchor_shows_at_its_seat_and_only_who_sits_there_deposits_one(
    evening: MatchEvening,
) -> None:
    path, anchor = f"/tables/{TABLE}/anchor", {"anchor": CHAINS["ann"].end}
    assert ask(evening, "ann", path, anchor) == (200, "")
    assert ask(evening, "ann", path, anchor) == (409, "anchor_used")
    assert ask(evening, "zed", path, anchor) == (409, "not_seated")
    assert ask(evening, "ann", "/tables/nowhere/anchor", anchor) == (404, "no_such_table")
    assert ask(evening, "ann", path, {"anchor": "5F" * 32}) == (422, "bad_form")
    shown = {one["player"]: one["anchor"] for one in see(evening, f"/tables/{TABLE}")["seats"]}
    assert shown == {**dict.fromkeys(SEATS), "ann": CHAINS["ann"].end}


def test_the_same_holds_in_a_match(evening: MatchEvening) -> None:
    evening.open_match()
    path, anchor = f"/matches/{MATCH}/anchor", {"anchor": CHAINS["bob"].end}
    assert ask(evening, "bob", path, anchor) == (200, "")
    assert ask(evening, "zed", path, anchor) == (409, "not_in_match")
    assert ask(evening, "bob", "/matches/nowhere/anchor", anchor) == (404, "no_such_match")
    shown = {one["player"]: one["anchor"] for one in see(evening, f"/matches/{MATCH}")["seats"]}
    assert shown == {**dict.fromkeys(FOUR), "bob": CHAINS["bob"].end}


def test_the_view_tells_everybody_what_is_cut_and_by_whom(evening: MatchEvening) -> None:
    round_id = started(evening, "ann", "bob")
    for who in ("", "ann", "dot"):
        seen = see(evening, f"/rounds/{round_id}", who)
        assert (seen["phase"], seen["turn"]) == ("cutting", TURN)
        assert seen["due"] is not None
        assert [one["verb"] for one in seen["legal"]] == (["cut"] if who == "ann" else [])
        asked = [one["player"] for one in seen["seats"] if one["asked"]]
        assert sorted(asked) == ["ann", "bob"]
        (told,) = seen["decks"]
        assert (told["stage"], told["cards"], told["cut"]) == (0, 52, None)
        assert (told["cuts"], told["of"]) == (0, 4)
        anchors = {one["player"]: one["anchor"] for one in told["seats"]}
        ends = {name: CHAINS[name].end for name in ("ann", "bob")}
        assert anchors == {**dict.fromkeys(SEATS), **ends}
    assert cut(evening, round_id, "ann") == (200, "")
    assert see(evening, f"/rounds/{round_id}/legal", "ann")["legal"] == []
    assert cut(evening, round_id, "bob") == (200, "")
    seen = see(evening, f"/rounds/{round_id}")
    assert seen["phase"] == "deal"
    (told,) = seen["decks"]
    assert (told["cuts"], told["of"], len(told["cut"])) == (2, 4, 64)
    assert {one["player"] for one in told["seats"] if one["value"]} == {"ann", "bob"}
    assert not any(one["missed"] for one in told["seats"])


def test_a_cut_is_refused_by_its_rule_and_changes_nothing(evening: MatchEvening) -> None:
    round_id = started(evening, "ann", "bob")
    path = f"/rounds/{round_id}/cut"
    value = CHAINS["ann"].value_of(CHAINS["ann"].end)
    wrong = {"turn": TURN, "value": "5f" * 32}
    assert ask(evening, "ann", path, wrong) == (409, "wrong_cut")
    assert ask(evening, "ann", path, {"turn": "1.cutting", "value": value}) == (409, "turn_over")
    assert ask(evening, "dot", path, {"turn": TURN, "value": value}) == (409, "not_your_cut")
    assert ask(evening, "zed", path, {"turn": TURN, "value": value}) == (403, "not_in_round")
    assert ask(evening, "ann", "/rounds/none/cut", wrong) == (404, "no_such_round")
    assert ask(evening, "ann", path, {"turn": TURN, "value": "5f"}) == (422, "bad_form")
    assert see(evening, f"/rounds/{round_id}")["decks"][0]["cuts"] == 0
    assert cut(evening, round_id, "ann") == (200, "")
    assert cut(evening, round_id, "ann") == (409, "not_your_cut")
    assert cut(evening, round_id, "bob") == (200, "")
    assert cut(evening, round_id, "bob") == (409, "turn_over")


def proven(evening: MatchEvening, round_id: str, who: str) -> set[str]:
    """Return the cards that are proven to somebody, each by its path to the root."""
    told = see(evening, f"/rounds/{round_id}/proofs", who)
    cards = set[str]()
    for one in told["proofs"]:
        in_deck = told["decks"][one["stage"]]
        path = tuple(bytes.fromhex(step) for step in one["path"])
        opening = Opening(one["index"], Card(one["card"]), bytes.fromhex(one["salt"]), path)
        root = bytes.fromhex(in_deck["root"])
        assert opens(Where(round_id, one["stage"]), in_deck["cards"], root, opening)
        cards.add(one["card"])
    return cards


def test_a_seat_gets_the_proofs_of_its_own_cards_and_others_none(evening: MatchEvening) -> None:
    round_id = started(evening, "ann")
    assert proven(evening, round_id, "ann") == set()
    assert cut(evening, round_id, "ann") == (200, "")
    deal(evening, round_id)
    for who in SEATS:
        seats = see(evening, f"/rounds/{round_id}", who)["seats"]
        (own,) = (one["cards"] for one in seats if one["player"] == who)
        assert proven(evening, round_id, who) == set(own)
    assert proven(evening, round_id, "zed") == proven(evening, round_id, "") == set()


def test_the_proofs_of_a_round_that_is_not_there_are_not_there(evening: MatchEvening) -> None:
    told = served(evening).fetch("GET", "/v1/rounds/none/proofs", evening.office)
    assert (told.status, json.loads(told.body)["code"]) == (404, "no_such_round")


def test_a_voided_round_is_cut_no_more(evening: MatchEvening) -> None:
    round_id = started(evening, "ann")
    evening.done(evening.office, f"/rounds/{round_id}/void", {"reason": "the lights went out"})
    seen = see(evening, f"/rounds/{round_id}", "ann")
    assert (seen["phase"], seen["turn"], seen["legal"]) == (None, None, [])
    assert cut(evening, round_id, "ann") == (409, "turn_over")
