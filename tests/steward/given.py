"""What tests of the steward begin with."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from api.cutting import Chain
from api.house import House
from domain.flow.address import Address, anchors, deck
from domain.house.anchors.commands import DepositAnchor
from domain.house.deck.commands import RevealCut
from domain.house.match import commands as in_match
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import seats_of
from domain.log.store import Log, Receipt
from domain.shengji import ruleset as shengji_ruleset
from domain.shengji.sides import SEATS
from domain.sizhidao.ruleset import Ruleset, ruleset

BEGIN = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
SETTINGS = ruleset(
    {
        "ante": 10,
        "cap": 100,
        "min_players": 2,
        "act_seconds": 20,
        "split_seconds": 10,
        "buy_in_seconds": 15,
    }
)

SHORT = shengji_ruleset.ruleset({"ladder": "9-J"})


class Time:
    """A clock that goes when it is told to. Its milliseconds and its moments are the same time."""

    def __init__(self) -> None:
        self.ms = int(BEGIN.timestamp() * 1000)

    def now_ms(self) -> int:
        return self.ms

    def now(self) -> datetime:
        return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=self.ms)

    def go(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)


class Desk:
    """An operator and the players of a house: what they ask is accepted, or the test fails."""

    def __init__(self, log: Log, time: Time, chance: Callable[[int], bytes] | None = None) -> None:
        self.house = House(log, time.now_ms, chance)
        self._asked = 0
        self._chains: dict[str, Chain] = {}

    def ask(self, at: str, command: Command, origin: Origin) -> Receipt:
        """Ask something of a stream."""
        address = Address.of(at)
        assert address is not None
        self._asked += 1
        command_id = f"{at}/{self._asked}/{id(self)}"
        actor = f"player/{command.player}" if isinstance(command, DepositAnchor) else "desk"
        answer = self.house.ask(address, command, actor=actor, command_id=command_id, origin=origin)
        assert not isinstance(answer, Refusal), (command, answer)
        return answer

    def open(self, name: str = "t", settings: Ruleset = SETTINGS) -> None:
        opened = at_table.OpenTable(table=name, settings=settings)
        self.ask(f"table/{name}", opened, Origin.OPERATOR)

    def sit(self, player: str, seat: int, name: str = "t", points: int = 100) -> None:
        """Create a player, with the points for the seat, and have it sit down."""
        at = f"wallet/{player}"
        self.ask(at, of_wallet.CreatePlayer(player=player, test=True), Origin.OPERATOR)
        paid = of_wallet.Deposit(points=points, reason="cash", reference=f"bank {player}")
        self.ask(at, paid, Origin.OPERATOR)
        taken = at_table.Sit(seat=seats_of(13)[seat - 1], player=player, points=points)
        self.ask(f"table/{name}", taken, Origin.PLAYER)

    def anchor(self, *players: str, at: str = "table/t") -> None:
        """Have players deposit anchors."""
        for player in players:
            chain = self._chains[player] = Chain(sha256(player.encode()).digest())
            deposit = DepositAnchor(player=player, anchor=chain.end)
            self.ask(anchors(at).stream, deposit, Origin.PLAYER)

    def cut(self, round_id: str, *players: str) -> None:
        """Have players cut the deck of a round."""
        for player in players:
            at = deck(round_id)
            cutters = self.house.state(at).deck.cutters
            (one,) = (one for one in cutters if one.player == player)
            value = self._chains[player].value_of(one.anchor)
            assert value is not None
            self.ask(at.stream, RevealCut(seat=one.seat, value=value), Origin.PLAYER)

    def stand_up(self, player: str, name: str = "t") -> None:
        self.ask(f"table/{name}", at_table.StandUp(player=player), Origin.PLAYER)

    def start(self, round_id: str, name: str = "t") -> None:
        self.ask(f"table/{name}", at_table.StartRound(round=round_id), Origin.HOUSE)

    def match(self, name: str = "m", settings: shengji_ruleset.Ruleset = SHORT) -> None:
        """Open a match whose four players are ready."""
        at = f"match/{name}"
        self.ask(at, in_match.OpenMatch(match=name, settings=settings), Origin.OPERATOR)
        for seat in SEATS:
            player = f"{name}-{seat}"
            created = of_wallet.CreatePlayer(player=player, test=True)
            self.ask(f"wallet/{player}", created, Origin.OPERATOR)
            self.ask(at, in_match.JoinMatch(seat=seat, player=player), Origin.PLAYER)
            self.ask(at, in_match.BeReady(player=player), Origin.PLAYER)

    def full(
        self, players: int, name: str = "t", settings: Ruleset = SETTINGS, points: int = 100
    ) -> None:
        """Open a table with so many players."""
        self.open(name, settings)
        for number in range(1, players + 1):
            self.sit(f"{name}-{number}", number, name, points)
