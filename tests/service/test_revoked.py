"""Tokens that are taken back (H13.2) count no more, in any process, on any socket."""

import asyncio
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from api.cli import main
from api.house import House as Commands
from api.roles import Caller, Role
from api.service.known import LEEWAY_SECONDS, Known
from api.service.problems import ProblemError
from api.service.subscription import TOKEN_OVER
from api.service.taken_back import TakenBack
from domain.flow.address import TOKENS, session
from domain.house.session.commands import EndSession, OpenSession
from domain.house.tokens.commands import RevokeTokens
from domain.log.store import Log, open_log
from tests.service.asking import House, problem
from tests.service.browsing import Browser
from tests.support.logs import new_log, ticking
from tests.support.service import PATIENCE, Guest, Served
from tests.support.tamper import open_file, put, rows_of


@pytest.fixture
def running(house: House) -> Served:
    return house.served


@pytest.fixture
def name() -> str:
    return f"guest-{uuid4().hex[:8]}"


def follow(running: Served, **headers: str) -> ClientConnection:
    url = f"{running.url.replace('http', 'ws')}/v1/tables/t/live"
    return connect(url, additional_headers=headers, open_timeout=PATIENCE)


def closed(line: ClientConnection) -> int | None:
    """Read until a socket is closed; return by which code."""
    try:
        while line.recv(PATIENCE):
            pass
    except ConnectionClosed as error:
        return None if error.rcvd is None else error.rcvd.code
    return None


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def revoke(boss: Guest, name: str, role: Role = Role.PLAYER) -> None:
    boss.done("/tokens/revocations", {"name": name, "role": role, "reason": "lost its phone"})


def test_h13_2_a_token_that_is_taken_back_counts_no_more(running: Served, name: str) -> None:
    boss, guest = running.guest("boss", Role.SUPERVISOR), running.guest(name)
    assert guest.see("/me")["name"] == name
    before = running.narrow(Caller(name, Role.PLAYER))
    revoke(boss, name)
    problem(guest.client.get("/me"), 401, "token_revoked")
    problem(guest.ask("/tables/t/leave"), 401, "token_revoked")
    headers = {"Authorization": f"Bearer {before}"}
    problem(boss.client.get("/me", headers=headers), 401, "token_revoked")
    assert running.guest(name, Role.AUDITOR).see("/me")["role"] == "auditor", "another role is on"
    assert running.guest("ann").see("/me")["name"] == "ann", "and so is everybody else"
    listed = boss.see("/tokens/revocations")["revocations"]
    assert name in [one["name"] for one in listed]


def test_a_new_token_counts(running: Served, name: str) -> None:
    revoke(running.guest("boss", Role.SUPERVISOR), name)
    later = datetime.now(UTC) + timedelta(seconds=LEEWAY_SECONDS + 1)
    token = running.tokens.make(Caller(name, Role.PLAYER), timedelta(hours=1), later)
    headers = {"Authorization": f"Bearer {token}"}
    guest = running.guest(name)
    until(lambda: guest.client.get("/me", headers=headers).status_code == 200)  # its time has come


def test_h13_2_a_token_that_was_dated_ahead_is_taken_back_too(running: Served, name: str) -> None:
    """Clocks may differ by the leeway: within it nobody can tell which of the two came first."""
    ahead = datetime.now(UTC) + timedelta(seconds=LEEWAY_SECONDS - 1)
    token = running.tokens.make(Caller(name, Role.PLAYER), timedelta(hours=1), ahead)
    with follow(running, Authorization=f"Bearer {token}") as line:
        assert "hello" in str(line.recv(PATIENCE))
        revoke(running.guest("boss", Role.SUPERVISOR), name)
        assert closed(line) == TOKEN_OVER
    headers = {"Authorization": f"Bearer {token}"}
    problem(running.guest("ann").client.get("/me", headers=headers), 401, "token_revoked")


def test_a_socket_ends_with_its_token(running: Served, name: str) -> None:
    token = running.token(name)
    with follow(running, Authorization=f"Bearer {token}") as line:
        assert "hello" in str(line.recv(PATIENCE))
        revoke(running.guest("boss", Role.SUPERVISOR), name)
        assert closed(line) == TOKEN_OVER


