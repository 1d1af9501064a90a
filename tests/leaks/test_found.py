"""The search for leaks can fail: each of these faults, put into the service, is found."""

import logging
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import TypeVar

import msgspec
import pytest
from starlette.responses import Response

from api.service import live, room, sight
from api.service.problems import ProblemError
from api.service.routes import audit, rounds
from domain.kernel.seats import Seat
from domain.log.store import Log
from domain.sizhidao import events
from domain.sizhidao.visibility import EVERYTHING, seen_by
from domain.sizhidao.visibility import Viewer as Sight
from tests.leaks import asking, outlets
from tests.leaks.evening import Evening
from tests.leaks.inside import inside, listening
from tests.leaks.looking import OUTLETS, SOCKET, Key, Look, Moment, none_in, viewers
from tests.support.leaks import CARD, Leak

__all__ = ["asking", "outlets"]

SEED = 1
ROUNDS = 5
"""Enough that each fault shows: folds, showdowns, playoffs."""
VIEW = ("GET", "/v1/rounds/{round}")
HISTORY = ("GET", "/v1/rounds/{round}/history")
LEGAL = ("GET", "/v1/rounds/{round}/legal")
REPLAY = ("GET", "/v1/rounds/{round}/replay")
ACT = ("POST", "/v1/rounds/{round}/actions")
HEALTH = ("GET", "/v1/health")
LIVE = (SOCKET, "/v1/tables/{table}/live")
DOCUMENT = ("GET", "/openapi.json")
HAND = "As Kd 9c 2h"

T = TypeVar("T", bound=msgspec.Struct)
Patch = pytest.MonkeyPatch
Spoil = Callable[[Patch, Evening], None]


def unmasked(patch: Patch, _: Evening) -> None:
    """Facts are told as they are."""
    patch.setattr(sight, "seen_by", lambda _, told: told)


def unmasked_for_officers(patch: Patch, _: Evening) -> None:
    """Who has no seat sees all."""
    patch.setattr(sight, "seen_by", lambda viewer, told: seen_by(viewer or EVERYTHING, told))


def early_piles(patch: Patch, _: Evening) -> None:
    """Piles are open as soon as they are split, and not when all are."""

    def seen(viewer: Sight, told: T) -> T:
        return told if isinstance(told, events.HandSplit) else seen_by(viewer, told)

    patch.setattr(sight, "seen_by", seen)


def open_at_the_end(patch: Patch, evening: Evening) -> None:
    """All hands are open once a round is over, those that were folded too."""

    def seen(viewer: Sight, told: T) -> T:
        over = evening.turn(evening.rounds[-1]) is None
        return seen_by(EVERYTHING if over else viewer, told)

    patch.setattr(sight, "seen_by", seen)


def seats_of_the_table(patch: Patch, _: Evening) -> None:
    """A player is taken for the seat at the table, which has another number in the round."""
    for module in (sight, live, rounds):
        patch.setattr(module, "seat_in", lambda *_: Seat("p4"))


def somebodys_splits(patch: Patch, _: Evening) -> None:
    """The legal splits are those of p1, whoever asks."""
    patch.setattr(rounds, "legal_answer", lambda state, _: sight.legal_answer(state, Seat("p1")))


def a_reveal(patch: Patch, _: Evening) -> None:
    """The replay shows all."""
    patch.setattr(audit, "_viewer", lambda *_: EVERYTHING)


def telling_refusals(patch: Patch, _: Evening) -> None:
    """A refusal says which cards somebody has."""
    patch.setattr(room, "refused", lambda one: ProblemError(409, one.code, f"not {HAND}"))


def a_header(patch: Patch, _: Evening) -> None:
    """Every answer has a header with a hand."""
    usual = Response.init_headers

    def with_more(self: Response, headers: Mapping[str, str] | None = None) -> None:
        usual(self, headers)
        self.raw_headers.append((b"x-hand", HAND.encode()))

    patch.setattr(Response, "init_headers", with_more)


def a_version(patch: Patch, _: Evening) -> None:
    """What has nothing to do with cards has some in it."""
    patch.setattr(audit, "VERSION", HAND)


def a_living_document(patch: Patch, evening: Evening) -> None:
    """The document of the API shows a hand as its example."""
    app = evening.served.app
    document = app.openapi()
    shown = iter(range(1 << 30))
    patch.setattr(app, "openapi", lambda: {**document, "x-example": next(shown)})


FAULTS: list[tuple[Spoil, Key]] = [
    (unmasked, VIEW),
    (unmasked, HISTORY),
    (unmasked, LIVE),
    (unmasked_for_officers, VIEW),
    (unmasked_for_officers, LIVE),
    (early_piles, VIEW),
    (early_piles, HISTORY),
    (early_piles, LIVE),
    (open_at_the_end, VIEW),
    (open_at_the_end, HISTORY),
    (seats_of_the_table, VIEW),
    (seats_of_the_table, LIVE),
    (somebodys_splits, LEGAL),
    (a_reveal, REPLAY),
    (telling_refusals, ACT),
    (a_header, VIEW),
    (a_header, HEALTH),
    (a_version, HEALTH),
    (a_living_document, DOCUMENT),
]


def looks(evening: Evening, *keys: Key, rounds: int = ROUNDS) -> Iterator[Leak]:
    """Play, and look at some ways out as everybody after every second step."""
    moment, everybody = Moment(evening, Random(SEED)), viewers()
    evening.open()
    for _ in range(rounds):
        for number, _ in enumerate(evening.steps(evening.start())):
            for key, viewer in product(keys, everybody if number % 2 else ()):
                yield from OUTLETS[key](Look(moment, viewer))
        for key, viewer in product(keys, everybody):
            yield from OUTLETS[key](Look(moment, viewer))


@pytest.mark.parametrize(("spoil", "key"), FAULTS)
def test_a_fault_of_the_service_is_found(
    spoil: Spoil, key: Key, tmp_path: Path, monkeypatch: Patch
) -> None:
    with inside(tmp_path) as served:
        evening = Evening(served, SEED)
        spoil(monkeypatch, evening)
        assert next(looks(evening, key), None) is not None


def test_without_a_fault_the_same_looks_find_nothing(tmp_path: Path) -> None:
    with inside(tmp_path) as served:
        assert list(looks(Evening(served, SEED), *{key for _, key in FAULTS}, rounds=2)) == []


def test_a_card_in_the_log_of_the_service_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    facts_of = sight.facts_of

    def talkative(log: Log, round_id: str) -> sight.Facts | None:
        found = facts_of(log, round_id)
        logging.getLogger("paipu.service").debug("found %s", found)
        return found

    monkeypatch.setattr(rounds, "facts_of", talkative)
    with listening() as logged, inside(tmp_path) as served:
        assert list(looks(Evening(served, SEED), VIEW, rounds=1)) == []
    assert list(none_in(logged.getvalue()))


def test_frames_of_sockets_would_be_in_a_log_that_is_not_kept_quiet(tmp_path: Path) -> None:
    with listening() as logged, inside(tmp_path) as served:
        logging.getLogger("uvicorn.error").setLevel(logging.DEBUG)
        assert list(looks(Evening(served, SEED), LIVE, rounds=1)) == []
    assert CARD.findall(logged.getvalue())
