"""H8: a round is interrupted: stakes are held, nothing happens; it is resumed or voided."""

import pytest

from domain.cards.card import Card
from domain.flow.address import Address, clock, game, match, table, wallet
from domain.flow.interrupted import void_of
from domain.games.status import Status
from domain.house.clock import commands, events
from domain.house.clock.decider import CLOCK
from domain.house.clock.state import Deadline, Resumed, Stopped
from domain.house.match import commands as in_match
from domain.house.origins import house_may
from domain.house.table import commands as at_table
from domain.house.table.events import Ending, RoundEnded
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.shengji import commands as shengji
from domain.shengji.ruleset import ruleset as shengji_settings
from domain.sizhidao import commands as sizhidao
from domain.sizhidao.origins import may_come_from
from domain.sizhidao.ruleset import ruleset
from domain.sizhidao.state import Voided
from tests.support.house import Streams, said
from tests.support.play import LADDER, deals

NOW = 1_700_000_000_000
AT = clock("r")
STOP = commands.StopClock(reason="a flood")
RESUME = commands.ResumeClock(reason="dry again")
SETTINGS = ruleset({"ante": 10, "cap": 100, "min_players": 2, "act_seconds": 30})


def betting() -> Streams:
    """A round of three, of whom the first is to speak; by a clock."""
    house = Streams(NOW)
    house.table(SETTINGS, ann=100, bob=100, cyd=100)
    house.start()
    house.play(game("r"), deals(*LADDER[:3]))
    return house


def contesting() -> Streams:
    """A round in a match that has just begun, its cards not dealt yet."""
    house = Streams(NOW)
    at = match("m")
    house.take(at, in_match.OpenMatch(match="m", settings=shengji_settings()))
    for number, name in enumerate(("dan", "eve", "fay", "guy"), start=1):
        house.player(name)
        house.take(at, in_match.JoinMatch(seat=Seat(f"p{number}"), player=name))
        house.take(at, in_match.BeReady(player=name))
    house.take(at, in_match.StartMatchRound(round="r"))
    return house


# ---- H8.1


def test_h8_1_a_running_round_is_interrupted_once_with_a_reason() -> None:
    house = betting()
    assert house.take(AT, STOP) == (events.ClockStopped(reason="a flood"),)
    assert house.look(AT) == Stopped(reason="a flood")
    assert house.refused(AT, STOP) == "round_interrupted"


@pytest.mark.parametrize("reason", ["", " x", "x" * 101, "a\tb"])
def test_h8_1_a_reason_is_a_line_of_text(reason: str) -> None:
    house = betting()
    assert house.refused(AT, commands.StopClock(reason=reason)) == "bad_stop_reason"
    house.take(AT, STOP)
    assert house.refused(AT, commands.ResumeClock(reason=reason)) == "bad_stop_reason"
    at = game("r")
    assert house.refused(at, sizhidao.VoidRoundFor(reason=reason)) == "bad_stop_reason"


def test_h8_1_only_a_running_round_can_be_interrupted() -> None:
    house = betting()
    assert house.refused(clock("none"), STOP) == "round_not_open"
    house.play(game("r"), "p1 fold", "p2 fold")
    assert house.refused(AT, STOP) == "round_over"
    assert house.refused(AT, RESUME) == "round_over"


def test_h8_1_operator_or_house_interrupts_and_an_operator_resumes_and_voids() -> None:
    assert [one for one in Origin if house_may(STOP, one)] == [Origin.OPERATOR, Origin.HOUSE]
    assert [one for one in Origin if house_may(RESUME, one)] == [Origin.OPERATOR]
    void = sizhidao.VoidRoundFor(reason="x")
    assert [one for one in Origin if may_come_from(void, one)] == [Origin.OPERATOR]


# ---- H8.2


WORDS = ("p1 bet 20", "p1 check", "p1 fold", "p1 allin", "p2 autosplit", "p1 buy", "p1 decline")


@pytest.mark.parametrize("words", WORDS)
def test_h8_2_no_act_is_accepted_in_an_interrupted_round(words: str) -> None:
    house = betting()
    house.take(AT, STOP)
    (command,) = said([words])
    assert house.refused(game("r"), command) == "round_interrupted"


def test_h8_2_nothing_is_dealt_either() -> None:
    house, dealt = contesting(), contesting()
    house.take(AT, STOP)
    for command in (
        shengji.Deal(seat=Seat("p1"), cards=()),
        shengji.DealKitty(cards=()),
        shengji.TurnUp(seat=Seat("p1"), card=Card("As")),
    ):
        assert house.refused(game("r"), command) == "round_interrupted"
        assert dealt.refused(game("r"), command) != "round_interrupted"


