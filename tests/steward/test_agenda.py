"""The agenda, folded from facts alone: what is to be done, and when."""

import pytest

from api.steward.agenda import TOPICS, Deal, Expire, Start
from domain.flow.address import table
from domain.house.clock.events import DeadlineSet, TimeGranted
from domain.house.deck.events import DeckCut
from domain.house.table import events as at_table
from domain.house.table.decider import TABLE
from domain.house.table.state import Open
from domain.kernel.decider import Event
from domain.sizhidao.events import PlayoffOpened
from domain.sizhidao.ruleset import Ruleset
from tests.steward.told import P1, P2, PAUSE, Facts, due, ended, opened, sits, stands_up, started


@pytest.fixture
def facts() -> Facts:
    return Facts()


# ---- rounds that start by themselves (H5.5)


def test_a_table_starts_one_pause_after_it_can_play(facts: Facts) -> None:
    facts.table(1)
    assert (facts.tasks(), facts.due_in()) == ([], None)
    facts.time.go(60)
    facts.tell("table/t", sits(2))
    assert (facts.tasks(), facts.due_in()) == ([], PAUSE)
    facts.time.go(2.999)
    assert facts.tasks() == []
    facts.time.go(0.001)
    assert facts.tasks() == [Start(table("t"))]


def test_others_who_sit_down_do_not_put_it_off(facts: Facts) -> None:
    facts.table(2)
    facts.time.go(2)
    facts.tell("table/t", sits(3))
    assert facts.due_in() == 1_000


def test_who_leaves_calls_it_off_and_who_comes_back_begins_anew(facts: Facts) -> None:
    facts.table(2)
    facts.time.go(2)
    facts.tell("table/t", stands_up(2))
    assert (facts.tasks(), facts.due_in()) == ([], None)
    facts.time.go(2)
    facts.tell("table/t", sits(2))
    assert facts.due_in() == PAUSE


@pytest.mark.parametrize(
    "event",
    [
        at_table.SeatDisabled(seat=P1, player="player-1"),
        at_table.SettingsChanged(settings=Ruleset(min_players=3, entry=100)),
        at_table.SettingsChanged(settings=Ruleset(min_players=2, entry=101)),
    ],
)
def test_who_cannot_play_any_more_is_not_waited_with(facts: Facts, event: Event) -> None:
    facts.table(2)
    facts.tell("table/t", event)
    assert facts.due_in() is None


def test_a_stack_below_the_entry_is_waited_for(facts: Facts) -> None:
    facts.table(1)
    facts.tell("table/t", sits(2, points=99))
    assert facts.due_in() is None
    facts.tell("table/t", at_table.StackToppedUp(seat=P2, player="player-2", points=1))
    assert facts.due_in() == PAUSE


def test_while_a_round_runs_none_starts_and_its_end_begins_a_pause(facts: Facts) -> None:
    facts.table(3)
    facts.start()
    assert facts.tasks() == [Deal("r")]
    facts.agenda.done(Deal("r"))
    facts.time.go(100)
    assert facts.due_in() is None
    facts.tell("table/t", ended("r"))
    assert facts.due_in() == PAUSE


# ---- rounds that run


def test_a_round_is_dealt_at_once_and_again_for_every_playoff(facts: Facts) -> None:
    facts.table()
    facts.start()
    assert facts.tasks() == [Deal("r")]
    facts.tell("clock/r", deadline("0.betting.0"))
    assert facts.tasks() == []
    facts.tell("round/r", PlayoffOpened(stage=1, head=P1, contestants=(P1, P2)))
    assert facts.tasks() == [Deal("r")]


def test_a_round_is_dealt_as_soon_as_its_deck_is_cut(facts: Facts) -> None:
    facts.table()
    facts.start()
    facts.tell("clock/r", deadline("0.cutting", 5))
    assert (facts.tasks(), facts.due_in()) == ([], 5_000)
    cut = DeckCut(stage=0, cut="00" * 32, cuts=2, seats=2)
    facts.tell("deck/other", cut)
    assert facts.tasks() == []
    facts.tell("deck/r", cut)
    assert facts.tasks() == [Deal("r")]


def deadline(turn: str, seconds: int = 20) -> DeadlineSet:
    return DeadlineSet(turn=turn, seconds=seconds, due_ms=due(seconds))


def test_only_the_last_deadline_counts(facts: Facts) -> None:
    facts.table()
    facts.start()
    facts.tell("clock/r", deadline("0.betting.0"), deadline("0.betting.1", 30))
    facts.time.go(29.999)
    assert facts.tasks() == []
    facts.time.go(0.001)
    assert facts.tasks() == [Expire("r", "0.betting.1", due(30))]
    facts.tell("clock/r", TimeGranted(turn="0.betting.1", due_ms=due(50)))
    assert facts.tasks() == []
    assert facts.due_in() == 20_000


