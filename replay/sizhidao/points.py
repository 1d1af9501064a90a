"""Adding a round's points up once more, by plain sums of its facts: no rule is asked here."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from domain.kernel.seats import Seat, seats_of
from domain.kernel.text import text, text_of, word
from domain.sizhidao import events
from domain.sizhidao.events import Event

SUMS: Final = text("points add up after every fact, settlement to zero")

PutIn = events.AntePosted | events.BetMade | events.Called | events.Raised | events.WentAllIn
"""The facts by which a seat puts points in front of itself."""


class GapError(Exception):
    """Points don't add up; the message says which."""


class Sums:
    """What every seat put in, got back, was awarded and paid as rake, and what lies where."""

    def __init__(self, opened: events.RoundOpened) -> None:
        nothing = dict.fromkeys(seats_of(len(opened.players)), 0)
        self.committed = dict(nothing)
        self.returned = dict(nothing)
        self.received = dict(nothing)
        self.rake = dict(nothing)
        self.in_front = 0
        self.pots: dict[str, int] = {}

    def put_in(self, fact: PutIn) -> None:
        """Points go from a seat's stack in front of it; antes lie there until pots are formed."""
        self.committed[fact.seat] += fact.points
        self.in_front += fact.points

    def go_back(self, fact: events.UncalledReturned) -> None:
        """An uncalled part goes back to its seat."""
        self.returned[fact.seat] += fact.points
        self.in_front -= fact.points

    def form(self, fact: events.PotsFormed) -> None:
        """What was carried and what lay in front is what the pots hold."""
        formed = {pot.pot: pot.points for pot in fact.pots}
        _same(text("the pots"), sum(formed.values()), sum(self.pots.values()) + self.in_front)
        self.pots, self.in_front = formed, 0

    def carry(self, fact: events.PotTied) -> None:
        """A tied pot stays whole."""
        _same(fact.pot, fact.points, self.pots[fact.pot])

    def award(self, fact: events.PotAwarded) -> None:
        """All of a pot goes to those who are awarded it."""
        _same(fact.pot, fact.points, self.pots.pop(fact.pot))
        _same(text("the awards of {pot}", pot=fact.pot), sum(fact.awards.values()), fact.points)
        for seat, points in fact.awards.items():
            self.received[seat] += points

    def buy(self, fact: events.BoughtIn) -> None:
        """The price goes into a pot."""
        self.committed[fact.seat] += fact.points
        self.pots[fact.pot] += fact.points

    def take(self, fact: events.RakeTaken) -> None:
        """A rake is the sum of its parts."""
        self.rake[fact.seat] += fact.points
        _same(
            text("the rake of {seat}", seat=fact.seat),
            sum(part.points for part in fact.parts),
            fact.points,
        )

    def settle(self, fact: events.RoundSettled) -> None:
        """Nothing is left on the table, and nets and rake add up to zero (Z9.3)."""
        _same(text("what is left on the table"), sum(self.pots.values()) + self.in_front, 0)
        _same(word("committed"), fact.committed, self.committed)
        _same(word("returned"), fact.returned, self.returned)
        _same(word("received"), fact.received, self.received)
        _same(word("rake"), fact.rake, self.rake)
        nets = {
            seat: self.received[seat] + self.returned[seat] - points - self.rake[seat]
            for seat, points in self.committed.items()
        }
        _same(word("net"), fact.net, nets)
        _same(text("nets and rake"), sum(fact.net.values()) + sum(fact.rake.values()), 0)

    def void(self, fact: events.RoundVoided) -> None:
        """Everything goes back (Z9.4)."""
        _same(text("what goes back"), fact.returned, self.committed)


def _same(what: str, told: int | Mapping[Seat, int], summed: int | Mapping[Seat, int]) -> None:
    if told != summed:
        message = text(
            "{what}: told {told}, but the facts add up to {summed}",
            what=what,
            told=told,
            summed=summed,
        )
        raise GapError(message)


def first_gap(facts: Iterable[Event]) -> tuple[int, str] | None:
    """Return the version of the first fact at which points don't add up, and what doesn't."""
    sums = None
    for version, fact in enumerate(facts, start=1):
        if sums is None:
            if not isinstance(fact, events.RoundOpened):
                return version, text("the round was not opened")
            sums = Sums(fact)
        elif (add := _ADDING.get(type(fact))) is not None:
            try:
                add(sums, fact)
            except (GapError, KeyError) as gap:
                return version, text_of(gap)
    return None


_ADDING: Final[Mapping[type[Event], Callable[[Sums, Any], None]]] = {
    events.AntePosted: Sums.put_in,
    events.BetMade: Sums.put_in,
    events.Called: Sums.put_in,
    events.Raised: Sums.put_in,
    events.WentAllIn: Sums.put_in,
    events.UncalledReturned: Sums.go_back,
    events.PotsFormed: Sums.form,
    events.PotTied: Sums.carry,
    events.PotAwarded: Sums.award,
    events.BoughtIn: Sums.buy,
    events.RakeTaken: Sums.take,
    events.RoundSettled: Sums.settle,
    events.RoundVoided: Sums.void,
}
