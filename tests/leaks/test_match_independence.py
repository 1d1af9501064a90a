"""What somebody is told of a match hangs on nothing that this viewer may not know (S9).

Two houses in which a round goes alike, but for the cards that one viewer does not know: whatever
that viewer looks at, asks or has checked, both answer the same, sign for sign.
"""

import json
import operator
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.service.facts import Facts
from api.service.routes import rounds
from api.service.shengji import checking, sight
from api.service.shengji.answers import ShengjiAnswer
from api.service.shengji.checking import CheckAnswer
from domain.cards.card import CARDS, Card
from domain.flow.address import match
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji.decide import decide
from domain.shengji.hands import points_of
from domain.shengji.ordering import order_of
from domain.shengji.state import State
from replay.messages.say import Say
from tests.leaks.alike import fails, pairs_of_houses, plain, seen
from tests.leaks.looking import Look, Viewer, viewers
from tests.leaks.match import MATCH
from tests.leaks.match_worlds import ROUND, MatchWorld, match_world, play
from tests.leaks.proven import opened_to

EXAMPLES = 8
"""Pairs of houses. A developer may have more."""
LONGEST = 170
"""Steps of a round, at most."""
TRIES = 40
"""Exchanges of two hidden cards that are tried."""

Cards = tuple[Card, ...]
PATHS = (
    "/v1/health",
    "/v1/me",
    "/v1/me/rounds",
    "/v1/me/matches",
    "/v1/matches",
    f"/v1/matches/{MATCH}",
    f"/v1/matches/{MATCH}/rounds",
    f"/v1/matches/{MATCH}/levels",
    f"/v1/matches/{MATCH}/scores",
    f"/v1/matches/{MATCH}/replay",
    f"/v1/matches/{MATCH}/replay?form=text",
    f"/v1/rounds/{ROUND}",
    f"/v1/rounds/{ROUND}/legal",
    f"/v1/rounds/{ROUND}/history",
    f"/v1/rounds/{ROUND}/tricks",
    f"/v1/rounds/{ROUND}/contest",
    f"/v1/rounds/{ROUND}/replay",
    f"/v1/rounds/{ROUND}/replay?form=text",
    f"/v1/rounds/{ROUND}/replay?form=text&at=7",
    f"/v1/me/rounds/{ROUND}/recall",
    f"/v1/me/rounds/{ROUND}/recall?at=9",
    f"/v1/me/rounds/{ROUND}/recall?form=text",
    "/v1/rounds",
)


def candidates(one: MatchWorld, viewer: Viewer, chance: Random) -> Iterator[Sequence[str]]:
    """Yield what could be played, or not: patterns, throws, parts of suits, cards of others."""
    state = one.evening.any_state(ROUND)
    seat = one.moment.newest.seat_of(viewer)
    hand: Cards = getattr(state, "hands", {}).get(seat, ())
    yield from ((card,) * many for card in sorted(set(hand)) for many in range(1, 5))
    order = order_of(state.round.level, getattr(state, "trump", "s"))
    for suit in ("trump", *"shdc"):
        held = [card for card in hand if order.suit[card] == suit]
        yield held
        yield from combinations(sorted(set(held)), 2)
        for many in (3, 4, 5, 8):
            yield chance.sample(held, min(many, len(held)))
    for many in (1, 2, 3, 4, 8, 8):
        yield chance.sample(hand, min(many, len(hand)))
        yield chance.sample(sorted(CARDS), many)


def bodies(one: MatchWorld, viewer: Viewer, chance: Random) -> list[dict[str, Any]]:
    """Return actions to be checked."""
    turn = one.moment.turn(ROUND) or "none"
    said: list[dict[str, Any]] = [{"turn": turn, "verb": "pass"}]
    said += [{"turn": turn, "verb": "trump", "suit": "h"}]
    for cards in map(list, candidates(one, viewer, chance)):
        for verb in ("play", *chance.sample(("show", "bury", "return"), 1)) if cards else ():
            to = {"to": chance.choice(("p1", "p2", "p3", "p4"))} if verb == "return" else {}
            said.append({"turn": turn, "verb": verb, "cards": cards, **to})
    return said


def checked(look: Look, said: list[dict[str, Any]]) -> Iterator[tuple[object, object]]:
    """Yield what the viewer is answered when some actions are checked, each with what it was."""
    for body in said:
        sent = json.dumps(body).encode()
        yield body, plain(look.send("POST", f"/v1/rounds/{ROUND}/check", sent))


