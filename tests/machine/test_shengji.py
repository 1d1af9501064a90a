"""A machine that plays rounds of 比牌升級 with legal and illegal commands in any order."""

from random import Random
from typing import ClassVar, Final

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from domain.kernel.decider import Command
from domain.shengji import commands
from domain.shengji.decider import SHENGJI
from domain.shengji.late import late_command
from domain.shengji.legal import legal
from domain.shengji.state import (
    Burying,
    CallingTrump,
    Contesting,
    Dealing,
    Live,
    Playing,
    Returning,
    Settled,
    State,
    TurningUp,
    Unopened,
    Voided,
)
from domain.shengji.waiting import waiting
from tests.machine.walking import OfOneRound, walks
from tests.support.shengji_chance import any_command, any_legal, deal, openings

THEN: Final[dict[type, set[type]]] = {
    Unopened: {Dealing},
    Dealing: {Dealing, TurningUp, Contesting},
    TurningUp: {Contesting},
    Contesting: {Contesting, CallingTrump},
    CallingTrump: {Returning, Burying},
    Returning: {Returning, Burying},
    Burying: {Playing},
    Playing: {Playing, Settled},
}
"""Which phases can follow on each; any but the first can be voided."""
ASKED = Contesting | CallingTrump | Returning | Burying | Playing


class ShengjiMachine(OfOneRound):
    """A round, in which every phase follows on one that it can."""

    decider = SHENGJI
    void_round: ClassVar[Command] = commands.VoidRound()
    state: State

    def follows(self, after: State, command: Command) -> None:
        voided = isinstance(command, commands.VoidRound)
        assert type(after) in ({Voided} if voided else THEN[type(self.state)])

    @initialize(opening=openings())
    def open(self, opening: commands.OpenRound) -> None:
        """A round is opened."""
        self.take(opening)

    @precondition(lambda self: isinstance(self.state, Dealing))
    @rule(seed=st.integers(0, 2**16))
    def deal(self, seed: int) -> None:
        """Hands and kitty are dealt, in any order."""
        for dealt in deal(Random(seed)):
            self.take(dealt)

    @precondition(lambda self: isinstance(self.state, TurningUp | ASKED))
    @rule(seed=st.integers(0, 2**16))
    def act(self, seed: int) -> None:
        """Whoever is asked does anything legal."""
        assert isinstance(self.state, Live)
        self.take(any_legal(self.state, Random(seed)))

    @precondition(lambda self: isinstance(self.state, Playing))
    @rule(seed=st.integers(0, 2**16))
    def play_on(self, seed: int) -> None:
        """Several tricks are played."""
        chance = Random(seed)
        for _ in range(chance.randrange(40)):
            if isinstance(self.state, Playing):
                self.take(any_legal(self.state, chance))

    @precondition(lambda self: isinstance(self.state, ASKED))
    @rule()
    def be_late(self) -> None:
        """The clock acts for whoever is asked."""
        assert isinstance(self.state, ASKED)
        (seat,) = waiting(self.state).seats
        self.take(late_command(self.state, seat))

    @rule(command=any_command())
    def interfere(self, command: commands.Command) -> None:
        """Any command at all is refused and changes nothing, or is legal and leads on."""
        self.try_any(command)

    @invariant()
    def somebody_is_waited_for(self) -> None:
        """A round in which seats are asked waits for one seat, and only it can act."""
        if isinstance(self.state, ASKED):
            (seat,) = waiting(self.state).seats
            assert [one for one in self.state.round.players if legal(self.state, one)] == [seat]

    def teardown(self) -> None:
        """Whatever was reached, the clock can play the round to its end; replay equals live."""
        while isinstance(self.state, Live):
            match self.state:
                case Dealing():
                    self.deal(len(self.facts))
                case TurningUp():
                    self.act(len(self.facts))
                case _:
                    self.be_late()
        assert SHENGJI.fold(self.facts) == self.state
        assert SHENGJI.is_terminal(self.state)


ShengjiMachine.TestCase.settings = walks(40, 30)
TestRounds = ShengjiMachine.TestCase
