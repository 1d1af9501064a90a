"""Tables whose rounds have committed decks, for the rules of these (H6)."""

from domain.fairness.cut import anchor_of
from domain.flow.address import Address, anchors, deck, game
from domain.flow.dealing import dealt_by
from domain.house.anchors.commands import DepositAnchor
from domain.house.deck.commands import RevealCut
from domain.house.deck.state import Cut
from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from tests.support.house import SMALL, Streams

NOW = 1_700_000_000_000
SECRET = "10" * 32
VALUES = {name: bytes([number]) * 32 for number, name in enumerate(("ann", "bob", "cyd", "dan"), 1)}
P1, P2, P3 = map(Seat, ("p1", "p2", "p3"))
AT = deck("r")
VENUE = anchors("table/t")


def anchored(*names: str) -> Streams:
    """A table of three; those who are named have deposited an anchor."""
    house = Streams(NOW, SECRET)
    house.table(SMALL, ann=100, bob=100, cyd=100)
    for name in names:
        house.take(VENUE, DepositAnchor(player=name, anchor=anchor_of(VALUES[name]).hex()))
    return house


def cutting(*names: str) -> Streams:
    """The same, and a round that was started."""
    house = anchored(*names)
    house.start()
    return house


def reveal(seat: Seat, name: str) -> RevealCut:
    return RevealCut(seat=seat, value=VALUES[name].hex())


def told(house: Streams, at: Address = AT) -> list[Event]:
    return house.facts.get(at, [])


def cut(house: Streams) -> Cut:
    state = house.look(AT)
    assert isinstance(state, Cut)
    return state


def deal(house: Streams) -> None:
    """Deal all that the deck gives."""
    for command in tuple(dealt_by(cut(house), house.look(game("r")))):
        house.take(game("r"), command)
