"""The live socket tells each client everything once and in order, whatever comes in between."""

import socket as sockets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from threading import Event
from typing import Any, get_args

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from api.roles import Caller, Role
from api.service import live, subscription, telling
from api.service.told import PAGE, TOPICS, Broken, Places, Told
from domain.house.anchors import events as anchors_events
from domain.house.clock import events as clock_events
from domain.house.deck import events as deck_events
from domain.house.match import events as match_events
from domain.house.table import events as table_events
from domain.kernel.decider import name_of
from domain.log.envelope import Recorded
from domain.log.examine import Unreadable
from domain.shengji import events as shengji_events
from domain.sizhidao import events
from tests.leaks.evening import OK, TABLE
from tests.leaks.inside import PATIENCE, TOKENS, Inside, until
from tests.leaks.live import at_table, following, hello, read, refused, told_until
from tests.leaks.looking import Viewer, viewers
from tests.leaks.readers import Reader, gaps, masked_stream, without_time
from tests.leaks.worlds import Noted

SEEDS = range(2)
ROUNDS = 12
"""Rounds that are played while clients come and go."""
LIVE = f"/tables/{TABLE}/live"


@pytest.fixture
def evening(served: Inside) -> Noted:
    evening = Noted(served, 1)
    evening.open()
    return evening


def play(evening: Noted, rounds: int = 1) -> None:
    for _ in range(rounds):
        for _ in evening.steps(evening.start()):
            pass


def last_of(served: Inside) -> int:
    return at_table(served.log, TABLE)[-1].position or 0


# ---- coming and going


@pytest.mark.parametrize("seed", SEEDS)
def test_who_goes_and_comes_back_misses_and_doubles_nothing(
    seed: int, served: Inside, evening: Noted
) -> None:
    everybody = viewers()[:-1]
    readers = [Reader([served.port], one, Random(f"{seed} {one.name}"), TABLE) for one in everybody]
    for one in readers:
        one.start()
    play(evening, ROUNDS)
    last = last_of(served)
    for one, viewer in zip(readers, everybody, strict=True):
        seen = one.finish(last)
        assert without_time(seen) == masked_stream(served.log, TABLE, viewer)
        assert gaps(seen) == []
        assert one.times > 3
    until(lambda: served.feed.followers == 0)


def test_who_follows_from_a_view_is_told_what_comes_after_it(
    served: Inside, evening: Noted
) -> None:
    play(evening)
    ann = viewers()[0]
    from_view = {}
    round_id = evening.start()
    for number, _ in enumerate(evening.steps(round_id)):
        seen = served.fetch("GET", f"/v1/rounds/{round_id}", ann.bearer)
        from_view[number] = int(seen.body.rpartition('"position":')[2].rstrip("}"))
    last = last_of(served)
    for position in from_view.values():
        with following(served.port, ann.bearer, f"{LIVE}?after={position}") as socket:
            hello(socket)
            told = list(told_until(socket, last))
        assert without_time(told) == masked_stream(served.log, TABLE, ann, position)


