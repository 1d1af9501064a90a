"""Logs in files with rounds in them, played through the service: the same ones in every run."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random

from api.rounds import Rounds
from api.sample.house import Sample
from api.sample.table import Seating
from domain.kernel.seats import Seat
from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS
from domain.paipu.sizhidao.actions import read_action
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.events import SeatedPlayer
from domain.sizhidao.ruleset import ruleset
from tests.support.keys import KEYS
from tests.support.tables import migrate

SHORT = (
    "deal p2 2s 3d 4c 5h",
    "deal p3 6s 7d 8c 9h",
    "deal p1 Ts Jd Qc Kh",
    "p1 bet 100",
    "p2 fold",
    "p3 fold @clock",
)
"""A round that ends at once: 15 events, with an uncalled part, an award and a rake."""

TIED = (
    "deal p2 As Ad 9c 2h",
    "deal p3 Qs Qd 8h Jc",
    "deal p1 2s 3d 4c 5h",
    "p1 bet 100",
    "p2 raise 400",
    "p3 call",
    "p1 fold",
    "p3 split 8h Jc | Qs Qd",
    "p2 autosplit",
    "p1 decline",
    "deal p3 As Ac 2c 3c",
    "deal p2 Ks Kc 4d 6d",
    "p2 fold",
)
"""A fold before a showdown, a tie, an offer, and a playoff that nobody needs to show."""

VOIDED = (
    "deal p2 As Kd 9c 2h",
    "deal p3 Qs Jd 8c 3h",
    "deal p1 Ts 7d 6c 5h",
    "p1 bet 50",
    "p2 call",
    "p3 call",
    "p1 split 5h 7d | 6c Ts @operator",
    "p3 autosplit",
    "void @operator",
)
"""A round voided while one split was still missing: no pile of it was ever shown."""

OPEN = VOIDED[:-1]
"""The same, still waiting for that split."""


def ticking() -> Callable[[], datetime]:
    ticks = count()
    begin = datetime(2026, 3, 4, 5, 6, 7, 891011, tzinfo=UTC)
    return lambda: begin + timedelta(seconds=next(ticks))


def new_log(path: Path) -> Log:
    """Migrate and open a log in a file."""
    migrate(url(path))
    return open_log(url(path), now=ticking(), keys=KEYS)


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def store(
    log: Log,
    round_id: str,
    actions: Iterable[str],
    *,
    players: Sequence[str] = ("ann", "bob", "cyd"),
    table: str | None = None,
) -> None:
    """Play a record's actions into the log through the service, as house, players, clock."""
    opening = opening_of(round_id, players, table)
    Seating(Rounds(log), round_id).replay(opening, map(read_action, actions))


def opening_of(
    round_id: str,
    players: Sequence[str] = ("ann", "bob", "cyd"),
    table: str | None = None,
) -> OpenRound:
    """Return the opening of a round by the usual settings, every stack a cap."""
    settings = ruleset()
    return OpenRound(
        round=round_id,
        table=table,
        settings=settings,
        players=tuple(SeatedPlayer(player=name, stack=settings.cap) for name in players),
        head=Seat("p1"),
    )


def sample(log: Log, seed: int = 3) -> Sample:
    """Return sample rounds that are called sample-1, sample-2 and so on."""
    numbers = count(1)
    chance = Random(seed)
    return Sample(log, lambda: f"sample-{next(numbers)}", chance)


def stored_rounds(log: Log) -> list[str]:
    """Return the ids of all rounds in the log."""
    return [stream.removeprefix(ROUNDS) for stream in log.streams(ROUNDS)]
