import pytest
from msgspec.structs import replace

from domain.flow.address import table, wallet
from domain.house.table import commands
from domain.house.table.events import PlayerSat, PlayerStoodUp, SettingsChanged, StackToppedUp
from domain.house.wallet.events import PointsBroughtToTable, PointsTakenHome
from domain.kernel.seats import Seat
from domain.sizhidao.ruleset import Ruleset, ruleset
from tests.support.house import SMALL, Streams
from tests.support.play import LADDER, deals

T = table("t")


def sit(seat: str, player: str, points: int = 100) -> commands.Sit:
    return commands.Sit(seat=Seat(seat), player=player, points=points)


def test_h3_1_a_table_is_opened_once_and_nothing_is_done_at_one_that_is_not() -> None:
    house = Streams()
    house.player("ann", 100)
    for command in (
        sit("p1", "ann"),
        commands.TopUp(player="ann", points=1),
        commands.StandUp(player="ann"),
        commands.StartRound(round="r"),
        commands.ChangeSettings(settings=SMALL),
    ):
        assert house.refused(T, command) == "no_such_table"
    house.take(T, commands.OpenTable(table="t", settings=SMALL))
    again = commands.OpenTable(table="t", settings=SMALL)
    assert house.refused(T, again) == "table_exists"


@pytest.mark.parametrize("name", ["", "x" * 101, "a\nb", " t"])
def test_h3_1_not_every_text_is_a_name(name: str) -> None:
    opened = commands.OpenTable(table=name, settings=SMALL)
    assert Streams().refused(table(name), opened) == "bad_table"


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (replace(SMALL, entry=9), "entry is below the ante"),
        (Ruleset(), "entry is below the ante"),
        (replace(SMALL, cap=9), "cap is below the ante"),
        (replace(SMALL, max_players=2, min_players=3), "max_players is below min_players"),
    ],
)
def test_h3_1_settings_must_agree(settings: Ruleset, reason: str) -> None:
    house = Streams()
    opened = commands.OpenTable(table="t", settings=settings)
    assert house.refused(T, opened) == "bad_table_settings"
    at = house.table(ann=100)
    assert house.refused(at, commands.ChangeSettings(settings=settings)) == "bad_table_settings"
    assert reason in str(
        at.decider.decide(house.look(at), commands.ChangeSettings(settings=settings))
    )


def test_h3_1_z1_4_settings_change_for_the_next_round() -> None:
    house = Streams()
    at = house.table(ann=100, bob=100)
    first = house.start("one")
    other = ruleset({"ante": 20, "cap": 90, "min_players": 2})
    assert house.take(at, commands.ChangeSettings(settings=other)) == (
        SettingsChanged(settings=other),
    )
    assert house.look(first).round.rules == SMALL
    house.play(first, deals(*LADDER[:2]), "p1 fold")
    assert house.stacks() == {"p1": 90, "p2": 110}
    assert house.look(house.start("two")).round.rules == other


def test_h3_1_no_seat_that_is_taken_is_taken_away() -> None:
    house = Streams()
    at = house.table(ann=100)
    house.player("bob", 100)
    house.take(at, sit("p7", "bob"))
    smaller = replace(SMALL, max_players=6)
    assert house.refused(at, commands.ChangeSettings(settings=smaller)) == "seat_occupied"
    house.take(at, commands.StandUp(player="bob"))
    house.take(at, commands.ChangeSettings(settings=smaller))
    assert house.refused(at, sit("p7", "bob")) == "no_such_seat"


def test_h3_2_sitting_down_moves_points_from_the_wallet_to_the_seat() -> None:
    house = Streams()
    at = house.table()
    ann = house.player("ann", 250)
    assert house.take(at, sit("p3", "ann", 150)) == (
        PlayerSat(seat=Seat("p3"), player="ann", points=150),
    )
    moved = PointsBroughtToTable(player="ann", points=150, table="t", seat=Seat("p3"))
    assert house.facts[ann][-1] == moved
    assert (house.balance("ann"), house.stacks()) == (100, {"p3": 150})