def test_who_is_ahead_of_the_reader_of_the_log_is_told_nothing_twice(
    served: Inside, evening: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, usual = viewers()[0], Places.told
    go_on = Event()

    def later(self: Places, recorded: Recorded | Unreadable) -> Told | Broken | None:
        assert go_on.wait(PATIENCE)
        return usual(self, recorded)

    monkeypatch.setattr(Places, "told", later)
    play(evening)
    due = masked_stream(served.log, TABLE, ann)
    seen = due[-10]["position"]
    with following(served.port, ann.bearer, f"{LIVE}?after={seen}") as socket:
        assert read(socket)["position"] == seen
        go_on.set()
        assert without_time(list(told_until(socket, last_of(served)))) == due[-9:]


def test_every_event_of_a_table_its_rounds_and_their_clocks_is_told() -> None:
    kinds = (
        table_events.Event,
        match_events.Event,
        clock_events.Event,
        deck_events.Event,
        anchors_events.Event,
        events.Event,
        shengji_events.Event,
    )
    assert set(TOPICS) == {name_of(kind) for kinds_ in kinds for kind in get_args(kinds_)}


def test_other_tables_are_not_told(served: Inside, evening: Noted) -> None:
    evening.done(evening.office, "/tables", {"table": "elm"})
    with following(served.port, evening.office, "/tables/elm/live?after=0") as socket:
        hello(socket)
        play(evening)
        path, body = "/v1/tables/elm/settings", b'{"settings": {"ante": 7}}'
        changed = served.fetch("PUT", path, evening.office, body, served.key())
        assert changed.status == OK
        assert [read(socket)["type"] for _ in range(2)] == [
            "house.TableOpened.1",
            "house.SettingsChanged.1",
        ]


def test_what_a_client_says_disturbs_nobody(served: Inside, evening: Noted) -> None:
    with following(served.port, evening.office, LIVE) as socket:
        before = read(socket)["position"]
        for said in ("", "[]", b"", b"\xff", "x" * 4000):
            socket.send(said)
        play(evening)
        last = last_of(served)
        due = [one.position for one in at_table(served.log, TABLE, before)]
        assert [one["position"] for one in told_until(socket, last)] == due


# ---- not let in


def test_who_is_not_let_in_is_told_why_before_a_socket_opens(
    served: Inside, evening: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(evening)
    end = served.log.last_position()
    monkeypatch.setattr(telling, "FURTHEST", 10)
    ann = evening.tokens["ann"]
    old = TOKENS.make(
        Caller("ann", Role.PLAYER), timedelta(hours=-1), datetime.now(UTC) - timedelta(hours=1)
    )
    for bearer, path, status, code in (
        (None, LIVE, 401, "no_token"),
        ("", LIVE, 401, "no_token"),
        ("nonsense", LIVE, 401, "bad_token"),
        (f"{ann}x", LIVE, 401, "bad_token"),
        (old, LIVE, 401, "token_expired"),
        (ann, "/tables/nowhere/live", 404, "no_such_table"),
        (ann, f"{LIVE}?after={end + 1}", 409, "position_ahead"),
        (ann, f"{LIVE}?after={end - 11}", 409, "too_far_back"),
        (ann, f"{LIVE}?after=0", 409, "too_far_back"),
        (ann, f"{LIVE}?after=-1", 422, "bad_form"),
        (ann, f"{LIVE}?after=soon", 422, "bad_form"),
        (ann, f"{LIVE}?after={1 << 63}", 422, "bad_form"),
    ):
        with pytest.raises(InvalidStatus) as error, following(served.port, bearer, path):
            pass
        told = refused(error.value)
        assert (told.status, f'"code":"{code}"' in told.body) == (status, True), (path, told)
        assert "content-type: application/problem+json" in told.head.lower()
    for after in (end - 10, end):
        with following(served.port, ann, f"{LIVE}?after={after}") as socket:
            assert read(socket)["position"] == after
    until(lambda: served.feed.followers == 0)


# ---- who does not read


@contextmanager
def stuck(served: Inside, viewer: Viewer) -> Iterator[ClientConnection]:
    """Open a socket whose client takes little of what it is told, and then nothing."""
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", served.port))
    more: dict[str, Any] = {"sock": raw, "max_queue": (1, 0), "compression": None}
    with following(served.port, viewer.bearer, LIVE, close_timeout=1, **more) as socket:
        yield socket


def drained(socket: ClientConnection) -> tuple[list[Any], int | None]:
    """Read all that comes until the socket is closed; return it and the code."""
    told = []
    try:
        while True:
            told.append(read(socket))
    except ConnectionClosed as closed:
        return told, None if closed.rcvd is None else closed.rcvd.code


@pytest.mark.parametrize("patient", [True, False])
def test_who_does_not_read_is_cut_off_and_slows_nobody(
    patient: bool, served: Inside, evening: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CLOSE_SECONDS", 30 if patient else 0.01)
    ann, bob = viewers()[:2]
    reader = Reader([served.port], bob, Random(1), TABLE, steady=True)
    with monkeypatch.context() as patch, ExitStack() as stack:
        patch.setattr(subscription, "QUEUED", PAGE)  # else one page is too much
        served.narrow()
        slow = stack.enter_context(stuck(served, ann))
        begun = read(slow)["position"]
        patch.undo()
        reader.start()
        until(lambda: served.feed.followers == 2)
        while served.feed.followers == 2:
            play(evening)
        # Whoever reads has been told everything meanwhile.
        seen = reader.finish(last_of(served))
        assert without_time(seen) == masked_stream(served.log, TABLE, bob)
        assert reader.times == 1
        until(lambda: served.feed.followers == 0)
        told, code = drained(slow)
    assert code == (subscription.TRY_AGAIN if patient else None)
    due = masked_stream(served.log, TABLE, ann, begun)
    assert without_time(told) == due[: len(told)]
    assert 0 < len(told) < len(due)
    again = f"{LIVE}?after={told[-1]['position']}"
    with following(served.port, ann.bearer, again) as socket:
        hello(socket)
        assert without_time(list(told_until(socket, last_of(served)))) == due[len(told) :]
