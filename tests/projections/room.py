"""A card room played through the service: players, two tables, rounds of bots, all by one seed."""

from collections.abc import Mapping
from typing import Final

from api.sample.bots import answer
from api.sample.table import HOUSE, Seating
from domain.cards.card import PACK
from domain.flow.address import adjustment, clock, table, wallet
from domain.house.adjustment import commands as of_adjustment
from domain.house.clock.commands import StopClock
from domain.house.table import commands as at_table
from domain.house.table.state import Open
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.log.store import Log, Receipt
from domain.sizhidao import commands
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.ruleset import ruleset
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Splitting
from domain.sizhidao.waiting import waiting
from tests.projections.asking import Asking
from tests.support.logs import TIED, store

SETTINGS: Final = ruleset({"ante": 10, "cap": 200, "min_players": 2, "max_playoffs": 2})
TABLES: Final[Mapping[str, Mapping[str, str]]] = {
    "oak": {"p1": "ann", "p3": "bob", "p4": "cyd", "p7": "dot"},
    "elm": {"p2": "eve", "p3": "fay", "p5": "gus"},
}
"""Seats with free ones between them: a round numbers its seats otherwise than its table does."""


class Room(Asking):
    """A card room in a log. Whatever it asks must be accepted."""

    def __init__(self, log: Log, seed: int = 1) -> None:
        super().__init__(log, seed, "room", "operator/o")
        self.seatings: dict[str, Seating] = {}
        self._started = 0

    def open(self) -> None:
        """Create the players, pay their points in, open the tables and sit down."""
        for name, seats in TABLES.items():
            self.ask(table(name), at_table.OpenTable(table=name, settings=SETTINGS))
            for seat, player in seats.items():
                self.ask(wallet(player), of_wallet.CreatePlayer(player=player))
                self.deposit(player, 5_000)
                sit = at_table.Sit(seat=Seat(seat), player=player, points=600)
                self.ask(table(name), sit)

    def deposit(self, player: str, points: int) -> Receipt:
        reference = f"bank-{self.asked}"
        paid = of_wallet.Deposit(points=points, reason="cash", reference=reference)
        return self.ask(wallet(player), paid)

    def withdraw(self, player: str, points: int) -> Receipt:
        reference = f"bank-{self.asked}"
        paid = of_wallet.Withdraw(points=points, reason="cash", reference=reference)
        return self.ask(wallet(player), paid)

    def adjust(self, player: str, points: int) -> None:
        at = adjustment(f"adjustment-{self.asked}")
        propose = of_adjustment.ProposeAdjustment(
            adjustment=at.id, by="operator/o", player=player, points=points, reason="by mistake"
        )
        self.ask(at, propose)
        self.ask(at, of_adjustment.ApproveAdjustment(by="supervisor/s"))

    def top_up(self, name: str) -> None:
        """Bring every stack below the entry up to it."""
        state = self.rounds.house.stands(table(name)).state
        assert isinstance(state, Open)
        for seat in state.seats.values():
            if seat.stack < SETTINGS.entry:
                points = SETTINGS.entry - seat.stack
                self.ask(table(name), at_table.TopUp(player=seat.player, points=points))

    def start(self, name: str) -> str:
        """Start a round at a table; return its id."""
        self.top_up(name)
        self._started += 1
        round_id = f"{name}-{self._started}"
        self.ask(table(name), at_table.StartRound(round=round_id))
        return round_id

    def play(self, round_id: str, steps: int = 1_000) -> None:
        """Let bots play a round for so many steps, or to its end."""
        seating = self.seatings.setdefault(round_id, Seating(self.rounds, round_id))
        for _ in range(steps):
            state = self.rounds.state(round_id)
            if isinstance(state, Dealing):
                hands = deal_from(self.chance.sample(PACK, len(PACK)), state.round)
                for seat, cards in hands.items():
                    seating.ask(commands.Deal(seat=seat, cards=cards), Origin.HOUSE, HOUSE)
            elif isinstance(state, Betting | Splitting | BuyingIn):
                seat = self.chance.choice(waiting(state).seats)
                seating.ask(*answer(state, seat, self.chance), state.round.players[seat])
            else:
                break

    def evening(self, rounds: int) -> None:
        """Open the room and play in it, with all that moves points."""
        self.open()
        for number in range(rounds):
            self.play(self.start("oak"))
            self.play(self.start("elm"))
            if number % 3 == 0:
                round_id = self.start("oak")
                self.play(round_id, steps=3)
                self.ask(clock(round_id), StopClock(reason="a flood"))
                self.seatings[round_id].void()
                self.ask(table("elm"), at_table.StandUp(player="gus"))
                sit = at_table.Sit(seat=Seat("p6"), player="gus", points=300)
                self.ask(table("elm"), sit)
                self.ask(table("elm"), at_table.StandUp(player="gus"))
                self.ask(table("elm"), at_table.Sit(seat=Seat("p5"), player="gus", points=500))
                self.withdraw("ann", 7)
                self.adjust("ann", 11)
                self.adjust("bob", -3)


def room_with_all(log: Log, rounds: int = 4) -> Room:
    """Play an evening, a round that no table started, and one that is left running."""
    room = Room(log)
    room.evening(rounds)
    store(log, "alone", TIED, table="oak")
    room.play(room.start("oak"), steps=3)
    return room
