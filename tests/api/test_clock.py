"""The service and the clock: deadlines with the turns, and commands that answer a turn (H5)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.house import SLOW_MS, Answer, House
from domain.flow.address import Address, clock, game
from domain.house.clock.commands import GrantTime
from domain.house.clock.events import DeadlineSet
from domain.house.clock.refusals import TooEarly, TurnOver
from domain.house.clock.state import Deadline
from domain.house.table import commands as at_table
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.log.errors import CommandReusedError
from domain.log.store import Log, Receipt, open_log
from domain.sizhidao.commands import Fold
from domain.sizhidao.refusals import RoundOver, WrongOrigin
from replay.proof import prove
from replay.rederive import marks_of
from tests.api.asking import Asking, T
from tests.support.house import rederived, said
from tests.support.keys import KEYS
from tests.support.logs import url
from tests.support.play import LADDER, deals
from tests.support.tables import migrate

AT = clock("r")
NOW = 1_700_000_000_000


class Watch:
    """A clock that goes on by `step` whenever somebody looks at it."""

    def __init__(self, now_ms: int = NOW, step: int = 0) -> None:
        self.now_ms = now_ms
        self.step = step

    def __call__(self) -> int:
        self.now_ms += self.step
        return self.now_ms


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    migrate(url(tmp_path / "log.db"))
    moment = datetime.fromtimestamp(NOW // 1000, UTC)
    with open_log(url(tmp_path / "log.db"), now=lambda: moment, keys=KEYS) as opened:
        yield opened


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def asking(log: Log, watch: Watch) -> Asking:
    """A round of three, dealt, whose first turn is open."""
    asking = Asking(log, watch).founded(ann=150, bob=150, cyd=150)
    asking.take(T, at_table.StartRound(round="r"))
    asking.play("r", *deals(*LADDER[:3]))
    return asking


def ask(
    house: House, words: str | Command, command_id: str, turn: str | None, at: Address | None = None
) -> Answer:
    (command,) = said([words]) if isinstance(words, str) else (words,)
    return house.ask(
        at or game("r"),
        command,
        actor="ann",
        command_id=command_id,
        origin=Origin.PLAYER if isinstance(words, str) else Origin.CLOCK,
        turn=turn,
    )


def test_a_turn_and_its_deadline_are_one_transaction_with_the_marks_of_one(
    log: Log, asking: Asking
) -> None:
    (deadline,) = log.read(AT.stream)
    assert deadline.event == DeadlineSet(turn="0.betting.0", seconds=20, due_ms=NOW + 20_000)
    dealt = log.read("round/r")[-1]
    assert deadline.envelope.origin is Origin.HOUSE
    assert marks_of(deadline.envelope) == marks_of(dealt.envelope)
    receipt = asking.take(game("r"), Fold(seat=Seat("p1")))
    assert [one.stream for one in log.after(receipt.positions[0] - 1, 3)][:2] == [
        "round/r", "clock/r",
    ]  # fmt: skip
    assert len(receipt.positions) == 2
    assert rederived(log) == 0


def test_a_service_without_a_clock_sets_no_deadline(log: Log) -> None:
    asking = Asking(log).founded(ann=150, bob=150)
    asking.take(T, at_table.StartRound(round="r"))
    asking.play("r", *deals(*LADDER[:2]), "p1 fold")
    assert log.read(AT.stream) == ()


def test_h5_2_a_command_is_refused_when_the_turn_that_it_answers_is_over(
    log: Log, asking: Asking
) -> None:
    assert isinstance(ask(asking.house, "p1 bet 20", "1", "0.betting.0"), Receipt)
    position = log.last_position()
    assert ask(asking.house, "p2 call", "2", "0.betting.0") == TurnOver(turn="0.betting.1")
    assert log.last_position() == position
    assert isinstance(ask(asking.house, "p2 call", "2", "0.betting.1"), Receipt)


def test_h5_2_of_the_clock_and_the_seat_the_first_in_the_log_has_the_turn(asking: Asking) -> None:
    late = Fold(seat=Seat("p1"))
    assert isinstance(ask(asking.house, "p1 bet 20", "mine", "0.betting.0"), Receipt)
    assert ask(asking.house, late, "late", "0.betting.0") == TurnOver(turn="0.betting.1")


def test_h5_3_the_clock_is_refused_before_the_deadline_also_one_that_was_moved(
    log: Log, asking: Asking, watch: Watch
) -> None:
    late, due = Fold(seat=Seat("p1")), NOW + 20_000
    watch.now_ms = due - 1
    assert ask(asking.house, late, "1", "0.betting.0") == TooEarly(due_ms=due)
    # Another process grants time; this one still goes by the old deadline.
    grant = GrantTime(turn="0.betting.0", due_ms=due + 5_000)
    assert isinstance(ask(House(log, watch), grant, "2", None, AT), Receipt)
    watch.now_ms = due + 4_999
    position = log.last_position()
    assert ask(asking.house, late, "1", "0.betting.0") == TooEarly(due_ms=due + 5_000)
    assert log.last_position() == position
    watch.now_ms = due + 5_000
    assert isinstance(ask(asking.house, late, "1", "0.betting.0"), Receipt)


def test_h5_2_the_turn_is_judged_on_the_log_not_on_what_a_service_remembers(
    log: Log, asking: Asking
) -> None:
    other = House(log, Watch())
    assert isinstance(ask(other, "p1 bet 20", "1", "0.betting.0"), Receipt)
    assert isinstance(ask(asking.house, "p2 fold", "2", "0.betting.1"), Receipt)
    assert ask(other, "p3 fold", "3", "0.betting.1") == TurnOver(turn="0.betting.2")
    assert isinstance(ask(other, "p3 fold", "3", "0.betting.2"), Receipt)
    assert ask(asking.house, "p1 fold", "4", "0.betting.3") == TurnOver(turn="")
    assert ask(asking.house, "p1 fold", "4", None) == RoundOver()


def test_h5_2_a_repeated_command_gets_its_receipt_though_its_turn_is_over(asking: Asking) -> None:
    first = ask(asking.house, "p1 bet 20", "1", "0.betting.0")
    again = ask(asking.house, "p1 bet 20", "1", "0.betting.0")
    unturned = ask(asking.house, "p1 bet 20", "1", None)
    assert isinstance(first, Receipt)
    assert isinstance(again, Receipt)
    assert (again.hash, again.positions, again.repeated) == (first.hash, first.positions, True)
    assert unturned == again


def test_an_id_stands_for_one_command_whether_or_not_the_rules_refuse_the_other(
    asking: Asking,
) -> None:
    ask(asking.house, "p1 bet 20", "1", None)
    for words in ("p2 call", "p1 bet 20000", "p1 fold"):
        for turn in (None, "0.betting.0", "0.betting.1"):
            with pytest.raises(CommandReusedError):
                ask(asking.house, words, "1", turn)


def test_a_turn_is_asked_for_at_rounds_only(asking: Asking) -> None:
    grant = GrantTime(turn="0.betting.0", due_ms=NOW + 90_000)
    assert isinstance(ask(asking.house, grant, "1", None, AT), Receipt)
    assert asking.house.state(AT) == Deadline(turn="0.betting.0", due_ms=NOW + 90_000)
    more = GrantTime(turn="0.betting.0", due_ms=NOW + 91_000)
    assert isinstance(ask(asking.house, more, "2", "whatever", AT), Receipt)


def test_h5_4_nobody_else_than_the_clock_grants_time(asking: Asking) -> None:
    grant = GrantTime(turn="0.betting.0", due_ms=NOW + 90_000)
    answer = asking.house.ask(AT, grant, actor="ann", command_id="1", origin=Origin.OPERATOR)
    assert answer == WrongOrigin(origin="operator")


def test_h5_1_a_deadline_does_not_count_the_time_that_reading_took(
    log: Log, asking: Asking
) -> None:
    slow = Watch(step=SLOW_MS + 1)
    ask(House(log, slow), "p1 bet 20", "1", "0.betting.0")
    state = asking.house.state(AT)
    assert state == Deadline(turn="0.betting.1", due_ms=NOW + 2 * (SLOW_MS + 1) + 20_000)
    quick = Watch(step=SLOW_MS)
    ask(House(log, quick), "p2 call", "2", "0.betting.1")
    assert asking.house.state(AT) == Deadline(turn="0.betting.2", due_ms=NOW + SLOW_MS + 20_000)


def test_a_round_with_a_clock_is_proven_with_its_table(log: Log, asking: Asking) -> None:
    asking.play("r", "p1 bet 20", "p2 fold")
    running = prove(log, "r")
    assert running is not None
    assert (running.proven, running.status) == (True, "open")
    asking.play("r", "p3 fold")
    settled = prove(log, "r")
    assert settled is not None
    assert (settled.proven, settled.status) == (True, "complete")
