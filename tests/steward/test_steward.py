"""A house that nobody touches goes on by itself, and no harm comes to who is there."""

from msgspec.structs import replace

from api.steward.deck import deck_of
from domain.flow.address import game, table
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, seats_of
from domain.sizhidao import commands, events
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.splitting import legal_splits
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Settled, Splitting
from domain.sizhidao.turns import turn_of
from tests.steward.given import SETTINGS
from tests.steward.looked_after import World

CHECKING = replace(SETTINGS, allow_check=True)
"""Where all let the turn pass, all split."""


# ---- rounds by the clock alone


def test_a_table_of_vanished_players_plays_round_after_round(world: World) -> None:
    world.desk.full(3, settings=replace(SETTINGS, entry=10))
    world.go(400)
    played = [world.state(one) for one in world.rounds()]
    assert len(played) > 5
    assert all(isinstance(state, Settled) for state in played[:-1])
    by_clock = [
        one.event
        for round_id in world.rounds()
        for one in world.facts(round_id)
        if one.envelope.origin is Origin.CLOCK and one.envelope.command is not None
    ]
    assert {type(one) for one in by_clock} == {events.Folded}
    health = world.steward.health()
    assert (health.holding, health.tables, health.failures, health.error) == (True, 1, 0, None)
    assert health.position == world.log.last_position()


def test_defaults_go_through_every_phase(world: World) -> None:
    for number in range(30):
        world.desk.full(3, f"t{number}", CHECKING)
    world.go(300)
    kinds = {
        type(one.event)
        for round_id in world.rounds()
        for one in world.facts(round_id)
        if one.envelope.actor == "clock" and one.envelope.command is not None
    }
    assert kinds == {events.Checked, events.HandSplit, events.BuyInDeclined}
    assert world.steward.health().tables == 30


def test_seven_seats_that_are_late_with_their_splits_get_the_clocks(world: World) -> None:
    world.desk.full(7, settings=CHECKING)
    round_id = world.go_until(Splitting)
    state = world.state(round_id)
    assert isinstance(state, Splitting)
    for seat in ("p2", "p5"):
        front, back, *_ = legal_splits(state.hands[Seat(seat)])[0]
        asked = commands.Split(seat=Seat(seat), front=front, back=back)
        assert not isinstance(said(world, round_id, asked), Refusal)
    world.go(9)
    assert isinstance(world.state(round_id), Splitting)
    world.go(1)
    assert not isinstance(world.state(round_id), Splitting)
    split = [one for one in world.facts(round_id) if isinstance(one.event, events.HandSplit)][:7]
    origins = {one.event.seat: one.envelope.origin for one in split if hasattr(one.event, "seat")}
    assert origins == {
        seat: Origin.PLAYER if seat in {"p2", "p5"} else Origin.CLOCK for seat in seats_of(7)
    }


def said(world: World, round_id: str, command: commands.SeatCommand, turn: str = "") -> object:
    """What the house answers to a player; `turn` is the turn that the player saw."""
    return world.desk.house.ask(
        game(round_id),
        command,
        actor="player",
        command_id=f"{command}",
        origin=Origin.PLAYER,
        turn=turn or None,
    )


def test_who_comes_after_the_clock_is_told_that_the_turn_is_over(world: World) -> None:
    world.desk.full(3)
    round_id = world.go_until(Betting)
    state = world.state(round_id)
    assert isinstance(state, Betting)
    assert state.turn is not None
    seen, late = turn_of(state), state.turn
    world.go(SETTINGS.act_seconds)
    before = world.log.last_position()
    answer = said(world, round_id, commands.AllIn(seat=late), seen or "")
    assert isinstance(answer, Refusal)
    assert answer.code == "turn_over"
    assert world.log.last_position() == before


def test_who_comes_in_the_last_moment_is_heard(world: World) -> None:
    world.desk.full(3)
    round_id = world.go_until(Betting)
    state = world.state(round_id)
    assert isinstance(state, Betting)
    assert state.turn is not None
    world.time.go(SETTINGS.act_seconds)  # it is over, but the clock has not acted yet (H5.2)
    answer = said(world, round_id, commands.AllIn(seat=state.turn), turn_of(state) or "")
    assert not isinstance(answer, Refusal)
    world.go(1)
    spoken = [one for one in world.facts(round_id) if one.envelope.command is not None]
    assert [one.envelope.origin for one in spoken][-1] is Origin.PLAYER


