"""Two services of one house ask at once, each its own process: what must hold holds."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest

from domain.flow.address import COUNTER, table, wallet
from domain.house.table.events import RoundEnded
from domain.house.table.state import Open
from domain.house.wallet.state import Account
from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS
from domain.sizhidao.events import RakeTaken
from projections.chips import query
from projections.store.engine import Views, open_views
from projections.totals import faults_of
from replay.cli import main
from tests.projections.rows import catch_up
from tests.server.racer import PLAYERS, TABLES, found
from tests.server.racing import race
from tests.support.house import rederived
from tests.support.keys import KEYS
from tests.support.logs import ticking
from tests.support.postgres import new_database

SECONDS = "5"
Capture = pytest.CaptureFixture[str]


class Raced(NamedTuple):
    """A log that two services have written to, and what they were told."""

    log: Log
    views: Views
    url: str
    accepted: Counter[str]


@pytest.fixture(scope="module")
def raced() -> Iterator[Raced]:
    with (
        new_database(views=True) as url,
        open_log(url, now=ticking(), keys=KEYS) as log,
        open_views(url) as views,
    ):
        found(log)
        told = race("tests.server.racer", (url, "1", SECONDS), (url, "2", SECONDS))
        assert all(sum(counts.values()) > 50 for counts in told)
        accepted = Counter[str]()
        for counts in told:
            accepted.update(counts)
        catch_up(log, views)
        yield Raced(log, views, url, accepted)


def test_they_did_all_that_a_house_does(raced: Raced) -> None:
    kinds = {
        "Deposit", "Withdraw", "Sit", "TopUp", "StandUp", "StartRound", "Deal", "VoidRound", "Fold",
    }  # fmt: skip
    assert kinds - raced.accepted.keys() == set()
    remembered = sum(1 for stream in raced.log.streams("command/"))
    assert remembered == raced.accepted.total() + 10


def test_they_took_turns_at_every_table_wallet_and_round(raced: Raced) -> None:
    turns: Counter[str] = Counter()
    for stream in raced.log.streams():
        actors = [one.envelope.actor for one in raced.log.read(stream)]
        kind = stream.partition("/")[0]
        turns[kind] += sum(one != other for one, other in pairwise(actors))
    assert min(turns[kind] for kind in ("table", "wallet", "round")) >= 10, turns


def test_no_point_is_lost_and_every_decision_can_be_made_again(raced: Raced) -> None:
    assert rederived(raced.log) == 0


def tables(log: Log) -> Iterator[Open]:
    """Every state that a table was ever in."""
    for name in TABLES:
        at = table(name)
        state = at.decider.initial
        for one in log.read(at.stream):
            state = at.decider.evolve(state, one.event)
            assert isinstance(state, Open)
            yield state


def test_no_player_ever_had_two_seats_at_a_table(raced: Raced) -> None:
    most = 0
    for state in tables(raced.log):
        players = [seated.player for seated in state.seats.values()]
        assert len(set(players)) == len(players) <= 3
        most = max(most, len(players))
    assert most == 3


def test_every_balance_is_what_its_stream_says(raced: Raced) -> None:
    states = {name: state for state in tables(raced.log) for name in [state.table]}
    with raced.views.reading() as connection:
        held = query.balances(connection)
        assert query.trial_balance(connection, raced.log.last_position()) == 0
    assert list(faults_of(raced.views, raced.log)) == []
    assert sum(held.values()) == 0
    for name in PLAYERS:
        account = wallet(name).decider.fold(one.event for one in raced.log.read(f"wallet/{name}"))
        assert isinstance(account, Account)
        assert held.get(f"wallet:{name}", 0) == account.balance >= 0
    issue = COUNTER.decider.fold(one.event for one in raced.log.read(COUNTER.stream))
    assert held["issue"] == issue.balance < 0
    for name, state in states.items():
        at_seats = sum(held.get(f"seat:{name}/p{number}", 0) for number in range(1, 4))
        in_round = 0 if state.running is None else held.get(f"round:{state.running.round}", 0)
        assert at_seats + in_round == sum(seated.stack for seated in state.seats.values())
    rake = sum(
        one.event.points
        for stream in raced.log.streams(ROUNDS)
        for one in raced.log.read(stream)
        if isinstance(one.event, RakeTaken)
    )
    assert held.get("rake", 0) == rake


def test_all_rounds_are_proven_and_each_ended_once_at_its_table(
    raced: Raced, capsys: Capture
) -> None:
    assert main(["verify", "--workers", "1", "--json", "--log", raced.url]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["proven"] == told["rounds"] >= 4
    assert told["views"] == []
    ended = Counter(
        one.event.round
        for name in TABLES
        for one in raced.log.read(f"table/{name}")
        if isinstance(one.event, RoundEnded)
    )
    assert set(ended.values()) == {1}
    assert len(ended) == told["rounds"] - told["open"]
