"""By no way out of the house does anybody get a card that is hidden from that viewer (Z10)."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from domain.kernel.decider import Origin
from domain.log.streams import round_stream
from domain.sizhidao import events
from tests.leaks import asking, outlets
from tests.leaks.evening import Evening
from tests.leaks.inside import Inside, inside, listening
from tests.leaks.looking import NO_ROUTE, OUTLETS, Look, Moment, none_in, routes_of, viewers
from tests.support.leaks import Leak

__all__ = ["asking", "outlets"]

SEEDS = range(4)
ROUNDS = 6
"""Rounds of an evening. A developer may play more, and look oftener."""
LOOKS = 12
"""Ways out that are looked at after every step, each by somebody."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path) as service:
        yield service


def test_every_route_has_somebody_who_looks_at_it(served: Inside) -> None:
    looked_at = {key for key in OUTLETS if key[0] != NO_ROUTE}
    assert routes_of(served.app) == looked_at


def test_a_route_that_nobody_looks_at_is_found(served: Inside) -> None:
    before = routes_of(served.app)
    served.app.add_api_route("/v1/new", nothing)
    served.app.mount("/v1/more", served.app)
    assert routes_of(served.app) - before == {("GET", "/v1/new"), ("FILES", "/v1/more")}


def nothing() -> None:
    """Answer a request with nothing."""


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_told_a_hidden_card_by_any_way_out(seed: int, tmp_path: Path) -> None:
    chance, found, everybody = Random(seed), list[Leak](), viewers()
    with listening() as logged, inside(tmp_path) as served:
        evening = Evening(served, seed)
        evening.open()
        moment = Moment(evening, chance)
        for _ in range(ROUNDS):
            for told in evening.steps(evening.start()):
                found += [] if told is None else none_in(told.whole)
                for _ in range(LOOKS):
                    look = Look(moment, chance.choice(everybody))
                    found += OUTLETS[chance.choice(list(OUTLETS))](look)
    assert found == []
    assert list(none_in(logged.getvalue())) == []


def test_what_is_played_before_them_has_all_that_can_happen(tmp_path: Path) -> None:
    happened = Counter[str]()
    for seed in SEEDS:
        folder = tmp_path / str(seed)
        folder.mkdir()
        with inside(folder) as served:
            evening = Evening(served, seed)
            evening.open()
            for _ in range(ROUNDS):
                happened += _happened(evening)
    wanted = {
        *("folded", "folded in a playoff", "all-in", "all-in closing", "voided", "voided split"),
        *("BuyInDeclined", "BoughtIn", "PlayoffOpened", "HandsShown", "split by the clock"),
        *("hidden beside shown", "settled unseen"),
    }
    assert wanted - set(happened) == set()


def _happened(evening: Evening) -> Counter[str]:
    """Play a round; say what was in it."""
    round_id = evening.start()
    for _ in evening.steps(round_id):
        pass
    said, stage, kinds = Counter[str](), 0, set[type]()
    for one in evening.served.log.read(round_stream(round_id)):
        fact = one.event
        said[type(fact).__name__] += 1
        match fact:
            case events.PlayoffOpened():
                stage = fact.stage
            case events.Folded():
                said["folded in a playoff" if stage else "folded"] += 1
            case events.WentAllIn():
                said["all-in"] += 1
            case events.PotsFormed():
                said["all-in closing"] += events.WentAllIn in kinds
            case events.HandSplit():
                said["split by the clock"] += one.envelope.origin == Origin.CLOCK
            case events.HandsShown():
                said["hidden beside shown"] += len(fact.hands) < 4 and not stage
            case events.RoundVoided():
                said["voided"] += 1
                said["voided split"] += events.HandSplit in kinds
            case events.RoundSettled():
                said["settled unseen"] += events.HandsShown not in kinds
            case _:
                pass
        kinds.add(type(fact))
    return +said
