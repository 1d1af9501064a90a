"""Switches and interruptions on every kind of log, by several processes at once (H7, H8, H11)."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest

from api.house import Answer, House
from api.selfcheck import EVERY, check_if_due, found, last_checked, recorded_by
from domain.flow.address import SELFCHECK, SWITCHES, Address, clock, game, table, wallet
from domain.flow.switched import switching
from domain.house.clock.commands import ResumeClock, StopClock
from domain.house.clock.refusals import RoundInterrupted
from domain.house.selfcheck.events import IntegrityAlarm, SelfChecked
from domain.house.switches.refusals import SwitchedOff
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.log.errors import CommandReusedError, KeysMissingError
from domain.log.store import Log, Receipt, open_log
from domain.sizhidao import commands
from domain.sizhidao.refusals import RoundOver
from tests.log.given import ticking
from tests.support.house import SMALL, rederived, said
from tests.support.keys import KEYS
from tests.support.play import LADDER, deals

NOW = 1_700_000_000_000
BEGUN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
"""When the clocks of the logs begin to tick."""


class Desk:
    """Two processes of one house, and what they are asked; each has kept what it has seen."""

    def __init__(self, logs: list[Log]) -> None:
        self.logs = logs
        self.houses = [House(log, lambda: NOW) for log in logs]
        self._asked = 0

    def ask(
        self,
        at: Address,
        command: Command,
        *,
        by: int = 0,
        origin: Origin = Origin.OPERATOR,
        command_id: str | None = None,
    ) -> Answer:
        self._asked += 1
        return self.houses[by].ask(
            at,
            command,
            actor="desk",
            command_id=command_id or f"{self._asked}",
            origin=origin,
        )

    def done(self, at: Address, command: Command, **named: Origin) -> Receipt:
        answer = self.ask(at, command, **named)  # type: ignore[arg-type] # who asks
        assert isinstance(answer, Receipt), answer
        return answer

    def turn(self, scope: str, *, off: bool, by: int) -> None:
        answer = self.ask(*switching(scope, "a flood", off=off), by=by)
        assert isinstance(answer, Receipt), answer

    def betting(self) -> None:
        """Seat three at a table `t`, and start a round `r` in which the first is to speak."""
        self.done(table("t"), at_table.OpenTable(table="t", settings=SMALL))
        for number, name in enumerate(("ann", "bob", "cyd"), start=1):
            self.done(wallet(name), of_wallet.CreatePlayer(player=name))
            paid = of_wallet.Deposit(points=200, reason="cash", reference=name)
            self.done(wallet(name), paid)
            seat = Seat(f"p{number}")
            self.done(table("t"), at_table.Sit(seat=seat, player=name, points=100))
        self.done(table("t"), at_table.StartRound(round="r"))
        for command in said(deals(*LADDER[:3])):
            self.done(game("r"), command, origin=Origin.HOUSE)


@pytest.fixture
def desk(url: str) -> Iterator[Desk]:
    with ExitStack() as stack:
        logs = [stack.enter_context(open_log(url, now=ticking(), keys=KEYS)) for _ in range(2)]
        yield Desk(logs)
        assert rederived(logs[0]) == 0


def code(answer: Answer) -> str | None:
    return answer.code if isinstance(answer, Refusal) else None


# ---- switches


@pytest.mark.parametrize("scope", ["everything", "game/sizhidao", "table/t"])
def test_a_switch_that_another_process_turns_is_seen_at_once(desk: Desk, scope: str) -> None:
    desk.betting()
    topped = at_table.TopUp(player="dan", points=1)
    assert code(desk.ask(table("t"), topped, by=1)) == "not_seated"  # it has kept all of it
    for _ in range(2):
        desk.turn(scope, off=True, by=0)
        assert desk.ask(table("t"), topped, by=1) == SwitchedOff(scope=scope)
        desk.turn(scope, off=False, by=0)
        assert code(desk.ask(table("t"), topped, by=1)) == "not_seated"


def test_a_command_that_would_be_accepted_is_refused_by_what_another_has_switched_off(
    desk: Desk,
) -> None:
    desk.betting()
    paid = [of_wallet.Deposit(points=1, reason="cash", reference=f"n{n}") for n in range(3)]
    assert isinstance(desk.ask(wallet("ann"), paid[0], by=1), Receipt)
    desk.turn("everything", off=True, by=0)
    assert desk.ask(wallet("ann"), paid[1], by=1) == SwitchedOff(scope="everything")
    desk.turn("everything", off=False, by=0)
    assert isinstance(desk.ask(wallet("ann"), paid[2], by=1), Receipt)


def test_a_command_that_was_accepted_before_gets_its_receipt_while_all_is_off(desk: Desk) -> None:
    desk.betting()
    paid = of_wallet.Deposit(points=1, reason="cash", reference="once")
    first = desk.ask(wallet("ann"), paid, command_id="once")
    desk.turn("everything", off=True, by=0)
    again = desk.ask(wallet("ann"), paid, command_id="once", by=1)
    assert isinstance(first, Receipt)
    assert isinstance(again, Receipt)
    assert (again.hash, again.repeated) == (first.hash, True)


def test_a_players_switch_is_one_transaction_with_the_wallet(desk: Desk) -> None:
    desk.betting()
    desk.turn("player/ann", off=True, by=0)
    assert desk.houses[1].stands(SWITCHES).state.off == {"player/ann": "a flood"}
    assert desk.houses[1].stands(wallet("ann")).state.disabled
    sat = at_table.TopUp(player="ann", points=1)
    assert code(desk.ask(table("t"), sat, by=1)) == "stack_locked"


# ---- interruption


def test_a_round_that_another_process_has_interrupted_takes_no_act(desk: Desk) -> None:
    desk.betting()
    (bet,) = said(["p1 bet 20"])
    desk.ask(game("r"), said(["p2 fold"])[0], by=1, origin=Origin.PLAYER)
    desk.done(clock("r"), StopClock(reason="a flood"))
    assert desk.ask(game("r"), bet, by=1, origin=Origin.PLAYER) == RoundInterrupted()
    desk.done(clock("r"), ResumeClock(reason="dry again"))
    assert isinstance(desk.ask(game("r"), bet, by=1, origin=Origin.PLAYER), Receipt)


def test_the_clock_does_not_act_in_a_round_that_was_just_resumed(desk: Desk) -> None:
    desk.betting()
    desk.done(clock("r"), StopClock(reason="a flood"))
    desk.done(clock("r"), ResumeClock(reason="dry again"))
    late = desk.ask(game("r"), said(["p1 fold"])[0], by=1, origin=Origin.CLOCK)
    assert code(late) == "too_early"


def test_a_round_is_voided_once_however_often_it_is_asked(desk: Desk) -> None:
    desk.betting()
    desk.done(clock("r"), StopClock(reason="a flood"))
    void = commands.VoidRoundFor(reason="a flood")
    first = desk.ask(game("r"), void, command_id="void")
    again = desk.ask(game("r"), void, command_id="void", by=1)
    assert isinstance(first, Receipt)
    assert isinstance(again, Receipt)
    assert (again.hash, again.repeated) == (first.hash, True)
    assert desk.ask(game("r"), void, command_id="another", by=1) == RoundOver()
    with pytest.raises(CommandReusedError):
        desk.ask(game("r"), commands.VoidRoundFor(reason="other"), command_id="void")
    assert desk.logs[0].read("round/r")[-1].envelope.command == void
    assert code(desk.ask(clock("r"), ResumeClock(reason="x"))) == "round_over"


def test_a_round_whose_keys_are_gone_is_interrupted_and_voided_all_the_same(
    desk: Desk, url: str
) -> None:
    desk.betting()
    desk.done(game("r"), said(["p1 bet 20"])[0], origin=Origin.PLAYER)
    with open_log(url, now=ticking()) as closed:
        desk.houses[1] = House(closed, lambda: NOW)
        with pytest.raises(KeysMissingError):
            desk.ask(game("r"), said(["p2 fold"])[0], by=1, origin=Origin.PLAYER)
        stop = StopClock(reason="keys_missing")
        assert isinstance(desk.ask(clock("r"), stop, by=1, origin=Origin.HOUSE), Receipt)
        void = commands.VoidRoundFor(reason="no keys")
        assert isinstance(desk.ask(game("r"), void, by=1), Receipt)
        assert code(desk.ask(game("r"), void, by=1)) == "round_over"
    for name in ("ann", "bob", "cyd"):
        left = desk.done(table("t"), at_table.StandUp(player=name))
        assert left.version
    assert desk.houses[0].stands(wallet("ann")).state.balance == 200


# ---- self-check


def test_of_two_processes_that_check_at_the_same_time_one_records_it(desk: Desk) -> None:
    barrier = Barrier(2)

    def check(number: int) -> None:
        barrier.wait()
        check_if_due(desk.logs[number], desk.houses[number], BEGUN)

    threads = [Thread(target=check, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    facts = [one.event for one in desk.logs[0].read(SELFCHECK.stream)]
    assert [type(one) for one in facts] == [SelfChecked]


def test_the_house_is_checked_once_in_24_hours(desk: Desk) -> None:
    log, house = desk.logs[0], desk.houses[0]
    assert last_checked(log) is None
    assert isinstance(check_if_due(log, house, BEGUN), Receipt)
    last = last_checked(log)
    assert last is not None
    short = last + EVERY - timedelta(seconds=1)
    assert check_if_due(desk.logs[1], desk.houses[1], short) is None
    assert isinstance(check_if_due(desk.logs[1], desk.houses[1], last + EVERY), Receipt)
    assert len(log.read(SELFCHECK.stream)) == 2


def test_what_a_check_has_recorded_is_found_by_its_command(desk: Desk) -> None:
    check = found(desk.logs[0])
    desk.ask(SELFCHECK, check, command_id="mine")
    assert recorded_by(desk.logs[1], "desk", "mine") == check
    assert recorded_by(desk.logs[1], "desk", "other") is None
    other = check.__class__(version=check.version, digest="0" * 64, faults=())
    desk.ask(SELFCHECK, other, command_id="alarming")
    assert isinstance(desk.logs[0].read(SELFCHECK.stream)[-1].event, IntegrityAlarm)
    assert recorded_by(desk.logs[1], "desk", "alarming") == other
