"""S7: ♠A captured. Level 7 and ♥ trump."""

import pytest

from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.events import ScoreCause
from domain.shengji.sides import Side
from domain.shengji.state import Playing, Settled, State
from tests.support.shengji_rounds import P1, P2, P3, P4, after, facts, playing


def captures(told: list[events.Event]) -> list[str]:
    """Who captured whose ♠A, and in which trick, in order."""
    return [
        f"{fact.seat} from {fact.owner} in {fact.trick}"
        for fact in told
        if isinstance(fact, events.AceCaptured)
    ]


def trick(p1: str, p2: str, p3: str, p4: str) -> list[events.Event]:
    """The facts of a trick that p1 leads, not the last one."""
    hands = [f"{play} 4s" for play in (p1, p2, p3, p4)]
    state = playing(p1=hands[0], p2=hands[1], p3=hands[2], p4=hands[3], trick=4)
    plays = zip((P1, P2, P3, P4), (p1, p2, p3, p4), strict=True)
    return facts(state, *(f"{seat} play {play}" for seat, play in plays))


@pytest.mark.parametrize(
    ("plays", "captured"),
    [
        (("As", "As", "2h", "4h"), ["p1 from p2 in 4"]),
        (("As", "2h", "As", "4h"), []),
        (("As", "As", "As", "As"), ["p1 from p2 in 4", "p1 from p4 in 4"]),
        (("9c 9c", "As As", "4c 4c", "Kc Kc"), []),
        (("9c 9c", "Tc Tc", "As Ah", "As 4c"), ["p2 from p3 in 4"]),
        (("9c 9c", "As Ah", "As Kc", "As 4c"), ["p1 from p2 in 4", "p1 from p4 in 4"]),
        (("As 9h", "4h 6h", "8h 8h", "2h 6h"), []),
        (
            ("4*9c", "As As 4d 4d", "4*8c", "As 2h 4d 4d"),
            ["p1 from p2 in 4", "p1 from p2 in 4", "p1 from p4 in 4"],
        ),
        (("4*9c", "4*Tc", "As As As 2h", "4d 4d 4d As"), ["p2 from p3 in 4"] * 3),
        (("2h 2h", "4h 4h", "As 9h", "6h 6h"), ["p4 from p3 in 4"]),
    ],
)
def test_s7_an_ace_in_a_trick_that_the_other_side_wins_is_captured(
    plays: tuple[str, str, str, str], captured: list[str]
) -> None:
    assert captures(trick(*plays)) == captured


@pytest.mark.parametrize("card", ["Ah", "Ad", "Ac", "5h", "BJ"])
def test_s7_no_other_card_is_captured(card: str) -> None:
    assert captures(trick("As", card, "2h", card)) == []


def settled(state: State, *said: str) -> tuple[Settled, list[events.Event]]:
    done = after(state, *said)
    assert isinstance(done, Settled)
    return done, facts(state, *said)


def aces_of(told: list[events.Event]) -> dict[Seat, int]:
    """The scores given for captured aces."""
    given = [f for f in told if isinstance(f, events.ScoresGiven) and f.cause is ScoreCause.ACE]
    assert len(given) <= 1
    return {} if not given else dict(given[0].scores)


SAID = ("p1 play As", "p2 play As", "p3 play 2h", "p4 play 4h")


def last(*, level: str = "7", other: str | None = None, points: int) -> Playing:
    """Before a last trick in which p1 captures the ace of p2."""
    return playing(level=level, other=other, points=points, p1="As", p2="As", p3="2h", p4="4h")


def test_s7_the_owner_loses_five_and_the_tricks_winner_gets_five() -> None:
    done, told = settled(last(points=100), *SAID)
    assert aces_of(told) == {P1: 5, P2: -5, P3: 0, P4: 0}
    # The dealer's side, p1 and p3, held: +2 and −2 besides.
    assert done.scores == {P1: 7, P2: -7, P3: 2, P4: -2}


def test_s7_the_owners_side_falls_a_level_for_each() -> None:
    done, _ = settled(last(level="9", other="J", points=100), *SAID)
    assert done.levels == {Side.A: "T", Side.B: "T"}
    state = playing(level="9", other="J", points=100, p1="As", p2="As", p3="2h", p4="As")
    done, told = settled(state, *SAID[:3], "p4 play As")
    assert done.levels == {Side.A: "T", Side.B: "9"}
    assert aces_of(told) == {P1: 10, P2: -5, P3: 0, P4: -5}


def test_s7_both_sides_can_lose_aces_in_one_round() -> None:
    """p1 captures p2's in the first trick; p4 captures p3's in the last."""
    state = playing(
        level="9",
        points=100,
        p1="As 8c 8c",
        p2="As 4c 4c",
        p3="2h As Ah",
        p4="4h Tc Tc",
    )
    then = ("p1 play 8c 8c", "p2 play 4c 4c", "p3 play As Ah", "p4 play Tc Tc")
    done, told = settled(state, *SAID, *then)
    assert captures(told) == ["p1 from p2 in 0", "p4 from p3 in 1"]
    assert aces_of(told) == {P1: 5, P2: -5, P3: -5, P4: 5}
    # A held with 120 points against it: 9 + 1 − 1. B: 9 − 1.
    assert done.levels == {Side.A: "9", Side.B: "8"}


def test_s7_an_ace_laid_in_the_kitty_is_not_captured() -> None:
    state = playing(points=100, buried="4*As 4*4d", p1="2h", p2="4h", p3="6h", p4="8h")
    _, told = settled(state, "p1 play 2h", "p2 play 4h", "p3 play 6h", "p4 play 8h")
    assert captures(told) == []
    assert aces_of(told) == {}


def test_s7_capturing_an_ace_gains_the_winner_no_level() -> None:
    done, _ = settled(last(level="9", other="9", points=200), *SAID)
    assert done.levels == {Side.A: "9", Side.B: "8"}
