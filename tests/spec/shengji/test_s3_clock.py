"""S3.8: what the clock does for a seat that is late."""

import pytest
from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.shengji import commands
from domain.shengji.late import late_command as late_or_never
from domain.shengji.state import Burying, CallingTrump, Contesting, Playing, Returning, State
from domain.shengji.turns import seconds_of, turn_of
from domain.shengji.waiting import waiting
from tests.support.shengji_rounds import (
    P1,
    P2,
    P3,
    P4,
    after,
    burying,
    cards,
    contesting,
    playing,
    returning,
)


def late_command(state: State, seat: Seat) -> commands.Command:
    """What the clock asks in a phase in which a seat is asked."""
    assert isinstance(state, Contesting | CallingTrump | Returning | Burying | Playing)
    return late_or_never(state, seat)


def late(state: State, seat: Seat) -> tuple[str, ...]:
    """The cards that the clock chooses for a seat; the choice must be legal."""
    command = late_command(state, seat)
    after(state, command)
    assert isinstance(command, commands.Return | commands.Bury | commands.Play)
    assert command.seat == seat
    return tuple(sorted(command.cards))


def chosen(text: str) -> tuple[str, ...]:
    return tuple(sorted(cards(text)))


def called(hand: str, level: str = "2") -> str:
    """The suit that the clock calls for p4 with this hand."""
    state = after(contesting(level=level), "p1 pass", "p3 pass", "p2 pass")
    assert isinstance(state, CallingTrump)
    state = replace(state, hands={**state.hands, P4: cards(hand)})
    command = late_command(state, P4)
    assert isinstance(command, commands.CallTrump)
    assert command.seat == "p4"
    return command.suit


def test_s3_8_late_in_the_contest_is_a_pass() -> None:
    state = contesting(p1="BJ", p2="4*As")
    assert late_command(state, P1) == commands.Pass(seat=P1)
    state = after(state, "p1 show BJ")
    assert late_command(state, P2) == commands.Pass(seat=P2)


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("4s 4s 9c 9c 9c", "c"),
        ("4s 6s 9d", "s"),
        ("4s 4h 4d 4c", "s"),
        ("4h 4c 4d", "h"),
        ("4d 4c", "c"),
        ("4d 6d 9c Kc", "c"),
        ("4*As 4s 9d 9d", "d"),
        ("4*5h 4h 9d 9d", "d"),
        ("4*5d 4d 9c 9c", "c"),
        ("2s 2s 2s 4s 9h 9h", "h"),
        ("5s 5s 9h", "s"),
        ("BJ BJ SJ SJ 9h", "h"),
        ("3d 3d 9s", "d"),
    ],
)
def test_s3_8_late_trump_is_the_longest_printed_suit_of_unraised_cards(
    hand: str, suit: str
) -> None:
    """No 3 is an adviser yet, since no suit is trump."""
    assert called(hand) == suit


@pytest.mark.parametrize(
    ("owes", "hand", "returned"),
    [
        (1, "4s 4s 4d 4d 6c 6c 9h 9h", "4s"),
        (2, "4s 4s 4d 4d 6c 6c 9h 9h", "4s 4d"),
        (3, "4s 4s 4d 4d 6c 6c 9h 9h", "4s 4d 6c"),
        (4, "4s 4s 4d 4d 6c 6c 9h 9h", "4s 4d 6c 9h"),
        (5, "4s 4s 4d 4d 6c 6c 9h 9h", "4s 4s 4d 4d 6c"),
        (1, "3s Js Js 9h 9h", "3s"),
        (1, "3c Js Js 9h 9h", "Js"),
        (1, "3c Kc Js Js", "3c"),
        (1, "5s 5s 4d 9h BJ", "9h"),
        (1, "5s 5s 9h", "9h"),
        (1, "5s 5s Kh Kh", "5s"),
        (2, "5s 5s Kd 9h", "5s 5s"),
    ],
)
def test_s3_8_late_returns_are_the_lowest_legal_cards(owes: int, hand: str, returned: str) -> None:
    """The level is 2, ♥ trump. Suits are kept and point cards not given as long as S3.7 asks it."""
    assert late(returning({P2: owes}, p1=hand), P1) == chosen(returned)


