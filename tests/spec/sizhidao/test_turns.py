"""Which turn is open, how long it may take, and what the clock does for who is late (H5, Z3.8)."""

from collections.abc import Iterable
from functools import reduce

import pytest

from domain.kernel.decider import Command as KernelCommand
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.sizhidao import commands
from domain.sizhidao.commands import Command, is_command
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.events import SeatedPlayer
from domain.sizhidao.late import late_command
from domain.sizhidao.ruleset import ruleset
from domain.sizhidao.state import Betting, BuyingIn, Splitting, State
from domain.sizhidao.turns import seconds_of, turn_of
from domain.sizhidao.waiting import waiting
from tests.support.house import said
from tests.support.play import LADDER, LEVEL, WEAK, deals, each

SECONDS = {"act_seconds": 21, "split_seconds": 22, "buy_in_seconds": 23}
P1, P2, P3 = Seat("p1"), Seat("p2"), Seat("p3")


def opened(*, allow_check: bool = False, **settings: int) -> State:
    command = commands.OpenRound(
        round="r",
        settings=ruleset({**SECONDS, "allow_check": allow_check, **settings}),
        players=tuple(SeatedPlayer(player=name, stack=20_000) for name in ("ann", "bob", "cyd")),
        head=P1,
    )
    return after(SIZHIDAO.initial, command)


def after(state: State, *asked: str | Command | Iterable[str]) -> State:
    """The state after words of a record or commands, which must all be accepted."""
    for one in asked:
        words = [one] if isinstance(one, str) else one
        for command in [words] if isinstance(words, KernelCommand) else said(words):
            assert is_command(command)
            decided = SIZHIDAO.decide(state, command)
            assert not isinstance(decided, Refusal), decided
            assert decided.state == reduce(SIZHIDAO.evolve, decided.facts, state)
            state = decided.state
    return state


def test_every_word_said_opens_another_turn() -> None:
    state, turns = opened(allow_check=True), []
    for words in (
        [], deals(*LADDER[:2]), deals(LADDER[2], to="p3"), "p1 check", "p2 bet 50", "p3 raise 100",
        "p1 allin",
    ):  # fmt: skip
        state = after(state, words)
        turns.append(turn_of(state))
    assert turns == [
        "0.deal", "0.deal", "0.betting.0", "0.betting.1", "0.betting.2", "0.betting.3",
        "0.betting.4",
    ]  # fmt: skip
    assert turn_of(after(state, "p2 fold")) == "0.betting.5"
    assert turn_of(after(state, "p2 fold", "p3 allin")) == "0.splitting"


def test_all_seats_that_split_or_answer_share_one_turn_and_a_playoff_has_its_own() -> None:
    state = after(opened(), deals(LEVEL[1], LEVEL[2], WEAK), each("p1", "bet 50"))
    state = after(state, "p2 call", "p3 fold")
    assert turn_of(state) == "0.splitting"
    state = after(state, "p1 autosplit")
    assert turn_of(state) == "0.splitting"
    state = after(state, "p2 autosplit")
    assert turn_of(state) == "0.buy_in"
    state = after(state, "p3 buy")
    assert turn_of(state) == "1.deal"
    state = after(state, deals(*LADDER[:3]))
    assert turn_of(state) == "1.betting.0"


def test_a_round_that_is_not_running_waits_for_nobody() -> None:
    assert turn_of(SIZHIDAO.initial) is None
    dealt = after(opened(), deals(*LADDER[:3]))
    settled, voided = after(dealt, "p1 fold", "p2 fold"), after(dealt, "void @operator")
    for over in (SIZHIDAO.initial, settled, voided):
        assert (turn_of(over), seconds_of(over)) == (None, None)


def test_z1_each_kind_of_turn_has_its_seconds_and_the_deal_has_none() -> None:
    state = opened()
    assert seconds_of(state) is None
    state = after(state, deals(LEVEL[1], LEVEL[2], WEAK))
    assert seconds_of(state) == 21
    state = after(state, "p1 bet 50", "p2 call", "p3 fold")
    assert seconds_of(state) == 22
    state = after(state, "p1 autosplit", "p2 autosplit")
    assert seconds_of(state) == 23


@pytest.mark.parametrize(
    ("allow_check", "words", "seat", "late"),
    [
        (False, [], P1, commands.Fold(seat=P1)),
        (True, [], P1, commands.Check(seat=P1)),
        (True, ["p1 check"], P2, commands.Check(seat=P2)),
        (True, ["p1 check", "p2 bet 50"], P3, commands.Fold(seat=P3)),
    ],
)
def test_z3_8_who_is_late_checks_where_that_is_free_and_else_folds(
    allow_check: bool, words: list[str], seat: Seat, late: Command
) -> None:
    state = after(opened(allow_check=allow_check), deals(*LADDER[:3]), words)
    assert isinstance(state, Betting)
    assert late_command(state, seat) == late
    after(state, late)


def test_z5_6_z7_4_the_clock_splits_and_declines_and_what_it_asks_is_accepted() -> None:
    state = after(opened(), deals(LEVEL[1], LEVEL[2], WEAK), "p1 bet 50", "p2 call", "p3 fold")
    assert isinstance(state, Splitting)
    assert late_command(state, P2) == commands.AutoSplit(seat=P2)
    state = after(state, late_command(state, P2), late_command(state, P1))
    assert isinstance(state, BuyingIn)
    assert waiting(state).seats == (P3,)
    assert late_command(state, P3) == commands.DeclineBuyIn(seat=P3)
    assert turn_of(after(state, late_command(state, P3))) == "1.deal"
