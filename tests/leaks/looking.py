"""Somebody who looks at the house at a moment, and what may be in what comes back."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from fastapi import FastAPI

from api.roles import Role
from domain.cards.card import HIDDEN
from domain.kernel.seats import Seat
from domain.log.streams import round_stream
from domain.shengji import events as shengji_events
from domain.sizhidao import events
from tests.leaks.evening import OK, OUTSIDER, SEATS, Evening
from tests.leaks.inside import Told, token
from tests.support.leaks import CARD, Known, Leak, Secrets
from tests.support.shengji_leaks import ShengjiSecrets


class Viewer(NamedTuple):
    """Who looks. `player` is the name of a player, None for anybody else."""

    name: str
    bearer: str | None
    player: str | None


def viewers() -> list[Viewer]:
    """Everybody: each seat's player, another one, those who run or look into the house, nobody."""
    players = [Viewer(name, token(name), name) for name in (*SEATS, OUTSIDER)]
    staff = [Viewer(role, token(role, role), None) for role in Role if role is not Role.PLAYER]
    return [*players, *staff, NOBODY]


NOBODY: Final = Viewer("nobody", None, None)


class Round(NamedTuple):
    """What is known of a round of either game at a moment."""

    id: str
    facts: tuple[object, ...]
    secrets: Known

    @property
    def version(self) -> int:
        return len(self.facts)

    @property
    def stage(self) -> int:
        return self.stage_at(self.version)

    def stage_at(self, version: int) -> int:
        return self.secrets.stage_at(version)

    @property
    def game(self) -> str:
        return "shengji" if isinstance(self.secrets, ShengjiSecrets) else "sizhidao"

    def seat_of(self, viewer: Viewer) -> Seat | None:
        opened = self.facts[0]
        assert isinstance(opened, events.RoundOpened | shengji_events.RoundOpened)
        names = [one if isinstance(one, str) else one.player for one in opened.players]
        return Seat(f"p{names.index(viewer.player) + 1}") if viewer.player in names else None

    def hands(self) -> dict[str, tuple[str, ...]]:
        """The hands that were dealt last, by seat."""
        if self.game == "shengji":
            kinds = (shengji_events.CardsDealt,)
            return {one.seat: one.cards for one in self.facts if isinstance(one, kinds)}
        dealt = [one for one in self.facts if isinstance(one, events.CardsDealt)]
        return {one.seat: one.cards for one in dealt if one.stage == self.stage}

    def open_to(self, viewer: Viewer) -> frozenset[str]:
        """The cards that a viewer may know now."""
        return self.secrets.open_to(self.seat_of(viewer), self.version, self.stage)


def secrets_of(facts: Sequence[object]) -> Known:
    """Return what may be known of a round, whichever game it is of."""
    opened = facts[0]
    if isinstance(opened, shengji_events.RoundOpened):
        return ShengjiSecrets(facts)
    return Secrets(facts)


class Moment:
    """The house as it stands, for whoever looks at it."""

    def __init__(self, evening: Evening, chance: Random) -> None:
        self.evening = evening
        self.served = evening.served
        self.chance = chance
        self.fixed: dict[str, str] = {}
        self._known: dict[tuple[str, int], Round] = {}

    def round(self, round_id: str) -> Round:
        version = self.served.log.last_version(round_stream(round_id))
        if (round_id, version) not in self._known:
            recorded = self.served.log.read(round_stream(round_id))
            facts = tuple(one.event for one in recorded)
            self._known[round_id, version] = Round(round_id, facts, secrets_of(facts))
        return self._known[round_id, version]

    @property
    def running(self) -> Round:
        return self.round(self.evening.rounds[-1])

    def turn(self, round_id: str) -> str | None:
        """The turn that is open, None if the round is over."""
        return self.evening.turn(round_id)

    def some_round(self) -> Round:
        """The round that was started last, or sometimes another, of whichever game."""
        again = self.chance.random() < 0.2
        return self.round(self.chance.choice(self.evening.all_rounds)) if again else self.newest

    @property
    def newest(self) -> Round:
        """The round that was started last, of whichever game."""
        return self.round(self.evening.all_rounds[-1])


