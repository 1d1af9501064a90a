"""Sockets and streams alike: heartbeats, ends with their reasons, and what cannot be read."""

import json
import socket as sockets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from api.service import events, known, subscription, telling
from api.service.told import PAGE
from domain.log.streams import round_stream
from tests.leaks.evening import OK, TABLE
from tests.leaks.inside import PATIENCE, Inside, until
from tests.leaks.live import at_table, following, hello, read, told_until
from tests.leaks.looking import viewers
from tests.leaks.readers import masked_stream, without_time
from tests.leaks.test_guessing import BET, DEAL
from tests.leaks.worlds import Noted
from tests.support.service import PLAIN
from tests.support.tamper import Row, tampered

LIVE, EVENTS = f"/tables/{TABLE}/live", f"/v1/tables/{TABLE}/events"
BEAT_SECONDS = 0.05


@pytest.fixture
def evening(served: Inside) -> Noted:
    evening = Noted(served, 1)
    evening.open()
    return evening


def play(evening: Noted) -> str:
    round_id = evening.start()
    for _ in evening.steps(round_id):
        pass
    return round_id


class Block(NamedTuple):
    """What stands between two empty lines of a stream, by the names of its fields."""

    fields: dict[str, str]

    @property
    def told(self) -> Any:  # noqa: ANN401 -- any JSON
        return json.loads(self.fields["data"])


@contextmanager
def streaming(
    served: Inside, bearer: str, path: str = EVENTS, last: int | None = None
) -> Iterator[tuple[httpx.Response, Iterator[Block]]]:
    """Open a stream; yield the head of the answer, and the blocks as they come."""
    sent = {"Authorization": f"Bearer {bearer}"}
    sent |= {} if last is None else {"Last-Event-ID": str(last)}
    url = f"http://127.0.0.1:{served.port}{path}"
    with httpx.stream("GET", url, headers=sent, timeout=PATIENCE, verify=PLAIN) as answer:
        yield answer, blocks(answer.iter_lines())


def blocks(lines: Iterator[str]) -> Iterator[Block]:
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        else:
            yield Block(fields)
            fields = {}


def test_a_stream_is_one_that_a_browser_can_read(served: Inside, evening: Noted) -> None:
    play(evening)
    ann = viewers()[0]
    begin = masked_stream(served.log, TABLE, ann)[5]["position"]
    with streaming(served, ann.bearer or "", f"{EVENTS}?after=0", begin) as (answer, found):
        assert answer.status_code == OK
        assert answer.headers["content-type"].partition(";")[0] == "text/event-stream"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-accel-buffering"] == "no"
        assert next(found).fields == {"retry": str(events.RETRY_MS)}
        first = next(found)
        assert first.told == {"type": "hello", "table": TABLE, "position": begin}
        due = masked_stream(served.log, TABLE, ann, begin)
        told = [next(found) for _ in due]
        assert without_time([one.told for one in told]) == due
        assert [list(one.fields) for one in told] == [["id", "data"]] * len(due)
        assert [int(one.fields["id"]) for one in (first, *told)] == [
            begin,
            *(one["position"] for one in due),
        ]
    until(lambda: served.feed.followers == 0)


@pytest.mark.parametrize(
    ("last", "status", "code"),
    [("-1", 422, "bad_form"), ("x", 422, "bad_form"), ("999999", 409, "position_ahead")],
)
def test_a_stream_that_cannot_begin_is_a_problem(
    last: str, status: int, code: str, served: Inside, evening: Noted
) -> None:
    sent = {"Last-Event-ID": last}
    told = served.fetch("GET", EVENTS, evening.office, headers=sent)
    assert (told.status, json.loads(told.body)["code"]) == (status, code)
    assert served.feed.followers == 0


def test_heartbeats_say_up_to_where_all_was_told(
    served: Inside, evening: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "HEARTBEAT_SECONDS", BEAT_SECONDS)
    with (
        following(served.port, evening.office, LIVE) as socket,
        streaming(served, evening.office) as (_, found),
    ):
        hello(socket)
        play(evening)
        # What is of no table counts too: whoever resumes from there need not pass over it.
        last = json.loads(evening.done(evening.office, "/players", {"player": "new"}).body)
        told = list(told_until(socket, last["position"]))
        assert told[-1] == {"type": "heartbeat", "position": told[-1]["position"]}
        beat = next(one for one in found if int(one.fields.get("id", 0)) >= last["position"])
        assert (list(beat.fields), beat.fields[""]) == (["", "id"], "heartbeat")
    with following(served.port, evening.office, f"{LIVE}?after={beat.fields['id']}") as socket:
        hello(socket)
        assert read(socket)["type"] == "heartbeat"


def end_of(found: Iterator[Block]) -> Any:  # noqa: ANN401 -- any JSON
    """Read a stream to its end, and return what it says there."""
    *_, last = found
    assert last.fields["event"] == "end"
    return last.told


