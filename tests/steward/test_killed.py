"""Stewards that are killed at any command, or act at the same time, do nothing twice."""

from random import Random

import pytest
from msgspec.structs import replace

from api.steward.steward import Steward
from domain.flow.address import game
from domain.kernel.decider import Origin
from domain.sizhidao.state import Betting, Dealing, Settled
from tests.steward.given import SETTINGS
from tests.steward.looked_after import Killed, Mortal, World, killed_in_turn

CHECKING = replace(SETTINGS, allow_check=True, entry=10)


@pytest.mark.parametrize("seed", range(12))
def test_two_that_share_a_log_and_are_killed_in_turn_do_everything_once(
    world: World, seed: int
) -> None:
    chance = Random(seed)
    for name in "abcd":
        world.desk.full(chance.randint(3, 7), name, CHECKING)
    assert killed_in_turn(world, chance, seconds=500, commands=6) > 10
    assert sum(isinstance(world.state(one), Settled) for one in world.rounds()) >= 4
    # `world` proves every round at the end, and that clock and house have acted once for each seat.


@pytest.mark.parametrize("dealt", range(1, 8))
def test_after_a_kill_in_the_middle_of_dealing_the_same_deck_goes_on(
    world: World, dealt: int
) -> None:
    world.desk.full(7)
    world.desk.start("r")
    dying = world.new_steward(Mortal(world.log, world.time, dealt, Random(dealt)))
    with pytest.raises(Killed):
        dying.step()
    state = world.state("r")
    assert isinstance(state, Dealing | Betting)
    assert len(state.hands) in {dealt - 1, dealt}
    assert world.new_steward().step()
    assert isinstance(world.state("r"), Betting)
    assert world.dealt("r") == world.dealing("r")
    assert len(world.dealing("r")) == 7


def test_two_at_the_same_time_play_as_one(world: World) -> None:
    world.desk.full(5, settings=CHECKING)
    stewards = (world.steward, world.new_steward(), world.new_steward())
    for _ in range(50):  # a round of ties may last long
        world.go(200, *stewards)
        if len(world.rounds()) > 1:
            break
    assert len(world.rounds()) > 1
    actors = {one.envelope.origin for one in world.facts(world.rounds()[0])}
    assert actors == {Origin.HOUSE, Origin.CLOCK}


def two_at_a_turn(world: World) -> tuple[Steward, str]:
    """Return a second steward, which has heard of the same open turn, and the round."""
    world.desk.full(3)
    world.steward.step()
    other = world.new_steward()
    other.step()
    round_id = world.go_until(Betting)
    other.step()
    return other, round_id


def test_who_comes_too_late_with_a_task_gets_the_receipt_of_the_first(world: World) -> None:
    other, round_id = two_at_a_turn(world)
    world.time.go(SETTINGS.act_seconds)
    # Both find the deadline over before either has heard of the other.
    first, second = world.steward._agenda, other._agenda  # noqa: SLF001 -- to be asked in between
    assert first is not None
    assert second is not None
    assert first.tasks(world.time.ms) == second.tasks(world.time.ms) != []
    (task,) = first.tasks(world.time.ms)
    for steward in (world.steward, other, other):
        steward._work.do(task)  # noqa: SLF001 -- likewise
    by_clock = [one for one in world.facts(round_id) if one.envelope.origin is Origin.CLOCK]
    assert len(by_clock) == 1
    assert world.desk.house.state(game(round_id)).spoken == 1


def test_two_that_grant_time_at_once_grant_it_once(world: World) -> None:
    other, round_id = two_at_a_turn(world)
    world.time.go(SETTINGS.act_seconds + 60)
    agenda = world.steward._agenda  # noqa: SLF001 -- to be asked in between
    assert agenda is not None
    (task,) = agenda.tasks(world.time.ms)
    first = world.steward._work.do(task)  # noqa: SLF001 -- likewise
    world.time.go(1)
    assert other._work.do(task) == first  # noqa: SLF001 -- likewise
    assert len(world.clock(round_id)) == 2
