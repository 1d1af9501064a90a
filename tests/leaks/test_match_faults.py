"""A fault of the service while somebody looks at a match tells nobody a card, and no log either."""

import json

import pytest
from websockets.exceptions import ConnectionClosed

from api.service import subscription
from api.service.routes import audit, rounds
from api.service.shengji import checking, legals, sight
from api.service.told import Told
from api.steward import dealing
from api.steward.holder import OnlyHolder
from api.steward.steward import Steward
from tests.leaks.inside import Inside, until
from tests.leaks.live import following, hello, read
from tests.leaks.looking import none_in
from tests.leaks.match import MATCH, MatchEvening, begun
from tests.leaks.test_faults import Patch, Silence, errors, failing, is_a_fault, silence

__all__ = ["silence"]

STEPS = 30


@pytest.fixture
def evening(served: Inside) -> MatchEvening:
    return begun(served, STEPS)


FAILING = (
    (sight, "seen_of", "/rounds/{round}"),
    (sight, "legal_answer", "/rounds/{round}"),
    (legals, "known_to", "/rounds/{round}/legal"),
    (rounds, "tricks_answer", "/rounds/{round}/tricks"),
    (rounds, "contest_course", "/rounds/{round}/contest"),
    (audit, "prove_match", "/matches/{match}/replay"),
    (audit, "readable_match", "/matches/{match}/replay?form=text"),
)


@pytest.mark.parametrize("where", FAILING)
def test_a_fault_while_somebody_looks(
    where: tuple[object, str, str], evening: MatchEvening, silence: Silence, monkeypatch: Patch
) -> None:
    module, name, path = where
    target = "/v1" + path.format(round=evening.match_rounds[-1], match=MATCH)
    for error in errors():
        monkeypatch.setattr(module, name, failing(error))
        with silence:
            is_a_fault(evening.served.fetch("GET", target, asked(evening)))
        assert f"{type(error).__name__} at " in silence.text


def asked(evening: MatchEvening) -> str:
    """Return the token of whoever is asked."""
    path = f"/v1/rounds/{evening.match_rounds[-1]}"
    seats = json.loads(evening.served.fetch("GET", path, evening.office).body).get("seats", [])
    names = [one["player"] for one in seats if one["asked"]]
    return evening.tokens[names[0] if names else "ann"]


def test_a_fault_while_somebody_checks(
    evening: MatchEvening, silence: Silence, monkeypatch: Patch
) -> None:
    path = f"/v1/rounds/{evening.match_rounds[-1]}/check"
    turn = evening.turn(evening.match_rounds[-1])
    body = json.dumps({"turn": turn, "verb": "play", "cards": ["As"]}).encode()
    with silence:
        for error in errors():
            monkeypatch.setattr(checking, "check", failing(error))
            is_a_fault(evening.served.fetch("POST", path, evening.tokens["ann"], body))


def test_a_fault_while_a_socket_is_told(
    evening: MatchEvening, silence: Silence, monkeypatch: Patch
) -> None:
    served, path = evening.served, f"/matches/{MATCH}/live"
    with silence, following(served.port, evening.tokens["ann"], path) as socket:
        hello(socket)
        monkeypatch.setattr(Told, "text", failing(RuntimeError("As Kd 9c BJ")))
        evening.void(evening.match_rounds[-1])
        with pytest.raises(ConnectionClosed) as closed:
            read(socket)
        until(lambda: "RuntimeError at " in silence.so_far)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == subscription.FAULT
    assert closed.value.rcvd.reason == subscription.REASONS[subscription.FAULT]


def test_a_fault_of_the_steward(
    evening: MatchEvening, silence: Silence, monkeypatch: Patch
) -> None:
    evening.void(evening.match_rounds[-1])
    evening.start_match_round()
    steward = Steward(evening.served.log, evening.served.house, lambda: 0, OnlyHolder())
    with silence:
        monkeypatch.setattr(dealing, "deal_from", failing(RuntimeError("As Kd 9c BJ")))
        assert steward.step()
        health = steward.health()
    assert "failed (RuntimeError)" in silence.text
    assert list(none_in(repr(health))) == []
    assert (health.put_off, health.error) == (1, "RuntimeError")
