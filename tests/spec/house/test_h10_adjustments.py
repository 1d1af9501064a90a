"""H10: points that two persons of the house give a wallet or take from it."""

import pytest

from domain.chips.amount import MOST
from domain.flow.address import COUNTER, adjustment, wallet
from domain.house.adjustment import commands, events
from domain.house.adjustment.state import Decided
from domain.house.wallet.commands import DisablePlayer
from domain.house.wallet.events import IssueAdjusted, PointsAdjusted
from tests.support.disputes import OLGA, PAUL, house_with_a_round, proposed, proposing
from tests.support.house import Streams

APPROVE = commands.ApproveAdjustment(by=PAUL)
REJECT = commands.RejectAdjustment(by=PAUL, reason="no")


def test_h10_1_a_proposal_moves_nothing() -> None:
    house = house_with_a_round()
    before = house.balance("ann")
    at = proposed(house)
    assert house.facts[at] == [
        events.AdjustmentProposed(
            adjustment="x", by=OLGA, player="ann", points=70, reason="by mistake", dispute=None
        )
    ]
    assert house.balance("ann") == before
    assert house.refused(at, proposing()) == "adjustment_exists"


@pytest.mark.parametrize("points", [0, MOST + 1, -MOST - 1])
def test_h10_1_points_are_some_and_not_too_many(points: int) -> None:
    house = house_with_a_round()
    assert house.refused(adjustment("x"), proposing(points)) == "bad_adjusted_points"


@pytest.mark.parametrize("player", ["nobody", "issue", ""])
def test_h10_1_the_player_exists(player: str) -> None:
    house = house_with_a_round()
    assert house.refused(adjustment("x"), proposing(player=player)) == "no_such_player"


@pytest.mark.parametrize("name", ["", " x", "a/b", "x" * 101])
def test_h10_1_an_id_is_a_name(name: str) -> None:
    house = house_with_a_round()
    asked = proposing(adjustment_id=name)
    assert house.refused(adjustment(name), asked) == "bad_adjustment"


@pytest.mark.parametrize("reason", ["", " ", "x" * 101, "a\nb"])
def test_h10_1_it_has_a_reason(reason: str) -> None:
    house = house_with_a_round()
    asked = commands.ProposeAdjustment(
        adjustment="x", by=OLGA, player="ann", points=1, reason=reason
    )
    assert house.refused(adjustment("x"), asked) == "bad_adjustment_reason"
    at = proposed(house)
    assert house.refused(at, commands.RejectAdjustment(by=PAUL, reason=reason)) == (
        "bad_adjustment_reason"
    )


def test_h10_1_what_compensates_a_dispute_is_proposed_there() -> None:
    house = house_with_a_round()
    asked = commands.ProposeAdjustment(
        adjustment="x", by=OLGA, player="ann", points=1, reason="r", dispute="d"
    )
    assert house.refused(adjustment("x"), asked) == "only_follows"


@pytest.mark.parametrize("by", [OLGA, "supervisor/olga"])
def test_h10_2_nobody_decides_what_the_same_person_proposed(by: str) -> None:
    house = house_with_a_round()
    at = proposed(house)
    assert house.refused(at, commands.ApproveAdjustment(by=by)) == "same_person"
    assert house.refused(at, commands.RejectAdjustment(by=by, reason="no")) == "same_person"


def test_h10_2_it_is_decided_once() -> None:
    for first in (APPROVE, REJECT):
        house = house_with_a_round()
        at = proposed(house)
        assert house.refused(adjustment("y"), first) == "no_such_adjustment"
        house.take(at, first)
        state = house.look(at)
        assert isinstance(state, Decided)
        assert state.approved == (first is APPROVE)
        assert at.decider.is_terminal(state)
        for again in (APPROVE, REJECT):
            assert house.refused(at, again) == "adjustment_decided"


@pytest.mark.parametrize("points", [70, -50])
def test_h10_3_both_sides_move_with_the_approval(points: int) -> None:
    house = house_with_a_round()
    at = proposed(house, points, "cyd")
    house.take(at, APPROVE)
    assert house.balance("cyd") == 50 + points
    adjusted = PointsAdjusted(player="cyd", points=points, adjustment="x")
    assert house.facts[wallet("cyd")][-1] == adjusted
    assert house.facts[COUNTER][-1] == IssueAdjusted(player="cyd", points=points, adjustment="x")
    assert house.missing_points() == 0


def test_h10_3_a_wallet_never_goes_below_zero() -> None:
    house = house_with_a_round()
    at = proposed(house, -51, "cyd")
    assert house.refused(at, APPROVE) == "too_few_points"
    house.deposit("cyd", 1)
    house.take(at, APPROVE)
    assert house.balance("cyd") == 0


def test_h10_3_the_house_never_holds_more_than_an_amount_can_be() -> None:
    house = Streams()
    house.player("cyd", 1)
    at = proposed(house, MOST, "cyd")
    assert house.refused(at, APPROVE) == "too_many_points"


def test_h10_3_who_is_disabled_is_adjusted_too() -> None:
    house = house_with_a_round()
    house.take(wallet("cyd"), DisablePlayer(reason="a test"))
    house.take(proposed(house, 5, "cyd"), APPROVE)
    assert house.balance("cyd") == 55
