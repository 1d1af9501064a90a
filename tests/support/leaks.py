"""Looking for cards in what a viewer is told, from the rules alone (Z10).

Which cards a viewer may have is worked out here from the stored facts: its own from the deal on;
those of a seat that was live at a showdown from the moment when the last live seat had split. It
asks none of the product's own code about visibility. Every stage has a pack of its own, so a card
is judged among the cards of the stage in which it is told.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.sizhidao import events

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][shdc]|[BS]J)(?![0-9A-Za-z])")
_NUMBERED = re.compile(r" {0,3}(\d+)  +\S")
PUBLIC = None
END = 1 << 30
"""A version after every other."""


class Light(NamedTuple):
    """From version `since` on, `seat` may see these cards of a stage; every seat if it is None."""

    since: int
    stage: int
    seat: str | None
    cards: frozenset[str]


class Leak(NamedTuple):
    """A card that was told although the viewer may not have it."""

    version: int
    card: str
    told: str


class Known(Protocol):
    """What may be known of a round of some game."""

    def stage_at(self, version: int, /) -> int:
        """The stage in which an event falls."""
        ...

    def open_to(self, viewer: str | None, version: int, stage: int, /) -> frozenset[str]:
        """The cards of a stage that a viewer may have at a version."""
        ...

    def ever(self, viewer: str | None, /) -> frozenset[str]:
        """The cards that a viewer may have at the end."""
        ...


class Secrets:
    """What may be known of one round, by whom, from when on."""

    def __init__(self, facts: Sequence[object]) -> None:
        self.stages: list[int] = []
        self.lights: list[Light] = []
        self._dealt: dict[str, frozenset[str]] = {}
        self._waiting: set[str] = set()
        self._live: set[str] = set()
        for version, fact in enumerate(facts, start=1):
            self._follow(version, fact)

    def _follow(self, version: int, fact: object) -> None:
        stage = self.stages[-1] if self.stages else 0
        match fact:
            case events.PlayoffOpened():
                stage = fact.stage
                self._dealt, self._live, self._waiting = {}, set(), set()
            case events.CardsDealt():
                self._dealt[fact.seat] = frozenset(fact.cards)
                self._live.add(fact.seat)
                self._waiting.add(fact.seat)
                self.lights.append(Light(version, stage, fact.seat, self._dealt[fact.seat]))
            case events.Folded():
                self._live.discard(fact.seat)
                self._waiting.discard(fact.seat)
            case events.HandSplit():
                self._waiting.discard(fact.seat)
                if not self._waiting:
                    shown = frozenset[str]().union(*(self._dealt[seat] for seat in self._live))
                    self.lights.append(Light(version, stage, None, shown))
            case _:
                pass
        self.stages.append(stage)

    def stage_at(self, version: int) -> int:
        """The stage in which an event falls."""
        return self.stages[min(version, len(self.stages)) - 1] if version > 0 else 0

    def open_to(self, viewer: str | None, version: int, stage: int) -> frozenset[str]:
        """The cards of a stage that a viewer may have at a version."""
        return frozenset[str]().union(
            *(
                light.cards
                for light in self.lights
                if light.stage == stage
                and light.since <= version
                and light.seat in {PUBLIC, viewer}
            )
        )

    def ever(self, viewer: str | None) -> frozenset[str]:
        """The cards of any stage that a viewer may have at the end."""
        stages = set(self.stages)
        return frozenset[str]().union(*(self.open_to(viewer, END, stage) for stage in stages))


def in_text(text: str, viewer: str | None, secrets: Known) -> list[Leak]:
    """Leaks in what `replay round` prints.

    What follows the account may hold no card at all, but for the two facts of a difference.
    """
    return [leak for line in _placed(text) for leak in _judged(line, viewer, secrets)]


def _placed(text: str) -> Iterator[tuple[int, str]]:
    """Every line with the version it tells of; 0 outside the account, -1 in a difference."""
    version, over = 0, False
    for line in text.splitlines():
        numbered = _NUMBERED.match(line)
        over = over or line.startswith("status  ")
        if over:
            yield -1 if line.strip().startswith(("expected  ", "stored  ")) else 0, line
            continue
        version = int(numbered[1]) if numbered else version
        yield version, line


def _judged(line: tuple[int, str], viewer: str | None, secrets: Known) -> Iterator[Leak]:
    version, told = line
    if version < 0:
        allowed = secrets.ever(viewer)
    elif version == 0:
        allowed = frozenset()
    else:
        allowed = secrets.open_to(viewer, version, secrets.stage_at(version))
    yield from _beyond(told, allowed, version)


def _beyond(told: str, allowed: Iterable[str], version: int) -> Iterator[Leak]:
    yield from (Leak(version, card, told) for card in CARD.findall(told) if card not in allowed)


def in_json(told: Mapping[str, object], viewer: str | None, secrets: Known) -> list[Leak]:
    """Leaks in what `replay round --json` prints, the object as it was read."""
    rest = dict(told)
    leaks: list[Leak] = []
    for event in _objects(rest.pop("events")):
        version = event["version"]
        assert isinstance(version, int)
        allowed = secrets.open_to(viewer, version, secrets.stage_at(version))
        leaks += _beyond(_plain(event), allowed, version)
    leaks += _beyond(_plain(rest.pop("difference")), secrets.ever(viewer), -1)
    (summary,) = _objects([rest.pop("summary") or {}])  # none of a round that cannot be opened
    for number, stage in enumerate(_objects(summary.pop("stages", []))):
        leaks += _beyond(_plain(stage), secrets.open_to(viewer, END, number), END)
    leaks += _beyond(_plain(summary), (), END)
    leaks += _beyond(_plain(rest), (), 0)
    return leaks


def _objects(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    assert all(isinstance(one, dict) for one in value)
    return [dict(one) for one in value]


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
