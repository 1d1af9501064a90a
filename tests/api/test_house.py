"""The house as a service: one transaction each, once each, and no race breaks what must hold."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.flow.address import game, wallet
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.log.errors import CommandReusedError
from domain.log.store import Log, Receipt
from domain.sizhidao.state import Settled
from replay.proof import prove
from tests.api.asking import Asking, T, deposit, withdraw
from tests.support.logs import new_log
from tests.support.play import LADDER, deals


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with new_log(tmp_path / "log.db") as opened:
        yield opened


def names(log: Log, stream: str) -> list[str]:
    return [type(one.event).__name__ for one in log.read(stream)]


def test_both_sides_of_a_movement_are_one_transaction_with_a_command_each(log: Log) -> None:
    asking = Asking(log).founded(ann=150)
    receipt = asking.take(T, at_table.TopUp(player="ann", points=30))
    top_up, brought = log.after(receipt.positions[0] - 1, 2)

    assert (receipt.stream, receipt.version) == ("table/t", top_up.version)
    assert [one.stream for one in (top_up, brought)] == ["table/t", "wallet/ann"]
    assert receipt.positions == (top_up.position, brought.position)
    assert top_up.envelope.command == at_table.TopUp(player="ann", points=30)
    assert brought.envelope.command == of_wallet.BringToTable(points=30, table="t", seat=Seat("p1"))
    assert top_up.envelope.command_id == brought.envelope.command_id
    assert names(log, "wallet/ann") == [
        "PlayerCreated", "PointsDeposited", "PointsBroughtToTable", "PointsBroughtToTable",
    ]  # fmt: skip


def test_a_deposit_is_four_streams_at_once(log: Log) -> None:
    asking = Asking(log).founded(ann=0)
    receipt = asking.take(wallet("ann"), deposit(5, "b"))
    written = [one.stream for one in log.after(receipt.positions[0] - 1, 4)]
    assert written[:3] == ["wallet/ann", "reference/deposit/b", "wallet/issue"]
    assert written[3].startswith("command/")


def test_a_refusal_anywhere_writes_nothing_anywhere(log: Log) -> None:
    asking = Asking(log).founded(ann=150, bob=0)
    position = log.last_position()
    for to, command, code in (
        (T, at_table.TopUp(player="ann", points=101), "too_few_points"),
        (T, at_table.Sit(seat=Seat("p2"), player="bob", points=101), "too_few_points"),
        (T, at_table.Sit(seat=Seat("p2"), player="cyd", points=101), "no_such_player"),
        (wallet("ann"), deposit(1, "ann"), "reference_used"),
        (T, at_table.StartRound(round="r"), "too_few_seats"),
        (wallet("ann"), of_wallet.TakeHome(points=9, table="t", seat=Seat("p1")), "only_follows"),
    ):
        answer = asking.ask(to, command, "same id")
        assert isinstance(answer, Refusal)
        assert answer.code == code
    assert log.last_position() == position


def test_a_repeated_command_gets_its_receipt_and_moves_nothing_twice(log: Log) -> None:
    asking = Asking(log).founded(ann=150, bob=0)
    first = asking.ask(wallet("ann"), deposit(7, "b"), "1")
    asking.take(wallet("ann"), withdraw(100, "c"))
    again = asking.ask(wallet("ann"), deposit(7, "b"), "1")

    assert isinstance(first, Receipt)
    assert isinstance(again, Receipt)
    assert (again.hash, again.positions, again.repeated) == (first.hash, first.positions, True)
    assert asking.balance("ann") == 7
    with pytest.raises(CommandReusedError):
        asking.ask(wallet("ann"), deposit(8, "b"), "1")
    with pytest.raises(CommandReusedError):
        asking.ask(wallet("bob"), deposit(7, "b"), "1")


def test_a_round_of_a_table_begins_and_ends_with_it_and_is_proven(log: Log) -> None:
    asking = Asking(log).founded(ann=150, bob=150)
    started = asking.take(T, at_table.StartRound(round="r"))
    assert [one.stream for one in log.after(started.positions[0] - 1, 4)] == [
        "table/t", "round/r", "round/r", "round/r",
    ]  # fmt: skip
    running = prove(log, "r")
    assert running is not None
    assert (running.proven, running.status) == (True, "open")

    asking.play("r", *deals(*LADDER[:2]), "p1 fold")
    settled = log.read("round/r")[-1]
    (ended,) = log.after(settled.position or 0, 1)
    assert (ended.stream, type(ended.event).__name__) == ("table/t", "RoundEnded")
    assert ended.envelope.command_id == settled.envelope.command_id
    assert {seat: one.stack for seat, one in asking.table().seats.items()} == {
        "p1": 140, "p2": 160,
    }  # fmt: skip
    proof = prove(log, "r")
    assert proof is not None
    assert (proof.proven, proof.status) == (True, "complete")


def test_a_second_service_on_the_same_log_is_not_fooled_by_what_it_remembers(log: Log) -> None:
    one, other = Asking(log).founded(ann=150, bob=150), Asking(log)
    assert isinstance(other.ask(T, at_table.StartRound(round="x y")), Receipt)  # remembers the end
    other.play("x y", "void @operator")
    one.take(T, at_table.StartRound(round="r"))
    one.play("r", *deals(*LADDER[:2]))
    other.play("r", "p1 fold")
    assert isinstance(one.house.state(game("r")), Settled)
    assert one.table().running is None
    one.take(wallet("ann"), deposit(5, "late"))
    other.take(wallet("ann"), withdraw(105, "all"))
    answer = one.ask(wallet("ann"), withdraw(1, "more"))
    assert isinstance(answer, Refusal)
    assert answer.code == "too_few_points"
