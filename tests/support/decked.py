"""A house with committed decks in a log: players with chains of values cut, and rounds are played.

Time is the test's, the secrets are those of a seed, and all is the same in every run.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

from api.house import Answer, House
from domain.fairness.cut import anchor_of
from domain.flow.address import Address, anchors, deck, game, match, table, wallet
from domain.flow.dealing import dealt_by
from domain.games.rounds import late_command, seconds_of, waiting
from domain.house.anchors.commands import DepositAnchor
from domain.house.deck.commands import MissCut, RevealCut
from domain.house.deck.state import Cut, Cutting
from domain.house.match import commands as in_match
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat, seats_of
from domain.log.store import Log, Receipt, open_log
from domain.shengji.ruleset import Ladder, Ruleset
from domain.shengji.state import Dealing as DealingFourPacks
from domain.shengji.state import TurningUp
from domain.sizhidao import commands as in_round
from domain.sizhidao.ruleset import ruleset
from domain.sizhidao.state import Betting, BuyingIn, Dealing
from tests.support.keys import KEYS
from tests.support.logs import url
from tests.support.tables import migrate

BEGIN: Final = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
BEGIN_MS: Final = int(BEGIN.timestamp()) * 1000
TABLE: Final = ruleset({"ante": 10, "cap": 200, "min_players": 2, "max_playoffs": 2})
MATCH: Final = Ruleset(ladder=Ladder.NINE_TO_JACK)
GUESTS: Final = ("ann", "bob", "cyd", "dan")
CHAIN: Final = 64
"""How often a client's first value is hashed: so many cuts it has."""


