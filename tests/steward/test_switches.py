"""The steward and what is off or interrupted: it rests, and goes on when it may again (H7, H8)."""

from random import Random

import pytest

from api.house import House
from api.steward.steward import Steward
from domain.flow.address import SWITCHES, Address, clock, game
from domain.flow.switched import switching
from domain.games.rounds import turn_of
from domain.house.clock.commands import ResumeClock, StopClock
from domain.house.clock.events import ClockResumed, ClockStopped, TimeGranted
from domain.kernel.decider import Origin
from domain.log.errors import DataKeyGoneError
from domain.log.store import Log
from domain.shengji.state import Contesting
from domain.sizhidao import commands
from domain.sizhidao.state import Betting, Dealing, Settled, Voided
from tests.steward.given import SETTINGS
from tests.steward.looked_after import Killed, Mortal, World

STOP = StopClock(reason="a flood")
RESUME = ResumeClock(reason="dry again")


def turn(world: World, scope: str, *, off: bool) -> None:
    at, command = switching(scope, "a flood", off=off)
    world.desk.ask(at.stream, command, Origin.OPERATOR)


class Counted(House):
    """A house that counts what it is asked."""

    asked = 0

    def ask(self, *words: object, **named: object) -> object:  # type: ignore[override] # counts
        self.asked += 1
        return super().ask(*words, **named)  # type: ignore[arg-type] # as it was asked


# ---- switches


@pytest.mark.parametrize("scope", ["everything", "game/sizhidao", "table/t"])
def test_a_table_that_is_off_starts_no_round_and_goes_on_when_it_is_on(
    world: World, scope: str
) -> None:
    world.desk.full(3)
    turn(world, scope, off=True)
    world.go(20)
    assert world.rounds() == []
    turn(world, scope, off=False)
    world.go(2)
    assert world.rounds() == []  # it pauses as if it had just come
    world.go(2)
    assert len(world.rounds()) == 1


def test_what_is_off_is_not_asked_again_and_again(world: World) -> None:
    house = Counted(world.log, world.time.now_ms)
    steward = world.new_steward(house)
    world.desk.full(3)
    world.desk.match()
    turn(world, "everything", off=True)
    world.go(60, steward)
    assert house.asked == 0
    turn(world, "everything", off=False)
    world.go(5, steward)
    assert len(world.rounds()) == 2


def test_a_running_round_concludes_while_its_table_is_off(world: World) -> None:
    world.desk.full(3)
    world.desk.start("r")
    turn(world, "table/t", off=True)
    world.go_until(Settled)
    world.go(20)
    assert world.rounds() == ["r"]


def test_a_steward_that_comes_finds_what_is_off(world: World) -> None:
    world.desk.full(3)
    world.desk.full(3, "other")
    turn(world, "table/t", off=True)
    another = world.new_steward()
    world.go(5, another)
    assert len(world.rounds()) == 1
    turn(world, "table/t", off=False)
    world.go(5, another)
    assert len(world.rounds()) == 2


def test_only_the_match_that_is_off_waits(world: World) -> None:
    for name in ("m", "n"):
        world.desk.match(name)
    turn(world, "match/m", off=True)
    world.go(3)
    assert [world.state(one).round.match for one in world.rounds()] == ["n"]
    turn(world, "match/m", off=False)
    world.go(3)
    assert sorted(world.state(one).round.match for one in world.rounds()) == ["m", "n"]
    assert all(isinstance(world.state(one), Contesting) for one in world.rounds())


# ---- interruption


def stopped(world: World) -> str:
    """Have a round come to its first word, and interrupt it."""
    world.desk.full(3)
    round_id = world.go_until(Betting)
    world.desk.ask(clock(round_id).stream, STOP, Origin.OPERATOR)
    return round_id


def facts_of_clock(world: World, round_id: str) -> list[type]:
    return [type(one.event) for one in world.log.read(clock(round_id).stream)]


def test_nobodys_time_runs_out_while_a_round_is_interrupted(world: World) -> None:
    round_id = stopped(world)
    world.go(10 * SETTINGS.act_seconds)
    assert turn_of(world.state(round_id)) == "0.betting.0"
    assert world.steward.health().put_off == 0
    world.desk.ask(clock(round_id).stream, RESUME, Origin.OPERATOR)
    world.go(1)
    due = world.time.ms + SETTINGS.act_seconds * 1000
    assert world.clock(round_id)[-1] == TimeGranted(turn="0.betting.0", due_ms=due)
    world.go(SETTINGS.act_seconds - 1)
    assert turn_of(world.state(round_id)) == "0.betting.0"
    world.go(1)
    assert turn_of(world.state(round_id)) == "0.betting.1"


