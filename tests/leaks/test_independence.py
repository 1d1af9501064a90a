"""What somebody is told hangs on nothing that this viewer may not know (Z10).

Two houses in which the same happens, but for the cards that one viewer does not know: whatever
that viewer looks at or asks, both answer the same, sign for sign. So no card is told in any other
way either: not by which verb is legal, nor by which refusal comes, nor by how long an answer is.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.house import Answer, House
from api.service.facts import Facts
from api.service.sizhidao import sight as sizhidao
from api.service.sizhidao.answers import RoundAnswer
from domain.cards.card import PACK
from domain.flow.address import Address
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.sizhidao.commands import Split
from domain.sizhidao.refusals import FrontAboveBack, NotYourCards
from tests.leaks.alike import fails, pairs_of_houses, plain, seen
from tests.leaks.evening import OK, TABLE
from tests.leaks.looking import Look, Round, Viewer, viewers
from tests.leaks.proven import opened_to
from tests.leaks.worlds import ROUND, Exchanged, World, play, world

EXAMPLES = 12
"""Pairs of houses. A developer may have more."""
LONGEST = 30
"""Steps of a round, at most."""
GUESSES = 6
SEEDS = range(8)

PATHS = (
    "/v1/health",
    "/v1/me",
    "/v1/me/rounds",
    "/v1/tables",
    f"/v1/tables/{TABLE}",
    f"/v1/tables/{TABLE}/rounds",
    "/v1/players/ann",
    "/v1/players/cyd",
    f"/v1/rounds/{ROUND}/pots",
    f"/v1/rounds/{ROUND}",
    f"/v1/rounds/{ROUND}/legal",
    f"/v1/rounds/{ROUND}/history",
    f"/v1/rounds/{ROUND}/replay",
    f"/v1/rounds/{ROUND}/replay?form=text",
    f"/v1/rounds/{ROUND}/replay?form=text&at=9",
    f"/v1/rounds/{ROUND}/replay?at=12",
    f"/v1/me/rounds/{ROUND}/recall",
    f"/v1/me/rounds/{ROUND}/recall?at=11",
    f"/v1/me/rounds/{ROUND}/recall?form=text",
    "/v1/rounds",
)


def bodies(about: Round, viewer: Viewer, hidden: list[tuple[str, ...]], turn: str) -> list[object]:
    """Return actions that are refused, or say nothing about cards: guesses among them."""
    own = about.hands().get(about.seat_of(viewer) or "", ())
    chance, said = Random(about.version), list[object]()
    guesses = [*hidden, *(tuple(chance.sample(PACK, 4)) for _ in range(GUESSES))]
    guesses += [
        (*own[:3], guesses[0][0]),
        (*own[:2], *guesses[-1][2:]),
        (*guesses[0][:2], *own[:2]),
    ]
    for cards in guesses:
        if len(cards) == 4 and not set(own).issuperset(cards):
            piles = {"front": cards[:2], "back": cards[2:]}
            said += [{"turn": one, "verb": "split", **piles} for one in (turn, "0.splitting")]
    points = ({"points": 0}, {"points": 1}, {"points": 10_000}, {"to": 1}, {"to": 90})
    said += [{"turn": turn, "verb": verb} for verb in ("buy", "check", "call", "fold", "allin")]
    said += [{"turn": turn, "verb": "bet" if "points" in one else "raise", **one} for one in points]
    return said


def asked(look: Look, said: list[object]) -> Iterator[tuple[object, object]]:
    """Yield what the viewer is answered to some actions, each with what it was."""
    for body in said:
        sent = json.dumps(body).encode()
        told = look.send("POST", f"/v1/rounds/{ROUND}/actions", sent)
        yield body, plain(told)
        if told.status == OK:  # then the next one is asked at another moment
            break


@pairs_of_houses(EXAMPLES)
@given(
    seed=st.integers(0, 1 << 30),
    length=st.integers(3, LONGEST),
    viewer=st.sampled_from(viewers()[:-1]),
)
def test_two_houses_that_differ_in_hidden_cards_answer_alike(
    seed: int, length: int, viewer: Viewer
) -> None:
    compared(seed, length, viewer)


def compared(seed: int, length: int, viewer: Viewer) -> None:
    """Play a round, and the same with other hidden cards; whatever the viewer is told is equal."""
    with (
        TemporaryDirectory() as folder,
        world(Path(folder) / "one", seed) as one,
        world(Path(folder) / "other", seed) as other,
    ):
        play(one, length)
        exchanged = Exchanged(one.moment.running, viewer, Random(seed))
        for said in one.evening.said:
            other.evening.decide(ROUND, exchanged.said(said, other.evening), said.origin)
        same(one, other, viewer, exchanged)


def same(one: World, other: World, viewer: Viewer, exchanged: Exchanged) -> None:
    here, there = one.look(viewer), other.look(viewer)
    for each in (one, other):
        each.evening.served.projected()
    assert list(seen(here, PATHS)) == list(seen(there, PATHS))
    about, seat = one.moment.running, one.moment.running.seat_of(viewer)
    assert opened_to(about.facts, seat) == opened_to(other.moment.running.facts, seat)
    hidden = exchanged.hidden(one.moment.running) + exchanged.hidden(other.moment.running)
    turn = one.moment.turn(ROUND) or "none"
    said = bodies(one.moment.running, viewer, hidden, turn)
    assert list(asked(here, said)) == list(asked(there, said))


def test_a_figure_that_hangs_on_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = sizhidao.round_answer

    def telling(facts: Facts, seat: Seat | None) -> RoundAnswer:
        hands = getattr(facts.state, "hands", {})
        pairs = sum(first[0] == last[0] for first, *_, last in hands.values())
        return usual(facts, seat).model_copy(update={"price": pairs})

    monkeypatch.setattr(sizhidao, "round_answer", telling)
    assert any(differ(seed) for seed in SEEDS)


def test_a_refusal_that_hangs_on_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = House.ask

    def telling(self: House, address: Address, command: Command, **rest: Any) -> Answer:  # noqa: ANN401 -- any
        answer = usual(self, address, command, **rest)
        if isinstance(answer, NotYourCards) and isinstance(command, Split):
            guess = {*command.front, *command.back}
            if any(guess == set(hand) for hand in self.state(address).hands.values()):
                return FrontAboveBack()
        return answer

    monkeypatch.setattr(House, "ask", telling)
    assert any(differ(seed, 13) for seed in SEEDS)


def differ(seed: int, length: int = 6) -> bool:
    """Say whether two houses answer a player differently."""
    ann = viewers()[0]
    return fails(compared, seed, length, ann)
