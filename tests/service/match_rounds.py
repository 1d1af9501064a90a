"""Rounds of 比牌升級 in a log, played by chance through the house, one command after the other."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from api.rounds import Rounds
from api.service.acting import shengji_command
from api.service.shengji.legals import legal_answer
from domain.cards.packs import FOUR_PACKS
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.log.store import Log, Receipt
from domain.shengji.commands import OpenRound
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import SEATS, Side
from domain.shengji.state import Dealing, Settled, TurningUp
from tests.leaks.match import dealing, word
from tests.leaks.match_worlds import actions

PLAYERS = ("ann", "bob", "cyd", "dot")


def played(log: Log, seed: int, dealer: str | None = None) -> Iterator[Any]:
    """Play the round `r`; yield the state after every command."""
    rounds, chance, numbers = Rounds(log), Random(seed), count(1)

    def ask(command: Command, origin: Origin) -> Any:  # noqa: ANN401 -- any state
        number = f"c-{next(numbers)}"
        asked = rounds.ask("r", command, actor="test", command_id=number, origin=origin)
        assert isinstance(asked, Receipt), (command, asked)
        return rounds.state("r")

    levels = {Side.A: "7", Side.B: "7"}
    opening = OpenRound(
        round="r",
        settings=Ruleset(),
        players=PLAYERS,
        levels=levels,
        dealer=None if dealer is None else Seat(dealer),
    )
    deck = chance.sample(FOUR_PACKS, len(FOUR_PACKS))
    state = ask(opening, Origin.OPERATOR)
    while not isinstance(state, Settled):
        yield state
        if isinstance(state, Dealing | TurningUp):
            for command in dealing(deck, state, chance):
                state = ask(command, Origin.HOUSE)
            continue
        seat = next(one for one in SEATS if legal_answer(state, one))
        body = {"turn": "t", **word(state, seat, chance)}
        state = ask(shengji_command(seat, actions.validate_python(body)), Origin.PLAYER)
    yield state
