"""Matches over the service: seats, readiness, leaving and coming back, rounds, ledgers, the end."""

import json
from itertools import pairwise
from typing import Any

import pytest

from domain.shengji.sides import SEATS
from tests.leaks.inside import Inside, Told
from tests.leaks.match import FOUR, MATCH, MatchEvening
from tests.leaks.serving import served

__all__ = ["served"]

PATH = f"/v1/matches/{MATCH}"


@pytest.fixture
def evening(served: Inside) -> MatchEvening:
    found = MatchEvening(served, 3)
    found.open()
    return found


def see(evening: MatchEvening, path: str, bearer: str | None = None) -> Any:  # noqa: ANN401 -- any JSON
    told = evening.served.fetch("GET", path, bearer or evening.office)
    assert told.status == 200, told
    return json.loads(told.body)


def ask(evening: MatchEvening, name: str, path: str, body: object = None) -> Told:
    bearer = evening.office if name == "office" else evening.tokens[name]
    sent = None if body is None else json.dumps(body).encode()
    return evening.served.fetch("POST", path, bearer, sent, evening.served.key())


def code(told: Told) -> tuple[int, str]:
    return told.status, json.loads(told.body).get("code", "")


def play(evening: MatchEvening) -> str:
    """Play a round; return its id."""
    round_id = evening.start_match_round()
    for _ in evening.match_steps(round_id, tidy=False):
        pass
    return round_id


def test_every_player_has_a_total_before_anything_is_scored(evening: MatchEvening) -> None:
    evening.open_match()
    evening.served.projected()
    seen = see(evening, f"{PATH}/scores")
    assert (seen["totals"], seen["lines"]) == (dict.fromkeys(FOUR, 0), [])


def test_a_match_is_opened_with_the_settings_that_differ(evening: MatchEvening) -> None:
    settings = {"ladder": "9-J", "play_seconds": 9}
    evening.done(evening.office, "/matches", {"match": MATCH, "settings": settings})
    seen = see(evening, PATH)
    assert (seen["status"], seen["seats"], seen["levels"]) == ("waiting", [], {"A": "9", "B": "9"})
    assert (seen["settings"]["play_seconds"], seen["settings"]["bury_seconds"]) == (9, 45)
    assert code(ask(evening, "office", "/v1/matches", {"match": MATCH})) == (409, "match_exists")
    (line,) = see(evening, "/v1/matches")["matches"]
    assert (line["match"], line["ladder"], line["seats_taken"]) == (MATCH, "9-J", 0)


def test_who_sits_is_ready_or_leaves_before_the_first_round(evening: MatchEvening) -> None:
    evening.done(evening.office, "/matches", {"match": MATCH})
    assert code(ask(evening, "ann", f"{PATH}/join", {"seat": "p2"})) == (200, "")
    assert code(ask(evening, "bob", f"{PATH}/join", {"seat": "p2"})) == (409, "match_seat_taken")
    assert code(ask(evening, "ann", f"{PATH}/join", {"seat": "p3"})) == (409, "in_match")
    assert code(ask(evening, "bob", f"{PATH}/ready")) == (409, "not_in_match")
    assert code(ask(evening, "ann", f"{PATH}/ready")) == (200, "")
    (seat,) = see(evening, PATH)["seats"]
    assert (seat["seat"], seat["side"], seat["player"]) == ("p2", "B", "ann")
    assert (seat["ready"], seat["away"], seat["score"]) == (True, False, 0)
    assert code(ask(evening, "office", f"{PATH}/rounds")) == (409, "not_all_ready")
    assert code(ask(evening, "ann", f"{PATH}/leave")) == (200, "")
    assert see(evening, PATH)["seats"] == []


def test_who_leaves_later_is_away_and_may_come_back(evening: MatchEvening) -> None:
    evening.open_match()
    evening.start_match_round()
    assert code(ask(evening, "dot", f"{PATH}/come-back")) == (409, "not_away")
    assert code(ask(evening, "dot", f"{PATH}/leave")) == (200, "")
    away = [one["player"] for one in see(evening, PATH)["seats"] if one["away"]]
    assert away == ["dot"]
    assert code(ask(evening, "dot", f"{PATH}/come-back")) == (200, "")
    assert not any(one["away"] for one in see(evening, PATH)["seats"])


def test_a_match_is_abandoned_with_its_running_round(evening: MatchEvening) -> None:
    evening.open_match()
    round_id = evening.start_match_round()
    assert see(evening, PATH)["running"] == round_id
    done = ask(evening, "office", f"{PATH}/abandon", {"reason": "the lamp went out"})
    assert code(done) == (200, "")
    seen = see(evening, PATH)
    assert (seen["status"], seen["abandoned"]) == ("abandoned", "the lamp went out")
    assert (seen["running"], seen["winner"]) == (None, None)
    assert see(evening, f"/v1/rounds/{round_id}")["status"] == "voided"
    assert code(ask(evening, "office", f"{PATH}/rounds")) == (409, "match_over")


def test_a_round_started_again_by_a_repeat_is_the_same(evening: MatchEvening) -> None:
    evening.open_match()
    key = evening.served.key()
    first, again = (
        json.loads(evening.served.fetch("POST", f"{PATH}/rounds", evening.office, None, key).body)
        for _ in range(2)
    )
    assert again == {**first, "repeated": True}
    assert see(evening, PATH)["running"] == first["round"]


