"""What may be known of a round of 比牌升級, by whom, from when on, from the rules alone (S9).

It is worked out from the stored facts and asks none of the product's own code about visibility.
Equal cards are told apart by nobody, so that a viewer knows faces: a face that lies open may be
told everywhere. After a tidy deal, with all cards of a face in one place, that is every card.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.shengji import events
from tests.support.leaks import END, PUBLIC


class Light(NamedTuple):
    """From version `since` on, `seat` may know these faces; every seat if it is None."""

    since: int
    seat: str | None
    cards: frozenset[str]


class ShengjiSecrets:
    """The same for a round of 比牌升級 as `Secrets` is for one of 四支刀. It has one stage."""

    def __init__(self, facts: Sequence[object]) -> None:
        self.lights = [
            Light(version, seat, frozenset(cards))
            for version, fact in enumerate(facts, start=1)
            for seat, cards in lights_of(fact)
        ]

    def stage_at(self, _: int) -> int:
        """The only stage."""
        return 0

    def open_to(self, viewer: str | None, version: int, _: int) -> frozenset[str]:
        """The faces that a viewer may know at a version."""
        return frozenset[str]().union(
            *(
                light.cards
                for light in self.lights
                if light.since <= version and light.seat in {PUBLIC, viewer}
            )
        )

    def ever(self, viewer: str | None) -> frozenset[str]:
        """The faces that a viewer may know at the end."""
        return self.open_to(viewer, END, 0)


def lights_of(fact: object) -> list[tuple[str | None, Sequence[str]]]:
    """Return which cards a fact brings to light, and for whom."""
    match fact:
        case events.CardsDealt() | events.CardsReceived() | events.KittyTaken():
            return [(fact.seat, fact.cards)]
        case events.CardTurnedUp():
            return [(PUBLIC, (fact.card,))]
        case events.CardsShown() | events.CardsFollowed():
            return [(PUBLIC, fact.cards)]
        case events.CardsLed():
            return [(PUBLIC, (*fact.cards, *fact.attempted))]
        case events.KittyShown():
            return [(PUBLIC, (*fact.dealt, *fact.buried))]
        case _:
            return []