class DeckedHouse:
    """Four guests at the table `t` and in the match `m`; whatever is taken must be accepted."""

    def __init__(self, path: Path, seed: int = 0) -> None:
        migrate(url(path))
        self.path = path
        self.passed_ms = 0
        self.log = open_log(url(path), now=self.now, keys=KEYS)
        self._chance = (sha256(b"%d %d" % (seed, number)).digest() for number in count())
        self.secret: bytes | None = None
        self.house = House(self.log, self.now_ms, self._random)
        self.asked = 0
        self.receipts: dict[Seat, Receipt] = {}
        self.values: dict[str, bytes] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.log.close()

    def _random(self, size: int) -> bytes:
        """Return the secret that a test has set, else that of the seed which comes next."""
        return (self.secret or next(self._chance))[:size]

    def now(self) -> datetime:
        return BEGIN + timedelta(milliseconds=self.passed_ms)

    def now_ms(self) -> int:
        return BEGIN_MS + self.passed_ms

    # ---- asking

    def ask(self, at: Address, command: Command, origin: Origin, actor: str = "") -> Answer:
        self.asked += 1
        self.passed_ms += 10
        return self.house.ask(
            at, command, actor=actor or str(origin), command_id=str(self.asked), origin=origin
        )

    def take(self, at: Address, command: Command, origin: Origin, actor: str = "") -> Receipt:
        answer = self.ask(at, command, origin, actor)
        assert isinstance(answer, Receipt), (command, answer)
        return answer

    def look(self, at: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        return self.house.stands(at).state

    # ---- venues and clients

    def open_table(self, *with_anchor: str, guests: Iterable[str] = GUESTS[:3]) -> None:
        """Open the table `t`, and seat guests; those who are named have clients that cut."""
        self.take(table("t"), at_table.OpenTable(table="t", settings=TABLE), Origin.OPERATOR)
        for seat, name in zip(seats_of(4), guests, strict=False):
            self.take(wallet(name), of_wallet.CreatePlayer(player=name), Origin.OPERATOR)
            paid = of_wallet.Deposit(points=10_000, reason="cash", reference=f"bank {name}")
            self.take(wallet(name), paid, Origin.OPERATOR)
            sit = at_table.Sit(seat=seat, player=name, points=5_000)
            self.take(table("t"), sit, Origin.PLAYER)
        for name in with_anchor:
            self.deposit("table/t", name)

    def open_match(self, *with_anchor: str) -> None:
        """Open the match `m` with four guests; those who are named have clients that cut."""
        self.take(match("m"), in_match.OpenMatch(match="m", settings=MATCH), Origin.OPERATOR)
        for seat, name in zip(seats_of(4), GUESTS, strict=True):
            self.take(wallet(name), of_wallet.CreatePlayer(player=name), Origin.OPERATOR)
            self.take(match("m"), in_match.JoinMatch(seat=seat, player=name), Origin.PLAYER)
            self.take(match("m"), in_match.BeReady(player=name), Origin.PLAYER)
        for name in with_anchor:
            self.deposit("match/m", name)

    def deposit(self, venue: str, name: str, secret: str = "") -> None:
        """Have a client deposit the end of a chain of values."""
        value = sha256(f"{name} {venue} {secret}".encode()).digest()
        for _ in range(CHAIN):
            self.values[anchor_of(value).hex()] = value
            value = anchor_of(value)
        deposit = DepositAnchor(player=name, anchor=value.hex())
        self.take(anchors(venue), deposit, Origin.PLAYER, f"player/{name}")

    def value_of(self, anchor: str | None) -> str:
        """The value that a client has for an anchor, in hex."""
        return self.values[anchor or ""].hex()

    # ---- rounds

    def start(self, round_id: str = "r", venue: str = "table/t") -> str:
        """Start a round at the table or in the match."""
        if venue.startswith("table"):
            self.take(table("t"), at_table.StartRound(round=round_id), Origin.OPERATOR)
        else:
            self.take(match("m"), in_match.StartMatchRound(round=round_id), Origin.OPERATOR)
        return round_id

    def cut(self, round_id: str = "r", late: Iterable[str] = ()) -> None:
        """All clients that are waited for cut, in the order of seats; the clock goes on without."""
        at = deck(round_id)
        while isinstance(state := self.look(at), Cutting):
            awaited = [one for one in state.deck.cutters if one.seat in state.waits]
            one = next((one for one in awaited if one.player not in late), None)
            if one is None:
                self.miss(round_id, awaited[0].seat)
                continue
            reveal = RevealCut(seat=one.seat, value=self.value_of(one.anchor))
            self.receipts[one.seat] = self.take(at, reveal, Origin.PLAYER, one.player)

    def miss(self, round_id: str, seat: Seat) -> None:
        """Let the seconds of the cut pass, and the clock go on without a seat."""
        state = self.look(deck(round_id))
        assert isinstance(state, Cutting)
        self.passed_ms += state.deck.seconds * 1000
        self.take(deck(round_id), MissCut(seat=seat), Origin.CLOCK)

    def deal(self, round_id: str = "r") -> None:
        """Deal all that the cut deck gives."""
        cut = self.look(deck(round_id))
        assert isinstance(cut, Cut)
        for command in tuple(dealt_by(cut, self.look(game(round_id)))):
            self.take(game(round_id), command, Origin.HOUSE)

    def play(self, round_id: str = "r", late: Iterable[str] = (), steps: int = 1000) -> None:
        """Play a round for so many steps or to its end; nobody raises, and no buy-in is taken."""
        at = game(round_id)
        for _ in range(steps):
            state = self.look(at)
            asked = waiting(state)
            if asked is None:
                return
            if isinstance(state, Dealing | DealingFourPacks | TurningUp):
                self.cut(round_id, late)
                self.deal(round_id)
            elif isinstance(state, Betting) and not any(state.bets.values()):
                bet = in_round.Bet(seat=asked.seats[0], points=10)
                self.take(at, bet, Origin.PLAYER)
            elif isinstance(state, Betting):
                self.take(at, in_round.Call(seat=asked.seats[0]), Origin.PLAYER)
            elif isinstance(state, BuyingIn):
                self.take(at, in_round.DeclineBuyIn(seat=asked.seats[0]), Origin.PLAYER)
            else:
                self._be_late(round_id, state, asked.seats[0])

    def _be_late(self, round_id: str, state: Any, seat: Seat) -> None:  # noqa: ANN401 -- of either game
        seconds = seconds_of(state)
        assert seconds is not None
        self.passed_ms += seconds * 1000
        self.take(game(round_id), late_command(state, seat), Origin.CLOCK)


def reader(house: DeckedHouse, *, keys: bool = True) -> Log:
    """The log of a house as a replay opens it."""
    return open_log(url(house.path), now=house.now, read_only=True, keys=KEYS if keys else None)
