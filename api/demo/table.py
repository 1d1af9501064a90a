"""A table of bots that plays round after round into a log, through the service."""

from collections.abc import Iterable
from random import Random
from typing import Final

from api.demo.bots import answer
from api.rounds import Rounds
from domain.cards.card import PACK
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, seats_of
from domain.paipu.sizhidao.actions import Action
from domain.sizhidao import commands
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.events import SeatedPlayer
from domain.sizhidao.ruleset import Ruleset
from domain.sizhidao.state import (
    Betting,
    BuyingIn,
    Dealing,
    Settled,
    Splitting,
    State,
)
from domain.sizhidao.waiting import waiting

HOUSE: Final = "house"
CLOCK: Final = "clock"
OPERATOR: Final = "operator/demo"
_ACTORS: Final = {Origin.HOUSE: HOUSE, Origin.CLOCK: CLOCK, Origin.OPERATOR: OPERATOR}


class RefusedError(RuntimeError):
    """The rules refused a command of the demonstration: it has a fault."""


class Table:
    """A table of bots. Stacks move with the results; who falls below the entry is topped up."""

    def __init__(self, rounds: Rounds, name: str, settings: Ruleset, players: list[str]) -> None:
        self.name = name
        self._rounds = rounds
        self._settings = settings
        self._players = players
        self._stacks = [settings.cap] * len(players)
        self._head = Seat("p1")

    def play(self, round_id: str, chance: Random, steps: int | None = None) -> State:
        """Play a round to its end, or for so many steps, and return the state it is left in."""
        state = Seating(self._rounds, round_id).play(self._opening(round_id), chance, steps)
        if isinstance(state, Settled):
            self._head = state.next_head
            self._stacks = [
                max(stack + state.net[seat], self._settings.entry)
                for stack, seat in zip(self._stacks, state.round.seats, strict=True)
            ]
        return state

    def _opening(self, round_id: str) -> commands.OpenRound:
        return commands.OpenRound(
            round=round_id,
            table=self.name,
            settings=self._settings,
            players=tuple(
                SeatedPlayer(player=player, stack=stack)
                for player, stack in zip(self._players, self._stacks, strict=True)
            ),
            head=self._head,
        )


class Seating:
    """One round while it is played: every command is asked of the service, none is assumed."""

    def __init__(self, rounds: Rounds, round_id: str) -> None:
        self._rounds = rounds
        self._round = round_id
        self._asked = 0

    def ask(self, command: commands.Command, origin: Origin, actor: str) -> None:
        """Ask a command under an id of its own. Raises `RefusedError`."""
        self._asked += 1
        answered = self._rounds.ask(
            self._round,
            command,
            actor=actor,
            command_id=f"{self._round}-{self._asked}",
            origin=origin,
        )
        if isinstance(answered, Refusal):
            message = f"round {self._round}: {answered}"
            raise RefusedError(message)

    def play(self, opening: commands.OpenRound, chance: Random, steps: int | None) -> State:
        """Open the round and play it."""
        self.ask(opening, Origin.HOUSE, HOUSE)
        while steps is None or self._asked < steps:
            state = self._rounds.state(self._round)
            match state:
                case Dealing():
                    self._deal(state, chance)
                case Betting() | Splitting() | BuyingIn():
                    self._answer(state, chance)
                case _:
                    break
        return self._rounds.state(self._round)

    def replay(self, opening: commands.OpenRound, actions: Iterable[Action | Refusal]) -> None:
        """Open the round and ask what a record says, each action for the player of its seat."""
        players = dict(zip(seats_of(len(opening.players)), opening.players, strict=True))
        self.ask(opening, Origin.HOUSE, HOUSE)
        for action in actions:
            if isinstance(action, Refusal):
                raise RefusedError(str(action))
            actor = _ACTORS.get(action.origin)
            if actor is None and isinstance(action.command, commands.SeatCommand):
                actor = f"player/{players[action.command.seat].player}"
            self.ask(action.command, action.origin, actor or HOUSE)

    def _deal(self, state: Dealing, chance: Random) -> None:
        hands = deal_from(chance.sample(PACK, len(PACK)), state.round)
        for seat, cards in hands.items():
            self.ask(commands.Deal(seat=seat, cards=cards), Origin.HOUSE, HOUSE)

    def _answer(self, state: Betting | Splitting | BuyingIn, chance: Random) -> None:
        seat = chance.choice(waiting(state).seats)
        command, origin = answer(state, seat, chance)
        player = f"player/{state.round.players[seat]}"
        self.ask(command, origin, CLOCK if origin is Origin.CLOCK else player)

    def void(self) -> None:
        """Void the round, as an operator does when it cannot go on (Z9.4)."""
        self.ask(commands.VoidRound(), Origin.OPERATOR, OPERATOR)
