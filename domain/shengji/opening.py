"""S1.2, S4.1: opening a round."""

from domain.kernel.refusal import Refusal
from domain.shengji import refusals
from domain.shengji.commands import OpenRound
from domain.shengji.events import RoundOpened
from domain.shengji.ruleset import LEVELS, RULES
from domain.shengji.sides import SEATS, SIDE_OF, Side


def open_round(command: OpenRound) -> RoundOpened | Refusal:
    """Return the opening, or why the round cannot be opened so."""
    if len(command.players) != len(SEATS):
        return refusals.WrongSeatCount(seats=len(command.players))
    if command.dealer is not None and command.dealer not in SEATS:
        return refusals.UnknownDealer()
    if not _stand(command):
        return refusals.BadLevels()
    side = Side.A if command.dealer is None else SIDE_OF[command.dealer]
    return RoundOpened(
        round=command.round,
        match=command.match,
        rules=RULES,
        settings=command.settings,
        players=command.players,
        levels={side: command.levels[side] for side in Side},
        level=command.levels[side],
        dealer=command.dealer,
    )


def _stand(command: OpenRound) -> bool:
    """Say whether both sides stand on the ladder, and equal in a first round."""
    levels, ladder = command.levels, LEVELS[command.settings.ladder]
    known = {*levels} == {*Side} and all(len(one) == 1 and one in ladder for one in levels.values())
    return known and (command.dealer is not None or levels[Side.A] == levels[Side.B])
