"""What the tests of the log write into it: small rounds by a clock that ticks a second a look."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

from domain.cards.card import Card
from domain.kernel.decider import Command, Event, Origin
from domain.kernel.seats import Seat
from domain.log.store import CommandInfo, Log, Receipt, Write
from domain.sizhidao import commands
from domain.sizhidao.events import BetMade, CardsDealt, Checked

SECRET = (Card("As"), Card("Kd"), Card("9c"), Card("2h"))
P1 = Seat("p1")


def ticking() -> Callable[[], datetime]:
    ticks = count()
    begin = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    return lambda: begin + timedelta(seconds=next(ticks))


def bet(points: int = 50) -> BetMade:
    return BetMade(seat=P1, points=points, all_in=False)


def checked() -> Checked:
    return Checked(seat=P1)


def dealt() -> CardsDealt:
    return CardsDealt(stage=0, seat=P1, cards=SECRET)


def write(stream: str, at: int, *events: Event) -> Write:
    return Write(stream=stream, expected_version=at, events=events)


def asked(
    command_id: str,
    command: Command | None = None,
    *,
    actor: str = "ann",
    target: str = "round/1",
) -> CommandInfo:
    return CommandInfo(
        actor=actor,
        origin=Origin.PLAYER,
        command_id=command_id,
        target=target,
        command=commands.Bet(seat=P1, points=50) if command is None else command,
    )


def fill(log: Log, stream: str = "round/1", events: int = 5) -> Receipt:
    """Append a hand of cards and then bets, each with a command of its own."""
    receipt = log.append([write(stream, 0, dealt())], asked(f"{stream} 0"))
    for version in range(1, events):
        command = asked(f"{stream} {version}")
        receipt = log.append([write(stream, version, bet(version))], command)
    return receipt
