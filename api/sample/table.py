"""A table of bots that plays round after round into a log, through the house."""

from collections.abc import Iterable
from random import Random

from api.rounds import Rounds
from api.sample.asking import HOUSE, Asker, RefusedError, free
from api.sample.bots import answer
from api.sample.cards import Cards
from domain.flow.address import game, table, wallet
from domain.house.table import commands as at_table
from domain.house.table.state import Open
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import seats_of
from domain.paipu.action import Action
from domain.sizhidao import commands
from domain.sizhidao.ruleset import Ruleset
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Splitting, State
from domain.sizhidao.waiting import waiting

__all__ = ["HOUSE", "Seating", "Table"]


class Table:
    """A table of bots. Who falls below the entry is paid points and tops up before a round.

    It is opened with its first round, under its name, or under the next that is free: `south-2`.
    """

    def __init__(self, rounds: Rounds, name: str, settings: Ruleset, players: list[str]) -> None:
        self._rounds = rounds
        self._name = name
        self._settings = settings
        self._players = players
        self._asker: Asker | None = None
        self._cards: Cards | None = None

    def play(self, round_id: str, chance: Random, steps: int | None = None) -> State:
        """Play a round to its end, or for so many steps, and return the state it is left in."""
        asker = self._asker = self._asker or self._opened()
        self._top_up(asker)
        cards = self._cards = self._cards or Cards(table(asker.name), self._players)
        cards.prepare(asker, chance)
        seating = Seating(self._rounds, round_id)
        seating.start(asker.name)
        return seating.play(cards, chance, steps)

    def _opened(self) -> Asker:
        house = self._rounds.house
        asker = Asker(house, free(house, table, self._name))
        at, entry = table(asker.name), self._settings.entry
        opened = at_table.OpenTable(table=asker.name, settings=self._settings)
        asker.ask(at, opened, Origin.OPERATOR)
        for seat, player in zip(seats_of(len(self._players)), self._players, strict=True):
            asker.have_player(player)
            _pay(asker, player, entry)
            sat = at_table.Sit(seat=seat, player=player, points=entry)
            asker.ask(at, sat, Origin.PLAYER, player)
        return asker

    def _top_up(self, asker: Asker) -> None:
        at = table(asker.name)
        state = asker.house.stands(at).state
        for seated in state.seats.values() if isinstance(state, Open) else ():
            points = self._settings.entry - seated.stack
            if points > 0:
                _pay(asker, seated.player, points)
                topped = at_table.TopUp(player=seated.player, points=points)
                asker.ask(at, topped, Origin.PLAYER, seated.player)


def _pay(asker: Asker, player: str, points: int) -> None:
    """Pay points into a bot's wallet."""
    reference = f"sample {asker.name} {asker.asked + 1}"
    paid = of_wallet.Deposit(points=points, reason="points for a bot", reference=reference)
    asker.ask(wallet(player), paid, Origin.OPERATOR)


class Seating:
    """One round while it is played: every command is asked of the house, none is assumed."""

    def __init__(self, rounds: Rounds, round_id: str) -> None:
        self._rounds = rounds
        self._round = round_id
        self._asker = Asker(rounds.house, round_id)

    def start(self, table_id: str) -> None:
        """Have a table start the round."""
        start = at_table.StartRound(round=self._round)
        self._asker.ask(table(table_id), start, Origin.HOUSE)

    def ask(self, command: commands.Command, origin: Origin, player: str = "") -> None:
        """Ask a command of the round. Raises `RefusedError`."""
        self._asker.ask(game(self._round), command, origin, player)

    def play(self, cards: Cards, chance: Random, steps: int | None) -> State:
        """Play the round, once it is open."""
        while steps is None or self._asker.asked < steps:
            state: State = self._rounds.state(self._round)
            match state:
                case Dealing():
                    cards.deal(self._asker, state)
                case Betting() | Splitting() | BuyingIn():
                    self._answer(state, chance)
                case _:
                    break
        played: State = self._rounds.state(self._round)
        return played

    def replay(self, opening: commands.OpenRound, actions: Iterable[Action | Refusal]) -> None:
        """Open the round and ask what a record says, each action for the player of its seat."""
        players = dict(zip(seats_of(len(opening.players)), opening.players, strict=True))
        self.ask(opening, Origin.HOUSE)
        for action in actions:
            if isinstance(action, Refusal):
                raise RefusedError(str(action))
            player = ""
            if isinstance(action.command, commands.SeatCommand):
                player = players[action.command.seat].player
            self.ask(action.command, action.origin, player)

    def _answer(self, state: Betting | Splitting | BuyingIn, chance: Random) -> None:
        seat = chance.choice(waiting(state).seats)
        command, origin = answer(state, seat, chance)
        self.ask(command, origin, state.round.players[seat])

    def void(self) -> None:
        """Void the round, as an operator does when it cannot go on (Z9.4)."""
        self.ask(commands.VoidRound(), Origin.OPERATOR)