def code_of(socket: ClientConnection) -> tuple[int, str] | None:
    """Read a socket to its end; return the code and the reason."""
    try:
        while True:
            read(socket)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else (closed.rcvd.code, closed.rcvd.reason)


def test_a_token_that_expires_ends_both(
    served: Inside, evening: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "LEEWAY_SECONDS", -3_599)  # of the hour that a token lasts here
    with (
        following(served.port, evening.office, LIVE) as socket,
        streaming(served, evening.office) as (_, found),
    ):
        assert end_of(found) == {"code": 1008, "reason": "token_expired"}
        assert code_of(socket) == (1008, "token_expired")
    until(lambda: served.feed.followers == 0)


def test_a_stream_that_is_not_read_is_cut_off_and_can_be_resumed(
    served: Inside, evening: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = viewers()[1]
    served.narrow()
    with monkeypatch.context() as patch, sockets.socket() as raw:
        patch.setattr(subscription, "QUEUED", PAGE)
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", served.port))
        bearer = f"Authorization: Bearer {bob.bearer}"
        lines = (f"GET {EVENTS} HTTP/1.1", "Host: x", bearer, "Connection: close")
        raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        until(lambda: served.feed.followers == 1)
        while served.feed.followers:
            play(evening)
        raw.settimeout(PATIENCE)
        text = b"".join(iter(lambda: raw.recv(65_536), b""))
    found = list(blocks(iter(unchunked(text.partition(b"\r\n\r\n")[2]).splitlines())))
    assert found[-1].fields["event"] == "end"
    assert found[-1].told == {"code": subscription.TRY_AGAIN, "reason": "try_again"}
    first, *told = [one.told for one in found if "data" in one.fields][:-1]
    begun = first["position"]
    due = masked_stream(served.log, TABLE, bob, begun)
    assert without_time(told) == due[: len(told)]
    assert 0 < len(told) < len(due)
    with streaming(served, bob.bearer or "", last=told[-1]["position"]) as (_, again):
        rest = [next(again) for _ in range(2 + len(due) - len(told))][2:]
        assert without_time([one.told for one in rest]) == due[len(told) :]


def unchunked(body: bytes) -> str:
    """Return what was sent in chunks."""
    parts = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        parts.append(rest[: int(size, 16)])
        body = rest[int(size, 16) + 2 :]
    return b"".join(parts).decode()


# ---- a row that cannot be read


def torn(rows: list[Row]) -> list[Row]:
    """The last row has lost its end."""
    return [*rows[:-1], rows[-1].with_content(rows[-1].state[64:-40])]


def test_a_row_that_cannot_be_read_cuts_off_who_follows_it_and_nobody_else(
    stored: Inside, path: Path
) -> None:
    evening = Noted(stored, 1)
    evening.open()
    office = evening.office
    evening.done(office, "/tables", {"table": "elm"})
    round_id = evening.start()
    evening.say(round_id, *DEAL, *BET)
    until(lambda: stored.feed.spread == stored.log.last_position())
    assert stored.feed.health() == "following"
    last_of_round = at_table(stored.log, TABLE)[-2].position or 0
    with (
        following(stored.port, office, LIVE) as oak,
        following(stored.port, office, f"/rounds/{round_id}/live") as in_round,
        following(stored.port, office, "/tables/elm/live") as elm,
        streaming(stored, office) as (_, of_oak),
    ):
        for one in (oak, in_round, elm):
            hello(one)
        tampered(path, round_stream(round_id), lambda rows: [*rows, beyond(rows)])
        assert code_of(oak) == (4002, "unreadable_event")
        assert code_of(in_round) == (4002, "unreadable_event")
        assert end_of(of_oak) == {"code": 4002, "reason": "unreadable_event"}
        body = b'{"settings": {"ante": 7}}'
        changed = stored.fetch("PUT", "/v1/tables/elm/settings", office, body, stored.key())
        assert changed.status == OK
        assert read(elm)["type"] == "house.SettingsChanged.1"
    health = json.loads(stored.fetch("GET", "/v1/health", office).body)
    assert (health["status"], health["live"]) == ("degraded", "damaged")
    with following(stored.port, office, f"{LIVE}?after={last_of_round}") as socket:
        hello(socket)
        assert code_of(socket) == (4002, "unreadable_event"), "nobody gets past it by resuming"
    anew = json.loads(stored.fetch("GET", f"/v1/tables/{TABLE}", office).body)["position"]
    with following(stored.port, office, f"{LIVE}?after={anew}") as socket:
        hello(socket)
        evening.done(evening.tokens["ann"], f"/tables/{TABLE}/anchor", {"anchor": "5f" * 32})
        assert read(socket)["type"] == "fair.AnchorDeposited.1"


def beyond(rows: list[Row]) -> Row:
    """A row that says nothing, behind the others."""
    return Row(rows[-1].version + 1, rows[-1].topic, rows[-1].state[:64] + b"{")
