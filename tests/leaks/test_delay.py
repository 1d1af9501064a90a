"""H12: whatever a spectator asks, nothing in the answer hangs on what is younger than the delay."""

import json
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from api.roles import Role
from api.service import subscription, telling
from tests.leaks.delayed import DELAY, Delayed, Hand
from tests.leaks.evening import OK, OUTSIDER, TABLE
from tests.leaks.inside import PATIENCE, inside, token
from tests.leaks.live import at_table, following, hello, read
from tests.leaks.looking import routes_of
from tests.leaks.match import MATCH
from tests.support.service import PLAIN

OF_THE_HOUSE = {
    "/v1/version": "hangs on no table",
    "/v1/checkpoints": "checkpoints cover the whole log",
    "/v1/checkpoints/latest": "likewise",
    "/v1/checkpoints/consistency": "likewise",
    "/v1/me/statement": "the own points, and how far the log was when it was made",
    "/v1/proofs/streams": "for auditors",
    "/v1/rounds/{round}/access": "for auditors",
    "/v1/reports": "for staff",
    "/v1/reports/{report}": "for staff",
    "/v1/rounds": "for staff",
    "/v1/switches": "for staff",
    "/v1/selfcheck": "for staff",
    "/v1/adjustments": "for staff",
    "/v1/adjustments/{adjustment}": "for staff",
    "/openapi.json": "hangs on no house",
    "/docs": "likewise",
    "/docs/oauth2-redirect": "likewise",
}
"""What is not asked here, and why."""


def answers(evening: Delayed, bearer: str, rounds: list[str]) -> dict[str, tuple[int, str]]:
    """Return what somebody is answered who asks everything, about these rounds."""
    named = {"table": [TABLE], "match": [MATCH], "round": rounds, "player": [OUTSIDER]}
    named["dispute"] = ["none"]
    found = {}
    for method, path in sorted(routes_of(evening.served.app)):
        if method != "GET" or path in OF_THE_HOUSE or path.endswith("/events"):
            continue
        kinds = [kind for kind in named if f"{{{kind}}}" in path]
        for name in named[kinds[0]] if kinds else [""]:
            for query in QUERIES.get(path, ("",)):
                asked = path.format(**dict.fromkeys(kinds, name)) + query
                told = evening.served.fetch("GET", asked, bearer)
                found[asked] = (told.status, REQUEST.sub("", told.body))
    return found


TURN = "0.cutting"


def commands(evening: Delayed, bearer: str, round_id: str) -> list[tuple[int, str]]:
    """Return what somebody is answered who wants to do something in a round, or knows of it."""
    asked: dict[str, dict[str, object]] = {
        f"/rounds/{round_id}/check": {"verb": "pass", "turn": TURN},
        f"/rounds/{round_id}/actions": {"verb": "fold", "turn": TURN},
        f"/rounds/{round_id}/cut": {"value": "5f" * 32, "turn": TURN},
        "/disputes": {"round": round_id, "claim": "it was mine"},
    }
    told = [
        evening.served.fetch(
            "POST", f"/v1{path}", bearer, json.dumps(body).encode(), evening.served.key()
        )
        for path, body in asked.items()
    ]
    assert {one.status for one in told} == {404}
    return [(one.status, REQUEST.sub("", one.body)) for one in told]


REQUEST = re.compile(r'"request":"[0-9a-f]+"')
"""The id of a request, which is another each time."""
QUERIES = {
    "/v1/rounds/{round}/replay": ("", "?form=text", "?at=1"),
    "/v1/rounds/{round}/history": ("", "?after=3"),
    "/v1/proofs/rounds/{round}": tuple(f"?size=1&of={of}" for of in ("round", "deck", "clock")),
}
SUBJECTS = (f"tables/{TABLE}", f"matches/{MATCH}")


def by_socket(
    evening: Delayed, bearer: str, subject: str, after: int, least: int
) -> list[dict[str, Any]]:
    """Return what a socket tells until all up to a position is told, and for some heartbeats more.

    How many heartbeats come before is a matter of how busy the machine is.
    """
    told, beats = [], 0
    path = f"/{subject}/live?after={after}"
    with following(evening.served.port, bearer, path) as socket:
        while beats < BEATS:
            told.append(read(socket))
            beats += told[-1]["type"] == "heartbeat" and told[-1]["position"] >= least
    return told


