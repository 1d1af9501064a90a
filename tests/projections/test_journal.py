"""The journal: every entry adds up to zero, and every balance is what its stream says."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from domain.flow.address import Address, Kind
from domain.house.table.state import Open
from domain.house.wallet.state import Account, Issue
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.sizhidao import events
from domain.sizhidao.state import State, Unopened
from projections.chips import query
from projections.chips.books import RoundBook
from projections.chips.entry import JournalError, entry
from projections.chips.entry import Kind as EntryKind
from projections.chips.writer import PROJECTION
from projections.projection import Writer
from projections.runner import Runner
from projections.store.tables import Row
from tests.projections.conftest import Store


def all_events(log: Log) -> tuple[Recorded, ...]:
    return log.after(0, 1_000_000)


def decisions(log: Log) -> Iterator[list[Recorded]]:
    """Yield the events of each transaction; its last one remembers the command."""
    together: list[Recorded] = []
    for recorded in all_events(log):
        together.append(recorded)
        if recorded.stream.startswith("command/"):
            yield together
            together = []


def lines_of(writer: Writer, facts: Sequence[Recorded]) -> list[Row]:
    mine = [fact for fact in facts if type(fact.event) in PROJECTION.facts]
    journal, *_ = writer.fold(mine)
    return list(journal.rows)


def in_play(state: State, seat: str) -> int:
    """What a seat of a round has in it: put in and not got back, or got already."""
    assert not isinstance(state, Unopened)
    table = state.round
    key = next(one for one in table.seats if one == seat)
    won = sum(award.points for award in table.awards if award.seat == seat)
    return table.committed[key] - table.returned[key] - won


def expected(states: dict[Address, Any]) -> Counter[str]:
    """Every balance as the streams have it, in the names of the accounts."""
    held: Counter[str] = Counter()
    for at, state in states.items():
        if isinstance(state, Account):
            held[f"wallet:{at.id}"] = state.balance
        elif isinstance(state, Issue):
            held["issue"] = state.balance
        elif isinstance(state, Open):
            for seat, one in state.seats.items():
                held[f"seat:{at.id}/{seat}"] = one.stack
            if state.running is not None:
                game = states[Address(Kind.ROUND, state.running.round)]
                for number, dealt in enumerate(state.running.dealt_in, 1):
                    stake = in_play(game, f"p{number}")
                    held[f"seat:{at.id}/{dealt.seat}"] -= stake
                    held[f"round:{state.running.round}"] += stake
    return Counter({account: points for account, points in held.items() if points})


def test_every_balance_is_that_of_its_stream_after_every_decision(evening: Store) -> None:
    writer = PROJECTION.writer(evening.log)
    states: dict[Address, Any] = {}
    balances: Counter[str] = Counter()
    open_rounds = compared = 0
    for together in decisions(evening.log):
        for recorded in together:
            at = Address.of(recorded.stream)
            if at is not None:
                before = states.get(at, at.decider.initial)
                states[at] = at.decider.evolve(before, recorded.event)
        for row in lines_of(writer, together):
            balances[row["account"]] += row["points"]
        of_tables = {
            account: points
            for account, points in balances.items()
            if points and account != "rake" and "alone" not in account
        }
        assert of_tables == expected(states)
        compared += len(of_tables)
        open_rounds += any(account.startswith("round:") for account in of_tables)
    assert compared > 1_000
    assert open_rounds > 100


def test_every_entry_adds_up_to_zero_and_every_kind_occurs(evening: Store) -> None:
    rows = lines_of(PROJECTION.writer(evening.log), all_events(evening.log))
    by_position: Counter[int] = Counter()
    for row in rows:
        by_position[row["position"]] += row["points"]
    assert set(by_position.values()) == {0}
    assert {row["entry"] for row in rows} == {kind.value for kind in EntryKind}


def test_the_rake_account_holds_what_rounds_paid(evening: Store) -> None:
    rows = lines_of(PROJECTION.writer(evening.log), all_events(evening.log))
    taken = sum(
        one.event.points
        for one in all_events(evening.log)
        if isinstance(one.event, events.RakeTaken)
    )
    assert taken > 0
    assert sum(row["points"] for row in rows if row["account"] == "rake") == taken


def test_a_round_that_no_table_started_has_seats_of_its_own(evening: Store) -> None:
    rows = lines_of(PROJECTION.writer(evening.log), all_events(evening.log))
    mine = [row for row in rows if row["stream"] == "round/alone"]
    settled = next(
        one.event
        for one in evening.log.read("round/alone")
        if isinstance(one.event, events.RoundSettled)
    )
    held: Counter[str] = Counter()
    for row in mine:
        held[row["account"]] += row["points"]
    assert {f"seat:round/alone/{seat}": net for seat, net in settled.net.items()} == {
        account: points for account, points in held.items() if account.startswith("seat:")
    }
    assert held["round:alone"] == 0


def test_stored_balances_and_the_trial_balance(room: Store) -> None:
    Runner(PROJECTION, room.log, room.views).catch_up()
    last = room.log.last_position()
    with room.views.reading() as connection:
        held = query.balances(connection)
        assert held == query.balances(connection, at=last)
        assert sum(held.values()) == 0
        assert held["wallet:ann"] == query.balance(connection, "wallet:ann") > 0
        assert query.unbalanced(connection) == []
        for position in range(1, last, 7):
            assert query.trial_balance(connection, position) == 0
        statement = query.statement(connection, "wallet:ann", limit=1_000)
        assert sum(line.points for line in statement) == held["wallet:ann"]
        assert [line.entry for line in statement][:2] == ["deposit", "sit"]
        running = [name for name in held if name.startswith("round:")]
        assert len(running) == 1
        assert query.balance(connection, running[0]) == held[running[0]] > 0


def test_points_that_do_not_add_up_are_not_entered() -> None:
    with pytest.raises(JournalError, match="award do not add up"):
        entry(EntryKind.AWARD, ("round:r", -10), ("seat:t/p1", 9))
    assert entry(EntryKind.AWARD, ("round:r", 0)) is None


def test_a_round_cannot_end_otherwise_than_its_facts_moved_points() -> None:
    book = RoundBook(pots="round:r", accounts={}, gained={"a": 5, "b": -5})
    book.require({"a": 5, "b": -5})
    book.require({"a": 5, "b": -5, "sat out": 0})
    for net in ({"a": 5, "b": -4}, {"a": 5}, {"a": 5, "b": -5, "c": 1}):
        with pytest.raises(JournalError, match="round:r"):
            book.require(net)
    lying = RoundBook(pots="round:r", accounts={}, gained={"a": 0}, lying=1)
    with pytest.raises(JournalError, match="round:r"):
        lying.require({"a": 0})