def test_h8_2_no_time_runs_out() -> None:
    house = betting()
    house.take(AT, STOP)
    asked = commands.GrantTime(turn="0.betting.0", due_ms=NOW + 10**6)
    assert house.refused(AT, asked) == "round_interrupted"


def test_h8_2_stakes_are_held() -> None:
    house = betting()
    house.take(AT, STOP)
    assert house.refused(table("t"), at_table.StandUp(player="ann")) == "stack_locked"
    topped = at_table.TopUp(player="ann", points=1)
    assert house.refused(table("t"), topped) == "stack_locked"
    assert house.refused(table("t"), at_table.StartRound(round="r2")) == "round_running"
    assert house.missing_points() == 0


# ---- H8.3


def test_h8_3_a_round_that_is_not_interrupted_is_not_resumed() -> None:
    house = betting()
    assert house.refused(AT, RESUME) == "not_interrupted"
    house.take(AT, STOP)
    house.take(AT, RESUME)
    assert house.refused(AT, RESUME) == "not_interrupted"


def test_h8_3_resumed_the_turn_has_no_deadline_until_the_clock_grants_all_of_its_time() -> None:
    house = betting()
    assert house.look(AT) == Deadline(turn="0.betting.0", due_ms=NOW + 30_000)
    house.take(AT, STOP)
    assert house.take(AT, RESUME) == (events.ClockResumed(reason="dry again"),)
    assert house.look(AT) == Resumed()
    granted = commands.GrantTime(turn="0.betting.0", due_ms=NOW + 1)  # earlier than it was
    house.take(AT, granted)
    assert house.look(AT) == Deadline(turn="0.betting.0", due_ms=NOW + 1)


def test_h8_3_resumed_a_round_goes_on_where_it_was() -> None:
    house = betting()
    house.take(AT, STOP)
    before = house.look(game("r"))
    house.take(AT, RESUME)
    assert house.look(game("r")) == before
    house.play(game("r"), "p1 bet 20", "p2 fold", "p3 fold")
    assert house.missing_points() == 0


# ---- H8.4


def test_h8_4_an_interrupted_round_is_voided_and_every_stake_goes_back() -> None:
    house = betting()
    house.play(game("r"), "p1 bet 50")
    house.take(AT, STOP)
    house.take(game("r"), sizhidao.VoidRoundFor(reason="a flood"))
    assert isinstance(house.look(game("r")), Voided)
    assert set(house.stacks().values()) == {100}
    ended = house.facts[table("t")][-1]
    assert isinstance(ended, RoundEnded)
    assert ended.ending is Ending.VOIDED
    assert house.refused(game("r"), sizhidao.VoidRoundFor(reason="again")) == "round_over"
    for name in ("ann", "bob", "cyd"):
        house.take(table("t"), at_table.StandUp(player=name))
        paid = of_wallet.Withdraw(points=100, reason="cash", reference=name)
        house.take(wallet(name), paid)
    assert house.missing_points() == 0


def test_h8_4_an_interrupted_round_of_a_match_is_voided_or_abandoned_with_it() -> None:
    voided, abandoned = contesting(), contesting()
    for house in (voided, abandoned):
        house.take(AT, STOP)
    voided.take(game("r"), shengji.VoidRoundFor(reason="a flood"))
    assert voided.look(match("m")).running is None
    assert voided.refused(game("r"), shengji.VoidRoundFor(reason="x")) == "round_over"
    abandoned.take(match("m"), in_match.AbandonMatch(reason="a flood"))
    assert abandoned.refused(AT, RESUME) == "round_over"


@pytest.mark.parametrize("house", [betting(), contesting()], ids=["sizhidao", "shengji"])
def test_h8_4_the_command_that_voids_is_of_the_rounds_game(house: Streams) -> None:
    command: Command = void_of(house.look(game("r")), "a flood")
    house.take(game("r"), command)
    assert str(command.reason) == "a flood"  # type: ignore[attr-defined] # of either game


# ---- the stream


@pytest.mark.parametrize("at", [AT, clock("x")])
def test_a_clock_folds_to_what_was_decided(at: Address) -> None:
    house = betting()
    for command in (STOP, RESUME, commands.GrantTime(turn="0.betting.0", due_ms=1), STOP):
        house.take(AT, command)
    facts = [one for one in house.facts.get(at, []) if isinstance(one, events.Event)]
    assert CLOCK.fold(facts) == house.look(at)
    assert not CLOCK.is_terminal(house.look(at))


def test_a_round_stands_in_one_of_four_words() -> None:
    assert [*Status] == ["open", "complete", "voided", "interrupted"]