def by_stream(
    evening: Delayed, bearer: str, subject: str, after: int, least: int
) -> list[dict[str, Any]]:
    """Return the same of server-sent events."""
    path, beats, told, beating = f"/v1/{subject}/events", 0, [], False
    headers = {"Authorization": f"Bearer {bearer}", "Last-Event-ID": str(after)}
    url = f"http://127.0.0.1:{evening.served.port}{path}"
    with httpx.stream("GET", url, headers=headers, timeout=PATIENCE, verify=PLAIN) as answer:
        assert answer.status_code == OK, answer.read()
        for line in answer.iter_lines():
            name, _, value = line.partition(": ")
            if name == "data":
                told.append(json.loads(value))
            beating = line == ": heartbeat" or (beating and name == "id")
            if beating and name == "id":
                told.append({"type": "heartbeat", "position": int(value)})
                beats += int(value) >= least
            if beats == BEATS:
                break
    return told


def without_beats(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in told if one["type"] != "heartbeat"]


BEATS = 4
BEAT_SECONDS = 0.07
"""Together longer than it takes until what is old enough is looked for."""


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Delayed]:
    hand = Hand()
    monkeypatch.setattr(telling, "HEARTBEAT_SECONDS", BEAT_SECONDS)
    with inside(tmp_path, now=hand, chance=Random(1).randbytes) as served:
        yield Delayed(served, hand)


@pytest.mark.parametrize("interrupted", [False, True])
def test_what_is_younger_than_the_delay_changes_no_answer(
    interrupted: bool, evening: Delayed
) -> None:
    evening.prepared()
    zed, auditor = evening.tokens[OUTSIDER], token("eve", Role.AUDITOR)
    known = list(evening.all_rounds)
    before = answers(evening, zed, known)
    assert before != answers(evening, auditor, known)
    evening.goes_on(interrupted=interrupted)
    evening.hand.on(DELAY / 2)
    assert answers(evening, zed, known) == before
    for new in evening.all_rounds[len(known) :]:
        of_new = answers(evening, zed, [new])
        told = {status for path, (status, _) in of_new.items() if f"/rounds/{new}" in path}
        assert told == {404}
        assert commands(evening, zed, new) == commands(evening, zed, "none")
    evening.hand.on(DELAY)
    shown = answers(evening, zed, evening.all_rounds)
    of_all = answers(evening, auditor, evening.all_rounds)
    # What tells a whole round waits for its end (H12.4); what is a player's own is no auditor's,
    # and positions of the house are told to staff.
    alike = [
        one
        for one, (status, body) in shown.items()
        if "/me" not in one and one != HEALTH and status != FOR_STAFF and UNSEEN not in body
    ]
    assert {one: shown[one] for one in alike} == {one: of_all[one] for one in alike}
    assert len(alike) > MANY


HEALTH = "/v1/health"
FOR_STAFF = 403
UNSEEN = '"code":"not_seen_yet"'
MANY = 40


def test_what_is_younger_than_the_delay_is_told_to_nobody_who_follows(evening: Delayed) -> None:
    evening.prepared()
    served, zed = evening.served, evening.tokens[OUTSIDER]
    rounds = [f"rounds/{one[-1]}" for one in (evening.rounds, evening.match_rounds)]
    lines = list(zip((*SUBJECTS, *rounds), cycle((by_socket, by_stream)), strict=False))
    reached = served.log.last_position()
    before = [follow(evening, zed, one, 0, reached) for one, follow in lines]
    evening.goes_on(interrupted=False)
    evening.hand.on(DELAY / 2)
    again = [follow(evening, zed, one, 0, reached) for one, follow in lines]
    assert [without_beats(told) for told in again] == [without_beats(told) for told in before]
    assert {told[-1]["position"] for told in (*before, *again)} == {reached}
    assert max(one["position"] for told in (*before, *again) for one in told) == reached
    assert all(len(without_beats(told)) > 1 for told in before)
    auditor = token("eve", Role.AUDITOR)
    evening.hand.on(DELAY)
    end = served.log.last_position()
    for (subject, follow), told in zip(lines, before, strict=True):
        more = follow(evening, zed, subject, reached, end)
        everything = follow(evening, auditor, subject, 0, end)
        after = [one for one in (*told, *more) if "fact" in one]
        assert after == [one for one in everything if "fact" in one]
        assert len(after) > len(without_beats(told)) - 1


