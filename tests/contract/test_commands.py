"""A command happens once at most, however often and by whomever it is sent."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import msgspec
import pytest

from domain.log.errors import CommandReusedError, ConflictError
from domain.log.store import Log, Receipt
from domain.sizhidao import commands
from tests.log.given import P1, asked, bet, checked, write


def again(receipt: Receipt) -> Receipt:
    return msgspec.structs.replace(receipt, repeated=True)


def test_a_repeat_gets_the_same_receipt_and_writes_nothing(log: Log) -> None:
    writes = [write("round/1", 0, bet(1), bet(2)), write("table/1", 0, checked())]
    receipt = log.append(writes, asked("1"))
    before = log.last_position()

    assert log.append(writes, asked("1")) == again(receipt)
    assert log.answered(asked("1")) == again(receipt)
    assert log.receipt_of("ann", "1") == again(receipt)
    assert log.last_position() == before


def test_a_repeat_gets_its_old_receipt_also_when_it_was_decided_on_a_later_state(log: Log) -> None:
    receipt = log.append([write("round/1", 0, bet(1))], asked("1"))
    log.append([write("round/1", 1, bet(2))], asked("2"))

    assert log.append([write("round/1", 2, bet(3))], asked("1")) == again(receipt)
    assert log.append([write("round/1", 7, bet(3))], asked("1")) == again(receipt)
    assert len(log.read("round/1")) == 2


@pytest.mark.parametrize(
    "reused",
    [
        asked("1", commands.Bet(seat=P1, points=51)),
        asked("1", commands.AllIn(seat=P1)),
        asked("1", target="round/2"),
    ],
)
def test_the_same_id_for_another_command_is_refused(log: Log, reused: object) -> None:
    assert isinstance(reused, type(asked("1")))
    log.append([write("round/1", 0, bet(1))], asked("1"))
    before = log.last_position()

    with pytest.raises(CommandReusedError) as refused:
        log.append([write("round/1", 1, bet(2))], reused)
    with pytest.raises(CommandReusedError):
        log.answered(reused)

    assert refused.value.code == "command_reused"
    assert log.last_position() == before


def test_another_actor_may_use_the_same_id(log: Log) -> None:
    log.append([write("round/1", 0, bet(1))], asked("1"))
    receipt = log.append([write("round/1", 1, bet(2))], asked("1", actor="bob"))

    assert not receipt.repeated
    assert log.receipt_of("bob", "1") == again(receipt)


def test_actor_and_command_id_cannot_run_into_each_other(log: Log) -> None:
    log.append([write("round/1", 0, bet(1))], asked("b1", actor="a"))
    receipt = log.append([write("round/1", 1, bet(2))], asked("1", actor="ab"))

    assert receipt.version == 2


def test_a_refused_append_leaves_its_command_id_free(log: Log) -> None:
    log.append([write("round/1", 0, bet(1))], asked("1"))
    with pytest.raises(ConflictError):
        log.append([write("round/1", 0, bet(2))], asked("2"))

    assert log.append([write("round/1", 1, bet(2))], asked("2")).version == 2


def test_threads_that_race_for_a_version_have_one_winner(log: Log) -> None:
    runners = 8
    start = Barrier(runners)

    def run(number: int) -> bool:
        start.wait()
        try:
            log.append([write("round/1", 0, bet(number))], asked(f"{number}"))
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(runners) as pool:
        won = list(pool.map(run, range(runners)))

    assert won.count(True) == 1
    assert [entry.event for entry in log.read("round/1")] == [bet(won.index(True))]


def test_threads_that_race_with_one_command_all_get_the_winners_receipt(log: Log) -> None:
    runners = 8
    start = Barrier(runners)

    def run(_: int) -> Receipt:
        start.wait()
        return log.append([write("round/1", 0, bet(1))], asked("1"))

    with ThreadPoolExecutor(runners) as pool:
        receipts = list(pool.map(run, range(runners)))

    assert [receipt.repeated for receipt in receipts].count(False) == 1
    assert {again(receipt) for receipt in receipts} == {log.receipt_of("ann", "1")}
    assert len(log.read("round/1")) == 1


def test_writers_that_decide_again_after_conflicts_lose_nothing(log: Log) -> None:
    def run(worker: int) -> None:
        for number in range(10):
            written = False
            while not written:
                version = len(log.read("round/1"))
                try:
                    log.append(
                        [write("round/1", version, bet(worker))], asked(f"{worker}/{number}")
                    )
                    written = True
                except ConflictError:
                    continue

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, range(4)))

    assert len(log.read("round/1")) == 40
    assert len(log.after(0, 100)) == 80
