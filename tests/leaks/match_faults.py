"""Faults of the service while a match is played, and a search that should find each (S9)."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, Final

from api.service import facts, sight, told
from api.service.facts import Facts
from api.service.routes import matches, rounds
from api.service.shengji import checking, views
from api.service.shengji import sight as shengji
from api.service.shengji.seen import Seen
from domain.games.rounds import seen_by
from domain.kernel.seats import Seat
from domain.shengji import events
from replay.messages.say import Say
from tests.leaks.faults import (
    HISTORY,
    LEGAL,
    REPLAY,
    VIEW,
    Patch,
    a_reveal,
    open_at_the_end,
    open_to_officers,
)
from tests.leaks.looking import OUTLETS, SOCKET, Key, Look, Moment, viewers
from tests.leaks.match import MatchEvening
from tests.support.leaks import Leak

SEED: Final = 2
BEFORE_THE_VOID: Final = 24
"""Steps of a round that is voided then."""
SELDOM: Final = 9
"""After every so many steps everybody looks."""
TRICKS: Final = ("GET", "/v1/rounds/{round}/tricks")
CONTEST: Final = ("GET", "/v1/rounds/{round}/contest")
CHECK: Final = ("POST", "/v1/rounds/{round}/check")
MATCH: Final = ("GET", "/v1/matches/{match}")
LIVE: Final = (SOCKET, "/v1/matches/{match}/live")
HAND: Final = "As Kd 9c BJ"

Spoil = Callable[[Patch, MatchEvening], None]


def open_facts(*kinds: type) -> Spoil:
    """Return a fault by which facts of some kinds are told to everybody as they are."""

    def spoil(patch: Patch, _: MatchEvening) -> None:
        def seen(viewer: str | None, told: Any) -> Any:  # noqa: ANN401 -- any fact
            return told if isinstance(told, kinds) else seen_by(viewer, told)

        patch.setattr(facts, "seen_by", seen)

    return spoil


unmasked = open_facts(object)
hands = open_facts(events.CardsDealt)
kitty_as_dealt = open_facts(events.KittyDealt)
kitty_taken = open_facts(events.KittyTaken)
kitty_buried = open_facts(events.KittyBuried)
returned = open_facts(events.CardsReturned)
received = open_facts(events.CardsReceived)


def seats_of_another(patch: Patch, _: MatchEvening) -> None:
    """Every player is taken for p3."""
    for module in (facts, told, rounds):
        patch.setattr(module, "seat_in", lambda *_: Seat("p3"))


def hand_of_another(patch: Patch, _: MatchEvening) -> None:
    """The hand in the view is that of p1, whoever looks."""

    def seen(about: Facts, _: Seat | None) -> Seen:
        one = Seat("p1")
        return Seen(one).follow(about.seen(one))

    patch.setattr(shengji, "seen_of", seen)


def words_of_another(patch: Patch, _: MatchEvening) -> None:
    """The legal actions are those of whoever is asked, whoever asks."""

    def legals(about: Facts, _: Seat | None) -> Any:  # noqa: ANN401 -- of either game
        told = [sight.legals_answer(about, Seat(f"p{number}")) for number in range(1, 5)]
        return max(told, key=lambda one: len(one.legal))

    patch.setattr(rounds, "legals_answer", legals)


def a_telling_check(patch: Patch, _: MatchEvening) -> None:
    """A check says who holds what."""
    usual = checking.checked

    def told(state: Any, command: Any, turn: str, say: Say) -> Any:  # noqa: ANN401 -- any
        holds = str(getattr(state, "hands", ""))
        return usual(state, command, turn, say=say).model_copy(update={"verdict": holds})

    patch.setattr(rounds, "checked", told)


def other_cards(patch: Patch, _: MatchEvening) -> None:
    """What the projections hold has cards of nobody knows whom in it."""
    patch.setattr(views, "_faces", lambda _: tuple(HAND.split()))


def a_talking_match(patch: Patch, _: MatchEvening) -> None:
    """A match is named after a card."""
    patch.setattr(matches, "_running", lambda _: HAND)


FAULTS: list[tuple[Spoil, Key]] = [
    *product((unmasked, kitty_taken, kitty_buried, returned), (VIEW, HISTORY, LIVE)),
    *product((hands, kitty_as_dealt, received), (HISTORY, LIVE)),
    *product((open_to_officers, open_at_the_end), (VIEW, HISTORY)),
    (open_to_officers, LIVE),
    *product((seats_of_another,), (VIEW, HISTORY, LIVE)),
    (hand_of_another, VIEW),
    (words_of_another, LEGAL),
    (a_telling_check, CHECK),
    (a_reveal, REPLAY),
    (other_cards, TRICKS),
    (other_cards, CONTEST),
    (a_talking_match, MATCH),
]


def looks(evening: MatchEvening, *keys: Key) -> Iterator[Leak]:
    """Play a round that is voided, and a whole one, and look at some ways out as everybody."""
    moment, everybody = Moment(evening, Random(SEED)), viewers()
    evening.open()
    evening.open_match()
    for steps in (BEFORE_THE_VOID, 1 << 10):
        round_id = evening.start_match_round()
        for number, _ in zip(range(steps), evening.match_steps(round_id), strict=False):
            for key, viewer in product(keys, everybody if number % SELDOM == 0 else ()):
                yield from OUTLETS[key](Look(moment, viewer))
        if evening.turn(round_id) is not None:
            evening.void(round_id)
        for key, viewer in product(keys, everybody):
            yield from OUTLETS[key](Look(moment, viewer))
