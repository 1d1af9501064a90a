import pytest

from domain.flow.address import COUNTER, table, wallet
from domain.house.table import commands as at_table
from domain.house.table.events import SeatDisabled, SeatEnabled
from domain.house.wallet import commands
from domain.house.wallet.events import PlayerCreated, PlayerDisabled
from domain.kernel.seats import Seat
from domain.sizhidao.state import Settled
from tests.support.house import Streams
from tests.support.play import LADDER, deals

DISABLE = commands.DisablePlayer(reason="asked for a pause")
ENABLE = commands.EnablePlayer(reason="pause is over")


def paid(points: int = 5, reference: str = "bank 9") -> commands.Deposit:
    return commands.Deposit(points=points, reason="cash", reference=reference)


def test_h1_1_a_player_is_created_once_and_a_test_account_is_marked() -> None:
    house = Streams()
    created = house.take(wallet("ann"), commands.CreatePlayer(player="ann"))
    assert created == (PlayerCreated(player="ann", test=False),)
    assert house.refused(wallet("ann"), commands.CreatePlayer(player="ann")) == "player_exists"
    marked = house.take(wallet("bot"), commands.CreatePlayer(player="bot", test=True))
    assert marked == (PlayerCreated(player="bot", test=True),)
    assert house.look(wallet("bot")).test


@pytest.mark.parametrize("name", ["", "x" * 101, "a\nb", " ann", "ann ", "\u2028", "issue"])
def test_h1_1_not_every_text_is_a_name(name: str) -> None:
    house = Streams()
    assert house.refused(wallet(name), commands.CreatePlayer(player=name)) == "bad_player"
    house.player("x" * 100, 7)  # and the counter-account is in use
    assert house.refused(wallet(name), commands.CreatePlayer(player=name)) == "bad_player"


@pytest.mark.parametrize(
    "command", [DISABLE, ENABLE, paid(), commands.Withdraw(points=1, reason="r", reference="x")]
)
def test_h1_1_nothing_is_done_for_a_player_that_nobody_created(
    command: commands.Command,
) -> None:
    house = Streams()
    house.player("ann", 10)
    assert house.refused(wallet("bob"), command) == "no_such_player"
    assert house.refused(COUNTER, command) == "no_such_player"


def test_h1_2_an_operator_disables_and_enables_with_a_reason() -> None:
    house = Streams()
    ann = house.player("ann")
    assert house.refused(ann, ENABLE) == "player_enabled"
    assert house.refused(ann, commands.DisablePlayer(reason=" ")) == "bad_reason"
    disabled = house.take(ann, DISABLE)
    assert disabled == (PlayerDisabled(player="ann", reason="asked for a pause"),)
    assert house.refused(ann, DISABLE) == "player_disabled"
    assert house.refused(ann, commands.EnablePlayer(reason="")) == "bad_reason"
    house.take(ann, ENABLE)
    assert not house.look(ann).disabled


def test_h1_2_a_disabled_player_gets_no_deposit_seat_or_top_up_and_may_take_everything_out() -> (
    None
):
    house = Streams()
    at = house.table(ann=150)
    bob = house.player("bob", 500)
    house.take(bob, DISABLE)
    house.take(wallet("ann"), DISABLE)
    sit = at_table.Sit(seat=Seat("p2"), player="bob", points=100)
    assert house.refused(at, sit) == "player_disabled"
    assert house.refused(at, at_table.TopUp(player="ann", points=1)) == "player_disabled"
    assert house.refused(bob, paid()) == "player_disabled"
    house.take(bob, commands.Withdraw(points=500, reason="closed", reference="bank out 1"))
    house.take(at, at_table.StandUp(player="ann"))
    assert (house.balance("bob"), house.balance("ann")) == (0, 150)


def test_h1_2_the_seats_of_a_disabled_player_sit_out_at_every_table() -> None:
    house = Streams()
    at = house.table(ann=300, bob=100, cyd=100)
    other = table("u")
    house.take(other, at_table.OpenTable(table="u", settings=house.open_table().settings))
    house.deposit("ann", 200)
    house.take(other, at_table.Sit(seat=Seat("p7"), player="ann", points=200))
    house.take(wallet("ann"), DISABLE)
    assert house.facts[at][-1] == SeatDisabled(seat=Seat("p1"), player="ann")
    assert house.facts[other][-1] == SeatDisabled(seat=Seat("p7"), player="ann")

    house.start()
    running = house.open_table().running
    assert running is not None
    assert [dealt.player for dealt in running.dealt_in] == ["bob", "cyd"]
    assert running.head == "p2"  # the first to sit down sits out (Z1.3, Z8.2)
    house.take(wallet("ann"), ENABLE)
    assert house.facts[other][-1] == SeatEnabled(seat=Seat("p7"), player="ann")
    house.take(at, at_table.StandUp(player="ann"))
    house.take(wallet("ann"), DISABLE)
    assert house.facts[at][-1] != SeatDisabled(seat=Seat("p1"), player="ann")
    assert house.facts[other][-1] == SeatDisabled(seat=Seat("p7"), player="ann")


def test_h1_2_the_running_round_is_played_to_its_end() -> None:
    house = Streams()
    house.table(ann=100, bob=100)
    at = house.start()
    house.take(wallet("ann"), DISABLE)
    house.play(at, deals(*LADDER[:2]), "p1 fold")
    assert isinstance(house.look(at), Settled)
    assert house.stacks() == {"p1": 90, "p2": 110}
    assert house.refused(table("t"), at_table.StartRound(round="r2")) == "too_few_seats"
