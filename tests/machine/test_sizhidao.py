"""A machine that plays rounds of 四支刀 with legal and illegal commands in any order."""

from random import Random
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.sizhidao import commands
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.legal import legal
from domain.sizhidao.splitting import legal_splits
from domain.sizhidao.state import (
    Betting,
    BuyingIn,
    Dealing,
    Splitting,
    State,
    Unopened,
)
from domain.sizhidao.waiting import waiting
from replay.sizhidao.points import first_gap
from tests.machine.walking import OfOneRound, walks
from tests.support.rounds import any_command, hands_for, missing_points, openings


class RoundMachine(OfOneRound):
    """A round, in which no point is lost or made."""

    decider = SIZHIDAO
    void_round: ClassVar[Command] = commands.VoidRound()
    state: State

    def holds(self, state: State, cause: object) -> None:
        assert missing_points(state) == 0, cause

    def seat(self, pick: int) -> Seat:
        """One of the seats that the round waits for."""
        assert isinstance(self.state, Betting | Splitting | BuyingIn)
        seats = waiting(self.state).seats
        assert seats
        return seats[pick % len(seats)]

    @initialize(opening=openings())
    def open(self, opening: commands.OpenRound) -> None:
        """A round is opened."""
        self.take(opening)

    @precondition(lambda self: isinstance(self.state, Dealing))
    @rule(seed=st.integers(0, 2**16))
    def deal(self, seed: int) -> None:
        """The stage is dealt, in any order of seats."""
        assert isinstance(self.state, Dealing)
        chance = Random(seed)
        deals = hands_for(self.state, chance)
        chance.shuffle(deals)
        for deal in deals:
            self.take(deal)

    @precondition(lambda self: isinstance(self.state, Betting))
    @rule(pick=st.integers(0, 5), share=st.integers(0, 100))
    def bet(self, pick: int, share: int) -> None:
        """The seat whose turn it is says any of its legal words, with any legal amount."""
        seat = self.seat(0)
        words = legal(self.state, seat)
        word = words[pick % len(words)]
        least, most = word.least or 0, word.most or 0
        amount = least + (most - least) * share // 100
        made: dict[str, commands.Command] = {
            "fold": commands.Fold(seat=seat),
            "check": commands.Check(seat=seat),
            "call": commands.Call(seat=seat),
            "allin": commands.AllIn(seat=seat),
            "bet": commands.Bet(seat=seat, points=amount),
            "raise": commands.Raise(seat=seat, to=amount),
        }
        self.take(made[word.verb])

    @precondition(lambda self: isinstance(self.state, Splitting))
    @rule(pick=st.integers(0, 6), which=st.integers(0, 6))
    def split(self, pick: int, which: int) -> None:
        """Any live seat splits in any legal way, or the clock does it."""
        assert isinstance(self.state, Splitting)
        seat = self.seat(pick)
        splits = legal_splits(self.state.hands[seat])
        if which == 0:
            self.take(commands.AutoSplit(seat=seat))
        else:
            piles = splits[which % len(splits)]
            self.take(commands.Split(seat=seat, front=piles.front, back=piles.back))

    @precondition(lambda self: isinstance(self.state, BuyingIn))
    @rule(pick=st.integers(0, 6), buys=st.booleans())
    def answer(self, pick: int, *, buys: bool) -> None:
        """Any seat with an offer answers it."""
        seat = self.seat(pick)
        self.take(commands.BuyIn(seat=seat) if buys else commands.DeclineBuyIn(seat=seat))

    @rule(command=any_command())
    def interfere(self, command: commands.Command) -> None:
        """Any command at all is refused and changes nothing, or is legal and keeps every point."""
        self.try_any(command)

    @invariant()
    def points_add_up(self) -> None:
        """No point is lost or made, by the state and by plain sums of the facts."""
        assert missing_points(self.state) == 0
        if self.facts:
            assert first_gap(self.facts) is None

    @invariant()
    def somebody_is_waited_for(self) -> None:
        """A running round always waits for somebody, and each of them can act."""
        if isinstance(self.state, Betting | Splitting | BuyingIn):
            seats = waiting(self.state).seats
            assert seats
            assert all(legal(self.state, seat) for seat in seats)

    @invariant()
    def nobody_exceeds_the_limit(self) -> None:
        """Z1: nobody commits more than min(cap, stack), whatever came back."""
        if not isinstance(self.state, Unopened):
            table = self.state.round
            assert all(table.remaining(seat) >= 0 for seat in table.seats)

    def teardown(self) -> None:
        """Whatever was reached, the round can be played to its end from here."""
        chance = Random(len(self.facts))
        for _ in range(5_000):
            match self.state:
                case Dealing():
                    self.deal(chance.randrange(2**16))
                case Betting():
                    self.take(commands.Fold(seat=self.seat(0)))
                case Splitting():
                    self.split(0, chance.randrange(7))
                case BuyingIn():
                    self.answer(0, buys=False)
                case _:
                    return
        message = "the round did not end"
        raise AssertionError(message)


RoundMachine.TestCase.settings = walks(60, 40)
TestRounds = RoundMachine.TestCase
