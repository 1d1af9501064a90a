"""H6: cuts fit anchors that were there before, and the cards follow from deck and cut."""

import pytest

from domain.cards.card import PACK, Card
from domain.fairness.committed import Where, committed, opens
from domain.fairness.cut import anchor_of, cut_of, order_by
from domain.flow.address import anchors, clock, game, match
from domain.flow.dealing import dealt_by
from domain.house.anchors.commands import DepositAnchor
from domain.house.clock.events import DeadlineSet
from domain.house.deck import events
from domain.house.deck.commands import MissCut, RevealCut
from domain.house.match.commands import BeReady, JoinMatch, OpenMatch, StartMatchRound
from domain.house.origins import house_may
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.shengji import commands as in_four_packs
from domain.shengji.ruleset import Ruleset
from domain.shengji.state import Contesting
from domain.sizhidao import commands as in_round
from domain.sizhidao.state import Betting
from tests.spec.house.decked import (
    AT,
    NOW,
    P1,
    P2,
    P3,
    SECRET,
    VALUES,
    VENUE,
    anchored,
    cut,
    cutting,
    deal,
    reveal,
    told,
)
from tests.support.house import Streams

# ---- H6.2: anchors


@pytest.mark.parametrize("anchor", ["", "0" * 63, "0" * 65, "g" * 64, "AA" * 32, "0x" + "0" * 62])
def test_h6_2_an_anchor_is_32_bytes_in_hex(anchor: str) -> None:
    house = anchored()
    assert house.refused(VENUE, DepositAnchor(player="ann", anchor=anchor)) == "bad_anchor"


def test_h6_2_an_anchor_is_deposited_once_and_another_takes_its_place() -> None:
    house = anchored("ann")
    again = DepositAnchor(player="ann", anchor=anchor_of(VALUES["ann"]).hex())
    assert house.refused(VENUE, again) == "anchor_used"
    house.take(VENUE, DepositAnchor(player="ann", anchor="0" * 64))
    assert house.look(VENUE).present == {"ann": "0" * 64}


def test_h6_2_only_the_player_deposits_an_anchor() -> None:
    deposit = DepositAnchor(player="ann", anchor="0" * 64)
    assert [one for one in Origin if house_may(deposit, one)] == [Origin.PLAYER]


@pytest.mark.parametrize("dropped", [False, True])
def test_h6_2_an_anchor_whose_value_is_known_is_refused(*, dropped: bool) -> None:
    """A chain that is begun again from its end would cut with values that everybody has seen."""
    chain = [VALUES["ann"]]
    for _ in range(1_026):
        chain.append(anchor_of(chain[-1]))
    house = anchored("ann")
    if dropped:
        house.start()
        house.take(AT, MissCut(seat=P1))
        assert house.look(VENUE).present == {}
    codes = [
        house.refused(VENUE, DepositAnchor(player="ann", anchor=chain[place].hex()))
        for place in (1, 2, 3, 500, 1_025)
    ]
    assert codes == ["anchor_used"] * 5
    bob = DepositAnchor(player="bob", anchor=chain[3].hex())
    house.take(VENUE, bob)
    house.take(VENUE, DepositAnchor(player="ann", anchor=chain[1_026].hex()))


def test_h6_2_a_chain_is_never_begun_again() -> None:
    house = cutting("ann")
    house.take(AT, reveal(P1, "ann"))
    assert house.look(VENUE).present == {"ann": VALUES["ann"].hex()}
    spent = DepositAnchor(player="ann", anchor=anchor_of(VALUES["ann"]).hex())
    assert house.refused(VENUE, spent) == "anchor_used"


def test_h6_2_another_anchor_in_the_middle_of_a_cut_is_for_the_next_one() -> None:
    house = cutting("ann")
    house.take(VENUE, DepositAnchor(player="ann", anchor="0" * 64))
    house.take(AT, reveal(P1, "ann"))
    assert house.look(VENUE).present == {"ann": "0" * 64}
    assert cut(house).values == {P1: VALUES["ann"].hex()}