def test_a_session_and_its_sockets_end_with_the_token_that_opened_it(
    running: Served, name: str
) -> None:
    with Browser(running) as browser:
        browser.log_in(running.token(name))
        sent = {"Cookie": f"paipu={browser.cookie}", "Origin": running.url}
        with follow(running, **sent) as line:
            line.recv(PATIENCE)
            revoke(running.guest("boss", Role.SUPERVISOR), name)
            assert closed(line) == TOKEN_OVER
        problem(browser.look("/me"), 401, "token_revoked")


def test_a_socket_ends_with_its_session(running: Served, name: str) -> None:
    with Browser(running) as browser:
        browser.log_in(running.token(name))
        sent = {"Cookie": f"paipu={browser.cookie}", "Origin": running.url}
        with follow(running, **sent) as line:
            line.recv(PATIENCE)
            assert browser.ask("/session", method="DELETE").json() == {"ended": True}
            assert closed(line) == TOKEN_OVER


def test_what_another_process_takes_back_is_heard(
    running: Served, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for setting, value in running.place.environment.items():
        monkeypatch.setenv(setting, value)
    guest = running.guest(name, Role.OPERATOR)
    guest.see("/me")
    asked = ["revoke", name, "--role", "operator", "--reason", "left the house", "--as", "boss"]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert "tokens/house is at version" in told
    assert f"tokens of operator/{name} up to 20" in told
    until(lambda: guest.client.get("/me").status_code == 401)
    problem(guest.client.get("/me"), 401, "token_revoked")


def test_a_process_that_begins_knows_what_was_taken_back(log: Log) -> None:
    house, now = Commands(log), int(time.time())
    revoked = RevokeTokens(name="ann", role="player", until=now, reason="lost")
    opened = OpenSession(name="bob", role="player", until=now + 9)
    for command_id, at, command in (
        ("1", TOKENS, revoked),
        ("2", session("over"), opened),
        ("3", session("over"), EndSession()),
        ("4", session("open"), opened),
    ):
        house.ask(at, command, actor="operator/boss", command_id=command_id)

    async def begun() -> TakenBack:
        found = TakenBack(log)
        found.start()
        found.stop()
        return found

    taken_back = asyncio.run(begun())
    ahead = now + LEEWAY_SECONDS
    taken_back.require_good(Known(Caller("ann", Role.PLAYER), now + 99, ahead + 1, ahead + 1))
    taken_back.require_good(Known(Caller("ann", Role.AUDITOR), now + 9, now, now))
    for made in (now, ahead):
        with pytest.raises(ProblemError):
            taken_back.require_good(Known(Caller("ann", Role.PLAYER), now + 99, made, made))
    assert [taken_back.look(one) for one in ("open", "over", "never")] == [True, False, False]


def test_a_damaged_row_keeps_nobody_from_hearing_of_those_after_it(tmp_path: Path) -> None:
    path, now = tmp_path / "log.db", int(time.time())
    opened = OpenSession(name="bob", role="player", until=now + 9)
    with new_log(path) as log:

        async def followed() -> TakenBack:
            found, house = TakenBack(log), Commands(log)
            found.start()
            torn = session("torn")
            house.ask(torn, opened, actor="operator/boss", command_id="1")
            house.ask(torn, EndSession(), actor="operator/boss", command_id="2")
            with closing(open_file(path)) as connection:
                first, last = rows_of(connection, torn.stream)
                put(connection, torn.stream, [first, last.with_content(b"{")])
            revoked = RevokeTokens(name="ann", role="player", until=now, reason="lost")
            house.ask(TOKENS, revoked, actor="operator/boss", command_id="3")
            await asyncio.to_thread(until, lambda: is_refused(found))
            found.stop()
            return found

        def is_refused(found: TakenBack) -> bool:
            try:
                found.require_good(Known(Caller("ann", Role.PLAYER), now + 99, now, now))
            except ProblemError as error:
                return error.problem.code == "token_revoked"
            return False

        taken_back = asyncio.run(followed())
        assert is_refused(taken_back)
        assert taken_back.has_ended("torn")


def test_revocations_and_sessions_are_facts_of_the_log(running: Served, name: str) -> None:
    boss = running.guest("boss", Role.SUPERVISOR)
    revoke(boss, name)
    with Browser(running) as browser:
        browser.log_in(running.token(name, Role.AUDITOR))
    with open_log(running.place.log, now=ticking()) as log:
        facts = log.after(0, 100_000, ("house.TokensRevoked.1", "house.SessionOpened.1"))
    told = {(type(one.event).__name__, one.envelope.actor) for one in facts}
    assert ("TokensRevoked", "supervisor/boss") in told
    assert ("SessionOpened", f"auditor/{name}") in told