def test_rounds_lead_to_levels_and_scores_with_their_causes(evening: MatchEvening) -> None:
    evening.open_match()
    played = [play(evening) for _ in range(3)]
    evening.served.projected()
    seen, rounds = see(evening, PATH), see(evening, f"{PATH}/rounds")["rounds"]
    assert [one["round"] for one in rounds] == played
    assert [one["number"] for one in rounds] == [1, 2, 3]
    assert rounds[0]["dealer"] is None
    for before, after in zip(rounds, [*rounds[1:], seen], strict=True):
        assert before["after"] == after["levels"]
        assert before["next_dealer"] == after["dealer"]
        assert sum(before["scores"].values()) == 0
    by_player = {one["player"]: one["score"] for one in seen["seats"]}
    scores = see(evening, f"{PATH}/scores")
    assert scores["totals"] == by_player
    assert all(sum(line["scores"].values()) == 0 for line in scores["lines"])
    assert [line["cause"] for line in scores["lines"]].count("result") == len(played)
    for seat, player in zip(SEATS, FOUR, strict=True):
        assert sum(line["scores"][seat] for line in scores["lines"]) == by_player[player]
    levels = see(evening, f"{PATH}/levels")["lines"]
    assert {line["gained_for"] for line in levels} <= {"held", "taken", None}
    for side in "AB":
        own = [line for line in levels if line["side"] == side]
        first = rounds[0]["levels"][side]
        assert [first, *(one["after"] for one in own)][-1] == seen["levels"][side]
        assert all(one["after"] == two["before"] for one, two in pairwise(own))


def test_lists_of_a_match_come_in_pages(evening: MatchEvening) -> None:
    evening.open_match()
    for _ in range(3):
        play(evening)
    evening.served.projected()
    for path, what in (("rounds", "rounds"), ("levels", "lines"), ("scores", "lines")):
        whole = see(evening, f"{PATH}/{path}")
        paged, after = list[Any](), list[Any]([0])
        while after[-1] is not None:
            page = see(evening, f"{PATH}/{path}?limit=1&after={after[-1]}")
            paged += page[what]
            after.append(page["next"])
        assert paged == whole[what] != []
        assert whole["next"] is None


def test_a_players_rounds_and_matches_are_listed_with_those_of_the_table(
    evening: MatchEvening,
) -> None:
    evening.open_match()
    at_the_table = evening.start()
    in_the_match = play(evening)
    evening.served.projected()
    mine = see(evening, "/v1/me/rounds", evening.tokens["ann"])["rounds"]
    assert [(one["game"], one["round"]) for one in mine] == [
        ("shengji", in_the_match),
        ("sizhidao", at_the_table),
    ]
    assert (mine[0]["match"], mine[0]["table"], mine[0]["stages"]) == (MATCH, None, None)
    assert (mine[1]["match"], mine[1]["level"]) == (None, None)
    (match,) = see(evening, "/v1/me/matches", evening.tokens["ann"])["matches"]
    assert (match["match"], match["status"], match["rounds"]) == (MATCH, "running", 1)
    assert see(evening, "/v1/me/matches", evening.tokens["zed"])["matches"] == []


def test_contest_and_tricks_are_those_of_the_view(evening: MatchEvening) -> None:
    evening.open_match()
    round_id = play(evening)
    evening.served.projected()
    view = see(evening, f"/v1/rounds/{round_id}")
    course = see(evening, f"/v1/rounds/{round_id}/contest")
    assert course["winner"] == view["contest"]["winner"]
    assert (course["points"], course["trump"]) == (view["contest"]["points"], view["trump"])
    for seat in view["seats"]:
        shown = [one for one in course["steps"] if one["kind"] == "shown"]
        own = [card for one in shown if one["seat"] == seat["seat"] for card in one["cards"]]
        assert own == seat["shown"]
    back = {one["to"]: len(one["cards"]) for one in view["returned"]}
    told = {one["other"]: one["count"] for one in course["steps"] if one["kind"] == "returned"}
    assert told == back
    tricks = see(evening, f"/v1/rounds/{round_id}/tricks")["tricks"]
    assert tricks[-1] == view["last_trick"]
    assert [one["trick"] for one in tricks] == list(range(len(tricks)))
    laid = [card for one in tricks for play in one["plays"] for card in play["cards"]]
    assert len([*laid, *view["buried"]]) == 216


def test_a_match_is_told_again_with_its_rounds(evening: MatchEvening) -> None:
    evening.open_match()
    played = [play(evening) for _ in range(2)]
    evening.served.projected()
    told = see(evening, f"{PATH}/replay")
    assert [one["round"] for one in told["rounds"]] == played
    assert (told["match"], told["levels"]) == (MATCH, see(evening, PATH)["levels"])
    assert {one["name"] for one in told["checks"]} >= {"chain unbroken"}
    words = evening.served.fetch("GET", f"{PATH}/replay?form=text", evening.office)
    assert words.status == 200
    assert all(round_id in words.body for round_id in played)
    nothing = evening.served.fetch("GET", "/v1/matches/nowhere/replay", evening.office)
    assert code(nothing) == (404, "no_such_match")