def test_where_the_log_ends_is_told_to_nobody_who_is_late(evening: Delayed) -> None:
    """Whatever position a spectator names, also one that the log will not have come to."""
    evening.prepared()
    end = evening.served.log.last_position()
    named = [end, end + 1, end + 5, end + 5_000, 1 << 40]

    def hellos() -> list[int]:
        zed, found = evening.tokens[OUTSIDER], []
        for after in named:
            path = f"/tables/{TABLE}/live?after={after}"
            with following(evening.served.port, zed, path) as socket:
                found.append(read(socket)["position"])
        return found

    before = hellos()
    assert set(before) <= {*range(end + 1)}
    evening.goes_on(interrupted=False)
    evening.hand.on(DELAY / 2)
    assert hellos() == before
    assert evening.served.log.last_position() > named[2]


def test_what_was_held_back_comes_by_the_line_that_is_open(evening: Delayed) -> None:
    evening.prepared()
    zed, path = evening.tokens[OUTSIDER], f"/tables/{TABLE}/live"
    with following(evening.served.port, zed, path) as socket:
        begin = read(socket)["position"]
        evening.goes_on(interrupted=False)
        due = at_table(evening.served.log, TABLE, begin)
        evening.hand.on(DELAY + 1)
        facts, reached = [], begin
        while reached < due[-1].position:  # a heartbeat goes as far as all was told
            told = read(socket)
            reached = told["position"]
            facts += [] if told["type"] == "heartbeat" else [reached]
    assert facts == [one.position for one in due]


def code_of(socket: ClientConnection) -> int | None:
    """Read until a socket is closed; return the code."""
    try:
        while True:
            read(socket)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def test_who_becomes_something_else_is_cut_off_and_resumes_as_that(evening: Delayed) -> None:
    """Who sits down sees at once, who stands up late; and so does everybody by another delay."""
    evening.prepared()
    port, zed, path = evening.served.port, evening.tokens[OUTSIDER], f"/tables/{TABLE}/live"
    evening.played(evening.rounds[-1], 1_000)
    with following(port, zed, path) as late:
        hello(late)
        evening.done(zed, f"/tables/{TABLE}/sit", {"seat": "p2", "points": 200})
        assert code_of(late) == subscription.STANDING_CHANGED
    with following(port, zed, path) as at_once:
        assert read(at_once)["position"] == evening.served.log.last_position()
        evening.put(f"/tables/{TABLE}/delay", DELAY + 1)  # nothing to who sits there
        assert read(at_once)["type"] == "house.SpectatorsDelayed.1"
        evening.done(zed, f"/tables/{TABLE}/leave")
        assert code_of(at_once) == subscription.STANDING_CHANGED
    with following(port, zed, path) as late:
        assert read(late)["position"] < evening.served.log.last_position()
        evening.put(f"/tables/{TABLE}/delay", 0)
        assert code_of(late) == subscription.STANDING_CHANGED


def test_who_was_dealt_in_sees_the_own_round_at_once_whatever_comes(evening: Delayed) -> None:
    evening.prepared()
    ann, round_id = evening.tokens["ann"], evening.rounds[-1]
    port = evening.served.port
    with following(port, ann, f"/rounds/{round_id}/live") as socket:
        hello(socket)
        evening.played(round_id, 1_000)
        last = evening.served.log.read(f"round/{round_id}")[-1].position
        evening.done(ann, f"/tables/{TABLE}/leave")
        evening.put(f"/tables/{TABLE}/delay", DELAY + 1)
        while read(socket)["position"] != last:
            pass
    seen = json.loads(evening.served.fetch("GET", f"/v1/rounds/{round_id}", ann).body)
    assert seen["status"] in {"complete", "voided"}
    table = json.loads(evening.served.fetch("GET", f"/v1/tables/{TABLE}", ann).body)
    assert table["running"] == round_id
    assert table["delay_seconds"] == DELAY + 1
