"""A fault of the service, whose text holds cards, tells them to nobody: no client and no log."""

import json
from collections.abc import Callable
from itertools import product
from typing import NoReturn, Self

import pytest
from websockets.exceptions import ConnectionClosed

from api.house import House
from api.service import commands, kept, room, subscription
from api.service.routes import audit, bundles, rounds
from api.service.told import Places
from api.service.told import Told as Event
from api.steward import dealing
from api.steward.holder import OnlyHolder
from api.steward.steward import Steward
from domain.cards.card import PACK
from projections.pots.writer import PotsWriter
from tests.leaks.evening import OK, TABLE, Evening
from tests.leaks.inside import Inside, Told, listening, until
from tests.leaks.live import at_table, following, hello, read
from tests.leaks.looking import none_in
from tests.leaks.test_guessing import BET, DEAL, OWN, split

Patch = pytest.MonkeyPatch
HAND = " ".join(PACK)


def errors() -> tuple[Exception, ...]:
    """Return faults whose texts hold cards."""
    return (
        RuntimeError(HAND),
        KeyError("As"),
        AssertionError({"hands": HAND.split()}),
        UnicodeDecodeError("utf-8", HAND.encode(), 0, 1, HAND),
        RecursionError(HAND),
    )


def failing(error: Exception) -> Callable[..., NoReturn]:
    """Return what fails, with cards in its text, in its arguments and in what caused it."""

    def fails(*_: object, **__: object) -> NoReturn:
        hand = HAND.split()
        raise error from ValueError(hand)

    return fails


@pytest.fixture
def evening(served: Inside) -> Evening:
    evening = Evening(served, 1)
    evening.open()
    evening.say(evening.start(), *DEAL, *BET)
    return evening


class Silence:
    """Neither what is logged nor what is printed has a card."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self._capfd = capfd
        self.text = ""

    def __enter__(self) -> Self:
        self._listening = listening()
        self._logged = self._listening.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.__exit__(None, None, None)
        self.text = self._logged.getvalue()
        assert list(none_in(self.text + "".join(self._capfd.readouterr()))) == []

    @property
    def so_far(self) -> str:
        return self._logged.getvalue()


@pytest.fixture
def silence(capfd: pytest.CaptureFixture[str]) -> Silence:
    return Silence(capfd)


FAILING = (
    (kept, "facts_of", ""),
    (kept, "facts_of", "/legal"),
    (rounds, "round_seen", "/history"),
    (rounds, "fact_answer", "/history"),
    (rounds, "_course_of_pots", "/pots"),
    (audit, "prove", "/replay"),
    (audit, "readable", "/replay?form=text"),
    (bundles, "bundle_of", "/bundle"),
)


@pytest.mark.parametrize("where", FAILING)
def test_a_fault_while_somebody_looks(
    where: tuple[object, str, str], evening: Evening, silence: Silence, monkeypatch: Patch
) -> None:
    module, name, path = where
    for error in errors():
        monkeypatch.setattr(module, name, failing(error))
        with silence:
            target = f"/v1/rounds/{evening.rounds[-1]}{path}"
            told = evening.served.fetch("GET", target, evening.tokens["ann"])
        is_a_fault(told)
        assert f"{type(error).__name__} at " in silence.text


def is_a_fault(told: Told) -> None:
    assert (told.status, json.loads(told.body)["code"]) == (500, "internal_error")
    assert list(none_in(told.whole)) == []


def test_a_fault_in_what_is_answered(
    evening: Evening, silence: Silence, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(rounds, "round_answer", lambda *_: {"cards": HAND.split()})
    with silence:
        target = f"/v1/rounds/{evening.rounds[-1]}"
        told = evening.served.fetch("GET", target, evening.tokens["ann"])
    is_a_fault(told)
    assert "ResponseValidationError at " in silence.text


def test_a_fault_while_somebody_acts(
    evening: Evening, silence: Silence, monkeypatch: Patch
) -> None:
    places = ((House, "ask"), (rounds, "command_of"), (commands, "refused"))
    with silence:
        for (target, name), error in product(places, errors()):
            with monkeypatch.context() as patch:
                patch.setattr(target, name, failing(error))
                told = split(evening, "ann", DEAL[0].split()[2:])
            is_a_fault(told)
    assert split(evening, "ann", OWN).status == OK


def test_a_fault_while_a_socket_is_told(
    evening: Evening, silence: Silence, monkeypatch: Patch
) -> None:
    served = evening.served
    with silence, following(served.port, evening.tokens["ann"], f"/tables/{TABLE}/live") as socket:
        hello(socket)
        monkeypatch.setattr(Event, "text", failing(RuntimeError(HAND)))
        evening.say(evening.rounds[-1], "p2 split 8h Jc | Qs Qd")
        with pytest.raises(ConnectionClosed) as closed:
            read(socket)
        until(lambda: "RuntimeError at " in silence.so_far)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == subscription.FAULT
    assert closed.value.rcvd.reason == subscription.REASONS[subscription.FAULT]
    assert served.feed.followers == 0


def test_a_fault_of_the_reader_of_the_log_delays_and_loses_nothing(
    evening: Evening, silence: Silence, monkeypatch: Patch
) -> None:
    served = evening.served
    with silence, following(served.port, evening.tokens["ann"], f"/tables/{TABLE}/live") as socket:
        before = read(socket)["position"]
        with monkeypatch.context() as patch:
            patch.setattr(Places, "told", failing(RuntimeError(HAND)))
            evening.say(evening.rounds[-1], "p2 split 8h Jc | Qs Qd", "p3 autosplit")
            until(lambda: "cannot read the log (RuntimeError)" in silence.so_far)
        due = [one.position for one in at_table(served.log, TABLE, before)]
        assert [read(socket)["position"] for _ in due] == due


def test_a_fault_of_a_projection(evening: Evening, silence: Silence, monkeypatch: Patch) -> None:
    served = evening.served
    with silence:
        monkeypatch.setattr(room, "SHOWN_SECONDS", 0.01)
        monkeypatch.setattr(PotsWriter, "fold", failing(RuntimeError(HAND)))
        evening.say(evening.rounds[-1], "void @operator")
        until(lambda: "projection pots failed (RuntimeError" in silence.so_far)
        pots = served.fetch("GET", f"/v1/rounds/{evening.rounds[-1]}/pots", evening.office)
        assert (pots.status, json.loads(pots.body)["code"]) == (503, "not_projected")
        health = served.fetch("GET", "/v1/health", None)
        assert json.loads(health.body)["status"] == "degraded"
        assert list(none_in(pots.whole + health.whole)) == []


def test_a_fault_of_the_steward(evening: Evening, silence: Silence, monkeypatch: Patch) -> None:
    served = evening.served
    evening.say(evening.rounds[-1], "void @operator")
    evening.start()
    steward = Steward(served.log, served.house, lambda: 0, OnlyHolder())
    with silence:
        monkeypatch.setattr(dealing, "hand_of", failing(RuntimeError(HAND)))
        assert steward.step()
        health = steward.health()
    assert "failed (RuntimeError)" in silence.text
    assert list(none_in(repr(health))) == []
    assert (health.put_off, health.error) == (1, "RuntimeError")
