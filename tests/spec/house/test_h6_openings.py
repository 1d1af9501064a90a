"""H6.6: which cards may be proven to whom, and that a proof is one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.cards.card import PACK, Card
from domain.fairness.committed import Where, opens
from domain.fairness.cut import order_and_place
from domain.flow.address import deck, game, match
from domain.flow.dealing import dealt_by
from domain.flow.openings import EVERYTHING, Openable, Viewer, cut_decks, openable, proofs
from domain.games.rounds import late_command, waiting
from domain.house.deck.state import Cut
from domain.house.match.commands import BeReady, JoinMatch, OpenMatch, StartMatchRound
from domain.kernel.seats import Seat
from domain.shengji import events as shengji
from domain.shengji.commands import Show
from domain.shengji.deck import DEALT, deal_from
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import SEATS, Side
from domain.shengji.state import Contesting, Settled
from domain.sizhidao import events as sizhidao
from domain.sizhidao.state import Splitting
from tests.leaks.proven import decks_like, openable_of
from tests.support.house import SMALL, Streams

SECRET = "10" * 32
P1, P2, P3 = map(Seat, ("p1", "p2", "p3"))
AT = game("r")
VIEWERS: Sequence[Viewer] = (*SEATS, None)


def decks(house: Streams) -> tuple[Cut, ...]:
    return cut_decks(house.facts[deck("r")])


def told(house: Streams, viewer: Viewer) -> tuple[Openable, ...]:
    return openable(house.facts[AT], decks(house), viewer)


def cards(opened: Sequence[Openable]) -> list[str]:
    return sorted(one.card for one in opened)


def table() -> Streams:
    """A round of three that was dealt from a committed deck."""
    house = Streams(secret=SECRET)
    house.table(SMALL, ann=100, bob=100, cyd=100)
    house.start()
    deal(house)
    return house


def deal(house: Streams) -> None:
    for command in tuple(dealt_by(decks(house)[-1], house.look(AT))):
        house.take(AT, command)


def four(secret: str = SECRET) -> Streams:
    """The first round of a match, dealt from a committed deck."""
    house, at = Streams(secret=secret), match("m")
    house.take(at, OpenMatch(match="m", settings=Ruleset()))
    for seat in SEATS:
        house.player(seat)
        house.take(at, JoinMatch(seat=seat, player=seat))
        house.take(at, BeReady(player=seat))
    house.take(at, StartMatchRound(round="r"))
    deal(house)
    return house


def hand(house: Streams, seat: Seat) -> list[str]:
    kinds = (sizhidao.CardsDealt, shengji.CardsDealt)
    dealt = [one for one in house.facts[AT] if isinstance(one, kinds) and one.seat == seat]
    return sorted(card for one in dealt for card in one.cards)


def shown_by(house: Streams) -> Counter[tuple[Seat, Card]]:
    """How many cards of each face every seat has shown in the contest."""
    shows = [one for one in house.facts[AT] if isinstance(one, shengji.CardsShown)]
    return Counter((one.seat, card) for one in shows for card in one.cards)


def whose(one: Openable) -> str:
    hands, _ = deal_from(range(216), None)
    return next((seat for seat, places in hands.items() if one.place in places), "kitty")


# ---- a proof proves


@pytest.mark.parametrize("house", [table(), four()], ids=["sizhidao", "shengji"])
def test_h6_6_a_proof_leads_to_the_root_and_to_no_other_card(house: Streams) -> None:
    (cut,) = decks(house)
    where, size, root = Where("r", 0), cut.deck.cards, bytes.fromhex(cut.deck.root)
    order, _ = order_and_place(bytes.fromhex(cut.cut), size, min(DEALT, size))
    found = [*proofs((cut,), told(house, EVERYTHING))]
    assert len(found) == (12 if size == len(PACK) else size)
    for one in found:
        assert order[one.place] == one.opening.index
        assert opens(where, size, root, one.opening)
    first, second = found[0].opening, found[1].opening
    assert not opens(where, size, root, replace_card(first, Card("2c")))
    assert not opens(Where("r", 1), size, root, first)
    assert not opens(Where("s", 0), size, root, first)
    assert first.salt != second.salt


def replace_card(opening: Any, card: Card) -> Any:  # noqa: ANN401 -- an opening
    other = card if opening.card != card else Card("3c")
    return type(opening)(opening.index, other, opening.salt, opening.path)


def test_h6_6_of_a_round_without_a_committed_deck_nothing_is_opened() -> None:
    house = table()
    assert openable(house.facts[AT], (), EVERYTHING) == ()


# ---- 四支刀


def test_h6_6_before_the_showdown_a_seat_has_its_own_cards_and_nobody_any_other() -> None:
    house = table()
    for seat in (P1, P2, P3):
        assert cards(told(house, seat)) == hand(house, seat)
    assert told(house, None) == ()


def test_h6_6_after_it_all_have_those_of_the_hands_shown_and_never_of_a_folded_one() -> None:
    house = table()
    while not isinstance(house.look(AT), Splitting):
        speaker = house.look(AT).turn
        if speaker == P2:
            house.play(AT, "p2 fold")
        else:
            first = not any(house.look(AT).bets.values())
            house.play(AT, f"{speaker} {'bet 10' if first else 'call'}")
    assert told(house, None) == ()
    hands = {seat: hand(house, seat) for seat in (P1, P2, P3)}
    for seat in (P1, P3):
        house.take(AT, late_command(house.look(AT), seat))
    of_all = sorted([*hands[P1], *hands[P3]])
    assert cards(of_stage_0(house, None)) == of_all
    assert cards(of_stage_0(house, P2)) == sorted([*of_all, *hands[P2]])


def of_stage_0(house: Streams, viewer: Viewer) -> list[Openable]:
    return [one for one in told(house, viewer) if one.stage == 0]


# ---- 比牌升級


def test_h6_6_the_face_up_card_is_open_to_all_at_the_very_place_that_the_cut_gave() -> None:
    house = four()
    (cut,) = decks(house)
    _, place = order_and_place(bytes.fromhex(cut.cut), 216, DEALT)
    turned = house.facts[AT][-1]
    assert isinstance(turned, shengji.CardTurnedUp)
    (one,) = told(house, None)
    assert (one.place, one.card, whose(one)) == (place, turned.card, turned.seat)
    for seat in SEATS:
        assert cards([one for one in told(house, seat) if whose(one) == seat]) == hand(house, seat)


def contested(house: Streams) -> Streams:
    """Play the contest: whoever can shows the first card that is enough, else passes."""
    while isinstance(state := house.look(AT), Contesting):
        seat = state.turn
        options = [(card,) for card in state.hands[seat]]
        for some in (*options, tuple(c for c in state.hands[seat] if c == "As")):
            if not hasattr(house.ask(AT, Show(seat=seat, cards=some)), "code"):
                break
        else:
            house.take(AT, late_command(state, seat))
    return house


def played(seed: int) -> Iterator[Streams]:
    """Yield a house after every word of a round that the clock plays after the contest."""
    house = contested(four(Random(seed).randbytes(32).hex()))
    while not isinstance(state := house.look(AT), Settled):
        yield house
        waits = waiting(state)
        assert waits is not None
        house.take(AT, late_command(state, waits.seats[0]))
    yield house


@pytest.mark.parametrize("seed", range(3))
def test_h6_6_everybody_has_as_many_cards_of_a_seat_as_it_has_shown(seed: int) -> None:
    house = contested(four(Random(seed).randbytes(32).hex()))
    turned = next(one for one in house.facts[AT] if isinstance(one, shengji.CardTurnedUp))
    shown = shown_by(house)
    assert shown
    face_up = turned.seat, turned.card
    shown[face_up] = max(shown[face_up], 1)  # who shows one may have shown the one face up
    found = Counter((Seat(whose(one)), one.card) for one in told(house, None))
    assert found == shown


@pytest.mark.parametrize("seed", range(2))
def test_h6_6_what_is_played_is_never_opened_and_the_kitty_is_the_dealers_until_the_end(
    seed: int,
) -> None:
    before: dict[Viewer, tuple[Openable, ...]] = {}
    kinds = set[type]()
    for house in played(seed):
        facts, kinds = house.facts[AT], {type(one) for one in house.facts[AT]}
        won = next((one for one in facts if isinstance(one, shengji.KittyTaken)), None)
        for viewer in VIEWERS:
            found = told(house, viewer)
            assert {*before.get(viewer, ())} <= {*found}  # what was opened stays so
            before[viewer] = found
            kitty = [one for one in found if whose(one) == "kitty"]
            takes = won is not None and viewer == won.seat
            assert len(kitty) == (8 if takes or shengji.KittyShown in kinds else 0)
            others = [one for one in found if whose(one) not in {viewer, "kitty"}]
            assert len(others) <= 1 + shown_by(house).total()
    assert shengji.KittyShown in kinds


def test_h6_6_which_of_equal_cards_is_opened_says_nothing_of_how_many_there_are() -> None:
    """Whatever many of a face a seat holds, every one of its places is opened equally often."""
    places = deal_from(range(216), P1).hands[P2]
    for many in (1, 2, 3, 4):
        opened, held = Counter[int](), places[10 : 10 + 7 * many : 7]
        facts = _shown_of(held, places)
        for number in range(400):
            cut = decks_like(216, secret=number.to_bytes(32).hex())
            (one,) = openable(facts, cut, None)
            opened[one.place] += 1
        assert {*opened} == {*held}
        assert min(opened.values()) > 0.7 * 400 / many


def _shown_of(held: Sequence[int], places: Sequence[int]) -> list[Any]:
    """Facts of a later round in which p2 has ♠A at some places, and shows one."""
    opened = shengji.RoundOpened(
        round="r", match=None, rules=1, settings=Ruleset(), players=("a", "b", "c", "d"),
        levels={Side.A: "2", Side.B: "2"}, level="2", dealer=P1,
    )  # fmt: skip
    hand = tuple(Card("As") if place in held else Card("3h") for place in places)
    dealt = [
        shengji.CardsDealt(seat=seat, cards=hand if seat == P2 else (Card("4h"),) * 52)
        for seat in SEATS
    ]
    show = shengji.CardsShown(seat=P2, cards=(Card("As"),), total=6)
    return [opened, *dealt, shengji.KittyDealt(cards=(Card("5h"),) * 8), show]


# ---- by brute force: what is opened hangs on nothing that is not known


@pytest.mark.parametrize("seed", range(30))
def test_h6_6_other_hidden_cards_open_the_same_places(seed: int) -> None:
    chance, house = Random(seed), table()
    facts = house.facts[AT]
    for viewer in (P1, P2, P3, None):
        known = {one.card for one in openable_of(facts, viewer)}
        unknown = [card for card in PACK if card not in known]
        other = dict(zip(unknown, chance.sample(unknown, len(unknown)), strict=True))
        exchanged = [
            replace(one, cards=tuple(other.get(card, card) for card in one.cards))
            if isinstance(one, sizhidao.CardsDealt)
            else one
            for one in facts
        ]
        assert exchanged != facts
        assert openable_of(exchanged, viewer) == openable_of(facts, viewer)