def test_a_round_is_interrupted_and_resumed_twice_in_one_turn(world: World) -> None:
    round_id = stopped(world)
    for _ in range(2):
        world.go(100)
        world.desk.ask(clock(round_id).stream, RESUME, Origin.OPERATOR)
        world.go(2)
        world.desk.ask(clock(round_id).stream, STOP, Origin.OPERATOR)
    world.desk.ask(clock(round_id).stream, RESUME, Origin.OPERATOR)
    world.go(SETTINGS.act_seconds + 1)
    assert turn_of(world.state(round_id)) == "0.betting.1"
    assert facts_of_clock(world, round_id).count(TimeGranted) == 3


def test_a_round_that_is_interrupted_before_the_deal_is_dealt_once_it_is_resumed(
    world: World,
) -> None:
    world.desk.full(3)
    world.desk.start("r")
    world.desk.ask("clock/r", STOP, Origin.OPERATOR)
    world.go(30)
    assert isinstance(world.state("r"), Dealing)
    world.desk.ask("clock/r", RESUME, Origin.OPERATOR)
    world.go(1)
    assert isinstance(world.state("r"), Betting)


def test_after_an_interrupted_round_is_voided_the_table_goes_on(world: World) -> None:
    round_id = stopped(world)
    void = commands.VoidRoundFor(reason="a flood")
    world.desk.ask(game(round_id).stream, void, Origin.OPERATOR)
    assert isinstance(world.state(round_id), Voided)
    world.go(5)
    assert len(world.rounds()) == 2


def test_a_restart_neither_forgets_an_interruption_nor_ends_it(world: World) -> None:
    round_id = stopped(world)
    for _ in range(3):
        world.go(50, world.new_steward())
    assert turn_of(world.state(round_id)) == "0.betting.0"
    world.desk.ask(clock(round_id).stream, RESUME, Origin.OPERATOR)
    another = world.new_steward()
    world.go(1, another)
    assert facts_of_clock(world, round_id)[-1] is TimeGranted
    world.go(SETTINGS.act_seconds, another)
    assert turn_of(world.state(round_id)) == "0.betting.1"


@pytest.mark.parametrize("seed", range(8))
def test_stewards_killed_around_interruptions_do_everything_once(world: World, seed: int) -> None:
    chance = Random(seed)
    for name in "ab":
        world.desk.full(3, name)
    steward, kills = dying(world, chance), 0
    for _ in range(150):
        world.time.go(1)
        if chance.random() < 0.2:
            interrupt_or_resume(world, chance)
        try:
            steward.step()
        except Killed:
            steward, kills = dying(world, chance), kills + 1
    assert kills > 3
    assert ClockResumed in {kind for one in world.rounds() for kind in facts_of_clock(world, one)}
    # `world` proves every round at the end, and that clock and house have acted once for each seat.


def dying(world: World, chance: Random) -> Steward:
    return world.new_steward(Mortal(world.log, world.time, chance.randint(1, 4), chance))


def interrupt_or_resume(world: World, chance: Random) -> None:
    running = [one for one in world.rounds() if turn_of(world.state(one)) is not None]
    if not running:
        return
    about = chance.choice(running)
    kinds = facts_of_clock(world, about)
    turned = [one for one in kinds if one in {ClockStopped, ClockResumed}]
    command = RESUME if turned[-1:] == [ClockStopped] else STOP
    world.desk.ask(clock(about).stream, command, Origin.OPERATOR)


# ---- what the house cannot go on with


def test_a_round_whose_keys_are_gone_is_interrupted_by_the_house(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.desk.full(3, "good")
    world.desk.full(3, "bad")
    world.desk.start("good-round", "good")
    world.desk.start("bad-round", "bad")

    with monkeypatch.context() as patched:
        patched.setattr(Log, "read", without_keys_of(game("bad-round"), Log.read))
        world.go(30)
        health = world.steward.health()
        assert health.given_up == (("bad-round", "data_key_gone"),)
        assert (health.put_off, health.error) == (0, None)
        assert turn_of(world.state("good-round")) != "0.deal"
        (stop,) = world.log.read("clock/bad-round")
        assert stop.event == ClockStopped(reason="data_key_gone")
        assert stop.envelope.origin is Origin.HOUSE
        another = world.new_steward()
        another.step()
        assert another.health().given_up == (("bad-round", "data_key_gone"),)
    world.desk.ask("clock/bad-round", ResumeClock(reason="keys are back"), Origin.OPERATOR)
    world.go(1)
    assert isinstance(world.state("bad-round"), Betting)
    assert world.steward.health().given_up == ()


def without_keys_of(at: Address, read: object) -> object:
    """Return how a log is read that cannot open one stream."""

    def reading(log: Log, stream: str, **how: object) -> object:
        if stream == at.stream and not how:
            raise DataKeyGoneError(stream, "house")
        return read(log, stream, **how)  # type: ignore[operator] # as it was

    return reading


def test_the_switches_are_where_everybody_looks() -> None:
    assert SWITCHES.stream == "switches/house"
