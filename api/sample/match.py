"""A match of bots, played round after round into a log, through the house."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from api.house import House
from api.sample.asking import Asker, free
from api.sample.cards import Cards
from api.sample.shengji.bots import Asked, answer
from api.sample.shengji.known import Trick
from domain.flow.address import game, match
from domain.house.match import commands as in_match
from domain.house.match.state import Open
from domain.kernel.decider import Origin
from domain.shengji import commands
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import SEATS
from domain.shengji.state import Dealing, Play, Playing
from domain.shengji.waiting import waiting


class Match:
    """A match between four bots, under its name, or under the next that is free: `river-2`."""

    def __init__(self, house: House, name: str, settings: Ruleset, players: Sequence[str]) -> None:
        self._house = house
        self._asker = Asker(house, free(house, match, name))
        self._settings = settings
        self._players = players
        self._cards = Cards(match(self.name), players)

    @property
    def name(self) -> str:
        """The id of the match."""
        return self._asker.name

    def play(self, new_id: Callable[[], str], chance: Random) -> Iterator[str]:
        """Play rounds until a side has won the match; yield the id of each when it is over."""
        self._begin(chance)
        while isinstance(self._house.stands(match(self.name)).state, Open):
            yield self.play_one(new_id(), chance)

    def begin(self, new_id: Callable[[], str], chance: Random, steps: int) -> str:
        """Play one round, begin another and leave it after so many steps; return its id."""
        self._begin(chance)
        self.play_one(new_id(), chance)
        return self.play_one(new_id(), chance, steps)

    def play_one(self, round_id: str, chance: Random, steps: int | None = None) -> str:
        """Play the next round to its end, or for so many steps; return its id."""
        started = in_match.StartMatchRound(round=round_id)
        self._asker.ask(match(self.name), started, Origin.HOUSE)
        Tricks(self._house, round_id).play(self._cards, chance, steps)
        return round_id

    def _begin(self, chance: Random) -> None:
        at, ask = match(self.name), self._asker.ask
        opened = in_match.OpenMatch(match=self.name, settings=self._settings)
        ask(at, opened, Origin.OPERATOR)
        for seat, player in zip(SEATS, self._players, strict=True):
            self._asker.have_player(player)
            ask(at, in_match.JoinMatch(seat=seat, player=player), Origin.PLAYER, player)
        self._cards.prepare(self._asker, chance)
        for player in self._players:
            ask(at, in_match.BeReady(player=player), Origin.PLAYER, player)


class Tricks:
    """One round while it is played: every command is asked of the house, none is assumed."""

    def __init__(self, house: House, round_id: str) -> None:
        self._house = house
        self._at = game(round_id)
        self._asker = Asker(house, round_id)
        self._tricks: list[Trick] = []

    def play(self, cards: Cards, chance: Random, steps: int | None) -> None:
        """Play the round, once it is open."""
        while steps is None or self._asker.asked < steps:
            match self._house.stands(self._at).state:
                case Dealing() as state:
                    cards.deal(self._asker, state)
                case state if isinstance(state, Asked):
                    self._answer(state, chance)
                case _:
                    break

    def _answer(self, state: Asked, chance: Random) -> None:
        (seat,) = waiting(state).seats
        command, origin = answer(state, seat, self._tricks, chance)
        self._asker.ask(self._at, command, origin, state.round.players[seat])
        if isinstance(state, Playing) and len(state.plays) == len(SEATS) - 1:
            assert isinstance(command, commands.Play)
            self._tricks.append((*state.plays, Play(seat=seat, cards=command.cards)))
