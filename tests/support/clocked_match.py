"""A match of 比牌升級 that the clock plays, the same in every run: `replay match` tells it."""

from api.house import House
from domain.flow.address import Address, game, match, wallet
from domain.house.match import commands as in_match
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.log.store import Log
from domain.shengji.ruleset import Ladder, Ruleset
from domain.shengji.sides import SEATS
from tests.support.matches import FOUR, dealt, late

SETTINGS = Ruleset(ladder=Ladder.NINE_TO_JACK)


class ClockedMatch:
    """The match `m` of four players, two of whom have left it to the clock."""

    def __init__(self, log: Log) -> None:
        self.house, self.asked = House(log), 0
        at = match("m")
        self.ask(at, in_match.OpenMatch(match="m", settings=SETTINGS), Origin.OPERATOR)
        for seat, name in zip(SEATS, FOUR, strict=True):
            self.ask(wallet(name), of_wallet.CreatePlayer(player=name), Origin.OPERATOR)
            self.ask(at, in_match.JoinMatch(seat=seat, player=name), Origin.PLAYER)
            self.ask(at, in_match.BeReady(player=name), Origin.PLAYER)

    def ask(self, at: Address, command: Command, origin: Origin) -> None:
        self.asked += 1
        answered = self.house.ask(
            at, command, actor=str(origin), command_id=f"m-{self.asked}", origin=origin
        )
        assert not isinstance(answered, Refusal), (command, answered)

    def play(self, round_id: str) -> None:
        """Start a round, deal it by its name, and let the clock play it."""
        self.ask(match("m"), in_match.StartMatchRound(round=round_id), Origin.CLOCK)
        at = game(round_id)
        for command in dealt(round_id, self.house.stands(at).state):
            self.ask(at, command, Origin.HOUSE)
        while (word := late(self.house.stands(at).state)) is not None:
            self.ask(at, word, Origin.CLOCK)


def clocked_match(log: Log) -> None:
    """Play three rounds; then the match is abandoned."""
    played = ClockedMatch(log)
    played.play("m-1")
    for name in FOUR[:2]:
        played.ask(match("m"), in_match.QuitMatch(player=name), Origin.PLAYER)
    played.play("m-2")
    played.play("m-3")
    played.ask(match("m"), in_match.AbandonMatch(reason="a power cut"), Origin.OPERATOR)