def test_s3_8_late_returns_go_to_the_lowest_seat_first() -> None:
    state = returning({P4: 1, P3: 2}, p1="4s 4s 6d 6d 8c 8c 9h 9h")
    first = late_command(state, P1)
    assert isinstance(first, commands.Return)
    assert (first.to, sorted(first.cards)) == (P3, sorted(cards("4s 6d")))
    second = late_command(after(state, first), P1)
    assert isinstance(second, commands.Return)
    assert (second.to, second.cards) == (P4, cards("8c"))


@pytest.mark.parametrize(
    ("hand", "buried"),
    [
        ("4s 4h 4d 4c 6s 6d 6c 7s 7d 9h", "4s 4d 4c 6s 6d 6c 7s 7d"),
        ("4*As 4*Kc 4s 9h", "4s 4*Kc 9h 2*As"),
        ("3s 3c 3d 3h Ks Ts 5s 5c 2h 2s 9h", "3s 3c 5s 5c Ts Ks 9h 2s"),
        ("7s 7c 7d 6d 8d 9d Td Jd Qd", "6d 7s 7c 7d 8d 9d Td Jd"),
    ],
)
def test_s3_8_late_the_lowest_are_buried_points_or_not(hand: str, buried: str) -> None:
    assert late(burying(p1=hand), P1) == chosen(buried)


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("Kd 4c 4s 2h", "4s"),
        ("Kd 4c 4d", "4c"),
        ("Ad As BJ 2h", "Ad"),
        ("As BJ 2h 5h", "2h"),
        ("7c 7s 7d BJ", "7s"),
        ("7h 7d", "7d"),
        ("3d 3h 7h", "7h"),
    ],
)
def test_s3_8_late_the_lowest_single_is_led(hand: str, led: str) -> None:
    """The level is 7, ♥ trump."""
    assert late(playing(p1=hand), P1) == chosen(led)


@pytest.mark.parametrize(
    ("lead", "hand", "played"),
    [
        ("9c", "Kc 6c 4d 4s", "6c"),
        ("9c", "4d 4s 2h", "4s"),
        ("9c", "2h As 7s", "2h"),
        ("9c 9c", "Kc 4d 4s 2h", "Kc 4s"),
        ("9c 9c", "Kc 6c 4c 4s", "4c 6c"),
        ("9c 9c", "4d 4s Ks 4h", "4s 4d"),
        ("9c 9c", "Ks 4h As", "Ks 4h"),
        ("9h 9h", "As 4s 4d 4c", "As 4s"),
        ("9h", "As BJ 4s", "BJ"),
        ("9c 9c 9c 9c", "Kc 4d 4s 2h 7s", "Kc 4s 4d 2h"),
    ],
)
def test_s3_8_late_follows_suit_as_far_as_it_must_and_is_low_for_the_rest(
    lead: str, hand: str, played: str
) -> None:
    state = after(playing(p1=f"{lead} 4*4c", p2=hand), f"p1 play {lead}")
    assert late(state, P2) == chosen(played)


def test_s3_8_every_turn_has_its_name_and_its_seconds() -> None:
    state = contesting(p1="BJ", starter=P3)
    assert (turn_of(state), seconds_of(state)) == ("contest.0", 15)
    state = after(state, "p3 pass", "p1 show BJ")
    assert turn_of(state) == "contest.2"
    state = after(state, "p2 pass", "p4 pass")
    assert (turn_of(state), seconds_of(state)) == ("trump", 15)
    state = returning({P2: 1}, p1="4d 4d")
    assert (turn_of(state), seconds_of(state)) == ("return", 30)
    state = burying(p1="4*4d 4*4c")
    assert (turn_of(state), seconds_of(state)) == ("bury", 45)
    state = playing(p1="4d 4c", p2="4d", p3="4d", p4="4d", trick=7)
    assert (turn_of(state), seconds_of(state)) == ("play.7.0", 20)
    state = after(state, "p1 play 4d", "p2 play 4d")
    assert turn_of(state) == "play.7.2"
    assert isinstance(state, Playing)
    assert waiting(state) == ("play", ("p3",))
