"""What is counted is what has happened, and names kinds of things only."""

import httpx

from api.observing.seen import FACTS
from api.roles import Role
from tests.operation.conftest import NAMES, Watched
from tests.service.asking import problem
from tests.service.playing import awaited
from tests.support.leaks import CARD

LABELS = {
    "route", "method", "status", "code", "kind", "work", "command", "origin", "outcome", "to",
    "projection", "fact", "version", "digest", "generation", "le",
}  # fmt: skip
"""Every label there is: none is a number or a name that somebody chooses."""


def test_requests_are_counted_by_route_method_and_status(watched: Watched) -> None:
    ann = watched.guests["xanthippe"]
    route = {"route": "/v1/tables/{table}", "method": "GET"}
    before = watched.value("paipu_http_requests_total", **route, status="404")
    assert ann.client.get("/tables/nothing").status_code == 404
    assert ann.client.get("/tables/elm").status_code == 404
    assert watched.value("paipu_http_requests_total", **route, status="404") == before + 2
    took = watched.value("paipu_http_request_seconds_count", **route)
    assert took == sum(
        one.value
        for one in watched.read()
        if one.name == "paipu_http_requests_total"
        and (one.labels["route"], one.labels["method"]) == (route["route"], "GET")
    )


def test_what_no_route_is_for_is_one_label_whatever_is_asked(watched: Watched) -> None:
    ann = watched.guests["xanthippe"].client
    for path in ("/secret-path", "/tables/bluewood/secret-path", "/%00"):
        assert ann.get(path).status_code == 404
    assert ann.request("PROPFIND", "/secret-path").status_code == 404
    labels = {"route": "other", "method": "other", "status": "404"}
    assert watched.value("paipu_http_requests_total", **labels) == 4


def test_commands_are_counted_by_what_came_of_them(watched: Watched) -> None:
    ann = watched.guests["xanthippe"]
    labels = {"command": "TopUp", "origin": "player"}

    def counted(outcome: str) -> float:
        return watched.value("paipu_commands_total", **labels, outcome=outcome)

    def refusals() -> float:
        return watched.value("paipu_refusals_total", code="bad_points")

    before = [counted(one) for one in ("accepted", "repeated", "refused")]
    refused, written = refusals(), watched.value("paipu_events_appended_total")
    ann.done("/tables/bluewood/top-up", {"points": 3}, key="once")
    assert ann.done("/tables/bluewood/top-up", {"points": 3}, key="once")["repeated"]
    after = [counted(one) for one in ("accepted", "repeated", "refused")]
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 1, 0]
    assert watched.value("paipu_events_appended_total") >= written + 2
    answer = ann.ask("/players/wulfric/deposits", {"points": 1, "reason": "r", "reference": "r"})
    assert problem(answer, 403, "wrong_role")
    assert refusals() == refused
    late = ann.act(watched.round, "0.betting.0", "fold")
    code = late.json()["code"]
    assert late.status_code == 409
    assert watched.value("paipu_refusals_total", code=code) >= 1


def test_the_house_is_seen_as_it_is(watched: Watched) -> None:
    health = watched.served.guest("office", Role.OPERATOR).see("/health")
    assert watched.value("paipu_log_readable") == 1
    assert watched.value("paipu_ready") == 1
    assert watched.value("paipu_steward_holding") == 1
    assert watched.value("paipu_alarm") == 0
    # Who reads within a second of another reader gets what that one got.
    assert awaited(lambda: watched.value("paipu_log_position") >= health["position"] or None)
    told = watched.guests["xanthippe"].see("/version")
    assert watched.value("paipu_build", version=told["version"], digest=told["integrity"]) == 1
    for one in health["projections"]:
        labels = {"projection": one["name"]}

        def caught_up(labels: dict[str, str] = labels) -> bool | None:
            lag = watched.value("paipu_projection_lag", **labels)
            seconds = watched.value("paipu_projection_lag_seconds", **labels)
            return True if lag == seconds == 0 else None

        assert awaited(caught_up)
        assert watched.value("paipu_projection_position", **labels) >= one["position"]
    assert awaited(lambda: watched.value("paipu_facts_total", fact="house.RoundEnded.1") or None)
    assert {one.labels["fact"] for one in watched.read() if one.name == "paipu_facts_total"} == {
        *FACTS
    }


def test_work_is_timed(watched: Watched) -> None:
    for work in ("command", "decide", "append", "projection", "steward"):
        assert watched.value("paipu_work_seconds_count", work=work) > 0, work
    assert watched.value("paipu_work_seconds_count", work="append") <= watched.value(
        "paipu_work_seconds_count", work="decide"
    )


def test_no_metric_names_anybody_or_anything(watched: Watched) -> None:
    text = httpx.get(watched.metrics).text
    assert CARD.findall(text) == []
    for secret in (*NAMES, "bluewood", watched.round, watched.guests["xanthippe"].token):
        assert secret not in text
    assert {label for one in watched.read() for label in one.labels} <= LABELS


def test_the_service_itself_does_not_tell_metrics(watched: Watched) -> None:
    for path in ("/metrics", "/v1/metrics"):
        assert httpx.get(watched.served.url + path).status_code == 404
