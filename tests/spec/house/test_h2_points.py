import pytest

from domain.chips.amount import MOST
from domain.flow.address import COUNTER, reference, wallet
from domain.house.reference.events import Direction, ReferenceUsed
from domain.house.wallet.commands import Deposit, Withdraw
from domain.house.wallet.events import (
    PointsDeposited,
    PointsIssued,
    PointsRedeemed,
    PointsWithdrawn,
)
from tests.support.house import Streams


def deposit(points: int, of: str = "bank 1", reason: str = "cash") -> Deposit:
    return Deposit(points=points, reason=reason, reference=of)


def withdraw(points: int, of: str = "bank 1", reason: str = "cash") -> Withdraw:
    return Withdraw(points=points, reason=reason, reference=of)


def test_h2_1_a_wallet_never_goes_below_zero() -> None:
    house = Streams()
    ann = house.player("ann", 100)
    assert house.refused(ann, withdraw(101)) == "too_few_points"
    house.take(ann, withdraw(100))
    assert house.balance("ann") == 0
    assert house.refused(ann, withdraw(1, "bank 2")) == "too_few_points"


@pytest.mark.parametrize("points", [0, -1, -MOST, MOST + 1])
def test_h2_1_points_are_whole_and_above_zero(points: int) -> None:
    house = Streams()
    ann = house.player("ann", 100)
    assert house.refused(ann, deposit(points, "x")) == "bad_points"
    assert house.refused(ann, withdraw(points, "x")) == "bad_points"


def test_h2_2_points_come_and_go_with_reason_and_reference() -> None:
    house = Streams()
    ann = house.player("ann")
    assert house.take(ann, deposit(70)) == (
        PointsDeposited(player="ann", points=70, reason="cash", reference="bank 1"),
    )
    assert house.take(ann, withdraw(30)) == (
        PointsWithdrawn(player="ann", points=30, reason="cash", reference="bank 1"),
    )
    for bad in ("", "x" * 101, "a\tb"):
        assert house.refused(ann, deposit(1, bad)) == "bad_reference"
        assert house.refused(ann, withdraw(1, bad)) == "bad_reference"
        assert house.refused(ann, deposit(1, reason=bad)) == "bad_reason"
        assert house.refused(ann, withdraw(1, reason=bad)) == "bad_reason"


def test_h2_2_a_reference_is_used_once_in_each_direction_by_whomever() -> None:
    house = Streams()
    ann, bob = house.player("ann", 100), house.player("bob", 100)
    house.take(ann, deposit(5, "bank x/7"))
    assert house.refused(ann, deposit(5, "bank x/7")) == "reference_used"
    assert house.refused(bob, deposit(6, "bank x/7")) == "reference_used"
    house.take(bob, withdraw(7, "bank x/7"))
    assert house.refused(ann, withdraw(7, "bank x/7")) == "reference_used"
    assert (house.balance("ann"), house.balance("bob")) == (105, 93)
    used = house.facts[reference(Direction.WITHDRAWAL, "bank x/7")]
    assert used == [
        ReferenceUsed(direction=Direction.WITHDRAWAL, reference="bank x/7", player="bob", points=7),
    ]


def test_h2_3_the_counter_account_bears_every_deposit_and_gets_every_withdrawal() -> None:
    house = Streams()
    ann, bob = house.player("ann"), house.player("bob")
    house.take(ann, deposit(70))
    house.take(bob, deposit(5, "bank 2"))
    house.take(ann, withdraw(30))
    assert house.facts[COUNTER] == [
        PointsIssued(player="ann", points=70, reference="bank 1"),
        PointsIssued(player="bob", points=5, reference="bank 2"),
        PointsRedeemed(player="ann", points=30, reference="bank 1"),
    ]
    assert house.look(COUNTER).balance == -45


def test_h2_3_the_house_holds_no_more_points_than_an_amount_can_be() -> None:
    house = Streams()
    ann, bob = house.player("ann", MOST - 5), house.player("bob")
    assert house.refused(bob, deposit(6, "b")) == "too_many_points"
    house.take(bob, deposit(5, "b"))
    assert house.refused(ann, deposit(1, "c")) == "too_many_points"
    house.take(ann, withdraw(MOST - 5, "d"))
    house.take(wallet("bob"), deposit(MOST - 5, "e"))
    assert house.balance("bob") == MOST