# ---- starting (H5.5)


def test_a_table_starts_after_the_pause_and_not_before(world: World) -> None:
    world.desk.full(1)
    world.go(100)
    assert world.rounds() == []
    world.desk.sit("late", 2)
    world.go(2)
    assert world.rounds() == []
    world.go(1)
    assert len(world.rounds()) == 1


def test_a_table_that_one_leaves_does_not_start(world: World) -> None:
    world.desk.full(2)
    world.go(2)
    world.desk.stand_up("t-2")
    world.go(100)
    assert world.rounds() == []


def test_a_start_that_is_refused_is_no_error(world: World) -> None:
    world.desk.full(2)
    world.go(2)
    slow = world.new_steward()
    slow.step()
    world.time.go(3)
    assert world.steward.step()
    assert slow.step()
    assert len(world.rounds()) == 1
    assert world.steward.health().put_off == slow.health().put_off == 0


def test_who_was_started_by_another_is_looked_after_too(world: World) -> None:
    world.desk.full(3)
    world.steward.step()
    world.desk.start("by-hand")
    world.go(1)
    assert isinstance(world.state("by-hand"), Betting)


# ---- dealing


def test_hands_come_from_the_rounds_own_deck(world: World) -> None:
    world.desk.full(5)
    round_id = world.go_until(Betting)
    assert world.dealt(round_id) == world.dealing(round_id)
    assert len(world.dealing(round_id)) == 5


def test_hands_of_a_round_without_a_deck_come_from_its_key(old_world: World) -> None:
    world = old_world
    world.desk.full(5)
    world.desk.start("r")
    world.go(1)
    state = world.state("r")
    assert isinstance(state, Betting)
    assert world.log.keys is not None
    deck = deck_of(world.log.keys, "round/r", 0)
    assert state.hands == deal_from(deck, state.round)


def test_a_deal_that_another_began_is_ended(old_world: World) -> None:
    world = old_world
    world.desk.full(7)
    world.desk.start("r")
    state = world.state("r")
    assert isinstance(state, Dealing)
    assert world.log.keys is not None
    deck = deck_of(world.log.keys, "round/r", 0)
    mixed = commands.Deal(seat=Seat("p1"), cards=(deck[0], deck[1], deck[2], deck[3]))
    assert not isinstance(
        world.desk.house.ask(game("r"), mixed, actor="x", command_id="x", origin=Origin.HOUSE),
        Refusal,
    )
    world.go(1)
    assert isinstance(world.state("r"), Betting)
    assert world.steward.health().put_off == 0


def test_a_round_that_was_voided_while_it_is_dealt_is_let_go(world: World) -> None:
    world.desk.full(3)
    world.steward.step()
    world.desk.start("r")
    void = commands.VoidRound()
    world.desk.house.ask(game("r"), void, actor="op", command_id="v", origin=Origin.OPERATOR)
    world.go(2)
    assert world.steward.health().rounds == 0
    world.go(1)
    assert len(world.rounds()) == 2


# ---- what is not its own, and offers


def test_rounds_of_records_are_left_alone(world: World) -> None:
    world.desk.full(3)
    opened = commands.OpenRound(
        round="record",
        table="t",
        settings=SETTINGS,
        players=tuple(events.SeatedPlayer(player=name, stack=100) for name in ("a", "b")),
        head=Seat("p1"),
    )
    world.desk.house.ask(game("record"), opened, actor="h", command_id="1", origin=Origin.HOUSE)
    world.go(2)
    assert isinstance(world.state("record"), Dealing)
    assert world.desk.house.state(table("t")).running is None


def test_a_buy_in_that_nobody_answers_is_declined_once(world: World) -> None:
    for number in range(20):
        world.desk.full(4, f"t{number}", CHECKING)
    found: list[str] = []
    while not found:
        world.go(1)
        found = [one for one in world.rounds() if isinstance(world.state(one), BuyingIn)]
    offered = world.state(found[0])
    assert isinstance(offered, BuyingIn)
    assert turn_of(offered) == "0.buy_in"
    world.go(SETTINGS.buy_in_seconds)
    declined = [
        one.event.seat
        for one in world.facts(found[0])
        if isinstance(one.event, events.BuyInDeclined) and one.envelope.origin is Origin.CLOCK
    ]
    assert sorted(declined) == sorted(offered.offered)
