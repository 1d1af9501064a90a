"""Facts told to an agenda one by one, each at its time."""

from collections.abc import Iterator
from itertools import count

from api.steward.agenda import Agenda, Deal, Expire, Start
from domain.house.table import events as at_table
from domain.kernel.decider import Command, Event, Origin
from domain.kernel.seats import Seat
from domain.log.envelope import Envelope, Recorded
from tests.steward.given import BEGIN, SETTINGS, Time

PAUSE = 3_000
P1, P2 = Seat("p1"), Seat("p2")


class Facts:
    """Tells an agenda facts, each in its stream, at the time that it is."""

    def __init__(self) -> None:
        self.agenda = Agenda(PAUSE)
        self.time = Time()
        self._versions: dict[str, Iterator[int]] = {}

    def recorded(self, stream: str, event: Event) -> Recorded:
        version = next(self._versions.setdefault(stream, count(1)))
        envelope: Envelope[Command] = Envelope(
            recorded_at=self.time.now(), actor="house", origin=Origin.HOUSE, command_id="1"
        )
        return Recorded(stream, version, None, envelope, event, b"", b"")

    def tell(self, stream: str, *events: Event) -> None:
        for event in events:
            self.agenda.heed(self.recorded(stream, event))

    def table(self, players: int = 2, name: str = "t") -> None:
        self.tell(f"table/{name}", *opened(players, name))

    def start(self, round_id: str = "r", name: str = "t") -> None:
        self.tell(f"table/{name}", started(round_id))

    def tasks(self) -> list[Deal | Expire | Start]:
        return self.agenda.tasks(self.time.ms)

    def due_in(self) -> int | None:
        due = self.agenda.next_ms()
        return None if due is None else due - self.time.ms


def opened(players: int, name: str = "t") -> list[at_table.Event]:
    sat = [sits(number) for number in range(1, players + 1)]
    return [at_table.TableOpened(table=name, settings=SETTINGS), *sat]


def sits(number: int, points: int = 100) -> at_table.Event:
    return at_table.PlayerSat(seat=Seat(f"p{number}"), player=f"player-{number}", points=points)


def stands_up(number: int) -> at_table.Event:
    return at_table.PlayerStoodUp(seat=Seat(f"p{number}"), player=f"player-{number}", points=100)


def started(round_id: str) -> at_table.Event:
    return at_table.RoundStarted(round=round_id, head=P1, dealt_in=())


def ended(round_id: str) -> at_table.Event:
    return at_table.RoundEnded(
        round=round_id, ending=at_table.Ending.VOIDED, net={}, next_head=P1, order=(P1,)
    )


def due(seconds: float) -> int:
    """Return the moment so many seconds from the beginning, Unix time in milliseconds."""
    return int(BEGIN.timestamp() * 1000 + seconds * 1000)
