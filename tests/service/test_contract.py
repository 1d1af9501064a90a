"""Whatever the OpenAPI document allows can be asked of the service, and it answers as documented.

All the checks of schemathesis: no fault of the service, no status, content type, header or body
but those documented, what the document allows is not called malformed, what it forbids is refused.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any
from uuid import uuid4
from zlib import crc32

import httpx
import pytest
import requests
import schemathesis
from hypothesis import settings
from schemathesis import Case
from schemathesis.core.result import Ok
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi.checks import positive_data_acceptance

from api.roles import Role
from api.service.heads import MOST_URL
from api.service.problems import UNPROCESSABLE, URL_TOO_LONG
from tests.service.contract import KEY, OPERATIONS, document
from tests.service.playing import play_out, round_at, round_of
from tests.support.postgres import new_database
from tests.support.service import Guest, Served, place_at, seat_four, seat_players, served

STAFF = (Role.OPERATOR, Role.AUDITOR, Role.SUPERVISOR)
PLAYERS = ["a", "b", "c"]
FOUR = [*PLAYERS, "g"]
GOOD_KEY = re.compile(r"[!-~]{1,100}")
STREAM = "/events$"
"""What has no end to wait for: tests/service/test_live.py looks at it."""
BEYOND_SCHEMA = {"bad_period", "bad_time_zone", "bad_filter", "beyond_form"}
"""Of what the document allows, a report refuses this: as a fault of the form, which it has."""
WORST = re.compile(r"ERROR|CRITICAL|Traceback")


def schema_of(*, examples: int, coverage: bool) -> schemathesis.BaseSchema:
    """Return the document with what is to be tried of it."""
    config = schemathesis.Config()
    project = config.projects.default
    project.generation.with_security_parameters = False  # tokens are made here
    project.generation.max_examples = examples
    project.phases.coverage.enabled = coverage
    found = schemathesis.openapi.from_dict(document(), config=config)
    return found.exclude(path_regex=STREAM)


class House:
    """A service with tables and players, a round that runs and one that was played."""

    def __init__(self, running: Served) -> None:
        self.served = running
        seated = seat_players(running, "t", PLAYERS, act_seconds=86_400)
        played = seat_players(running, "u", ["d", "e", "f"])
        settled = round_at(played["d"], "u")
        play_out(played.values(), settled)
        started = round_at(seated[PLAYERS[0]], "t")
        contested = round_of(seat_four(running, "m", FOUR, seconds=86_400)[PLAYERS[0]], "m")
        seat_four(running, "n", ["w", "x", "y", "z"], seconds=1)
        self.names: dict[str, Sequence[str]] = {
            "player": (PLAYERS[0], "d"),
            "table": ("t", "u"),
            "match": ("m", "n"),
            "report": ("statement", "rake", "rounds"),
            "round": (started, settled, contested),
        }
        self.names |= disputed(running, seated[PLAYERS[0]], started)
        self.tokens = {role: running.token(PLAYERS[0], role) for role in Role}
        self.session = requests.Session()  # a connection for all that is asked
        self.session.trust_env = False
        self.session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))

    def ask(self, case: Case[Any], role: Role) -> None:
        """Ask what was made up, with what the document can't say, and check the answer."""
        choice = crc32(repr((case.path_parameters, case.query, case.body)).encode(errors="replace"))
        if choice & 3:
            some = {name: self.names[name] for name in case.path_parameters}
            there = {name: ones[(choice >> 2) % len(ones)] for name, ones in some.items()}
            case.path_parameters = there
        if GOOD_KEY.fullmatch(str(case.headers.get(KEY, ""))):
            case.headers[KEY] = uuid4().hex  # new for every wish
        case.body = whole(case.body)
        sent: dict[str, Any] = {
            "base_url": self.served.url,
            "headers": bearer(self.tokens[role]),
            "session": self.session,
        }
        answer = case.call(**sent)
        if len(str(answer.request.url).removeprefix(self.served.url)) > MOST_URL:
            assert answer.status_code == URL_TOO_LONG  # before any route is looked for
            return
        told = json.loads(answer.content) if answer.status_code == UNPROCESSABLE else {}
        # Which periods, zones and filters there are, and that some shut others out, no schema says.
        beyond: list[Any] = [positive_data_acceptance] if told.get("code") in BEYOND_SCHEMA else []
        case.validate_response(
            answer, headers=sent["headers"], excluded_checks=beyond, transport_kwargs=sent
        )