def refused(
    look: Look, said: list[dict[str, Any]], answers: list[Any]
) -> Iterator[tuple[object, object]]:
    """Yield what the viewer is answered to those actions that would be refused."""
    for body, (_, told) in zip(said, answers, strict=True):
        if json.loads(told[2]).get("verdict") not in {"accepted", "judged"}:
            sent = json.dumps(body).encode()
            yield body, plain(look.send("POST", f"/v1/rounds/{ROUND}/actions", sent))


@pairs_of_houses(EXAMPLES)
@given(
    seed=st.integers(0, 1 << 30),
    length=st.integers(5, LONGEST),
    viewer=st.sampled_from(viewers()[:-1]),
    leading=st.booleans(),
    tidy=st.booleans(),
)
def test_two_houses_that_differ_in_hidden_cards_answer_alike(
    seed: int, length: int, viewer: Viewer, *, leading: bool, tidy: bool
) -> None:
    compared(seed, length, viewer, leading=leading, tidy=tidy)


def compared(
    seed: int, length: int, viewer: Viewer, *, leading: bool = False, tidy: bool = False
) -> None:
    """Play a round, and the same with other hidden cards; whatever the viewer is told is equal."""
    with (
        TemporaryDirectory() as folder,
        match_world(Path(folder) / "one", seed) as one,
        match_world(Path(folder) / "other", seed) as other,
    ):
        play(one, length, viewer if leading else None, tidy=tidy)
        course = one.course(viewer)
        faces = course.exchanged(Random(seed), TRIES)
        for said in course.commands(faces):
            other.evening.decide(ROUND, said.command, said.origin)
        same(one, other, viewer)


def same(one: MatchWorld, other: MatchWorld, viewer: Viewer) -> None:
    here, there = one.look(viewer), other.look(viewer)
    for each in (one, other):
        each.evening.served.projected()
    place = match(MATCH)
    for this, that in zip(seen(here, PATHS, place), seen(there, PATHS, place), strict=True):
        assert this == that
    about, seat = one.moment.newest, one.moment.newest.seat_of(viewer)
    assert opened_to(about.facts, seat) == opened_to(other.moment.newest.facts, seat)
    said = bodies(one, viewer, Random(one.moment.newest.version))
    answers = list(checked(here, said))
    assert answers == list(checked(there, said))
    assert list(refused(here, said, answers)) == list(refused(there, said, answers))


SEEDS = range(8)
JUDGED = ((31, 70), (9, 110))
"""Rounds and steps after which ann leads, and whether a throw holds hangs on where cards lie."""


def test_hidden_cards_are_exchanged(tmp_path: Path) -> None:
    exchanged = 0
    with match_world(tmp_path / "one", 1) as one:
        play(one, 60, tidy=False)
        for viewer in viewers()[:6]:
            course = one.course(viewer)
            faces = course.exchanged(Random(1), TRIES)
            exchanged += sum(map(operator.ne, course.faces, faces))
            assert all(course.faces[known] == faces[known] for known in course.known)
    assert exchanged > 100


def test_a_check_that_hangs_on_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(state: State, command: Any, turn: str, say: Say) -> CheckAnswer:  # noqa: ANN401 -- any
        answer = checking.checked(state, command, turn, say=say)
        if answer.verdict != "judged":
            return answer
        decided = decide(state, command)
        assert not isinstance(decided, Refusal)
        holds = decided.facts[0].attempted == ()  # type: ignore[union-attr]
        return answer.model_copy(update={"verdict": "accepted" if holds else "judged"})

    monkeypatch.setattr(rounds, "checked", telling)
    assert any(differ(seed, length, leading=True) for seed, length in JUDGED)


def test_a_figure_that_hangs_on_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = sight.round_answer

    def telling(facts: Facts, seat: Seat | None) -> ShengjiAnswer:
        kitty = points_of(getattr(facts.state, "kitty", ()))
        return usual(facts, seat).model_copy(update={"attack_points": kitty})

    monkeypatch.setattr(sight, "round_answer", telling)
    assert any(differ(seed, 20) for seed in SEEDS)


def differ(seed: int, length: int, *, leading: bool = False) -> bool:
    """Say whether two houses answer a player differently."""
    ann = viewers()[0]
    return fails(compared, seed, length, ann, leading=leading)