# ---- H6.3: cutting


def test_h6_3_every_seat_with_an_anchor_cuts_in_any_order_and_the_last_one_ends_it() -> None:
    house = cutting("ann", "cyd")
    house.take(AT, reveal(P3, "cyd"))
    assert house.look(AT).waits == (P1,)
    revealed, done = house.take(AT, reveal(P1, "ann"))
    assert revealed == events.CutRevealed(stage=0, seat=P1, value=VALUES["ann"].hex())
    root = bytes.fromhex(cut(house).deck.root)
    seed = cut_of(Where("r", 0), root, (P1, P2, P3), {P1: VALUES["ann"], P3: VALUES["cyd"]})
    assert done == events.DeckCut(stage=0, cut=seed.hex(), cuts=2, seats=3)


def test_h6_3_the_value_that_was_revealed_is_the_next_anchor() -> None:
    house = cutting("ann")
    house.take(AT, reveal(P1, "ann"))
    assert house.look(VENUE).present == {"ann": VALUES["ann"].hex()}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (RevealCut(seat=P1, value=VALUES["bob"].hex()), "wrong_cut"),
        (RevealCut(seat=P1, value=anchor_of(VALUES["ann"]).hex()), "wrong_cut"),
        (RevealCut(seat=P1, value=VALUES["ann"].hex().upper() + "0"), "wrong_cut"),
        (RevealCut(seat=P1, value="no hex"), "wrong_cut"),
        (RevealCut(seat=P3, value=VALUES["ann"].hex()), "not_your_cut"),
        (RevealCut(seat=Seat("p9"), value=VALUES["ann"].hex()), "not_your_cut"),
        (MissCut(seat=P3), "not_your_cut"),
    ],
)
def test_h6_3_nothing_but_the_value_of_the_own_anchor_is_taken(command: Command, code: str) -> None:
    house = cutting("ann", "bob")
    assert house.refused(AT, command) == code


def test_h6_3_a_second_cut_of_a_seat_and_one_after_all_are_refused() -> None:
    house = cutting("ann", "bob")
    house.take(AT, reveal(P1, "ann"))
    assert house.refused(AT, reveal(P1, "ann")) == "not_your_cut"
    house.take(AT, reveal(P2, "bob"))
    assert house.refused(AT, reveal(P2, "bob")) == "not_cutting"


def test_h6_3_there_is_nothing_to_cut_in_a_round_without_a_deck() -> None:
    house = Streams(NOW)
    assert house.refused(AT, reveal(P1, "ann")) == "not_cutting"
    assert house.refused(AT, MissCut(seat=P1)) == "not_cutting"


# ---- H6.4: a cut that is missed


def test_h6_4_the_seats_have_a_deadline_together() -> None:
    house = cutting("ann", "bob")
    due = DeadlineSet(turn="0.cutting", seconds=5, due_ms=NOW + 5_000)
    assert told(house, clock("r")) == [due]


def test_h6_4_who_is_late_is_gone_on_without_and_deposits_anew() -> None:
    house = cutting("ann", "bob")
    house.take(AT, reveal(P2, "bob"))
    missed, done = house.take(AT, MissCut(seat=P1))
    assert missed == events.CutMissed(stage=0, seat=P1)
    assert isinstance(done, events.DeckCut)
    assert (done.cuts, done.seats) == (1, 3)
    assert house.look(VENUE).present == {"bob": VALUES["bob"].hex()}
    assert house.refused(AT, reveal(P1, "ann")) == "not_cutting"
    again = DepositAnchor(player="ann", anchor=anchor_of(VALUES["ann"]).hex())
    assert house.refused(VENUE, again) == "anchor_used"


def test_h6_4_only_the_clock_goes_on_without_a_cut() -> None:
    assert [origin for origin in Origin if house_may(MissCut(seat=P1), origin)] == [Origin.CLOCK]


# ---- H6.5: dealing


