"""A house that was away, or has trouble with one table, goes on, and harms nobody."""

import pytest

from api.house import House
from api.steward.deck import deck_of, hand_of
from api.steward.work import GRACE_MS
from domain.cards.card import Card
from domain.flow.address import Address, game
from domain.house.clock.events import DeadlineSet, TimeGranted
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.log.envelope import Recorded
from domain.log.errors import BrokenChainError, LogUnavailableError
from domain.log.store import Log
from domain.sizhidao import commands
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.state import Betting, Dealing, Settled
from domain.sizhidao.turns import turn_of
from tests.steward.given import SETTINGS, Desk
from tests.steward.looked_after import World, away

# ---- absence (H5.4)


def test_a_house_that_was_away_grants_time_and_folds_nobody(world: World) -> None:
    world.desk.full(3)
    round_id = world.go_until(Betting)
    state, seconds = world.state(round_id), SETTINGS.act_seconds
    world.time.go(seconds + GRACE_MS / 1000 + 0.001)
    found_at = world.time.ms
    world.steward.step()
    assert world.state(round_id) == state
    granted = TimeGranted(turn="0.betting.0", due_ms=found_at + seconds * 1000)
    assert world.clock(round_id)[1:] == [granted]
    world.go(seconds - 1)
    assert world.state(round_id) == state
    world.go(1)
    assert turn_of(world.state(round_id)) == "0.betting.1"


def test_a_house_that_was_away_for_a_moment_only_enforces(world: World) -> None:
    world.desk.full(3)
    round_id = world.go_until(Betting)
    world.time.go(SETTINGS.act_seconds + GRACE_MS / 1000)
    world.steward.step()
    assert turn_of(world.state(round_id)) == "0.betting.1"
    assert {type(one) for one in world.clock(round_id)} == {DeadlineSet}


def test_a_round_without_a_clock_is_granted_time_and_goes_on(world: World) -> None:
    old = Desk(world.log, world.time)
    old.house = House(world.log)
    old.full(3)
    old.start("old")
    state = world.state("old")
    assert isinstance(state, Dealing)
    assert world.log.keys is not None
    for seat, cards in deal_from(deck_of(world.log.keys, "round/old", 0), state.round).items():
        dealt = commands.Deal(seat=seat, cards=cards)
        old.house.ask(game("old"), dealt, actor="h", command_id=seat, origin=Origin.HOUSE)
    world.time.go(1_000)
    world.steward.step()
    due = world.time.ms + SETTINGS.act_seconds * 1000
    assert world.clock("old") == [TimeGranted(turn="0.betting.0", due_ms=due)]
    world.go(SETTINGS.act_seconds)
    assert turn_of(world.state("old")) == "0.betting.1"
    world.go(SETTINGS.act_seconds)
    assert isinstance(world.state("old"), Settled)


def test_a_clock_that_a_house_without_one_left_behind_is_told_and_stops_nobody(
    world: World,
) -> None:
    world.desk.full(3)
    world.desk.full(3, "other")
    round_id = world.go_until(Betting)
    state = world.state(round_id)
    assert isinstance(state, Betting)
    assert state.turn is not None
    fold = commands.Fold(seat=state.turn)
    House(world.log).ask(game(round_id), fold, actor="x", command_id="x", origin=Origin.PLAYER)
    world.go(SETTINGS.act_seconds)
    health = world.steward.health()
    assert (health.put_off, health.error) == (1, "turn_over")
    other = next(one for one in world.rounds() if one != round_id)
    assert turn_of(world.state(other)) == "0.betting.1"
    void = commands.VoidRound()
    world.desk.house.ask(game(round_id), void, actor="op", command_id="v", origin=Origin.OPERATOR)
    world.go(1)
    assert world.steward.health().error is None


# ---- trouble


