"""H6: the house is bound to its deck before the players cut it, and deals nothing else."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from domain.cards.card import PACK
from domain.fairness.committed import Where, committed
from domain.fairness.cut import anchor_of
from domain.flow.address import game, table
from domain.flow.decide import FOLLOWS_ONLY
from domain.house.anchors.commands import DropAnchor, MoveAnchor
from domain.house.deck import events
from domain.house.deck.commands import CommitDeck, CommitPlayoff
from domain.house.deck.decider import DECK
from domain.house.deck.state import Cutting, Uncommitted
from domain.house.table.commands import StartRound
from domain.kernel.decider import Command, Decision
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.sizhidao import commands as in_round
from domain.sizhidao.events import PlayoffOpened, SeatedPlayer
from domain.sizhidao.state import BuyingIn
from tests.spec.house.decked import (
    AT,
    NOW,
    P1,
    P2,
    P3,
    SECRET,
    VALUES,
    anchored,
    cutting,
    deal,
    reveal,
    told,
)
from tests.support.house import SMALL, Streams

# ---- H6.1: the commitment


def test_h6_1_a_started_round_and_its_deck_are_one_decision() -> None:
    house = anchored("ann")
    start = house.ask(table("t"), StartRound(round="r"))
    assert not isinstance(start, Refusal)
    assert [part.address for part in start[:3]] == [table("t"), game("r"), AT]
    fact = told(house)[0]
    assert isinstance(fact, events.DeckCommitted)
    assert (fact.round, fact.venue, fact.stage, fact.cards) == ("r", "table/t", 0, 52)
    assert fact.root == committed(Where("r", 0), PACK, bytes.fromhex(SECRET)).root.hex()
    assert [(one.seat, one.player) for one in fact.cutters] == [
        ("p1", "ann"), ("p2", "bob"), ("p3", "cyd"),
    ]  # fmt: skip
    assert [one.anchor for one in fact.cutters] == [anchor_of(VALUES["ann"]).hex(), None, None]


@pytest.mark.parametrize(
    "changes",
    [
        *({"cards": cards} for cards in (-52, 0, 51, 104, 10**12)),
        *({"seconds": seconds} for seconds in (-5, 0, 4, 6)),
        *({"secret": (text,)} for text in ("", "AB" * 32, "ab " * 32, "ab" * 31, "ab" * 33)),
    ],
)
def test_h6_1_a_deck_is_a_pack_of_32_bytes_and_is_cut_in_5_seconds(changes: dict[str, Any]) -> None:
    commit = CommitDeck(
        round="r", venue="table/t", cards=52, cutters=(), seconds=5, secret=(SECRET,)
    )
    assert isinstance(DECK.decide(Uncommitted(), commit), Decision)
    refused = DECK.decide(Uncommitted(), replace(commit, **changes))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.rule) == ("bad_deck", "H6.1")


def test_h6_1_without_chance_no_deck_is_committed_and_any_cards_are_taken() -> None:
    house = Streams(NOW)
    house.table(SMALL, ann=100, bob=100, cyd=100)
    house.start()
    assert isinstance(house.look(AT), Uncommitted)
    house.play(game("r"), "deal p1 As 2s 3s 4s")


def test_h6_1_a_round_that_nobody_started_at_a_table_has_no_deck() -> None:
    house = Streams(NOW, SECRET)
    opened = in_round.OpenRound(round="r", table="t", settings=SMALL, players=_players(), head=P1)
    house.take(game("r"), opened)
    assert isinstance(house.look(AT), Uncommitted)


def _players() -> tuple[SeatedPlayer, ...]:
    return tuple(SeatedPlayer(player=name, stack=100) for name in ("ann", "bob"))


@pytest.mark.parametrize("kind", [CommitDeck, CommitPlayoff, MoveAnchor, DropAnchor])
def test_h6_1_nobody_asks_for_what_only_follows(kind: type[Command]) -> None:
    assert kind in FOLLOWS_ONLY


def test_h6_1_a_playoff_has_a_deck_of_its_own_from_the_same_secret() -> None:
    house = cutting("ann", "bob", "cyd")
    for seat, name in ((P1, "ann"), (P2, "bob"), (P3, "cyd")):
        house.take(AT, reveal(seat, name))
    play_to_a_playoff(house)
    state = house.look(AT)
    assert isinstance(state, Cutting)
    first, second = (one for one in told(house) if isinstance(one, events.DeckCommitted))
    assert (second.stage, second.secret, second.seconds) == (1, first.secret, first.seconds)
    assert second.root != first.root
    assert second.root == committed(Where("r", 1), PACK, bytes.fromhex(SECRET)).root.hex()
    # The value that was revealed for the first deck is the anchor for the second.
    assert {one.seat: one.anchor for one in second.cutters} == {
        seat: VALUES[name].hex() for seat, name in ((P1, "ann"), (P2, "bob"), (P3, "cyd"))
        if seat in state.waits
    }  # fmt: skip


def play_to_a_playoff(house: Streams) -> None:
    """Deal, and split so that nobody beats all others, trying every way to split."""
    deal(house)
    at = game("r")
    house.play(at, "p1 bet 10", "p2 call", "p3 call")
    kept = {one: list(facts) for one, facts in house.facts.items()}, dict(house.states)
    hands = house.look(at).hands
    for ways in product(range(3), repeat=3):
        house.facts, house.states = {one: [*facts] for one, facts in kept[0].items()}, {**kept[1]}
        for seat, way in zip(hands, ways, strict=True):
            _split(house, seat, hands[seat], way)
        state = house.look(at)
        if isinstance(state, BuyingIn):
            for seat in state.offered:
                house.play(at, f"{seat} decline")
        if any(isinstance(one, PlayoffOpened) for one in house.facts[at]):
            return
    raise AssertionError("these hands cannot tie")


def _split(house: Streams, seat: Seat, hand: tuple[str, ...], way: int) -> None:
    a, b, c, d = hand
    pairs = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))[way]
    for front, back in (pairs, pairs[::-1]):
        command = in_round.Split(seat=seat, front=front, back=back)  # type: ignore[arg-type]
        if not isinstance(house.ask(game("r"), command), Refusal):
            return
