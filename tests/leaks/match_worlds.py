"""Two houses in which a match goes alike, but for cards that one viewer does not know in either."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from api.service import wire
from api.service.acting import shengji_command
from domain.flow.address import Address, match
from domain.house.match.commands import StartMatchRound
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.shengji.commands import VoidRound
from domain.shengji.events import RoundOpened
from domain.shengji.state import Playing
from tests.leaks.courses import Course, Said
from tests.leaks.inside import Inside, inside
from tests.leaks.looking import Look, Moment, Viewer
from tests.leaks.match import MATCH, MatchEvening
from tests.leaks.worlds import ROUND, start

__all__ = ["ROUND"]

actions: Final[TypeAdapter[Any]] = TypeAdapter(wire.Candidate)


class NotedMatch(MatchEvening):
    """An evening on which everything is said past the service, and noted."""

    def __init__(self, served: Inside, seed: int) -> None:
        super().__init__(served, seed)
        self.said: list[Said] = []

    def decide(
        self, round_id: str, command: Command, origin: Origin, at: Address | None = None
    ) -> None:
        self.said.append(Said(command, origin))
        super().decide(round_id, command, origin, at)

    def act(self, round_id: str, seat: Seat, player: str, body: Mapping[str, Any]) -> None:
        del player
        command = shengji_command(seat, actions.validate_python(body))
        self.decide(round_id, command, Origin.PLAYER)

    def void(self, round_id: str) -> None:
        self.decide(round_id, VoidRound(), Origin.OPERATOR)


class MatchWorld(NamedTuple):
    """A house in which a round of a match is played, and what is so in it."""

    evening: NotedMatch
    moment: Moment

    def look(self, viewer: Viewer) -> Look:
        return Look(self.moment, viewer)

    def course(self, viewer: Viewer) -> Course:
        """Return the round as it went, for a viewer."""
        opened = self.moment.newest.facts[0]
        assert isinstance(opened, RoundOpened)
        return Course(opened, self.evening.said, self.moment.newest.seat_of(viewer))


@contextmanager
def match_world(folder: Path, seed: int) -> Iterator[MatchWorld]:
    """Yield a house in which a round of a match was started."""
    folder.mkdir()
    with inside(folder) as served:
        evening = NotedMatch(served, seed)
        evening.open()
        evening.open_match()
        start(evening, match(MATCH), StartMatchRound(round=ROUND))
        yield MatchWorld(evening, Moment(evening, Random(seed)))


def play(one: MatchWorld, length: int, leading: Viewer | None = None, *, tidy: bool) -> None:
    """Play so many steps, if there are so many; and on until somebody is to lead, if wanted."""
    for number, _ in enumerate(one.evening.match_steps(ROUND, tidy=tidy), start=1):
        if number >= length and (leading is None or _leads(one, leading)):
            return


def _leads(one: MatchWorld, viewer: Viewer) -> bool:
    state = one.evening.any_state(ROUND)
    leads = isinstance(state, Playing) and not state.plays
    return leads and state.turn == one.moment.newest.seat_of(viewer)