def test_a_database_that_is_away_is_survived(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.desk.full(3)
    round_id = world.go_until(Betting)
    world.time.go(SETTINGS.act_seconds)
    with away(monkeypatch):
        for _ in range(3):
            with pytest.raises(LogUnavailableError):
                world.steward.step()
            world.time.go(1)
    assert world.steward.step()
    assert turn_of(world.state(round_id)) == "0.betting.1"


def test_one_tables_trouble_is_no_other_tables(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.desk.full(3, "good")
    world.desk.full(3, "bad")
    world.steward.step()
    stands = House.stands

    def troubled(house: House, address: Address) -> object:
        if address == game("bad-round"):
            message = "nobody has thought of this"
            raise ZeroDivisionError(message)
        return stands(house, address)

    world.desk.start("good-round", "good")
    world.desk.start("bad-round", "bad")
    with monkeypatch.context() as patched:
        patched.setattr(House, "stands", troubled)
        world.go(1)
        health = world.steward.health()
        assert (health.put_off, health.error, health.failures) == (1, "ZeroDivisionError", 0)
    assert isinstance(world.state("good-round"), Betting)
    assert isinstance(world.state("bad-round"), Dealing)
    world.go(11)
    assert isinstance(world.state("bad-round"), Betting)
    health = world.steward.health()
    assert (health.put_off, health.error) == (0, None)


def test_a_table_that_is_damaged_is_no_other_tables_trouble(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.desk.full(3, "good")
    world.desk.full(3, "bad")
    read = Log.read

    def torn(log: Log, stream: str) -> tuple[Recorded, ...]:
        if stream == "table/bad":
            raise BrokenChainError(stream, 1, "hash")
        return read(log, stream)

    with monkeypatch.context() as patched:
        patched.setattr(Log, "read", torn)
        world.go(4)
    assert world.steward.health().tables == 1
    assert len(world.rounds()) == 1
    world.desk.sit("another", 4, "bad")
    world.go(4)
    assert len(world.rounds()) == 1


def test_what_the_rules_refuse_is_told_and_tried_again(
    old_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = old_world
    world.desk.full(3)
    world.desk.start("r")
    with monkeypatch.context() as patched:
        patched.setattr("api.steward.dealing.hand_of", lambda *_: ("As", "As", "As", "As"))
        world.go(1)
    health = world.steward.health()
    assert (health.put_off, health.error) == (1, "bad_deal")
    world.go(9)
    assert isinstance(world.state("r"), Dealing)
    world.go(1)
    assert isinstance(world.state("r"), Betting)
    assert world.steward.health().error is None


def test_a_seat_that_is_dealt_to_meanwhile_is_passed_over(
    old_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = old_world
    world.desk.full(3)
    world.desk.start("r")

    def faster(deck: tuple[Card, ...], state: Dealing, seat: Seat) -> tuple[Card, ...]:
        hand = hand_of(deck, state, seat)
        dealt = commands.Deal(seat=seat, cards=hand)
        world.desk.house.ask(game("r"), dealt, actor="x", command_id=seat, origin=Origin.HOUSE)
        return hand

    monkeypatch.setattr("api.steward.dealing.hand_of", faster)
    world.go(1)
    assert isinstance(world.state("r"), Betting)
    assert world.steward.health().put_off == 0


def test_a_hold_that_is_lost_is_noticed_and_taken_again(world: World) -> None:
    world.desk.full(3)
    world.steward.step()
    held = [True]

    class Loose:
        def hold(self) -> bool:
            return held[0]

        def release(self) -> None:
            held[0] = False

    world.steward._holder = Loose()  # noqa: SLF001 -- it had another
    held[0] = False
    world.time.go(10)
    world.desk.full(3, "other")
    assert not world.steward.step()
    health = world.steward.health()
    assert (health.holding, health.tables) == (False, 2)  # it does nothing, but is ready
    assert world.rounds() == []
    held[0] = True
    assert world.steward.step()
    assert len(world.rounds()) == 1
    world.go(3)
    assert len(world.rounds()) == 2
    world.steward.stop()
    assert held == [False]
    assert not world.steward.health().holding
