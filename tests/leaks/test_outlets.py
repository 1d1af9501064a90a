"""By no way out of the house does anybody get a card that is hidden from that viewer (Z10)."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple, get_args

import pytest

from domain.kernel.decider import Origin
from domain.log.streams import round_stream
from domain.shengji import events as shengji_events
from domain.sizhidao import events
from tests.leaks import asking, outlets
from tests.leaks.evening import Evening
from tests.leaks.inside import Inside, Told, inside, listening
from tests.leaks.looking import NO_ROUTE, OUTLETS, Look, Moment, none_in, routes_of, viewers
from tests.leaks.match import MatchEvening
from tests.support.leaks import Leak

__all__ = ["asking", "outlets"]

SEEDS = range(4)
ROUNDS = 6
"""Rounds of an evening. A developer may play more, and look oftener."""
LOOKS = 12
"""Ways out that are looked at after every step, each by somebody."""
LOOKS_IN_MATCH = 3
"""The same in a match, whose rounds have many more steps."""
VOIDS = 0.003


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


class Step(NamedTuple):
    """What the service answered to a step of a round, and how often to look after it."""

    told: Told | None
    looks: int


def both_games(evening: MatchEvening) -> Iterator[Step]:
    """Play rounds of both games in turn."""
    for number in range(ROUNDS):
        for told in evening.steps(evening.start()):
            yield Step(told, LOOKS)
        if number % 2:
            tidy = number % 4 == 1
            for told in evening.match_steps(evening.start_match_round(), tidy=tidy):
                yield Step(told, LOOKS_IN_MATCH)


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_told_a_hidden_card_by_any_way_out(seed: int, tmp_path: Path) -> None:
    chance, found, everybody = Random(seed), list[Leak](), viewers()
    with listening() as logged, inside(tmp_path) as served:
        evening = MatchEvening(served, seed)
        evening.open()
        evening.open_match()
        evening.voids = VOIDS
        moment = Moment(evening, chance)
        for step in both_games(evening):
            found += [] if step.told is None else none_in(step.told.whole)
            for _ in range(step.looks):
                look = Look(moment, chance.choice(everybody))
                found += OUTLETS[chance.choice(list(OUTLETS))](look)
    assert found == []
    assert list(none_in(logged.getvalue())) == []


def test_what_is_played_before_them_has_all_that_can_happen(tmp_path: Path) -> None:
    wanted = {
        *("folded", "folded in a playoff", "all-in", "all-in closing", "voided", "voided split"),
        *("BuyInDeclined", "BoughtIn", "PlayoffOpened", "HandsShown", "split by the clock"),
        *("hidden beside shown", "settled unseen"),
    }
    happened = Counter[str]()
    for seed in SEEDS:
        if wanted <= happened.keys():
            break  # more of it takes nothing away
        folder = tmp_path / str(seed)
        folder.mkdir()
        with inside(folder) as served:
            evening = Evening(served, seed)
            evening.open()
            for _ in range(ROUNDS):
                happened += _happened(evening)
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


def test_what_is_played_in_matches_before_them_has_all_that_can_happen(tmp_path: Path) -> None:
    kinds = {kind.__name__ for kind in get_args(shengji_events.Event)}
    wanted = {*kinds, *shengji_events.Pattern, *shengji_events.Winning, *shengji_events.Result}
    wanted |= {"failed throw", "pile captured", *(f"{phase} by the clock" for phase in BY_CLOCK)}
    happened = Counter[str]()
    for seed in SEEDS:
        folder = tmp_path / str(seed)
        folder.mkdir()
        with inside(folder) as served:
            evening = MatchEvening(served, seed)
            evening.open()
            evening.open_match()
            evening.voids = VOIDS
            for number in range(2 * ROUNDS):
                if wanted <= happened.keys():
                    break
                happened += _happened_in_match(evening, tidy=number % 2 == 1)
    assert wanted - set(happened) == set()


BY_CLOCK = ("ContestPassed", "TrumpCalled", "KittyBuried", "CardsLed", "CardsFollowed")


def _happened_in_match(evening: MatchEvening, *, tidy: bool) -> Counter[str]:
    """Play a round of the match; say what was in it."""
    round_id = evening.start_match_round()
    for _ in evening.match_steps(round_id, tidy=tidy):
        pass
    said = Counter[str]()
    for one in evening.served.log.read(round_stream(round_id)):
        fact, name = one.event, type(one.event).__name__
        said[name] += 1
        said[f"{name} by the clock"] += one.envelope.origin == Origin.CLOCK
        match fact:
            case shengji_events.CardsLed():
                said[fact.pattern] += 1
                said["failed throw"] += bool(fact.attempted)
            case shengji_events.TrickWon():
                said[fact.why] += 1
            case shengji_events.PileCaptured():
                said["pile captured"] += bool(fact.cards)
            case shengji_events.RoundSettled():
                said[fact.winners] += 1
            case _:
                pass
    return +said