def test_time_that_is_granted_to_a_turn_just_over_changes_nothing(facts: Facts) -> None:
    facts.table()
    facts.start()
    facts.tell("clock/r", deadline("0.buy_in"))
    facts.tell("round/r", PlayoffOpened(stage=1, head=P1, contestants=(P1, P2)))
    facts.tell("clock/r", TimeGranted(turn="0.buy_in", due_ms=due(50)))
    assert facts.tasks() == [Deal("r")]
    facts.tell("clock/r", deadline("1.betting.0", 30))
    facts.tell("clock/r", TimeGranted(turn="0.buy_in", due_ms=due(50)))
    assert facts.due_in() == 30_000


def test_a_round_that_is_over_has_no_deadline(facts: Facts) -> None:
    facts.table()
    facts.start()
    facts.tell("clock/r", deadline("0.betting.0"))
    facts.tell("table/t", ended("r"))
    facts.tell("clock/r", deadline("0.betting.1", 1))
    facts.time.go(2)
    assert facts.tasks() == []
    assert (facts.agenda.tables, facts.agenda.rounds) == (1, 0)


def test_rounds_that_no_table_runs_are_left_to_whoever_plays_them(facts: Facts) -> None:
    facts.tell("clock/record", deadline("0.betting.0", 0))
    facts.tell("round/record", PlayoffOpened(stage=1, head=P1, contestants=(P1, P2)))
    assert facts.agenda.next_ms() is None


def test_all_that_is_due_comes_in_the_order_of_its_time(facts: Facts) -> None:
    for name in "abc":
        facts.table(2, name)
    facts.start("ra", "a")
    facts.start("rb", "b")
    facts.tell("clock/rb", deadline("0.betting.0", 2))
    facts.time.go(10)
    late = Expire("rb", "0.betting.0", due(2))
    assert facts.tasks() == [Deal("ra"), late, Start(table("c"))]
    assert facts.tasks() == [Deal("ra"), late, Start(table("c"))]


# ---- what is done


def test_what_is_done_is_crossed_off_unless_something_newer_is_there(facts: Facts) -> None:
    facts.table()
    facts.start()
    facts.tell("clock/r", deadline("0.betting.0", 1), deadline("0.betting.1", 1))
    facts.time.go(1)
    facts.agenda.done(Expire("r", "0.betting.0", due(1)))
    facts.agenda.put_off_until(Expire("r", "0.betting.0", due(1)), due(60))
    assert facts.tasks() == [Expire("r", "0.betting.1", due(1))]
    facts.agenda.done(Expire("r", "0.betting.1", due(1)))
    assert facts.tasks() == []


def test_what_failed_is_tried_again_later(facts: Facts) -> None:
    facts.table()
    facts.time.go(3)
    facts.agenda.put_off_until(Start(table("t")), due(13))
    assert (facts.tasks(), facts.due_in(), facts.agenda.put_off) == ([], 10_000, 1)
    facts.time.go(10)
    assert facts.tasks() == [Start(table("t"))]
    facts.agenda.done(Start(table("t")))
    assert facts.agenda.put_off == 0
    facts.start()
    facts.agenda.put_off_until(Deal("r"), due(60))
    assert facts.agenda.put_off == 1
    facts.tell("clock/r", deadline("0.betting.0", 60))
    assert facts.agenda.put_off == 0


# ---- what was there before


def found(*events: at_table.Event) -> Open:
    state = TABLE.fold(events)
    assert isinstance(state, Open)
    return state


def test_tables_are_taken_up_as_they_stand(facts: Facts) -> None:
    facts.agenda.take_up(table("idle"), 2, found(*opened(1)), due(0))
    facts.agenda.take_up(table("able"), 3, found(*opened(2)), due(1))
    facts.agenda.take_up(table("busy"), 4, found(*opened(2), started("r")), due(1))
    facts.time.go(4)
    assert facts.tasks() == [Deal("r"), Start(table("able"))]
    assert (facts.agenda.tables, facts.agenda.rounds) == (3, 1)


def test_facts_that_the_state_holds_already_are_not_counted_twice(facts: Facts) -> None:
    facts.agenda.take_up(table("t"), 4, found(*opened(2), started("r")), due(0))
    facts.agenda.done(Deal("r"))
    facts.table(2)
    facts.start("r")
    assert facts.agenda.next_ms() is None
    facts.tell("table/t", ended("r"))
    assert facts.due_in() == PAUSE


def test_a_table_that_could_not_be_read_is_left_alone(facts: Facts) -> None:
    unheard = facts.recorded("table/t", opened(0)[0])
    facts.tell("table/t", sits(1), sits(2), started("r"))
    assert facts.agenda.next_ms() is None
    facts.agenda.heed(unheard)
    assert facts.agenda.tables == 1


def test_it_asks_for_no_facts_that_say_nothing_to_it() -> None:
    assert len(TOPICS) == len(set(TOPICS)) == 31
    assert "house.RoundStarted.1" in TOPICS
    assert not any(name.startswith(("log.", "sizhidao.C")) for name in TOPICS)
    facts = Facts()
    facts.tell("command/x", ended("r"))
    assert facts.agenda.next_ms() is None