@pytest.mark.parametrize("seat", ["p0", "p8", "p", "", "P1", "p01", "ann"])
def test_h3_2_the_table_has_the_seats_of_its_settings(seat: str) -> None:
    house = Streams()
    at = house.table()
    house.player("ann", 100)
    assert house.refused(at, sit(seat, "ann")) == "no_such_seat"


def test_h3_2_a_seat_is_for_one_and_a_player_never_has_two_at_one_table() -> None:
    house = Streams()
    at = house.table(ann=500)
    house.deposit("ann", 500)
    house.player("bob", 500)
    assert house.refused(at, sit("p1", "bob")) == "seat_taken"
    assert house.refused(at, sit("p2", "ann")) == "already_seated"
    assert house.refused(at, sit("p1", "ann")) == "already_seated"
    house.take(table("u"), commands.OpenTable(table="u", settings=SMALL))
    house.take(table("u"), sit("p1", "ann"))
    assert house.look(wallet("ann")).seats == {"t": "p1", "u": "p1"}


def test_h3_2_somebody_who_exists_brings_the_entry_and_has_it() -> None:
    house = Streams()
    at = house.table()
    house.player("ann", 150)
    assert house.refused(at, sit("p1", "bob")) == "no_such_player"
    assert house.refused(at, sit("p1", "issue")) == "no_such_player"
    assert house.refused(at, sit("p1", "ann", 99)) == "below_entry"
    assert house.refused(at, sit("p1", "ann", -5)) == "below_entry"
    assert house.refused(at, sit("p1", "ann", 151)) == "too_few_points"
    house.take(at, sit("p1", "ann", 100))


def test_h3_3_a_stack_grows_between_rounds() -> None:
    house = Streams()
    at = house.table(ann=100)
    house.deposit("ann", 30)
    topped = house.take(at, commands.TopUp(player="ann", points=20))
    assert topped == (StackToppedUp(seat=Seat("p1"), player="ann", points=20),)
    assert (house.balance("ann"), house.stacks()) == (10, {"p1": 120})
    assert house.refused(at, commands.TopUp(player="ann", points=11)) == "too_few_points"
    for points in (0, -1):
        assert house.refused(at, commands.TopUp(player="ann", points=points)) == "nothing_to_add"
    house.player("bob", 10)
    assert house.refused(at, commands.TopUp(player="bob", points=1)) == "not_seated"


def test_h3_3_a_stack_that_was_dealt_in_is_locked_and_others_are_not() -> None:
    house = Streams()
    at = house.table(ann=100, bob=100)
    house.deposit("ann", 50)
    running = house.start()
    house.player("cyd", 130)
    house.take(at, sit("p5", "cyd"))  # sits down while the others play
    house.take(at, commands.TopUp(player="cyd", points=30))
    for command in (commands.TopUp(player="ann", points=1), commands.StandUp(player="ann")):
        assert house.refused(at, command) == "stack_locked"
    house.take(at, commands.StandUp(player="cyd"))
    assert house.balance("cyd") == 130
    house.play(running, deals(*LADDER[:2]), "p1 fold")
    house.take(at, commands.TopUp(player="ann", points=50))
    assert house.stacks() == {"p1": 140, "p2": 110}


def test_h3_4_standing_up_takes_the_whole_stack_home() -> None:
    house = Streams()
    at = house.table(ann=100, bob=100)
    house.play(house.start(), deals(*LADDER[:2]), "p1 bet 90", "p2 allin", "p1 autosplit",
               "p2 autosplit")  # fmt: skip
    assert house.stacks() == {"p1": 195, "p2": 0}
    assert house.take(at, commands.StandUp(player="ann")) == (
        PlayerStoodUp(seat=Seat("p1"), player="ann", points=195),
    )
    house.take(at, commands.StandUp(player="bob"))
    home = PointsTakenHome(player="bob", points=0, table="t", seat=Seat("p2"))
    assert house.facts[wallet("bob")][-1] == home
    assert (house.balance("ann"), house.balance("bob"), house.stacks()) == (195, 0, {})
    assert house.refused(at, commands.StandUp(player="bob")) == "not_seated"
    assert house.missing_points() == 0
