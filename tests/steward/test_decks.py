"""Committed decks that are looked after: cut by who is there, missed by the clock, dealt once."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from api.steward.steward import Steward
from api.steward.work import GRACE_MS
from domain.flow.address import anchors, deck, game
from domain.flow.openings import cut_decks
from domain.house.clock.commands import ResumeClock, StopClock
from domain.house.clock.events import DeadlineSet, TimeGranted
from domain.house.deck import events
from domain.house.deck.commands import MissCut, RevealCut
from domain.house.deck.state import Cut, Cutting
from domain.house.match.commands import StartMatchRound
from domain.house.table.commands import StartRound
from domain.kernel.decider import Command, Event, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.log.store import CommandInfo, Log, Receipt, Write
from domain.shengji.state import Contesting
from domain.sizhidao import commands
from domain.sizhidao.state import Betting, Dealing
from tests.steward.given import SETTINGS
from tests.steward.looked_after import Killed, Mortal, World, killed_in_turn

CUTTING = "0.cutting"
CHECKING = replace(SETTINGS, allow_check=True, entry=10)


def cutting(world: World, *who: str, players: int = 3) -> None:
    """A table of three and a round `r`, whose deck some have to cut."""
    world.desk.full(players)
    world.desk.anchor(*who)
    world.steward.step()
    world.desk.start("r")
    world.steward.step()


def told(world: World, round_id: str = "r") -> list[Event]:
    return [one.event for one in world.log.read(deck(round_id).stream)]


def asked(world: World, command: Command, origin: Origin, turn: str | None = CUTTING) -> str:
    """Return the code with which the house refuses a command to the deck of `r`."""
    answer = world.desk.house.ask(
        deck("r"), command, actor="x", command_id=f"{command}", origin=origin, turn=turn
    )
    assert isinstance(answer, Refusal)
    return answer.code


# ---- cutting


def test_nothing_is_dealt_before_all_have_cut_and_then_at_once(world: World) -> None:
    cutting(world, "t-1", "t-3")
    assert isinstance(world.deck("r"), Cutting)
    world.go(2)
    world.desk.cut("r", "t-3")
    world.steward.step()
    assert isinstance(world.state("r"), Dealing)
    world.desk.cut("r", "t-1")
    world.steward.step()
    assert isinstance(world.state("r"), Betting)
    assert world.dealt("r") == world.dealing("r")
    assert [type(one) for one in told(world)] == [
        events.DeckCommitted, events.CutRevealed, events.CutRevealed, events.DeckCut,
    ]  # fmt: skip


def test_the_seats_have_five_seconds_and_the_clock_goes_on_without_who_is_late(
    world: World,
) -> None:
    cutting(world, "t-1", "t-2", "t-3")
    due = world.time.ms + 5_000
    assert world.clock("r") == [DeadlineSet(turn=CUTTING, seconds=5, due_ms=due)]
    world.desk.cut("r", "t-2")
    world.go(4)
    assert isinstance(world.state("r"), Dealing)
    world.go(1)
    assert isinstance(world.state("r"), Betting)
    assert world.dealt("r") == world.dealing("r")
    missed = [one for one in told(world) if isinstance(one, events.CutMissed)]
    assert missed == [events.CutMissed(stage=0, seat=Seat(seat)) for seat in ("p1", "p3")]
    present = world.desk.house.state(anchors("table/t")).present
    assert [*present] == ["t-2"]


def test_the_clock_cannot_go_on_without_a_cut_before_the_deadline(world: World) -> None:
    cutting(world, "t-1")
    assert asked(world, MissCut(seat=Seat("p1")), Origin.CLOCK) == "too_early"
    assert asked(world, MissCut(seat=Seat("p1")), Origin.PLAYER) == "wrong_origin"


def test_a_cut_answers_its_turn_only(world: World) -> None:
    cutting(world, "t-1")
    reveal = RevealCut(seat=Seat("p1"), value="00" * 32)
    assert asked(world, reveal, Origin.PLAYER, "1.cutting") == "turn_over"
    assert asked(world, reveal, Origin.PLAYER) == "wrong_cut"
    world.desk.cut("r", "t-1")
    assert asked(world, reveal, Origin.PLAYER, CUTTING) == "turn_over"


def test_a_house_that_was_away_grants_time_for_the_cuts(world: World) -> None:
    cutting(world, "t-1")
    world.time.go(5 + GRACE_MS / 1000 + 0.001)
    found_at = world.time.ms
    world.steward.step()
    assert isinstance(world.deck("r"), Cutting)
    assert world.clock("r")[1:] == [TimeGranted(turn=CUTTING, due_ms=found_at + 5_000)]
    world.go(4)
    world.desk.cut("r", "t-1")
    world.steward.step()
    assert isinstance(world.state("r"), Betting)


def test_nobody_cuts_while_a_round_is_interrupted_and_then_all_have_their_full_time(
    world: World,
) -> None:
    cutting(world, "t-1", "t-2")
    world.go(4)
    world.desk.ask("clock/r", StopClock(reason="a flood"), Origin.OPERATOR)
    world.go(60, world.new_steward())
    assert isinstance(world.deck("r"), Cutting)
    reveal = RevealCut(seat=Seat("p1"), value="00" * 32)
    assert asked(world, reveal, Origin.PLAYER) == "round_interrupted"
    assert asked(world, MissCut(seat=Seat("p1")), Origin.CLOCK) == "round_interrupted"
    world.desk.ask("clock/r", ResumeClock(reason="dry again"), Origin.OPERATOR)
    assert asked(world, MissCut(seat=Seat("p1")), Origin.CLOCK) == "too_early"
    world.go(1)
    assert world.clock("r")[1:] == [TimeGranted(turn=CUTTING, due_ms=world.time.ms + 5_000)]
    world.go(4)
    world.desk.cut("r", "t-1")
    assert isinstance(world.deck("r"), Cutting)
    world.go(1)
    (cut,) = cut_decks(told(world))
    assert [*cut.values] == ["p1"]
    assert world.dealt("r") == world.dealing("r")


def test_a_round_that_is_voided_while_it_is_cut_leaves_nothing_behind(world: World) -> None:
    cutting(world, "t-1", "t-2")
    world.desk.cut("r", "t-2")
    void = commands.VoidRound()
    world.desk.house.ask(game("r"), void, actor="op", command_id="v", origin=Origin.OPERATOR)
    reveal = RevealCut(seat=Seat("p1"), value="00" * 32)
    assert asked(world, reveal, Origin.PLAYER) == "turn_over"
    assert asked(world, reveal, Origin.PLAYER, None) == "not_cutting"
    assert asked(world, MissCut(seat=Seat("p1")), Origin.CLOCK, None) == "not_cutting"
    world.go(2)
    assert world.steward.health().rounds == 0
    world.go(1)
    health = world.steward.health()
    assert (health.rounds, health.put_off, health.error) == (1, 0, None)
    # The value that was revealed is an anchor now, and the other anchor is still good.
    world.desk.cut(world.rounds()[-1], "t-1", "t-2")
    world.steward.step()
    assert isinstance(world.state(world.rounds()[-1]), Betting)
    assert len(told(world)) == 2


def test_a_round_of_a_match_is_cut_and_dealt_as_well(world: World) -> None:
    world.desk.match()
    world.desk.anchor("m-p2", "m-p4", at="match/m")
    world.desk.ask("match/m", StartMatchRound(round="r"), Origin.HOUSE)
    world.steward.step()
    world.desk.cut("r", "m-p4")
    world.go(4)
    assert world.dealt("r") == []
    world.go(1)
    assert isinstance(world.state("r"), Contesting)
    assert world.dealt("r") == world.dealing("r")
    committed = told(world)[0]
    assert isinstance(committed, events.DeckCommitted)
    assert (committed.venue, committed.cards) == ("match/m", 216)


def test_a_playoff_is_cut_and_dealt_from_a_deck_of_its_own(world: World) -> None:
    for number in range(12):
        name = f"t{number}"
        world.desk.full(4, name, CHECKING)
        world.desk.anchor(*(f"{name}-{seat}" for seat in (1, 2, 3, 4)), at=f"table/{name}")
    found: list[str] = []
    while not found:
        world.go(1)
        for one in world.rounds():
            state = world.deck(one)
            if isinstance(state, Cutting) and state.deck.stage == 0:
                world.desk.cut(one, *(cutter.player for cutter in state.deck.cutters))
            found += [one] if isinstance(state, Cutting) and state.deck.stage == 1 else []
    (round_id, *_) = found
    state = world.deck(round_id)
    assert isinstance(state, Cutting)
    before = len(world.dealt(round_id))
    waits = [one.player for one in state.deck.cutters]
    world.desk.cut(round_id, *waits[:-1])
    world.go(5)
    first, second = cut_decks(told(world, round_id))
    assert (first.deck.stage, second.deck.stage) == (0, 1)
    assert (len(first.values), len(second.values)) == (4, len(waits) - 1)
    dealt = world.dealt(round_id)[before:]
    assert {getattr(one, "seat", None) for one in dealt} == {one.seat for one in state.deck.cutters}


# ---- killed, and two at once


def test_an_anchor_that_comes_while_a_round_is_started_is_named_by_its_deck(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.desk.full(3)
    append, late = Log.append, ["t-1", "t-2"]

    def appending(
        log: Log, writes: Sequence[Write], info: CommandInfo, unchanged: Sequence[tuple[str, int]]
    ) -> Receipt:
        if isinstance(info.command, StartRound) and late:
            world.desk.anchor(late.pop())  # between the decision and its writing
        return append(log, writes, info, unchanged)

    monkeypatch.setattr(Log, "append", appending)
    world.desk.start("r")
    committed = world.deck("r")
    assert isinstance(committed, Cutting)
    present = world.desk.house.state(anchors("table/t")).present
    assert {one.player: one.anchor for one in committed.deck.cutters} == {**present, "t-3": None}
    assert present.keys() == {"t-1", "t-2"}
    # `world` proves that these are the anchors which stood before the deck.


@pytest.mark.parametrize("asked_before", range(1, 10))
def test_after_a_kill_at_any_step_the_same_deck_goes_on(world: World, asked_before: int) -> None:
    cutting(world, "t-1", "t-2", "t-3", "t-4", players=4)
    world.desk.cut("r", "t-3")
    world.time.go(5)
    dying = world.new_steward(Mortal(world.log, world.time, asked_before, Random(asked_before)))
    if asked_before <= 7:  # three who missed, four who are dealt to
        with pytest.raises(Killed):
            dying.step()
    assert world.new_steward().step()
    assert isinstance(world.state("r"), Betting)
    assert world.dealt("r") == world.dealing("r")
    (cut,) = cut_decks(told(world))
    assert [*cut.values] == ["p3"]
    assert len(told(world)) == 1 + 1 + 3 + 1


def test_two_that_share_a_log_and_are_killed_in_turn_cut_and_deal_once(world: World) -> None:
    chance = Random(3)
    for name in "abc":
        world.desk.full(4, name, CHECKING)
        world.desk.anchor(*(f"{name}-{seat}" for seat in (1, 2, 4)), at=f"table/{name}")
    assert killed_in_turn(world, chance, seconds=200, commands=6) > 10
    decks = [world.deck(one) for one in world.rounds()]
    assert len(decks) > 3
    assert all(isinstance(one, Cut) for one in decks)
    missed = [type(one) for round_id in world.rounds() for one in told(world, round_id)]
    assert missed.count(events.CutMissed) == 9  # in the first round of each table, then no more
    # `world` proves every round and its decks at the end.


def test_two_that_find_a_cut_overdue_at_once_go_on_without_it_once(world: World) -> None:
    cutting(world, "t-1", "t-2")
    other: Steward = world.new_steward()
    other.step()
    world.time.go(5)
    first = world.steward._agenda  # noqa: SLF001 -- to be asked in between
    assert first is not None
    (task,) = first.tasks(world.time.ms)
    for steward in (world.steward, other, other):
        steward._work.do(task)  # noqa: SLF001 -- likewise
    world.go(1, other)
    assert [type(one) for one in told(world)] == [
        events.DeckCommitted, events.CutMissed, events.CutMissed, events.DeckCut,
    ]  # fmt: skip
    assert world.dealt("r") == world.dealing("r")
