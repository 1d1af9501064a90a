import pytest

from domain.paipu.document import UnreadableRecordError
from tests.support.play import LADDER, Value, deals, each, play

VOID = "void @operator"
DEALT = deals(*LADDER[:3])


def test_z1_ante_is_50_unless_set() -> None:
    assert play(VOID).points("returned") == (50, 50, 50)
    assert play(VOID, settings={"ante": 7}).points("returned") == (7, 7, 7)


def test_z1_cap_and_stack_are_15000_unless_set() -> None:
    assert play(DEALT, "p1 allin", VOID).points("returned") == (15000, 50, 50)


def test_z1_stack_follows_a_cap_that_is_set() -> None:
    played = play(DEALT, "p1 allin", VOID, settings={"cap": 400})
    assert played.points("returned") == (400, 50, 50)


def test_z1_cap_bounds_what_a_deeper_stack_can_commit() -> None:
    played = play(DEALT, "p1 allin", VOID, stacks=(900, 900, 900), settings={"cap": 400})
    assert played.points("returned") == (400, 50, 50)


def test_z1_stack_bounds_what_a_seat_below_the_cap_can_commit() -> None:
    played = play(DEALT, "p1 allin", VOID, stacks=(120, 900, 900), settings={"cap": 400})
    assert played.points("returned") == (120, 50, 50)


def test_z1_min_raise_is_the_ante_unless_set() -> None:
    begun = [*DEALT, "p1 bet 60"]
    assert play(begun, "p2 raise 109").refused == "raise_too_small"
    assert play(begun, "p2 raise 110").waiting == ("betting", "p3")
    assert play(begun, "p2 raise 69", settings={"ante": 10}).refused == "raise_too_small"
    assert play(begun, "p2 raise 70", settings={"ante": 10}).waiting == ("betting", "p3")
    assert play(begun, "p2 raise 84", settings={"min_raise": 25}).refused == "raise_too_small"
    assert play(begun, "p2 raise 85", settings={"min_raise": 25}).waiting == ("betting", "p3")


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_z1_a_round_takes_3_to_7_seats(seats: int) -> None:
    everyone = " ".join(f"p{number}" for number in range(1, seats + 1))
    assert play(seats=seats).waiting == ("deal", everyone)


@pytest.mark.parametrize("seats", [1, 2, 8])
def test_z1_too_few_or_too_many_seats_are_no_record(seats: int) -> None:
    with pytest.raises(UnreadableRecordError):
        play(seats=seats)


def test_z1_min_and_max_players_are_settings() -> None:
    assert play(seats=2, settings={"min_players": 2}).waiting == ("deal", "p1 p2")
    with pytest.raises(UnreadableRecordError):
        play(seats=3, settings={"min_players": 4})
    with pytest.raises(UnreadableRecordError):
        play(seats=5, settings={"max_players": 4})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("blind", 5),
        ("ante", "50"),
        ("ante", True),
        ("ante", 1.5),
        ("ante", -1),
        ("cap", "high"),
        ("min_raise", -5),
        ("after_all_in", "fold"),
        ("allow_check", 1),
        ("max_playoffs", -1),
        ("buy_in_rounding", "nearest"),
        ("rake_bp", -1),
        ("rake_bp", 5.0),
        ("rake_basis", "gross"),
        ("split_seconds", "10"),
    ],
)
def test_z1_an_unknown_setting_or_value_is_no_record(name: str, value: Value) -> None:
    with pytest.raises(UnreadableRecordError):
        play(settings={name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [("entry", 200), ("split_seconds", 5), ("act_seconds", 30), ("buy_in_seconds", 8)],
)
def test_z1_entry_and_the_clocks_change_nothing_in_a_record(name: str, value: int) -> None:
    actions = [*DEALT, "p1 bet 50", *each("p2 p3", "call"), *each("p1 p2 p3", "autosplit")]
    assert play(actions, settings={name: value}).summary == play(actions).summary


def test_z1_1_the_next_seat_is_the_next_higher_one_wrapping_round() -> None:
    assert play(DEALT, head="p2").waiting == ("betting", "p2")
    assert play(DEALT, "p2 bet 50", head="p2").waiting == ("betting", "p3")
    assert play(DEALT, "p2 bet 50", "p3 call", head="p2").waiting == ("betting", "p1")


def test_z1_2_a_stack_need_only_cover_the_ante() -> None:
    assert play(stacks=(50, 60, 15000)).waiting == ("deal", "p1 p2 p3")
    with pytest.raises(UnreadableRecordError):
        play(stacks=(49, 60, 15000))


@pytest.mark.parametrize("head", ["p0", "p4", "P1", "1", ""])
def test_z1_3_the_head_is_one_of_the_seats(head: str) -> None:
    with pytest.raises(UnreadableRecordError):
        play(head=head)
