"""Two houses in which the same happens, but for cards that one viewer does not know in either."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.cards.card import PACK, Card
from domain.flow.address import Address, table
from domain.house.table.commands import StartRound
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.log.store import Receipt
from domain.sizhidao.commands import Deal, Split
from domain.sizhidao.splitting import legal_splits
from domain.sizhidao.state import Splitting
from tests.leaks.evening import TABLE, Evening
from tests.leaks.inside import Inside, inside
from tests.leaks.looking import Look, Moment, Round, Viewer

ROUND: Final = "r"


class Said(NamedTuple):
    """A command, and whose decision it was, in a stage."""

    stage: int
    command: Command
    origin: Origin


class Noted(Evening):
    """An evening at which everything is said past the service, and noted."""

    def __init__(self, served: Inside, seed: int) -> None:
        super().__init__(served, seed)
        self.said: list[Said] = []

    def decide(
        self, round_id: str, command: Command, origin: Origin, at: Address | None = None
    ) -> None:
        stage = self.state(round_id).round.stage  # type: ignore[union-attr]
        self.said.append(Said(stage, command, origin))
        super().decide(round_id, command, origin, at)

    def act(self, round_id: str, seat: Seat, player: str, body: Mapping[str, Any]) -> None:
        del player
        words = [seat, body["verb"]]
        words += [str(body[name]) for name in ("points", "to") if name in body]
        if body["verb"] == "split":
            words += [*body["front"], "|", *body["back"]]
        self.say(round_id, " ".join(words))

    def void(self, round_id: str) -> None:
        self.say(round_id, "void @operator")


class World(NamedTuple):
    """A house in which a round is played, and what is so in it."""

    evening: Noted
    moment: Moment

    def look(self, viewer: Viewer) -> Look:
        return Look(self.moment, viewer)


@contextmanager
def world(folder: Path, seed: int) -> Iterator[World]:
    """Yield a house in which a round was started."""
    folder.mkdir()
    with inside(folder) as served:
        evening = Noted(served, seed)
        evening.open()
        start(evening, table(TABLE), StartRound(round=ROUND))
        evening.rounds.append(ROUND)
        yield World(evening, Moment(evening, Random(seed)))


def start(evening: Evening, place: Address, command: Command) -> None:
    """Have an operator start a round at a table or in a match, past the service."""
    started = evening.served.house.ask(
        place, command, actor="operator/office", command_id="start", origin=Origin.OPERATOR
    )
    assert isinstance(started, Receipt)
    evening.all_rounds.append(ROUND)


def play(one: World, length: int) -> None:
    """Play so many steps, if there are so many."""
    for _ in zip(range(length), one.evening.steps(ROUND), strict=False):
        pass


class Exchanged:
    """Which card stands in the other house for which, by stage: those that are known stay."""

    def __init__(self, about: Round, viewer: Viewer, chance: Random) -> None:
        self.known = {
            stage: about.secrets.open_to(about.seat_of(viewer), about.version, stage)
            for stage in range(about.stage + 1)
        }
        self._cards = {stage: _mixed(known, chance) for stage, known in self.known.items()}
        self._chance = chance

    def other(self, stage: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(self._cards[stage][card] for card in cards)

    def said(self, one: Said, evening: Evening) -> Command:
        """Return the command that is said in the other house, where a round has come as far."""
        command = one.command
        if isinstance(command, Deal):
            return replace(command, cards=self.other(one.stage, command.cards))
        if isinstance(command, Split) and not self.known[one.stage].issuperset(command.front):
            state = evening.state(ROUND)
            assert isinstance(state, Splitting)
            piles = self._chance.choice(legal_splits(state.hands[command.seat]))
            return replace(command, front=piles.front, back=piles.back)
        return command

    def hidden(self, about: Round) -> list[tuple[str, ...]]:
        """Return the hands of the last stage that the viewer does not know."""
        known = self.known[about.stage]
        return [hand for hand in about.hands().values() if not known.issuperset(hand)]


def _mixed(known: frozenset[str], chance: Random) -> Mapping[Card, Card]:
    unknown = [card for card in PACK if card not in known]
    return {card: card for card in PACK} | dict(
        zip(unknown, chance.sample(unknown, len(unknown)), strict=True)
    )
