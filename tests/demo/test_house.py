"""`paipu demo`, the real command: it plays, it stops, and the next run goes on."""

import signal
import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from api.cli import main
from api.demo.house import EXAMPLE
from api.demo.plan import MATCH, PLANS
from api.demo.story import LAST
from api.sample.house import EXAMPLE_MATCH
from domain.flow.address import match
from domain.house.match.events import MatchRoundStarted, PlayerJoined
from domain.log.masters import development_keys_path, make_development_keys
from domain.log.store import open_log
from domain.shengji.sides import SEATS
from projections.chips.query import trial_balance, unbalanced
from projections.store.engine import open_views
from tests.support.demonstration import LOG, Demonstration, demonstration
from tests.support.logs import stored_rounds, ticking, url
from tests.support.shengji_seen import PATTERNS, facts_of, seen_in

ROUNDS = 4
"""That are to settle before it is stopped."""


class Told(NamedTuple):
    """What became of the first run: what it printed, and how the commands that it proposes end."""

    text: str
    commands: dict[str, str]
    code: int
    errors: str
    ended: set[str]


class Run(NamedTuple):
    """A demonstration that runs a second time, and what was there when the first was stopped."""

    now: Demonstration
    first: Told
    ended: set[str]
    running: set[str]
    kinds: Counter[str]


def kinds_in(folder: Path) -> Counter[str]:
    """How many events of each kind are in the log."""
    with closing(sqlite3.connect(folder / LOG)) as log:
        return Counter(dict(log.execute("SELECT topic, COUNT(*) FROM events GROUP BY topic")))


def running_in(there: Demonstration) -> set[str]:
    return {table["running"] for table in there.tables().values() if table["running"]}


def proposed(text: str) -> list[str]:
    """The commands that were proposed, without what is said of them."""
    lines = text.split("Try in another terminal:\n")[1].splitlines()
    return [line.strip() for line in lines if line.startswith("  ") and line[2] != "#"]


def tried(there: Demonstration) -> dict[str, str]:
    """Run every command of ours that is proposed; return what each printed."""
    printed = {}
    for command in proposed(there.told()):
        if not command.startswith(("curl", "http")):
            ran = there.run(command)
            assert (ran.returncode, ran.stderr) == (0, ""), (command, ran)
            printed[command.partition("/bin/")[2]] = ran.stdout
    return printed


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    with demonstration(tmp_path_factory.mktemp("house")) as there:
        there.until(lambda: len(there.ended()) >= ROUNDS and LAST in there.told())
        commands, ended, running = tried(there), there.ended(), running_in(there)
        first = Told(there.told(), commands, there.stop(), there.complaints(), ended)
        kinds = kinds_in(there.folder)
        there.start()
        yield Run(there, first, ended, running, kinds)


def test_told_to_stop_it_stops_without_a_word_of_complaint(again: Run) -> None:
    assert (again.first.code, again.first.errors) == (0, "")


def test_it_says_where_it_is_and_every_command_it_proposes_does_what_is_said(again: Run) -> None:
    text, commands = again.first.text, again.first.commands
    opened = f"22 bots play at 4 tables and in a match of {again.now.url}"
    assert f"{opened}; the log is sqlite:///{LOG}." in text
    *at_once, later = commands
    assert at_once == [
        f"replay round {EXAMPLE}",
        f"replay match {EXAMPLE_MATCH}",
        "replay verify",
        "paipu token lin --role operator",
    ]
    assert later.removeprefix("replay round ") in again.first.ended
    assert commands[later].endswith("\nproven\n")
    assert "P1 59600 · P2 150 · P3 250" in commands[f"replay round {EXAMPLE}"]
    assert commands[f"replay round {EXAMPLE}"].endswith("\nproven\n")
    assert commands[f"replay match {EXAMPLE_MATCH}"].endswith("\nproven\n")
    assert commands["replay verify"].endswith("\nproven\n")


def test_the_token_and_the_pages_that_it_shows_work(again: Run) -> None:
    header, address = again.now.curl()
    with httpx.Client(trust_env=False) as client:
        table = client.get(address, headers={"Authorization": header}).json()
        assert [one["player"] for one in table["seats"]] == [*PLANS[0].bots]
        token = again.first.commands["paipu token lin --role operator"].strip()
        me = client.get(f"{again.now.url}/v1/me", headers={"Authorization": f"Bearer {token}"})
        assert (me.json()["name"], me.json()["role"]) == ("lin", "operator")
        assert proposed(again.first.text)[-2] == f"{again.now.url}/docs"
        assert client.get(f"{again.now.url}/docs").status_code == httpx.codes.OK


def test_the_next_run_plays_on_where_the_last_one_stopped(again: Run) -> None:
    there = again.now
    there.until(lambda: again.running <= there.ended())
    there.until(lambda: len(there.ended()) >= len(again.ended) + 2 * ROUNDS)
    assert again.ended < there.ended()
    assert set(there.tables()) == {plan.table for plan in PLANS}


def test_the_second_run_proposes_the_round_that_ended_last(again: Run) -> None:
    last, example = proposed(again.now.told())[1:3]
    assert last.split()[-1] in again.now.ended()
    assert example.endswith(f"replay round {EXAMPLE}")
    assert again.now.run(last).stdout.endswith("\nproven\n")


def test_nothing_is_made_twice_no_point_is_lost_and_every_round_is_proven(again: Run) -> None:
    there = again.now
    there.until(lambda: len(there.ended()) > len(again.ended))
    assert (there.stop(signal.SIGTERM), there.complaints()) == (0, "")
    made, before = kinds_in(there.folder), again.kinds
    once = ("house.TableOpened.1", "house.PlayerCreated.1")
    # Besides the bots there are the four players of the example.
    assert [made[kind] for kind in once] == [before[kind] for kind in once] == [4, 22 + 4]
    assert made["sizhidao.RoundSettled.1"] > before["sizhidao.RoundSettled.1"]
    for command in ("replay verify", "paipu doctor"):
        ran = there.run(command)
        assert (ran.returncode, ran.stderr) == (0, ""), ran
    with open_views(url(there.folder / "var/log.views.db")) as views, views.reading() as connection:
        assert trial_balance(connection) == 0
        assert unbalanced(connection) == []


def test_every_pattern_of_a_match_occurs_in_its_data_and_bots_play_another(again: Run) -> None:
    path = again.now.folder / LOG
    # Whatever other tests of this process have set, its keys lie beside it.
    keys = make_development_keys(development_keys_path(path))
    with open_log(url(path), now=ticking(), keys=keys, read_only=True) as log:
        rounds = [one for one in stored_rounds(log) if one.startswith(EXAMPLE_MATCH)]
        seen = seen_in(facts_of(log, rounds))
        told = [one.event for one in log.read(match(MATCH.match).stream)]
    assert PATTERNS - seen == set()
    seats = {one.seat: one.player for one in told if isinstance(one, PlayerJoined)}
    assert seats == dict(zip(SEATS, MATCH.bots, strict=True))
    assert any(isinstance(one, MatchRoundStarted) for one in told)


def test_where_it_cannot_listen_nothing_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["demo", "--port", port, "--log", url(tmp_path / "log.db")]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.endswith(" (cannot_listen)\n")) == ("", True)
    assert list(tmp_path.iterdir()) == []
