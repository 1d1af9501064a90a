"""What a round looked like after any of its facts is what was seen then, by every seat."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest

from api.service.facts import facts_of
from api.service.sight import round_answer
from domain.flow.address import game
from domain.kernel.seats import Seat
from domain.log.store import Log
from tests.leaks.looking import secrets_of
from tests.projections.room import Room
from tests.service.match_rounds import played
from tests.support.leaks import CARD

VIEWERS: Final = (*map(Seat, ("p1", "p2", "p3", "p4")), None)
Views = Mapping[Seat | None, dict[str, Any]]
Play = Callable[[Log], Iterator[str]]


def views(log: Log, round_id: str, until: int | None = None) -> Views:
    facts = facts_of(log, round_id, until)
    assert facts is not None
    return {seat: round_answer(facts, seat).model_dump(mode="json") for seat in VIEWERS}


def of_sizhidao(log: Log) -> Iterator[str]:
    """Play rounds with playoffs and shared pots; yield the round after every command."""
    room = Room(log, seed=4)
    room.open()
    for _ in range(5):
        round_id = room.start("oak")
        yield round_id
        before = 0
        while log.last_version(game(round_id).stream) > before:
            before = log.last_version(game(round_id).stream)
            room.play(round_id, steps=1)
            yield round_id


def of_shengji(log: Log) -> Iterator[str]:
    return ("r" for _ in played(log, 2))


BOTH = pytest.mark.parametrize("play", [of_sizhidao, of_shengji])


@BOTH
def test_every_view_can_be_recalled_as_it_was(log: Log, play: Play) -> None:
    seen: dict[tuple[str, int], Views] = {}
    for round_id in play(log):
        now = views(log, round_id)
        seen[round_id, now[None]["version"]] = now
    assert len(seen) > 40
    for (round_id, version), then in seen.items():
        assert views(log, round_id, version) == then


@BOTH
def test_no_card_is_seen_before_its_time_not_even_in_the_midst_of_a_decision(
    log: Log, play: Play
) -> None:
    (*_, last) = play(log)
    facts = [one.event for one in log.read(game(last).stream)]
    secrets, shown = secrets_of(facts), 0
    for version in range(1, len(facts) + 1):
        for seat, seen in views(log, last, version).items():
            assert seen["version"] == version
            cards = set(CARD.findall(json.dumps(seen)))
            assert cards <= secrets.open_to(seat, version, secrets.stage_at(version))
            shown += len(cards)
    assert shown > 100
