"""Actions of the other game, and a check of what would be refused."""

from tests.service.asking import House, problem


def test_an_action_of_the_other_game_is_refused(house: House) -> None:
    said: dict[str, dict[str, object]] = {
        house.round: {"verb": "pass"},
        house.match_round: {"verb": "bet", "points": 5},
    }
    played: dict[str, dict[str, object]] = {
        round_id: {"turn": house.guests["ann"].see(f"/rounds/{round_id}")["turn"], **action}
        for round_id, action in said.items()
    }
    with house.unchanged():
        for round_id, action in played.items():
            answer = house.guests["ann"].ask(f"/rounds/{round_id}/actions", action)
            assert problem(answer, 409, "other_game", "H4.5") == {}
        path = f"/rounds/{house.round}/check"
        answer = house.guests["ann"].client.post(path, json=played[house.round])
        assert problem(answer, 409, "other_game", "H4.5") == {}
        for round_id, part in (
            (house.round, "tricks"),
            (house.round, "contest"),
            (house.match_round, "pots"),
        ):
            answer = house.guests["ann"].client.get(f"/rounds/{round_id}/{part}")
            assert problem(answer, 409, "other_game", "H4.5") == {}


def test_a_check_of_what_would_be_refused_says_what_its_problem_would(house: House) -> None:
    view = house.guests["ann"].see(f"/rounds/{house.match_round}")
    (asked,) = [one["player"] for one in view["seats"] if one["asked"]]
    waiting = next(name for name in ("ann", "bob", "cid", "dot") if name != asked)
    path, action = f"/rounds/{house.match_round}", {"turn": view["turn"], "verb": "pass"}
    with house.unchanged():
        answer = house.guests[waiting].client.post(f"{path}/check", json=action).json()
        refused = house.guests[waiting].ask(f"{path}/actions", action)
        assert answer["verdict"] == "refused"
        told = {name: refused.json()[name] for name in ("code", "rule", "detail", "params")}
        assert answer["refused"] == told
        allowed = house.guests[asked].client.post(f"{path}/check", json=action).json()
        assert allowed == {"verdict": "accepted", "refused": None}
