"""Disputes, adjustments and erasures on every kind of log, also when several ask at once."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Barrier, Thread

import pytest

from domain.flow.address import COUNTER, adjustment, dispute, hold, wallet
from domain.house.adjustment.commands import ApproveAdjustment, RejectAdjustment
from domain.house.dispute import commands
from domain.house.dispute.events import Verdict
from domain.house.wallet.commands import CreatePlayer
from domain.kernel.refusal import Refusal
from domain.log.erasing import erase
from domain.log.errors import BrokenChainError, DisputedError, LogError
from domain.log.store import Log, Receipt, open_log
from replay.books import faults_of_books
from tests.api.asking import Asking
from tests.support.disputes import ANN, OLGA, PAUL
from tests.support.house import rederived
from tests.support.keys import KEYS
from tests.support.logs import SHORT, new_log, store, ticking, url
from tests.support.tamper import tampered

ROUNDS = ("r1", "r2", "r3", "r4", "r5", "r6")
CLOSE = commands.CloseDispute(by=OLGA)
REJECT = commands.DecideDispute(by=OLGA, verdict=Verdict.REJECTED, text="all was well")
UPHOLD = commands.DecideDispute(by=OLGA, verdict=Verdict.UPHELD, text="it was not")


def opening(round_id: str, dispute_id: str = "d", by: str = ANN) -> commands.OpenDispute:
    return commands.OpenDispute(
        dispute=dispute_id, round=round_id, by=by, claim="the deal", due_ms=1
    )


def compensation(number: int = 1) -> commands.ProposeCompensation:
    return commands.ProposeCompensation(by=OLGA, adjustment=f"x{number}", player="ann", points=70)


@pytest.fixture
def asking(log: Log) -> Asking:
    asking = Asking(log)
    asking.take(wallet("ann"), CreatePlayer(player="ann"))
    for round_id in ROUNDS:
        store(log, round_id, SHORT)
    return asking


def erased(log: Log, round_id: str) -> int:
    return erase(log, f"round/{round_id}", actor=OLGA, command_id=round_id, reason="kept enough")


def at_once(*works: Callable[[], object]) -> list[object]:
    """What each of several threads comes to that begin at once, its error if it ends with one."""
    ends: dict[int, object] = {}
    start = Barrier(len(works))

    def run(number: int) -> None:
        start.wait()
        try:
            ends[number] = works[number]()
        except LogError as error:
            ends[number] = error

    threads = [Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [ends[number] for number in range(len(works))]


def test_a_dispute_from_its_claim_to_its_end_is_proven(log: Log, asking: Asking) -> None:
    at = dispute("d")
    asking.take(at, opening("r1"))
    asking.take(at, commands.AddEvidence(by=ANN, digest="a" * 64, note="a bundle\nof mine"))
    asking.take(at, commands.AddNote(by=OLGA, text="we look"))
    asking.take(at, UPHOLD)
    asking.take(at, compensation())
    paid = asking.take(adjustment("x1"), ApproveAdjustment(by=PAUL))
    asking.take(at, CLOSE)
    assert asking.balance("ann") == 70
    assert asking.house.state(COUNTER).balance == -70
    told = [log.read(one.stream)[-1].envelope for one in (wallet("ann"), COUNTER)]
    assert {one.command_id for one in told} == {log.read(paid.stream)[-1].envelope.command_id}, (
        "all of it is one decision"
    )
    assert rederived(log) == 0
    assert list(faults_of_books(log)) == []


def test_of_two_who_decide_an_adjustment_at_once_one_does(log: Log, asking: Asking) -> None:
    at = dispute("d")
    asking.take(at, opening("r1"))
    asking.take(at, UPHOLD)
    for number in range(1, 5):
        asking.take(at, compensation(number))
        decide = (ApproveAdjustment(by=PAUL), ApproveAdjustment(by="operator/quin"))
        other = RejectAdjustment(by="supervisor/rob", reason="no")
        x, others = adjustment(f"x{number}"), [Asking(log) for _ in range(3)]
        before = asking.balance("ann")
        works = [
            partial(one.ask, x, command, f"decide {number} {place}")
            for place, (one, command) in enumerate(zip(others, (*decide, other), strict=True))
        ]
        answers = at_once(*works)
        (won,) = [place for place, one in enumerate(answers) if isinstance(one, Receipt)]
        refused = [one.code for one in answers if isinstance(one, Refusal)]
        assert refused == ["adjustment_decided"] * 2, answers
        assert asking.balance("ann") == before + (0 if won == 2 else 70)
    assert rederived(log) == 0
    assert list(faults_of_books(log)) == []


def test_a_repeated_command_gets_its_receipt_again(log: Log, asking: Asking) -> None:
    at = dispute("d")
    first = [
        asking.ask(at, command, f"once {number}")
        for number, command in enumerate((opening("r1"), UPHOLD, compensation()))
    ]
    end = log.last_position()
    again = [
        asking.ask(at, command, f"once {number}")
        for number, command in enumerate((opening("r1"), UPHOLD, compensation()))
    ]
    assert [one.version for one in first if isinstance(one, Receipt)] == [1, 2, 3]
    assert [(one.version, one.repeated) for one in again if isinstance(one, Receipt)] == [
        (1, True), (2, True), (3, True),
    ]  # fmt: skip
    assert log.last_position() == end


def test_the_keys_of_a_disputed_round_stay_until_the_dispute_is_closed(
    log: Log, asking: Asking
) -> None:
    at = dispute("d")
    asking.take(at, opening("r1"))
    before = log.last_position()
    for command in (REJECT, CLOSE):
        with pytest.raises(DisputedError, match=r"round_disputed, rule H9\.6") as error:
            erased(log, "r1")
        assert error.value.code == "round_disputed"
        assert not any(one.closed for one in log.read("round/r1"))
        asking.take(at, command)
    assert log.last_position() > before
    assert erased(log, "r1") > 0
    assert erased(log, "r1") == 0
    assert any(one.closed for one in log.read("round/r1"))
    refused = Asking(log).ask(dispute("e"), opening("r1", "e"), "too late")
    assert isinstance(refused, Refusal)
    assert refused.code == "round_erased"
    assert list(faults_of_books(log)) == []


@pytest.mark.usefixtures("asking")
def test_of_a_dispute_and_an_erasure_at_once_one_comes_about(log: Log) -> None:
    seen = set()
    for round_id in ROUNDS:
        other = Asking(log)
        other.house.state(hold(round_id))
        asked, done = at_once(
            partial(other.ask, dispute(round_id), opening(round_id, round_id), f"open {round_id}"),
            partial(erased, log, round_id),
        )
        disputed = isinstance(asked, Receipt)
        assert disputed == isinstance(done, DisputedError), (asked, done)
        assert disputed or (isinstance(asked, Refusal) and asked.code == "round_erased")
        assert disputed != any(one.closed for one in log.read(f"round/{round_id}"))
        seen.add(disputed)
    assert seen
    assert list(faults_of_books(log)) == []


@pytest.fixture
def late(log: Log, asking: Asking, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A dispute is opened between the look at the hold and the erasure's own writing."""
    append, done = log.append, list[str]()

    def first_a_dispute(*args: object) -> Receipt:
        if not done:
            done.append("d")
            assert isinstance(asking.ask(dispute("d"), opening("r1")), Receipt)
        return append(*args)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(log, "append", first_a_dispute)
        yield done


def test_an_erasure_that_a_dispute_overtakes_is_refused(log: Log, late: list[str]) -> None:
    with pytest.raises(DisputedError):
        erased(log, "r1")
    assert late == ["d"]
    assert not any(one.closed for one in log.read("round/r1"))
    assert log.read("erased/round/r1") == ()


def test_a_round_that_cannot_be_read_to_its_end_is_disputed_all_the_same(tmp_path: Path) -> None:
    with new_log(tmp_path / "log.db") as log:
        store(log, "r", SHORT)
    tampered(tmp_path / "log.db", "round/r", lambda rows: rows[:9] + rows[10:])
    with open_log(url(tmp_path / "log.db"), now=ticking(), keys=KEYS) as log:
        with pytest.raises(BrokenChainError):
            log.read("round/r")
        answer = Asking(log).ask(dispute("d"), opening("r"), "once")
        assert isinstance(answer, Receipt)
        refused = Asking(log).ask(dispute("e"), opening("r", "e", "player/eve"), "twice")
        assert isinstance(refused, Refusal)
        assert refused.code == "not_dealt_in"
