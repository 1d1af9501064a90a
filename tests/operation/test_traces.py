"""Spans of what is done come to a real receiver, belong together, and hold kinds of things only."""

from collections.abc import Iterator
from functools import partial

from tests.operation.conftest import NAMES, TRACE, Watched
from tests.operation.receiver import Span
from tests.service.playing import awaited
from tests.support.leaks import CARD

ATTRIBUTES = {
    "http.route", "http.request.method", "http.response.status_code", "error.type",
    "paipu.command", "paipu.origin", "paipu.refusal", "paipu.repeated",
}  # fmt: skip
WORK = {"command", "decide", "append", "projection", "steward"}


def named(watched: Watched, name: str, trace: str | None = None) -> Iterator[Span]:
    return (
        one for one in watched.receiver.spans if one.name == name and trace in (None, one.trace)
    )


def first(watched: Watched, name: str) -> Span | None:
    return next(named(watched, name), None)


def test_a_request_of_a_client_and_what_is_done_for_it_are_one_trace(watched: Watched) -> None:
    acting = "POST /v1/rounds/{round}/actions"

    def whole() -> tuple[Span, Span, Span, Span] | None:
        by_id = {one.id: one for one in watched.receiver.spans}
        for append in named(watched, "append", TRACE):
            command = by_id.get(append.parent)
            request = None if command is None else by_id.get(command.parent)
            if command is None or request is None or request.name != acting:
                continue
            decided = (one for one in named(watched, "decide", TRACE) if one.parent == command.id)
            if (decide := next(decided, None)) is not None:
                return request, command, decide, append
        return None

    request, command, decide, _ = awaited(whole)
    assert command.name == "command"
    assert request.parent == "00f067aa0ba902b7"
    assert request.attributes["http.route"].endswith('"/v1/rounds/{round}/actions"')
    assert "paipu.command" in command.attributes
    assert decide.attributes == {}
    assert watched.receiver.paths == {"/v1/traces"}


def test_what_the_house_does_by_itself_is_traced(watched: Watched) -> None:
    for work in ("projection", "steward"):
        found = awaited(partial(first, watched, work))
        assert found.trace != TRACE


def test_a_parent_that_is_none_begins_a_trace_of_its_own(watched: Watched) -> None:
    bob, before = watched.guests["wulfric"].client, len(watched.receiver.spans)
    for parent in ("x", "00-" + "0" * 32 + "-00f067aa0ba902b7-01", "é" * 900, ""):
        assert (
            bob.get("/me/matches", headers={b"traceparent": parent.encode("latin-1")}).status_code
            == 200
        )
    mine = awaited(
        lambda: (
            [one for one in watched.receiver.spans[before:] if one.name == "GET /v1/me/matches"][3:]
            or None
        )
    )
    assert {one.parent for one in mine} == {""}
    assert TRACE not in {one.trace for one in mine}


def test_no_span_names_anybody_or_anything(watched: Watched) -> None:
    assert (
        watched.guests["xanthippe"].client.get("/tables/bluewood?after=bluewood").status_code < 500
    )
    for one in awaited(lambda: watched.receiver.spans or None):
        assert set(one.attributes) <= ATTRIBUTES
        method, _, route = one.name.partition(" ")
        assert one.name in WORK or (method.isupper() and route.startswith("/")) or method == "other"
        told = " ".join([one.name, *one.attributes.values()])
        assert CARD.findall(told) == []
        for secret in (*NAMES, "bluewood", watched.round):
            assert secret not in told
