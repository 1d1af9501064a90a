"""Z10: who may see what. The clauses of the table, fact by fact."""

import msgspec
import pytest

from domain.cards.card import HIDDEN, Card
from domain.kernel.seats import Seat
from domain.log.catalogue import CATALOGUE
from domain.paipu.read import read_document
from domain.paipu.run import run
from domain.sizhidao import commands, events
from domain.sizhidao.visibility import EVERYTHING, HIDDEN_FROM_OTHERS, Viewer, seen_by
from tests.support.play import LEVEL, deals, each, written

P1, P2 = Seat("p1"), Seat("p2")
HAND = (Card("As"), Card("Kd"), Card("9c"), Card("2h"))
DEALT = events.CardsDealt(stage=0, seat=P1, cards=HAND)
SPLIT = events.HandSplit(seat=P1, front=HAND[2:], back=HAND[:2])


def cards_in(told: msgspec.Struct) -> set[str]:
    """Every card that a fact or command holds in any field."""
    plain = msgspec.json.encode(told).decode()
    return {card for card in HAND if f'"{card}"' in plain}


@pytest.mark.parametrize(
    "told",
    [
        DEALT,
        SPLIT,
        commands.Deal(seat=P1, cards=HAND),
        commands.Split(seat=P1, front=HAND[2:], back=HAND[:2]),
    ],
)
def test_z10_own_cards_and_splits_are_seen_by_their_seat_only(told: msgspec.Struct) -> None:
    assert cards_in(seen_by(P1, told)) == set(HAND)
    assert cards_in(seen_by(EVERYTHING, told)) == set(HAND)
    assert cards_in(seen_by(P2, told)) == set()
    assert cards_in(seen_by(None, told)) == set()


def test_z10_that_a_seat_was_dealt_to_and_has_split_is_seen_at_once() -> None:
    dealt, split = seen_by(P2, DEALT), seen_by(None, SPLIT)
    assert (dealt.seat, dealt.stage, dealt.cards) == (P1, 0, (HIDDEN,) * 4)
    assert (split.seat, split.front, split.back) == (P1, (HIDDEN,) * 2, (HIDDEN,) * 2)


def test_z10_shown_piles_are_seen_by_everybody() -> None:
    hand = events.ShownHand(seat=P1, front=HAND[2:], back=HAND[:2])
    shown = events.HandsShown(stage=0, hands=(hand,))
    assert seen_by(None, shown) is shown
    assert seen_by(P2, shown) is shown


def test_z10_every_field_that_can_hold_a_card_is_either_hidden_or_shown_on_purpose() -> None:
    """A new fact or command with cards must take a stand here."""
    stored = {**CATALOGUE.events, **CATALOGUE.commands}
    kinds = [kind for name, kind in stored.items() if not name.startswith("shengji.")]  # S9
    holding = {
        (kind, field.name)
        for kind in kinds
        for field in msgspec.structs.fields(kind)
        if "Card" in repr(field.type) or "ShownHand" in repr(field.type)
    }
    hidden = {(kind, field) for kind, fields in HIDDEN_FROM_OTHERS.items() for field in fields}
    assert holding - hidden == {(events.HandsShown, "hands")}
    assert hidden <= holding


@pytest.mark.parametrize("viewer", [None, "p1", "p2", "p3"])
def test_z10_a_folded_seats_cards_and_a_voided_rounds_cards_never_come_to_light(
    viewer: Viewer,
) -> None:
    hands = LEVEL[:3]
    folded = [*deals(*hands), "p1 bet 50", "p2 fold", "p3 call", *each("p1 p3", "autosplit")]
    voided = [*deals(*hands), "p1 bet 50", "p2 call", "p3 call", "p1 autosplit", "void @operator"]
    for actions, shown in ((folded, {"p1", "p3"}), (voided, set[str]())):
        outcome = run(read_document(written(actions, (None,) * 3, "p1", {})))
        facts = [seen_by(viewer, fact) for step in outcome.steps for fact in step.facts]
        seen = msgspec.json.encode(facts).decode()
        for number, hand in enumerate(hands, start=1):
            may_see = f"p{number}" == viewer or f"p{number}" in shown
            assert all((f'"{card}"' in seen) == may_see for card in hand.split())
