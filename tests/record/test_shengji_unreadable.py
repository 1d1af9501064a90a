"""Records of 比牌升級 that can't be read, and what a record may leave out."""

from collections.abc import Mapping

import pytest

from domain.kernel.seats import Seat
from domain.paipu.document import UnreadableRecordError
from domain.paipu.read import read_document
from domain.paipu.run import run
from domain.shengji.commands import OpenRound
from domain.shengji.ruleset import Ladder
from domain.shengji.sides import Side
from tests.support.records import record

SEAT = ('player = "ann"',)
FOUR = (SEAT,) * 4
LATER: Mapping[str, str | None] = {"dealer": '"p2"', "levels": '{ A = "4", B = "K" }'}


def text(
    top: Mapping[str, str | None] | None = None,
    settings: tuple[str, ...] = (),
    seats: tuple[tuple[str, ...], ...] = FOUR,
) -> str:
    """Return the text of a record of 比牌升級 with some keys changed."""
    shengji: dict[str, str | None] = {"game": '"shengji"', "head": None, **(top or {})}
    return record(top=shengji, settings=settings, seats=seats)


def opening(record_text: str) -> OpenRound:
    read = read_document(record_text).opening
    assert isinstance(read, OpenRound)
    return read


UNREADABLE: dict[str, tuple[str, str]] = {
    "a head": (text({"head": '"p1"'}), "head"),
    "other rules": (text({"rules": "2"}), "rules"),
    "no rules": (text({"rules": None}), "rules"),
    "three seats": (text(seats=FOUR[:3]), "seats"),
    "five seats": (text(seats=(*FOUR, SEAT)), "seats"),
    "no seats": (text(seats=()), "seats"),
    "a stack": (text(seats=(*FOUR[:3], (*SEAT, "stack = 50"))), "stack"),
    "a seat without a player": (text(seats=(*FOUR[:3], ())), "player"),
    "an unknown setting": (text(settings=("ante = 50",)), "ante"),
    "an unknown ladder": (text(settings=('ladder = "2-A"',)), "ladder"),
    "an unknown way to follow": (text(settings=('follow = "pattern"',)), "follow"),
    "no time": (text(settings=("play_seconds = 0",)), "play_seconds"),
    "a dealer that is no seat": (text({"dealer": '"p5"'}), "dealer"),
    "a dealer that is no text": (text({"dealer": "1"}), "dealer"),
    "levels as a list": (text({"levels": '["2", "2"]'}), "levels"),
    "a third side": (text({"levels": '{ A = "2", B = "2", C = "2" }'}), "side"),
    "a level that is no text": (text({"levels": "{ A = 2, B = 2 }"}), "level"),
    "a level that isn't played": (text({**LATER, "levels": '{ A = "5", B = "2" }'}), "level"),
    "a level written 10": (text({**LATER, "levels": '{ A = "10", B = "2" }'}), "level"),
    "a level of the other ladder": (text(LATER, ('ladder = "9-J"',)), "level"),
    "no level": (text({**LATER, "levels": '{ A = "", B = "2" }'}), "level"),
    "two levels in one": (text({**LATER, "levels": '{ A = "24", B = "2" }'}), "level"),
    "a first round with unequal levels": (text({**LATER, "dealer": None}), "level"),
}


@pytest.mark.parametrize(("bad", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_it_is_refused_with_a_word_of_what(bad: str, says: str) -> None:
    with pytest.raises(UnreadableRecordError, match=says):
        read_document(bad)


def test_a_first_round_may_leave_out_dealer_and_levels() -> None:
    read = opening(text())

    assert read.dealer is None
    assert read.levels == {Side.A: "2", Side.B: "2"}
    assert run(read_document(text())).summary["status"] == "waiting"


def test_the_first_level_is_that_of_the_ladder() -> None:
    read = opening(text(settings=('ladder = "9-J"',)))

    assert read.settings.ladder is Ladder.NINE_TO_JACK
    assert read.levels == {Side.A: "9", Side.B: "9"}


def test_a_first_round_may_stand_higher_if_both_sides_do() -> None:
    assert opening(text({"levels": '{ A = "T", B = "T" }'})).levels[Side.B] == "T"


def test_a_later_round_names_its_dealer_and_its_levels() -> None:
    read = opening(text({**LATER, "table": '"m1"', "round": '"r1"'}))

    assert (read.round, read.match, read.dealer) == ("r1", "m1", Seat("p2"))
    assert read.levels == {Side.A: "4", Side.B: "K"}


def test_keys_that_begin_with_a_stroke_are_ignored() -> None:
    read = opening(
        text({"_x": "1", "levels": '{ _x = 1, A = "2" }'}, ("_x = 1",), ((*SEAT, "_x = 1"),) * 4)
    )

    assert read.levels == {Side.A: "2", Side.B: "2"}