class Look(NamedTuple):
    """Somebody looks at a moment."""

    moment: Moment
    viewer: Viewer

    @property
    def chance(self) -> Random:
        return self.moment.chance

    def get(self, path: str) -> Told:
        return self.moment.served.fetch("GET", path, self.viewer.bearer)

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Told:
        key = self.moment.served.key() if headers is None else headers
        return self.moment.served.fetch(method, path, self.viewer.bearer, body, key)


Outlet = Callable[[Look], Iterator[Leak]]
Key = tuple[str, str]
"""A method, or another kind of way out, and the path."""
OUTLETS: Final[dict[Key, Outlet]] = {}
SIGNED: Final = re.compile(r"[A-Za-z0-9+/_-]{43,}={0,2}")
NO_ROUTE: Final = "NO ROUTE"
SOCKET: Final = "SOCKET"
FILES: Final = "FILES"


def outlet(method: str, path: str) -> Callable[[Outlet], Outlet]:
    """Register what looks at a way out, and tells of the cards that should not have come out."""

    def register(function: Outlet) -> Outlet:
        assert (method, path) not in OUTLETS
        OUTLETS[method, path] = function
        return function

    return register


def routes_of(app: FastAPI) -> set[Key]:
    """Return every route of a service as it is registered here."""
    return {key for route in app.routes for key in _keys(route)}


def _keys(route: Any) -> Iterator[Key]:  # noqa: ANN401 -- the framework has many kinds
    if (included := getattr(route, "original_router", None)) is not None:
        yield from (key for one in included.routes for key in _keys(one))
    elif methods := getattr(route, "methods", None):
        yield from ((method, route.path) for method in methods)
    elif "WebSocket" in type(route).__name__:
        yield SOCKET, route.path
    else:
        yield FILES, getattr(route, "path", type(route).__name__)


# ---- what may be in what comes back


def none_in(text: str) -> Iterator[Leak]:
    """Leaks in what may hold no card at all."""
    return beyond(text, ())


def beyond(text: str, allowed: Iterable[str], version: int = 0) -> Iterator[Leak]:
    """Leaks in what may hold some cards only. Hashes and signatures in Base64 may look like one."""
    words = SIGNED.sub("a signature", text)
    yield from (Leak(version, card, text) for card in CARD.findall(words) if card not in allowed)


def body_of(told: Told, allowed: Iterable[str]) -> Iterator[Leak]:
    """Leaks in an answer whose body may hold some cards if it is a good one."""
    if told.status != OK:
        yield from none_in(told.whole)
        return
    yield from none_in(told.head)
    yield from beyond(told.body, allowed)


def unchanged(look: Look, name: str, told: Told) -> Iterator[Leak]:
    """Leaks in what should be the same, whoever asks, whatever is dealt: all that is new in it."""
    yield from none_in(told.head)
    before = look.moment.fixed.setdefault(name, told.body)
    if told.body != before:
        yield Leak(0, "it has changed", told.body)


def facts_in(told: Iterable[Mapping[str, Any]], look: Look) -> Iterator[Leak]:
    """Leaks in facts as they are told: what was hidden when it happened stays hidden in it."""
    for fact in told:
        kind, _, about = fact["stream"].partition("/")
        allowed: Iterable[str] = ()
        if fact["fact"].get("secret", [HIDDEN]) != [HIDDEN]:
            yield Leak(fact["version"], "the secret of a deck", json.dumps(fact))
        if kind == "round":
            one = look.moment.round(about)
            version = fact["version"]
            stage = one.secrets.stage_at(version)
            allowed = one.secrets.open_to(one.seat_of(look.viewer), version, stage)
        yield from beyond(json.dumps(fact, ensure_ascii=False), allowed, fact["version"])
