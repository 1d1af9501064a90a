"""A house in a file that starts rounds of both games, with committed decks that the players cut."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, get_args

from api.house import House
from domain.fairness.cut import anchor_of
from domain.flow.address import Address, anchors, clock, deck, game, match, table, wallet
from domain.flow.dealing import dealt_by
from domain.games.rounds import late_command, waiting
from domain.house.anchors.commands import DepositAnchor
from domain.house.clock.commands import StopClock
from domain.house.deck.commands import MissCut, RevealCut
from domain.house.deck.state import Cut, Cutting
from domain.house.match import commands as in_match
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, counter_clockwise
from domain.log.checkpoints.checkpoints import Checkpoints, Signed
from domain.log.checkpoints.notes import Signer, SigningKey
from domain.log.store import open_log
from domain.shengji.commands import TurnUp
from domain.shengji.commands import VoidRound as VoidRoundOfFour
from domain.shengji.ruleset import Ladder
from domain.shengji.ruleset import Ruleset as MatchRules
from domain.shengji.sides import SEATS
from domain.shengji.state import Dealing as DealingFourPacks
from domain.shengji.state import State as StateOfFour
from domain.shengji.state import TurningUp
from domain.sizhidao.commands import VoidRound
from domain.sizhidao.state import Dealing
from tests.support.house import SMALL, said
from tests.support.keys import KEYS
from tests.support.logs import url
from tests.support.tables import migrate

BEGIN = datetime(2026, 3, 4, 5, 6, 7, 891_011, tzinfo=UTC)
SIGNER = Signer((SigningKey("hall.example", bytes(range(32))),))
PLAYERS = ("ann", "bob", "cyd")
FOUR = ("kim", "lee", "moe", "ned")
DEALING = (Dealing, DealingFourPacks, TurningUp)


class Hall:
    """The house; all chance is of one seed, and so is every value that a client keeps."""

    def __init__(self, path: Path, seed: int = 7) -> None:
        migrate(url(path))
        self.path = path
        self.passed = timedelta()
        self.log = open_log(url(path), now=self.now, keys=KEYS)
        self.chance = Random(seed)
        self.house = House(
            self.log,
            lambda: int(self.now().timestamp() * 1000),
            self.chance.randbytes,
        )
        self.asked = 0
        self.chains: dict[str, list[bytes]] = {}
        self.checkpoints = Checkpoints(self.log, SIGNER)

    def now(self) -> datetime:
        self.passed += timedelta(milliseconds=7)
        return BEGIN + self.passed

    def ask(self, at: Address, command: Command, origin: Origin = Origin.OPERATOR) -> None:
        self.asked += 1
        actor = f"{origin}/{getattr(command, 'player', None) or getattr(command, 'seat', 'x')}"
        answered = self.house.ask(
            at, command, actor=actor, command_id=str(self.asked), origin=origin
        )
        assert not isinstance(answered, Refusal), (command, answered)

    def player(self, name: str, points: int = 0) -> None:
        self.ask(wallet(name), of_wallet.CreatePlayer(player=name))
        if points:
            paid = of_wallet.Deposit(points=points, reason="cash", reference=f"bank {name}")
            self.ask(wallet(name), paid)

    def anchor(self, venue: Address, name: str) -> None:
        """Deposit an anchor: the end of a chain of values that only the client has."""
        values = [sha256(name.encode()).digest()]
        for _ in range(20):
            values.append(anchor_of(values[-1]))
        self.chains[name] = values[:-1]
        deposit = DepositAnchor(player=name, anchor=values[-1].hex())
        self.ask(anchors(venue.stream), deposit, Origin.PLAYER)

    def table(self, players: Iterable[str] = PLAYERS, anchored: Iterable[str] = PLAYERS) -> None:
        """Open the table `t`, seat players, and let some deposit anchors."""
        self.ask(table("t"), at_table.OpenTable(table="t", settings=SMALL))
        for number, name in enumerate(players, start=1):
            self.player(name, 5_000)
            sit = at_table.Sit(seat=Seat(f"p{number}"), player=name, points=1_000)
            self.ask(table("t"), sit, Origin.PLAYER)
        for name in anchored:
            self.anchor(table("t"), name)

    def match(self) -> None:
        """Open the match `m` and let four players join it, three of them with anchors."""
        opened = in_match.OpenMatch(match="m", settings=MatchRules(ladder=Ladder.NINE_TO_JACK))
        self.ask(match("m"), opened)
        for seat, name in zip(SEATS, FOUR, strict=True):
            self.player(name)
            self.ask(match("m"), in_match.JoinMatch(seat=seat, player=name), Origin.PLAYER)
            self.ask(match("m"), in_match.BeReady(player=name), Origin.PLAYER)
        for name in FOUR[:3]:
            self.anchor(match("m"), name)

    def start(self, round_id: str) -> None:
        self.ask(table("t"), at_table.StartRound(round=round_id))

    def start_match(self, round_id: str) -> None:
        self.ask(match("m"), in_match.StartMatchRound(round=round_id))

    def state(self, round_id: str) -> Any:  # noqa: ANN401 -- of either game
        return self.house.stands(game(round_id)).state

    def cut(self, round_id: str, missing: Iterable[str] = ()) -> None:
        """Let every seat that is asked cut, but for those that are late."""
        state, missed = self.house.stands(deck(round_id)).state, set(missing)
        while isinstance(state, Cutting):
            seat = state.waits[0]
            (cutter,) = (one for one in state.deck.cutters if one.seat == seat)
            if cutter.player in missed:
                self.passed += timedelta(seconds=state.deck.seconds)
                self.ask(deck(round_id), MissCut(seat=seat), Origin.CLOCK)
            else:
                value = self.chains[cutter.player].pop()
                self.ask(deck(round_id), RevealCut(seat=seat, value=value.hex()), Origin.PLAYER)
            state = self.house.stands(deck(round_id)).state

    def deal(self, round_id: str) -> None:
        """Deal what the deck deals, until the round waits for a seat."""
        while isinstance(state := self.state(round_id), DEALING):
            decks = self.house.stands(deck(round_id)).state
            assert isinstance(decks, Cut)
            for command in [*dealt_by(decks, state)]:
                self.passed += timedelta(seconds=1)
                if isinstance(self.state(round_id), TurningUp) == isinstance(command, TurnUp):
                    self.ask(game(round_id), command, Origin.HOUSE)

    def play(self, round_id: str, *words: str) -> None:
        """Say what players say, as a record has it."""
        for command in said(words):
            self.passed += timedelta(seconds=1)
            self.ask(game(round_id), command, Origin.PLAYER)

    def late(self, round_id: str, times: int = 1_000) -> None:
        """Let the clock act for everybody, to the end of the round or so many times."""
        for _ in range(times):
            state = self.state(round_id)
            if isinstance(self.house.stands(deck(round_id)).state, Cutting):
                self.cut(round_id)
                continue
            awaited = waiting(state)
            if awaited is None:
                return
            if isinstance(state, DEALING):
                self.deal(round_id)
                continue
            self.passed += timedelta(minutes=5)
            seat = awaited.seats[0]
            self.ask(game(round_id), late_command(state, seat), Origin.CLOCK)

    def bet(self, round_id: str, callers: int = 2) -> None:
        """Cut and deal; the head bets, and so many others call."""
        self.cut(round_id)
        self.deal(round_id)
        table = self.state(round_id).round
        head, *others = counter_clockwise(table.seats, table.head)
        self.play(round_id, f"{head} bet 20", *(f"{seat} call" for seat in others[:callers]))

    def void(self, round_id: str) -> None:
        four = isinstance(self.state(round_id), get_args(StateOfFour))
        self.ask(game(round_id), VoidRoundOfFour() if four else VoidRound())

    def sign(self) -> Signed:
        signed = self.checkpoints.take() or self.checkpoints.latest()
        assert signed is not None
        return signed

    def evening(self) -> None:
        """Play rounds of both games, to their ends and not."""
        self.table()
        self.start("t1")
        self.cut("t1", missing=["bob"])
        self.deal("t1")
        self.play("t1", "p1 bet 50", "p2 call")
        self.late("t1")
        self.start("t2")
        self.bet("t2", callers=0)
        self.void("t2")
        self.start("t3")
        self.cut("t3")
        self.void("t3")
        self.start("t4")
        self.bet("t4")
        self.late("t4")
        assert self.house.stands(deck("t4")).state.deck.stage == 1
        self.start("t5")
        self.bet("t5")
        self.ask(clock("t5"), StopClock(reason="a flood"))
        self.match()
        self.start_match("m1")
        self.cut("m1", missing=["lee"])
        self.late("m1")
        self.start_match("m2")
        self.late("m2", 12)
