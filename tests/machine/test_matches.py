"""A machine that runs matches with legal and illegal commands in any order, in a real log."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from api.house import House
from domain.cards.card import PACK, SMALL_JOKER, Card
from domain.flow.address import Address, Kind, game, match, wallet
from domain.flow.decide import FOLLOWS_ONLY
from domain.games.rounds import ROUND, waiting
from domain.house.match import commands as in_match
from domain.house.match.state import Open, Over
from domain.house.table.events import Ending
from domain.house.wallet import commands as of_wallet
from domain.house.wallet.state import Account
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.log.store import open_log
from domain.shengji import commands as in_round
from domain.shengji.ruleset import LEVELS, ruleset
from domain.shengji.sides import SEATS, Side
from domain.shengji.state import Contesting, Dealing
from tests.machine.walking import walks
from tests.support.house import rederived
from tests.support.logs import ticking
from tests.support.matches import SHORT, all_shown, dealt, late
from tests.support.origins import origin_of

PLAYERS = ("ann", "bob", "cyd", "dan", "eve")
MATCHES = ("m", "n")
EVERY = (*MATCHES, "other")
"""One of them nobody opens, unless by chance."""
players = st.sampled_from((*PLAYERS, "issue", "nobody", ""))
seats = st.sampled_from((*SEATS, Seat("p5"), Seat("")))
rounds = st.sampled_from(("round 1", "round 2", "round 9", ""))


@st.composite
def any_command(draw: st.DrawFn) -> tuple[Address, Command]:
    """Commands of every kind to every stream, also those that nobody may ask."""
    at, player, seat = draw(st.sampled_from(EVERY)), draw(players), draw(seats)
    of_round, reason = draw(rounds), draw(st.sampled_from(("x", "")))
    ended: dict[str, Any] = {"levels": dict.fromkeys(Side, "J"), "scores": dict.fromkeys(SEATS, 0)}
    kinds: dict[Kind, tuple[Command, ...]] = {
        Kind.MATCH: (
            in_match.OpenMatch(match=at, settings=draw(st.sampled_from((SHORT, ruleset())))),
            in_match.JoinMatch(seat=seat, player=player),
            in_match.BeReady(player=player),
            in_match.QuitMatch(player=player),
            in_match.ComeBack(player=player),
            in_match.StartMatchRound(round=of_round),
            in_match.AbandonMatch(reason=""),
            in_match.DisableMatchSeat(seat=seat),
            in_match.EnableMatchSeat(seat=seat),
            in_match.EndMatchRound(
                round=of_round,
                ending=Ending.SETTLED,
                next_dealer=seat,
                match_winner=Side.A,
                **ended,
            ),
        ),
        Kind.WALLET: (
            of_wallet.CreatePlayer(player=player),
            of_wallet.DisablePlayer(reason=reason),
            of_wallet.EnablePlayer(reason=reason),
            of_wallet.EnterMatch(match=at, seat=seat),
            of_wallet.LeaveMatch(match=at),
        ),
        Kind.ROUND: tuple(draw(words_of_a_round())),
    }
    to = draw(st.sampled_from((match(at), wallet(player), game(of_round))))
    return to, draw(st.sampled_from(kinds[to.kind]))


@st.composite
def words_of_a_round(draw: st.DrawFn) -> Iterator[Command]:
    """A word of every kind, most of them out of place in any one state."""
    seat, card = draw(seats), draw(st.sampled_from((*PACK, SMALL_JOKER, Card("1s"))))
    return iter(
        (
            in_round.Deal(seat=seat, cards=(card,) * 51),
            in_round.DealKitty(cards=(card,) * 9),
            in_round.TurnUp(seat=seat, card=card),
            in_round.Show(seat=seat, cards=(card,)),
            in_round.Pass(seat=seat),
            in_round.CallTrump(seat=seat, suit=draw(st.sampled_from("shdcx"))),
            in_round.Return(seat=seat, to=draw(seats), cards=(card,)),
            in_round.Bury(seat=seat, cards=(card,) * 8),
            in_round.Play(seat=seat, cards=(card,)),
        )
    )


class MatchMachine(RuleBasedStateMachine):
    """Five players, two matches, as many rounds as come."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = open_log("memory:", now=ticking())
        self.log = self.opened.__enter__()
        self.house = House(self.log, lambda: 0)
        self.rounds: list[str] = []
        self.asked = 0

    def teardown(self) -> None:
        """Everything in the log is decided again, and what is kept is what is stored."""
        assert rederived(self.log) == 0
        for at in filter(None, map(Address.of, self.log.streams())):
            facts = (one.event for one in self.log.read(at.stream))
            folded = at.decider.fold(facts)
            known = self.house.known(at).state
            assert folded == known or at.decider.is_terminal(folded)
        self.opened.__exit__(None, None, None)

    # ---- asking

    def ask(self, to: Address, command: Command) -> str | None:
        """Ask a command; return the code of its refusal. A refusal changes nothing."""
        before, self.asked = self.log.last_position(), self.asked + 1
        answer = self.house.ask(
            to, command, actor="x", command_id=str(self.asked), origin=origin_of(command)
        )
        if isinstance(answer, Refusal):
            assert answer.code
            assert answer.rule
            assert self.log.last_position() == before
            return answer.code
        assert type(command) not in FOLLOWS_ONLY
        if isinstance(command, in_match.StartMatchRound):
            self.rounds.append(command.round)
        return None

    def take(self, to: Address, command: Command) -> None:
        assert self.ask(to, command) is None, command

    def state(self, at: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        return self.house.known(at).state

    # ---- what happens

    @initialize(four=st.booleans())
    def found(self, *, four: bool) -> None:
        """Players, and matches for them, one of which may begin at once."""
        for name in PLAYERS:
            self.take(wallet(name), of_wallet.CreatePlayer(player=name))
        for name, chosen in zip(MATCHES, (SHORT, ruleset()), strict=True):
            self.take(match(name), in_match.OpenMatch(match=name, settings=chosen))
        if four:
            self.fill("m")

    @rule(name=st.sampled_from(MATCHES))
    def fill(self, name: str) -> None:
        """Every free seat of a match is taken, all are ready, and a round starts."""
        for seat, player in zip(SEATS, PLAYERS, strict=False):
            self.ask(match(name), in_match.JoinMatch(seat=seat, player=player))
            self.ask(match(name), in_match.BeReady(player=player))
        self.start(name)

    @rule(asked=any_command())
    def any(self, asked: tuple[Address, Command]) -> None:
        """Any command at all."""
        self.ask(*asked)

    @rule(name=st.sampled_from(MATCHES))
    def start(self, name: str) -> None:
        """A round starts, where that is possible."""
        about = f"round {len(self.rounds) + 1}"
        self.ask(match(name), in_match.StartMatchRound(round=about))

    @rule(name=st.sampled_from(MATCHES), player=st.sampled_from(PLAYERS), which=st.integers(0, 4))
    def change(self, name: str, player: str, which: int) -> None:
        """A player quits or comes back, or is disabled or enabled."""
        to, command = (
            (match(name), in_match.QuitMatch(player=player)),
            (match(name), in_match.ComeBack(player=player)),
            (wallet(player), of_wallet.DisablePlayer(reason="x")),
            (wallet(player), of_wallet.EnablePlayer(reason="x")),
            (match(name), in_match.BeReady(player=player)),
        )[which]
        self.ask(to, command)

    @rule(name=st.sampled_from(MATCHES), lot=st.integers(0, 9))
    def abandon(self, name: str, lot: int) -> None:
        """Now and then an operator abandons a match."""
        if lot == 0:
            self.ask(match(name), in_match.AbandonMatch(reason="x"))

    @precondition(lambda self: self.running())
    @rule(seed=st.integers(0, 2**16), lot=st.integers(0, 6))
    def play(self, seed: int, lot: int) -> None:
        """A running round goes on for a while, to its end, or it is voided."""
        chance = Random(seed)
        about = chance.choice(self.running())
        if lot == 0:
            self.take(game(about), in_round.VoidRound())
            return
        for command in self.words(about, chance, 400 if lot == 1 else 20):
            self.take(game(about), command)

    def words(self, about: str, chance: Random, most: int) -> Iterator[Command]:
        """Yield what a round goes on with, for so many words at most."""
        at = game(about)
        if isinstance(self.state(at), Dealing):
            yield from dealt(about, self.state(at))
        for _ in range(most):
            state = self.state(at)
            if isinstance(state, Contesting) and chance.randrange(2):
                yield all_shown(state)
            elif (word := late(state)) is not None:
                yield word

    def running(self) -> list[str]:
        return [one for one in self.rounds if not ROUND.is_terminal(self.state(game(one)))]

    # ---- what is always true

    @invariant()
    def wallets_and_matches_agree(self) -> None:
        """Who sits where says the wallet as the match does, and who is disabled."""
        told, seen = set(), set()
        for name in PLAYERS:
            account = self.state(wallet(name))
            if isinstance(account, Account):
                told |= {(name, at, seat, account.disabled) for at, seat in account.matches.items()}
        for name in EVERY:
            state = self.state(match(name))
            if isinstance(state, Open):
                seen |= {(s.player, name, at, s.disabled) for at, s in state.seats.items()}
        assert told == seen

    @invariant()
    def a_match_runs_its_unfinished_round(self) -> None:
        """A round is unfinished as long as its match runs it, and no longer."""
        states = [self.state(match(name)) for name in EVERY]
        running = {one.running for one in states if isinstance(one, Open) and one.running}
        assert running == set(self.running())
        for about in running:
            assert waiting(self.state(game(about))) is not None

    @invariant()
    def a_match_stands_as_it_can(self) -> None:
        """Scores sum to zero, levels are of the ladder, and four play once it has begun."""
        for name in EVERY:
            state = self.state(match(name))
            if isinstance(state, Open | Over):
                assert sum(state.totals.values()) == 0
                assert set(state.levels.values()) <= set(LEVELS[state.settings.ladder])
                assert set(state.levels) == set(Side)
                assert not state.begun or set(state.seats) == set(SEATS)
                assert state.dealer is None or state.begun


MatchMachine.TestCase.settings = walks(60, 40)
TestMatches = MatchMachine.TestCase
