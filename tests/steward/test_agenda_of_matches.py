"""The agenda of matches, folded from facts alone: which round starts when."""

import pytest

from api.steward.agenda import Deal, Start
from domain.flow.address import match
from domain.house.match import events as in_match
from domain.house.match.decider import MATCH
from domain.house.table import events as at_table
from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from domain.shengji.sides import SEATS, Side
from tests.steward.given import SHORT
from tests.steward.told import P2, PAUSE, Facts, due


@pytest.fixture
def facts() -> Facts:
    return Facts()


def match_opened(*ready: str) -> list[in_match.Event]:
    """A match with four players, of whom some are ready."""
    joined = [in_match.PlayerJoined(seat=seat, player=seat) for seat in SEATS]
    said = [in_match.PlayerReady(seat=Seat(seat), player=seat) for seat in ready]
    return [in_match.MatchOpened(match="m", settings=SHORT), *joined, *said]


def match_started(number: int = 1) -> in_match.Event:
    return in_match.MatchRoundStarted(
        round=f"r{number}", number=number, dealer=None, levels={}, players=()
    )


def match_ended(number: int = 1) -> in_match.Event:
    return in_match.MatchRoundEnded(
        round=f"r{number}",
        ending=at_table.Ending.VOIDED,
        levels={},
        scores={},
        totals={},
        next_dealer=None,
    )


def test_a_match_begins_at_once_when_the_fourth_is_ready(facts: Facts) -> None:
    facts.tell("match/m", *match_opened("p1", "p2", "p3"))
    facts.time.go(60)
    assert facts.due_in() is None
    facts.tell("match/m", in_match.PlayerReady(seat=Seat("p4"), player="p4"))
    assert facts.tasks() == [Start(match("m"))]
    assert facts.agenda.matches == 1


def test_a_later_round_of_a_match_waits_one_pause(facts: Facts) -> None:
    facts.tell("match/m", *match_opened(*SEATS), match_started())
    assert facts.tasks() == [Deal("r1")]
    facts.agenda.done(Deal("r1"))
    facts.time.go(60)
    facts.tell("match/m", match_ended())
    assert (facts.tasks(), facts.due_in()) == ([], PAUSE)


def test_a_match_with_a_disabled_player_is_not_waited_with(facts: Facts) -> None:
    facts.tell("match/m", *match_opened(*SEATS), match_started(), match_ended())
    facts.agenda.done(Deal("r1"))
    facts.tell("match/m", in_match.MatchSeatDisabled(seat=P2, player="p2"))
    assert facts.due_in() is None
    facts.time.go(60)
    facts.tell("match/m", in_match.MatchSeatEnabled(seat=P2, player="p2"))
    assert facts.due_in() == PAUSE


@pytest.mark.parametrize(
    "end",
    [in_match.MatchWon(side=Side.B), in_match.MatchAbandoned(reason="x", round="r1")],
)
def test_a_match_that_is_over_is_forgotten(facts: Facts, end: Event) -> None:
    facts.tell("match/m", *match_opened(*SEATS), match_started(), match_ended(), end)
    assert facts.agenda.next_ms() is None
    assert (facts.agenda.matches, facts.agenda.rounds) == (0, 0)


def test_matches_are_taken_up_as_they_stand(facts: Facts) -> None:
    begun = [*match_opened(*SEATS), match_started()]
    for name, told in (
        ("new", match_opened(*SEATS)),
        ("busy", begun),
        ("idle", [*begun, match_ended()]),
        ("over", [*begun, match_ended(), in_match.MatchWon(side=Side.A)]),
    ):
        facts.agenda.take_up(match(name), len(told), MATCH.fold(told), due(0))
    assert set(facts.tasks()) == {Start(match("new")), Deal("r1")}
    facts.time.go(3)
    assert Start(match("idle")) in facts.tasks()
    assert (facts.agenda.matches, facts.agenda.tables) == (3, 0)
