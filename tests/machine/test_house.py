"""A machine that runs a house with legal and illegal commands in any order, and loses no point."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from domain.chips.amount import MOST
from domain.flow.address import COUNTER, Address, Kind, game, table, wallet
from domain.flow.decide import FOLLOWS_ONLY
from domain.house.table import commands as at_table
from domain.house.table.events import Ending
from domain.house.table.state import Open
from domain.house.wallet import commands as of_wallet
from domain.house.wallet.state import Account
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.sizhidao import commands as in_round
from domain.sizhidao.decider import is_terminal
from domain.sizhidao.legal import legal
from domain.sizhidao.ruleset import ruleset
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Live, Splitting
from domain.sizhidao.waiting import waiting
from tests.machine.walking import walks
from tests.support.house import Streams
from tests.support.rounds import any_command, hands_for

PLAYERS = ("ann", "bob", "cyd", "dan", "eve")
TABLES = ("t", "u")
SETTINGS = [
    ruleset({"ante": 10, "cap": 100, "min_players": 2, "rake_bp": 700, "max_playoffs": 1}),
    ruleset({"ante": 5, "cap": 40, "min_players": 2, "max_players": 4, "rake_basis": "pot"}),
    ruleset({"ante": 10, "cap": 60, "entry": 20, "min_players": 3, "allow_check": True}),
]
points = st.one_of(st.integers(20, 300), st.sampled_from((-1, 0, 1, MOST, MOST + 1)))
players = st.sampled_from((*PLAYERS, "issue", "nobody", ""))
tables = st.sampled_from((*TABLES, "nowhere"))
seats = st.sampled_from([Seat(f"p{number}") for number in range(9)])


@st.composite
def house_commands(draw: st.DrawFn) -> tuple[Address, Command]:
    """Commands of every kind to every stream, also those that nobody may ask."""
    player, at, seat, amount = draw(players), draw(tables), draw(seats), draw(points)
    words: dict[str, Any] = {"reason": draw(st.sampled_from(("x", ""))), "points": amount}
    words["reference"] = draw(st.sampled_from(("a", "b", "c", "")))
    of_round = draw(st.sampled_from(("r1", "r2", "r9")))
    sides: tuple[Command, ...] = (
        of_wallet.CreatePlayer(player=draw(st.sampled_from((player, "other")))),
        of_wallet.DisablePlayer(reason=words["reason"]),
        of_wallet.EnablePlayer(reason="x"),
        of_wallet.Deposit(**words),
        of_wallet.Withdraw(**words),
        of_wallet.IssuePoints(player=player, points=amount, reference="a"),
        of_wallet.RedeemPoints(player=player, points=amount, reference="a"),
        of_wallet.BringToTable(points=amount, table=at, seat=seat),
        of_wallet.TakeHome(points=amount, table=at, seat=seat),
    )
    others: tuple[Command, ...] = (
        at_table.OpenTable(table=at, settings=draw(st.sampled_from(SETTINGS))),
        at_table.ChangeSettings(settings=draw(st.sampled_from(SETTINGS))),
        at_table.Sit(seat=seat, player=player, points=amount),
        at_table.TopUp(player=player, points=amount),
        at_table.StandUp(player=player),
        at_table.DisableSeat(seat=seat),
        at_table.EnableSeat(seat=seat),
        at_table.StartRound(round=of_round),
        at_table.EndRound(round=of_round, ending=Ending.SETTLED, net={seat: 5}, order=(seat,)),
    )
    to = draw(st.sampled_from((wallet(player), table(at), game(of_round), COUNTER)))
    chosen = {Kind.WALLET: sides, Kind.TABLE: others}.get(to.kind, (draw(any_command()),))
    return to, draw(st.sampled_from(chosen))


class HouseMachine(RuleBasedStateMachine):
    """Five players, two tables, as many rounds as come."""

    def __init__(self) -> None:
        super().__init__()
        self.house = Streams()
        self.rounds = 0

    @initialize()
    def found(self) -> None:
        """Players with points, and tables for them."""
        for name in PLAYERS:
            self.house.player(name, 400)
        for name, chosen in zip(TABLES, SETTINGS, strict=False):
            self.house.take(table(name), at_table.OpenTable(table=name, settings=chosen))
            for number, player in enumerate(PLAYERS[:3], start=1):
                self.sit(player, name, Seat(f"p{number}"))

    @rule(asked=house_commands())
    def ask(self, asked: tuple[Address, Command]) -> None:
        """Any command at all: it is refused and changes nothing, or keeps every point."""
        to, command = asked
        if isinstance(command, in_round.OpenRound):
            return  # a round of no table, whose points are not the house's
        before = {at: (len(facts), self.house.states[at]) for at, facts in self.streams()}
        decided = self.house.ask(to, command)
        if isinstance(decided, Refusal):
            assert decided.code
            assert decided.rule
            after = {at: (len(facts), self.house.states[at]) for at, facts in self.streams()}
            assert before == after
        else:
            assert type(command) not in FOLLOWS_ONLY
            assert decided[0].address == to
            assert len({part.address for part in decided}) == len(decided)

    @rule(name=st.sampled_from(PLAYERS), at=st.sampled_from(TABLES), seat=seats)
    def sit(self, name: str, at: str, seat: Seat) -> None:
        """A player with points sits down, where that is possible."""
        state = self.house.look(table(at))
        entry = state.settings.entry
        self.house.ask(table(at), at_table.Sit(seat=seat, player=name, points=entry))

    @rule(
        name=st.sampled_from(PLAYERS),
        at=st.sampled_from(TABLES),
        which=st.sampled_from((0, 0, 1, 1, 2, 3, 3, 4)),
    )
    def change(self, name: str, at: str, which: int) -> None:
        """A player tops up, leaves, is disabled or enabled, or is paid out."""
        to, command = (
            (table(at), at_table.TopUp(player=name, points=50)),
            (table(at), at_table.StandUp(player=name)),
            (wallet(name), of_wallet.DisablePlayer(reason="x")),
            (wallet(name), of_wallet.EnablePlayer(reason="x")),
            (wallet(name), of_wallet.Withdraw(points=9, reason="x", reference=f"{name} {at}")),
        )[which]
        self.house.ask(to, command)

    @rule(at=st.sampled_from(TABLES))
    def start(self, at: str) -> None:
        """A round starts, where that is possible."""
        self.rounds += 1
        self.house.ask(table(at), at_table.StartRound(round=f"round {self.rounds}"))

    @rule(seed=st.integers(0, 2**16), steps=st.integers(1, 60))
    def play(self, seed: int, steps: int) -> None:
        """The running rounds go on for a while, or are voided; where none runs, one starts."""
        for name in TABLES:
            self.start(name)
        chance = Random(seed)
        for _ in range(steps):
            running = [at for at, state in self.house.states.items() if isinstance(state, Live)]
            if not running:
                return
            at = chance.choice(running)
            for command in commands_for(self.house.look(at), chance):
                self.house.take(at, command)

    def streams(self) -> list[tuple[Address, list[Any]]]:
        return list(self.house.facts.items())

    @invariant()
    def no_point_is_lost_or_made(self) -> None:
        """H2.4: wallets + seats + rake = issued − redeemed."""
        assert self.house.missing_points() == 0

    @invariant()
    def every_stream_folds_to_its_state(self) -> None:
        """What is kept of a stream is what its facts say."""
        for at, facts in self.streams():
            assert at.decider.fold(facts) == self.house.states[at]

    @invariant()
    def wallets_and_tables_agree(self) -> None:
        """Who sits where says the wallet as the table does; no stack and no wallet is below 0."""
        told, seen = set(), set()
        for at, state in self.house.states.items():
            if isinstance(state, Account):
                assert state.balance >= 0
                told |= {(state.player, where, seat) for where, seat in state.seats.items()}
                for where in state.seats:
                    seated = self.house.look(table(where)).seats[state.seats[where]]
                    assert seated.disabled == state.disabled
            if isinstance(state, Open):
                assert all(one.stack >= 0 for one in state.seats.values())
                seen |= {(one.player, at.id, seat) for seat, one in state.seats.items()}
                assert len({one.player for one in state.seats.values()}) == len(state.seats)
        assert told == seen

    @invariant()
    def a_table_runs_its_unfinished_round(self) -> None:
        """A round of a table is unfinished as long as the table runs it, and no longer."""
        running = {
            state.running.round
            for state in self.house.states.values()
            if isinstance(state, Open) and state.running is not None
        }
        rounds = {at.id: s for at, s in self.house.states.items() if at.kind is Kind.ROUND}
        assert running == {name for name, state in rounds.items() if not is_terminal(state)}


def commands_for(state: Live, chance: Random) -> list[in_round.Command]:
    """What a round that is played at random goes on with."""
    if chance.randrange(40) == 0:
        return [in_round.VoidRound()]
    match state:
        case Dealing():
            return [*hands_for(state, chance)]
        case Betting():
            return [_word(state, chance.randrange(100))]
        case Splitting():
            return [in_round.AutoSplit(seat=waiting(state).seats[0])]
        case BuyingIn():
            seat = waiting(state).seats[0]
            buys = chance.randrange(2) == 0
            return [in_round.BuyIn(seat=seat) if buys else in_round.DeclineBuyIn(seat=seat)]
        case _:
            return []


def _word(state: Betting, pick: int) -> in_round.Command:
    seat = waiting(state).seats[0]
    words = legal(state, seat)
    word = words[pick % len(words)]
    made: dict[str, in_round.Command] = {
        "fold": in_round.Fold(seat=seat),
        "check": in_round.Check(seat=seat),
        "call": in_round.Call(seat=seat),
        "allin": in_round.AllIn(seat=seat),
        "bet": in_round.Bet(seat=seat, points=word.least or 0),
        "raise": in_round.Raise(seat=seat, to=word.least or 0),
    }
    return made[word.verb]


HouseMachine.TestCase.settings = walks(60, 40)
TestHouse = HouseMachine.TestCase
