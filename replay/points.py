"""Adding a round's points up once more, by plain sums of its facts: no rule is asked here."""

from collections import Counter
from collections.abc import Mapping, Sequence

from domain.kernel.seats import Seat
from domain.sizhidao import events
from domain.sizhidao.events import Event
from projections.pots.view import EMPTY, PotsView, project

PutIn = (
    events.AntePosted
    | events.BetMade
    | events.Called
    | events.Raised
    | events.WentAllIn
    | events.BoughtIn
)
"""The facts by which a seat puts points in."""


class Sums:
    """What every seat put in, got back, was awarded and paid as rake, fact by fact."""

    def __init__(self) -> None:
        self.committed: Counter[Seat] = Counter()
        self.returned: Counter[Seat] = Counter()
        self.received: Counter[Seat] = Counter()
        self.rake: Counter[Seat] = Counter()
        self.table: PotsView = EMPTY

    def add(self, fact: Event) -> str | None:
        """Add a fact; return what does not add up after it, or None."""
        self.table = project(self.table, fact)
        match fact:
            case events.PotAwarded():
                self.received.update(fact.awards)
                if sum(fact.awards.values()) != fact.points:
                    return f"the awards of {fact.pot} are not all of its points"
            case events.RakeTaken():
                self.rake[fact.seat] += fact.points
            case events.UncalledReturned():
                self.returned[fact.seat] += fact.points
            case events.RoundSettled():
                return self._settled(fact)
            case events.RoundVoided():
                return None if _same(fact.returned, self.committed) else "not all goes back"
            case _:
                if isinstance(fact, PutIn):
                    self.committed[fact.seat] += fact.points
        return self._on_the_table()

    def _on_the_table(self) -> str | None:
        put_in = self.committed.total() - self.returned.total() - self.received.total()
        lying = self.table.total()
        return None if put_in == lying else f"{lying} lie on the table, but {put_in} should"

    def _settled(self, fact: events.RoundSettled) -> str | None:
        pairs = (
            ("committed", fact.committed, self.committed),
            ("returned", fact.returned, self.returned),
            ("received", fact.received, self.received),
            ("rake", fact.rake, self.rake),
        )
        for name, told, summed in pairs:
            if not _same(told, summed):
                return f"{name} is not the sum of the facts"
        if any(net != self._net(seat) for seat, net in fact.net.items()):
            return "a net is not received + returned - committed - rake"
        gap = sum(fact.net.values()) + sum(fact.rake.values())
        return None if gap == 0 else f"nets and rake add up to {gap}, not to zero"

    def _net(self, seat: Seat) -> int:
        won = self.received[seat] + self.returned[seat]
        return won - self.committed[seat] - self.rake[seat]


def first_gap(facts: Sequence[Event]) -> tuple[int, str] | None:
    """Return the version of the first fact after which points don't add up, and what doesn't."""
    sums = Sums()
    for version, fact in enumerate(facts, start=1):
        gap = sums.add(fact)
        if gap is not None:
            return version, gap
    return None


def _same(told: Mapping[Seat, int], summed: Counter[Seat]) -> bool:
    return all(points == summed[seat] for seat, points in told.items()) and summed.keys() <= told.keys()
