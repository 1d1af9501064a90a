"""H5: every open turn has a deadline, a fact of its own beside the round."""

from domain.flow.address import clock, game
from domain.house.clock import commands, events
from domain.house.clock.decider import CLOCK
from domain.house.clock.refusals import NotLater, TurnOver
from domain.house.clock.state import Deadline, Unset
from domain.house.origins import house_may, usual_origin
from domain.kernel.decider import Event, Origin
from domain.kernel.refusal import Refusal
from domain.sizhidao.ruleset import ruleset
from tests.support.house import SMALL, Streams
from tests.support.play import LADDER, LEVEL, WEAK, deals

AT = clock("r")
NOW = 1_700_000_000_000


def playing(settings: dict[str, int] | None = None) -> Streams:
    """A round of three that has just begun, by a clock."""
    house = Streams(NOW)
    shared = {"ante": 10, "cap": 100, "min_players": 2, **(settings or {})}
    house.table(ruleset(shared), ann=100, bob=100, cyd=100)
    house.start()
    return house


def deadlines(house: Streams) -> list[Event]:
    return house.facts.get(AT, [])


def due(turn: str, seconds: int, at: int = NOW) -> events.DeadlineSet:
    return events.DeadlineSet(turn=turn, seconds=seconds, due_ms=at + seconds * 1000)


def test_h5_1_the_last_hand_opens_the_first_turn_with_its_seconds() -> None:
    house = playing({"act_seconds": 30})
    house.play(game("r"), deals(*LADDER[:2]))
    assert deadlines(house) == []
    house.play(game("r"), deals(LADDER[2], to="p3"))
    assert deadlines(house) == [due("0.betting.0", 30)]
    assert house.look(AT) == Deadline(turn="0.betting.0", due_ms=NOW + 30_000)


def test_h5_1_every_turn_gets_its_own_deadline_and_keeps_it_while_it_is_open() -> None:
    house = playing({"act_seconds": 30, "split_seconds": 40, "buy_in_seconds": 50})
    house.play(game("r"), deals(LEVEL[1], LEVEL[2], WEAK))
    house.now_ms = NOW + 1
    house.play(game("r"), "p1 bet 20")
    house.now_ms = NOW + 2
    house.play(game("r"), "p2 call", "p3 fold")
    house.now_ms = NOW + 3
    house.play(game("r"), "p2 autosplit")
    assert deadlines(house) == [
        due("0.betting.0", 30),
        due("0.betting.1", 30, NOW + 1),
        due("0.betting.2", 30, NOW + 2),
        due("0.splitting", 40, NOW + 2),
    ]
    house.play(game("r"), "p1 autosplit")
    assert deadlines(house)[4:] == [due("0.buy_in", 50, NOW + 3)]
    house.play(game("r"), "p3 decline")
    assert len(deadlines(house)) == 5, "the deal of the playoff is the house's"
    house.play(game("r"), deals(*LADDER[:2]))
    assert deadlines(house)[5:] == [due("1.betting.0", 30, NOW + 3)]


def test_h5_1_the_end_of_a_round_writes_nothing_to_its_clock() -> None:
    house = playing()
    house.play(game("r"), deals(*LADDER[:3]), "p1 fold")
    before = list(deadlines(house))
    house.play(game("r"), "p2 fold")
    assert deadlines(house) == before
    assert house.missing_points() == 0


def test_h5_1_a_decision_that_knows_no_time_sets_no_deadline() -> None:
    house = Streams()
    house.table(SMALL, ann=100, bob=100)
    house.start()
    house.play(game("r"), deals(*LADDER[:2]), "p1 bet 20")
    assert AT not in house.facts


def test_h5_1_nobody_can_ask_for_a_deadline() -> None:
    house = playing()
    asked = commands.SetDeadline(turn="0.betting.0", seconds=1, due_ms=NOW)
    assert house.refused(AT, asked) == "only_follows"
    assert house.refused(game("r"), asked) == "unknown_command"


def test_h5_4_the_clock_grants_the_open_turn_more_time_and_never_less() -> None:
    house = playing({"act_seconds": 30})
    house.play(game("r"), deals(*LADDER[:3]))
    later = NOW + 90_000
    (granted,) = house.take(AT, commands.GrantTime(turn="0.betting.0", due_ms=later))
    assert granted == events.TimeGranted(turn="0.betting.0", due_ms=later)
    assert house.look(AT) == Deadline(turn="0.betting.0", due_ms=later)
    again = house.ask(AT, commands.GrantTime(turn="0.betting.0", due_ms=later))
    assert again == NotLater(due_ms=later)


def test_h5_4_time_is_granted_to_no_turn_that_is_over() -> None:
    house = playing()
    house.play(game("r"), deals(*LADDER[:3]), "p1 bet 20")
    refused = house.ask(AT, commands.GrantTime(turn="0.betting.0", due_ms=NOW + 10**6))
    assert refused == TurnOver(turn="0.betting.1")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.rule) == ("turn_over", "H5.2")


def test_h5_4_a_round_older_than_clocks_gets_its_first_deadline_granted() -> None:
    house = Streams()
    assert house.look(AT) == Unset()
    house.take(AT, commands.GrantTime(turn="0.splitting", due_ms=NOW))
    assert house.look(AT) == Deadline(turn="0.splitting", due_ms=NOW)


def test_h5_4_only_the_clock_grants_time() -> None:
    grant = commands.GrantTime(turn="0.splitting", due_ms=NOW)
    assert usual_origin(grant) is Origin.CLOCK
    assert [one for one in Origin if house_may(grant, one)] == [Origin.CLOCK]


def test_a_clock_folds_to_what_was_decided_and_has_no_end() -> None:
    house = playing()
    house.play(game("r"), deals(*LADDER[:3]), "p1 bet 20", "p2 call", "p3 fold")
    house.take(AT, commands.GrantTime(turn="0.splitting", due_ms=NOW + 10**6))
    state = CLOCK.fold(one for one in house.facts[AT] if isinstance(one, events.Event))
    assert state == house.look(AT)
    assert not CLOCK.is_terminal(state)