def test_h6_5_without_any_anchor_the_deck_is_cut_by_nobody_at_once() -> None:
    house = cutting()
    seed = cut_of(Where("r", 0), bytes.fromhex(cut(house).deck.root), (P1, P2, P3), {})
    assert told(house)[1:] == [events.DeckCut(stage=0, cut=seed.hex(), cuts=0, seats=3)]
    assert told(house, clock("r")) == []


def test_h6_5_nothing_is_dealt_before_the_deck_is_cut() -> None:
    house = cutting("ann")
    dealing = in_round.Deal(seat=P1, cards=PACK[:4])
    assert house.refused(game("r"), dealing) == "not_cut_yet"


def test_h6_5_the_cards_lie_where_the_deck_and_the_cut_put_them() -> None:
    house = cutting("ann")
    house.take(AT, reveal(P1, "ann"))
    state = cut(house)
    of_secret = committed(Where("r", 0), PACK, bytes.fromhex(SECRET))
    order = order_by(bytes.fromhex(state.cut), 52)
    deal(house)
    dealt = house.look(game("r"))
    assert isinstance(dealt, Betting)
    head = dealt.round.head
    seats = [P1, P2, P3]
    turns = seats[seats.index(head) + 1 :] + seats[: seats.index(head) + 1]  # Z2.2
    for turn, seat in enumerate(turns):
        for number, card in enumerate(dealt.hands[seat]):
            opening = of_secret.opening(order[number * 3 + turn])
            assert opening.card == card
            assert opens(Where("r", 0), 52, bytes.fromhex(state.deck.root), opening)


def test_h6_5_other_cards_and_those_of_another_seat_are_refused() -> None:
    house = cutting()
    first, second, _ = dealt_by(cut(house), house.look(game("r")))
    assert isinstance(first, in_round.Deal)
    assert isinstance(second, in_round.Deal)
    at = game("r")
    swapped = in_round.Deal(seat=first.seat, cards=second.cards)
    turned = in_round.Deal(seat=first.seat, cards=first.cards[::-1])
    assert house.refused(at, swapped) == "not_of_the_deck"
    assert house.refused(at, turned) == "not_of_the_deck"
    house.take(at, first)
    assert house.refused(at, first) == "bad_deal"


def test_h6_5_a_round_of_four_packs_is_dealt_whole_with_kitty_and_face_up_card() -> None:
    house = Streams(NOW, SECRET)
    at = match("m")
    house.take(at, OpenMatch(match="m", settings=Ruleset()))
    for number, name in enumerate(VALUES, start=1):
        house.player(name)
        house.take(at, JoinMatch(seat=Seat(f"p{number}"), player=name))
        house.take(at, BeReady(player=name))
    deposit = DepositAnchor(player="bob", anchor=anchor_of(VALUES["bob"]).hex())
    house.take(anchors("match/m"), deposit)
    house.take(at, StartMatchRound(round="r"))
    assert house.refused(game("r"), in_four_packs.DealKitty(cards=PACK[:8])) == "not_cut_yet"
    house.take(AT, reveal(P2, "bob"))
    dealing = tuple(dealt_by(cut(house), house.look(game("r"))))
    assert [type(one).__name__ for one in dealing] == ["Deal"] * 4 + ["DealKitty", "TurnUp"]
    other = in_four_packs.TurnUp(seat=P1, card=_other_card(dealing))
    for command in dealing[:-1]:
        house.take(game("r"), command)
    assert house.refused(game("r"), other) == "not_of_the_deck"
    house.take(game("r"), dealing[-1])
    assert isinstance(house.look(game("r")), Contesting)


def _other_card(dealing: tuple[Command, ...]) -> Card:
    turned = dealing[-1]
    assert isinstance(turned, in_four_packs.TurnUp)
    hand = next(one for one in dealing if isinstance(one, in_four_packs.Deal) and one.seat == P1)
    return next(card for card in hand.cards if (P1, card) != (turned.seat, turned.card))
