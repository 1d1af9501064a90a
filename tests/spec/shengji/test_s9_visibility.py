"""S9: who may see what. The rows of the table, fact by fact."""

from typing import get_args

import msgspec
import pytest

from domain.cards.card import HIDDEN, Card
from domain.kernel.decider import Event
from domain.shengji import commands, events
from domain.shengji.commands import Command as ShengjiCommand
from domain.shengji.decider import SHENGJI
from domain.shengji.events import Event as ShengjiEvent
from domain.shengji.sides import SEATS
from domain.shengji.visibility import EVERYTHING, HIDDEN_FROM_OTHERS, Viewer, audiences, seen_by
from tests.support.shengji_rounds import P1, P2, P3, after, cards, contesting, deals, facts, opened

SOME = cards("As Kd 9c 2h")
OWN = [
    events.CardsDealt(seat=P1, cards=SOME),
    events.CardsReturned(seat=P1, to=P2, cards=SOME),
    events.CardsReceived(seat=P1, giver=P2, cards=SOME),
    events.KittyTaken(seat=P1, cards=SOME),
    events.KittyBuried(seat=P1, cards=SOME),
    commands.Deal(seat=P1, cards=SOME),
    commands.Return(seat=P1, to=P2, cards=SOME),
    commands.Bury(seat=P1, cards=SOME),
]
NOBODYS = [events.KittyDealt(cards=SOME), commands.DealKitty(cards=SOME)]
OPEN = [
    events.CardTurnedUp(seat=P1, card=SOME[0]),
    events.CardsShown(seat=P1, cards=SOME, total=6),
    events.PileCaptured(seat=P2, loser=P1, cards=SOME, total=6),
    events.ContestWon(seat=P1, cards=SOME, points=6, dealer=P1),
    events.TrumpCalled(seat=P1, suit="h"),
    events.CardsLed(trick=0, seat=P1, cards=SOME, pattern=events.Pattern.THROW, attempted=()),
    events.CardsLed(
        trick=0, seat=P1, cards=SOME[:1], pattern=events.Pattern.SINGLE, attempted=SOME
    ),
    events.CardsFollowed(trick=0, seat=P1, cards=SOME),
    events.TrickWon(trick=0, seat=P1, why=events.Winning.FIRST, points=5, attack_points=5),
    events.AceCaptured(trick=0, seat=P1, owner=P2),
    events.KittyShown(dealt=SOME, buried=SOME, points=10, multiplier=2),
    events.RoundVoided(),
    commands.TurnUp(seat=P1, card=SOME[0]),
    commands.Show(seat=P1, cards=SOME),
    commands.Play(seat=P1, cards=SOME),
]
VIEWERS: tuple[Viewer, ...] = (None, *SEATS)


def cards_in(told: msgspec.Struct) -> set[str]:
    """Every card of `SOME` that a fact or command holds in any field."""
    plain = msgspec.json.encode(told).decode()
    return {card for card in SOME if f'"{card}"' in plain}


@pytest.mark.parametrize("told", OWN, ids=lambda told: type(told).__name__)
def test_s9_own_cards_returns_and_kitty_are_seen_by_their_seat_only(told: msgspec.Struct) -> None:
    assert cards_in(seen_by(P1, told)) == set(SOME)
    assert cards_in(seen_by(EVERYTHING, told)) == set(SOME)
    for viewer in (None, P2, P3):
        assert cards_in(seen_by(viewer, told)) == set()


@pytest.mark.parametrize("told", NOBODYS, ids=lambda told: type(told).__name__)
def test_s9_the_kitty_as_dealt_is_seen_by_no_seat(told: msgspec.Struct) -> None:
    assert cards_in(seen_by(EVERYTHING, told)) == set(SOME)
    for viewer in VIEWERS:
        assert cards_in(seen_by(viewer, told)) == set()


@pytest.mark.parametrize("told", OPEN, ids=str)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_s9_what_lies_on_the_table_is_seen_by_everybody_at_once(
    told: msgspec.Struct, viewer: Viewer
) -> None:
    assert seen_by(viewer, told) is told


@pytest.mark.parametrize("viewer", [None, P2, P3])
def test_s9_how_many_cards_everybody_has_is_seen_at_once(viewer: Viewer) -> None:
    for told in OWN:
        seen = seen_by(viewer, told)
        assert getattr(seen, "cards", ()) == (HIDDEN,) * 4
        assert getattr(seen, "seat", None) == P1


def test_s9_returned_cards_are_seen_by_giver_and_receiver() -> None:
    state = contesting(p1="BJ", p2="5d 4c")
    state = after(state, "p1 show BJ", "p2 show 5d", "p1 pass", "p3 pass", "p2 trump s")
    told = facts(state, "p2 return p1 4c")[:2]
    viewers: dict[Viewer, int] = {P1: 1, P2: 1, P3: 0, None: 0, EVERYTHING: 2}
    for viewer, number in viewers.items():
        seen = [seen_by(viewer, fact) for fact in told]
        assert [Card("4c") in getattr(fact, "cards", ()) for fact in seen].count(True) == number


def test_s9_every_field_that_can_hold_a_card_is_either_hidden_or_shown_on_purpose() -> None:
    """A new fact or command with cards must take a stand here."""
    kinds = (*get_args(ShengjiEvent), *get_args(ShengjiCommand))
    holding = {
        (kind, field.name)
        for kind in kinds
        for field in msgspec.structs.fields(kind)
        if "Card" in repr(field.type)
    }
    hidden = {(kind, field) for kind, fields in HIDDEN_FROM_OTHERS.items() for field in fields}
    assert hidden <= holding
    assert holding - hidden == {
        (events.CardTurnedUp, "card"),
        (events.CardsShown, "cards"),
        (events.PileCaptured, "cards"),
        (events.ContestWon, "cards"),
        (events.CardsLed, "cards"),
        (events.CardsLed, "attempted"),
        (events.CardsFollowed, "cards"),
        (events.KittyShown, "dealt"),
        (events.KittyShown, "buried"),
        (commands.TurnUp, "card"),
        (commands.Show, "cards"),
        (commands.Play, "cards"),
    }


def test_s9_something_is_hidden_for_all_four_seats() -> None:
    (opening,) = facts(SHENGJI.initial, opened())
    assert isinstance(opening, events.RoundOpened)
    assert audiences(opening) == SEATS


@pytest.mark.parametrize("viewer", VIEWERS)
def test_s9_cards_of_a_voided_round_never_come_to_light(viewer: Viewer) -> None:
    said: list[str | commands.Command] = [opened(), *deals(), "p1 pass", "void @operator"]
    told = facts(SHENGJI.initial, *said)
    for fact in told:
        open_to = isinstance(fact, events.CardsDealt) and fact.seat == viewer
        seen = seen_by(viewer, fact)
        assert isinstance(seen, Event)
        assert {*getattr(seen, "cards", ())} <= {HIDDEN} or open_to


@pytest.mark.parametrize("viewer", VIEWERS)
def test_s9_both_kitties_come_to_light_at_the_settlement_and_not_before(viewer: Viewer) -> None:
    state = contesting(kitty="4*Jc 4*Jd")
    told = facts(state, "p1 pass", "p3 pass", "p2 pass", "p4 trump h")
    (taken,) = [fact for fact in told if isinstance(fact, events.KittyTaken)]
    assert (Card("Jc") in seen_by(viewer, taken).cards) == (viewer == P1)
    shown = events.KittyShown(dealt=taken.cards, buried=SOME, points=10, multiplier=0)
    assert seen_by(viewer, shown) is shown