def disputed(running: Served, player: Guest, round_id: str) -> dict[str, Sequence[str]]:
    """Open a dispute, and propose two adjustments; return their ids by what they are."""
    office = running.guest("office", Role.OPERATOR)
    about = {"round": round_id, "claim": "of a test"}
    points = {"player": player.name, "points": 1, "reason": "of a test"}
    return {
        "dispute": [str(player.done("/disputes", about)["dispute"])],
        "adjustment": [str(office.done("/adjustments", points)["adjustment"]) for _ in range(2)],
    }


def whole(body: Any) -> Any:  # noqa: ANN401 -- any JSON
    """Return a body with 3 for 3.0: to JSON Schema they are alike, to the service they are not."""
    if isinstance(body, dict):
        return {name: whole(one) for name, one in body.items()}
    if isinstance(body, list):
        return [whole(one) for one in body]
    return int(body) if isinstance(body, float) and body.is_integer() else body


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@contextmanager
def open_house(log: str, folder: Path) -> Iterator[House]:
    """Yield a house that must have had no fault at the end, whatever was asked."""
    with served(place_at(log, folder)) as running:
        house = House(running)
        with house.session:
            yield house
        health = running.guest("office", Role.OPERATOR).see("/health")
        assert health["status"] == "ok"
        assert WORST.findall(running.output()) == []


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with open_house(f"sqlite:///{folder}/log.db", folder) as found:
        yield found


@pytest.fixture(scope="module")
def house_on_a_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with new_database() as url, open_house(url, tmp_path_factory.mktemp("house")) as found:
        yield found


FULL = schema_of(examples=12, coverage=True)
BRIEF = schema_of(examples=6, coverage=False)
NAMES = [f"{one.method} {one.path}" for one in OPERATIONS.values()]
every_operation = pytest.mark.parametrize(
    "operation", [name for name in NAMES if not re.search(STREAM, name)]
)
repeatable = settings(derandomize=True, database=None, deadline=None)


def ask_all(
    asking: Callable[[Case[Any], House], None],
    schema: schemathesis.BaseSchema,
    operation: str,
    house: House,
) -> None:
    """Make up what is to be tried of an operation, and ask it.

    That takes long, and whatever parametrizes tests by it does it in every process that collects.
    """
    chosen = schema.include(name=operation)
    (found,) = get_all_tests(schema=chosen, test_func=asking, settings=None, given_kwargs=None)
    assert isinstance(found, Ok), found.err()
    _, test = found.ok()
    test(house=house)


@repeatable
def ask_as_player(case: Case[Any], house: House) -> None:
    house.ask(case, Role.PLAYER)


@repeatable
def ask_as_staff(case: Case[Any], house: House) -> None:
    role = STAFF[crc32(repr((case.query, case.body)).encode(errors="replace")) % len(STAFF)]
    house.ask(case, role)


@repeatable
def ask_as_supervisor(case: Case[Any], house: House) -> None:
    house.ask(case, Role.SUPERVISOR)


@every_operation
def test_a_player_is_answered_as_documented(operation: str, house: House) -> None:
    ask_all(ask_as_player, FULL, operation, house)


@every_operation
def test_staff_is_answered_as_documented(operation: str, house: House) -> None:
    ask_all(ask_as_staff, FULL, operation, house)


@every_operation
def test_on_a_server_it_is_the_same(operation: str, house_on_a_server: House) -> None:
    ask_all(ask_as_supervisor, BRIEF, operation, house_on_a_server)


def test_the_document_served_is_this_one(house: House) -> None:
    served_here = httpx.get(f"{house.served.url}/openapi.json").json()
    assert served_here == document()
