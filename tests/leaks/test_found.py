"""The search for leaks can fail: each of these faults, put into the service, is found."""

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest
from starlette.responses import Response

from api.service import commands, facts, kept, sight, told
from api.service.problems import ProblemError
from api.service.routes import audit, rounds
from domain.kernel.seats import Seat
from domain.kernel.text import text
from domain.log.store import Log
from domain.sizhidao import events
from domain.sizhidao.visibility import Viewer as Sight
from domain.sizhidao.visibility import seen_by
from tests.leaks import asking, match_faults, outlets
from tests.leaks.evening import Evening
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
from tests.leaks.inside import Inside, inside, listening
from tests.leaks.looking import OUTLETS, SOCKET, Key, Look, Moment, none_in, viewers
from tests.leaks.match import MatchEvening
from tests.support.leaks import CARD, Leak

__all__ = ["asking", "outlets"]

SEED = 1
ROUNDS = 5
"""Enough that each fault shows: folds, showdowns, playoffs."""
ACT = ("POST", "/v1/rounds/{round}/actions")
HEALTH = ("GET", "/v1/health")
LIVE = (SOCKET, "/v1/tables/{table}/live")
DOCUMENT = ("GET", "/openapi.json")
HAND = "As Kd 9c 2h"

T = TypeVar("T", bound=msgspec.Struct)
Spoil = Callable[[Patch, Evening], None]


def unmasked(patch: Patch, _: Evening) -> None:
    """Facts are told as they are."""
    patch.setattr(facts, "seen_by", lambda _, told: told)


def early_piles(patch: Patch, _: Evening) -> None:
    """Piles are open as soon as they are split, and not when all are."""

    def seen(viewer: Sight, told: T) -> T:
        return told if isinstance(told, events.HandSplit) else seen_by(viewer, told)

    patch.setattr(facts, "seen_by", seen)


def seats_of_the_table(patch: Patch, _: Evening) -> None:
    """A player is taken for the seat at the table, which has another number in the round."""
    for module in (facts, told, rounds):
        patch.setattr(module, "seat_in", lambda *_: Seat("p4"))


def somebodys_splits(patch: Patch, _: Evening) -> None:
    """The legal splits are those of p1, whoever asks."""
    patch.setattr(rounds, "legals_answer", lambda told, _: sight.legals_answer(told, Seat("p1")))


def telling_refusals(patch: Patch, _: Evening) -> None:
    """A refusal says which cards somebody has."""
    patch.setattr(
        commands, "refused", lambda one: ProblemError(409, one.code, text("not {hand}", hand=HAND))
    )


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
    (open_to_officers, VIEW),
    (open_to_officers, LIVE),
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


class Search(NamedTuple):
    """Who plays in the house, and how it is looked at some ways out."""

    evening: Callable[[Inside], Any]
    looks: Callable[..., Iterator[Leak]]


TABLE = Search(lambda served: Evening(served, SEED), looks)
MATCH = Search(lambda served: MatchEvening(served, match_faults.SEED), match_faults.looks)


@pytest.mark.parametrize(
    ("search", "spoil", "key"),
    [*((TABLE, *fault) for fault in FAULTS), *((MATCH, *fault) for fault in match_faults.FAULTS)],
)
def test_a_fault_of_the_service_is_found(
    search: Search,
    spoil: Callable[[Patch, Any], None],
    key: Key,
    served: Inside,
    monkeypatch: Patch,
) -> None:
    evening = search.evening(served)
    spoil(monkeypatch, evening)
    assert next(search.looks(evening, key), None) is not None


@pytest.mark.parametrize(
    ("search", "faults"),
    [(Search(TABLE.evening, partial(looks, rounds=2)), FAULTS), (MATCH, match_faults.FAULTS)],
)
def test_without_a_fault_the_same_looks_find_nothing(
    search: Search, faults: list[tuple[object, Key]], served: Inside
) -> None:
    keys = dict.fromkeys(key for _, key in faults)
    assert list(search.looks(search.evening(served), *keys)) == []


def test_a_card_in_the_log_of_the_service_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    facts_of = facts.facts_of

    def talkative(log: Log, round_id: str) -> facts.Facts | None:
        found = facts_of(log, round_id)
        logging.getLogger("paipu.service").debug("found %s", found)
        return found

    monkeypatch.setattr(kept, "facts_of", talkative)
    with listening() as logged, inside(tmp_path) as served:
        assert list(looks(Evening(served, SEED), VIEW, rounds=1)) == []
    assert list(none_in(logged.getvalue()))


def test_frames_of_sockets_would_be_in_a_log_that_is_not_kept_quiet(tmp_path: Path) -> None:
    with listening() as logged, inside(tmp_path) as served:
        logging.getLogger("uvicorn.error").setLevel(logging.DEBUG)
        assert list(looks(Evening(served, SEED), LIVE, rounds=1)) == []
    assert CARD.findall(logged.getvalue())
