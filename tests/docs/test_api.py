"""The guide for clients: its examples run, and its tables are what the service does."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.routing import APIRoute

from api.reports.errors import BadReferencesError, NotThereError, ReportError
from api.roles import Role
from api.service import asked, body, problems, subscription, telling, wire
from api.service import events as sse
from api.service.answers import FactAnswer, ReceiptAnswer
from api.service.auth import Allowed
from api.service.auth.described import takes_somebody
from api.service.router import router
from api.service.shengji.answers import ShengjiAnswer, ShengjiSeat
from api.service.shengji.legals import ShengjiLegalAnswer
from api.service.sizhidao.answers import RoundAnswer, RoundSeat
from domain.kernel.decider import name_of
from domain.log.errors import LogError
from domain.sizhidao import events
from projections.store.errors import ViewsError
from tests.arch.source import ROOT
from tests.docs.guide import Guide, console, guide_in, like
from tests.docs.markdown import blocks, page, spans, table, tables, unlike
from tests.docs.test_refusals import kinds_of

TEXT = page("api.md")
BLOCKS = blocks(TEXT)


def run_commands(guide: Guide) -> None:
    said = console(BLOCKS)
    assert len(said) > 10
    for one in said:
        ran = guide.run(one)
        assert ran.code == 0, ran
        assert like("\n".join(one.output), ran.output.strip()), ran


def test_the_commands_run_also_where_there_is_no_curl(tmp_path: Path) -> None:
    with guide_in(tmp_path, stand_in=True) as guide:
        run_commands(guide)


def test_the_examples_run_as_shown(tmp_path: Path) -> None:
    with guide_in(tmp_path) as guide:
        run_commands(guide)
        program = "\n\n".join(block.text for block in BLOCKS if block.language == "python")
        played = guide.program(program)
        assert played.code == 0, played
        lines = played.output.splitlines()
    assert {line.split()[0] for line in lines} >= {"bet", "call", "split", "complete", "proven"}
    assert {line.split()[0] for line in lines} >= {"show", "pass", "trump", "bury", "play", "trick"}
    assert {line for line in lines if line.startswith("play")} == {"play accepted done"}
    assert "proven True" in lines
    assert [line for line in lines if line.startswith("sizhidao.RoundSettled.1")] != []
    (end,) = [n for n, line in enumerate(lines) if line.startswith("house.RoundEnded.1")]
    assert lines[end + 1].startswith("show accepted done")
    assert lines[-1].startswith("levels {'A': '")


@pytest.mark.parametrize(
    ("shown", "real", "alike"),
    [
        ('{"a":"…","b":1}', '{"a":"xyz","b":1}', True),
        ('{"a":"…","b":1}', '{"a":"xyz","b":2}', False),
        ("", "", True),
        ("", "x", False),
        ("a.c", "abc", False),
    ],
)
def test_output_that_is_not_as_shown_is_found(shown: str, real: str, alike: bool) -> None:
    assert like(shown, real) is alike


# ---- operations


def roles_of(route: APIRoute) -> str:
    """Return for whom a route is, as the table says it."""
    calls = list(calls_of(route.dependant))
    allowed = [set(map(str, call.roles)) for call in calls if isinstance(call, Allowed)]
    if allowed and (roles := set.intersection(*allowed)) != set(Role):
        return ", ".join(sorted(roles))
    return "all" if takes_somebody(route.dependant) else "anybody"


def calls_of(dependant: Any) -> Iterator[Any]:  # noqa: ANN401 -- FastAPI's own
    for one in dependant.dependencies:
        yield one.call
        yield from calls_of(one)


def test_every_operation_is_documented_with_its_roles() -> None:
    documented = table(TEXT, "operation", "asks", "for", "does")
    routes = [route for route in router.routes if isinstance(route, APIRoute)]
    real = [
        f"{route.operation_id}: {method} {route.path} for {roles_of(route)}"
        for route in routes
        for method in route.methods or ()
    ]
    said = [
        f"{''.join(spans(name))}: {asks.replace('`', '')} for {roles}"
        for name, asks, roles, _ in documented.rows
        if spans(name)
    ]
    assert unlike(said, real) == []
    sockets = [f"GET {getattr(one, 'path', '')}" for one in router.routes if one not in routes]
    unnamed = [asks.replace("`", "") for name, asks, *_ in documented.rows if not spans(name)]
    assert unlike(unnamed, sockets) == []


def test_every_role_is_documented() -> None:
    documented = table(TEXT, "role", "is").column("role")
    assert unlike([name for cell in documented for name in spans(cell)], Role) == []


# ---- problems


def own_problems() -> dict[str, int]:
    """Return the codes that the service itself says no with, and their statuses, by its source."""
    found = {code: status for status, code in problems.OF_FRAMEWORK.items()}
    # Of reports what is not there, else the form; a file of payments is read at a terminal only.
    for kind in set(kinds_of(ReportError)) - {NotThereError, BadReferencesError}:
        there = not issubclass(kind, NotThereError)
        found[kind.code] = problems.UNPROCESSABLE if there else problems.NOT_FOUND
    for path in sorted((ROOT / "api" / "service").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found |= own_problem(node.func.id, node.args)
    return found


def own_problem(function: str, arguments: list[ast.expr]) -> dict[str, int]:
    """Return the code and status of one call, if it makes a problem of a code that is spelt out."""
    words = [one.value for one in arguments if isinstance(one, ast.Constant)]
    code = next((word for word in words if isinstance(word, str)), "")
    match function, arguments:
        case "ProblemError", [ast.Name(status), ast.Constant(), *_]:
            return {code: int(getattr(problems, status))}
        case "unknown", [ast.Constant(), *_]:
            return {code: problems.UNAUTHENTICATED}
        case "not_now", [ast.Constant(), *_]:
            return {code: problems.UNAVAILABLE}
        case (("no_such" | "_name"), [*_, ast.Constant()]):
            return {f"no_such_{code}": problems.NOT_FOUND}
        case _:
            return {}


def test_every_problem_of_the_service_is_documented_with_its_status() -> None:
    documented = table(TEXT, "code", "status", "means")
    said = [f"{''.join(spans(code))} {status}" for code, status, _ in documented.rows]
    real = [f"{code} {status}" for code, status in own_problems().items()]
    assert len(real) > 20
    assert unlike(said, real) == []


def by_status(*header: str) -> dict[str, int]:
    rows = table(TEXT, *header).rows
    return {code: int(status) for status, codes in rows for code in spans(codes)}


def test_the_statuses_of_refusals_are_documented() -> None:
    assert by_status("status", "refusals") == dict(problems.STATUS_OF_REFUSALS)


def test_the_statuses_of_failures_are_documented() -> None:
    said = by_status("status", "failures")
    of_the_log = [kind for kind in kinds_of(LogError) if kind.__module__.startswith("domain.")]
    for kind in of_the_log:
        error = LogError.__new__(kind)
        expected = said.get(kind.code, problems.FAILED) if "code" in vars(kind) else None
        assert expected in {None, problems.failed(error).status_code}, kind
    assert set(said) <= {kind.code for kind in of_the_log}
    for kind in kinds_of(ViewsError):
        assert problems.failed(ViewsError.__new__(kind)).status_code == problems.UNAVAILABLE


# ---- forms


def fields(heading: str) -> list[str]:
    (found,) = [
        one for one in tables(TEXT) if one.header == ("field", "meaning") and one.heading == heading
    ][:1]
    return [name for cell in found.column("field") for name in spans(cell)]


def test_the_fields_of_answers_are_documented() -> None:
    assert unlike(fields("Asking a command"), ReceiptAnswer.model_fields, ordered=True) == []
    assert unlike(fields("Problems"), problems.Problem.model_fields, ordered=True) == []
    assert unlike(fields("The view"), RoundAnswer.model_fields) == []
    seats = [one for one in tables(TEXT) if one.heading == "The view"][1]
    documented = [name for cell in seats.column("field") for name in spans(cell)]
    assert unlike(documented, RoundSeat.model_fields) == []


def test_the_fields_of_answers_about_matches_are_documented() -> None:
    heading = "The view in a match"
    assert unlike(fields(heading), ShengjiAnswer.model_fields) == []
    seats = [one for one in tables(TEXT) if one.heading == heading][1]
    documented = [name for cell in seats.column("field") for name in spans(cell)]
    assert unlike(documented, ShengjiSeat.model_fields) == []
    assert unlike(fields("Legal actions in a match"), ShengjiLegalAnswer.model_fields) == []


def test_the_verbs_are_documented_with_what_they_need() -> None:
    said = {
        verb: spans(needs.partition(":")[0])
        for verbs, needs, _ in table(TEXT, "verb", "needs", "when").rows
        for verb in spans(verbs)
    }
    forms = get_args(wire.SizhidaoAction) + get_args(wire.ShengjiAction)
    real = {
        verb: [name for name in form.model_fields if name not in {"turn", "verb"}]
        for form in forms
        for verb in get_args(form.model_fields["verb"].annotation)
    }
    assert said == real


def test_the_messages_of_a_socket_have_the_fields_shown() -> None:
    hello, fact, beat = (json.loads(one.text) for one in BLOCKS if one.language == "json")
    assert (list(beat), beat["type"]) == (["type", "position"], "heartbeat")
    assert hello["type"] == "hello"
    assert list(hello) == ["type", "table", "position"]
    assert list(fact) == [*FactAnswer.model_fields, "table"]
    assert fact["type"] == name_of(events.Called)
    assert list(fact["fact"]) == list(events.Called.__struct_fields__)


def test_codes_and_limits_are_those_of_the_service() -> None:
    closed = table(TEXT, "closed with", "reason", "means", "do")
    told = zip(closed.column("closed with"), closed.column("reason"), strict=True)
    assert {int(code): "".join(spans(reason)) for code, reason in told} == subscription.REASONS
    assert f"by {subscription.QUEUED} events" in TEXT
    assert f"come for {telling.HEARTBEAT_SECONDS} seconds" in TEXT
    assert f"after {sse.RETRY_MS // 1000} seconds" in TEXT
    assert f"more than {telling.FURTHEST} positions" in TEXT
    assert f"{body.MOST_BYTES // 1024} KiB" in TEXT
    assert f"more than {body.LONGEST_NUMBER} signs" in TEXT
    assert f"1 to {asked.MOST_IN_A_PAGE}, {asked.PAGE} if it is left out" in TEXT
