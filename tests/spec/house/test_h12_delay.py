"""H12: an operator sets how late spectators see a table or a match."""

import pytest

from api.service.facts import NOW
from api.service.spectators import AT_ONCE, Late, Span, late_at
from domain.flow.address import Address, match
from domain.house.delay import MOST_SECONDS
from domain.house.match import commands as in_match
from domain.house.match import events as of_match
from domain.house.match.state import Over
from domain.house.origins import house_may
from domain.house.table import commands as at_table
from domain.house.table import events as of_table
from domain.kernel.decider import Command, Event, Origin
from domain.shengji.ruleset import ruleset
from tests.support.house import Streams

DELAYS = {
    "table": (at_table.DelaySpectators, of_table.SpectatorsDelayed, "bad_delay"),
    "match": (in_match.DelayMatchSpectators, of_match.MatchSpectatorsDelayed, "bad_match_delay"),
}


def house() -> tuple[Streams, dict[str, Address]]:
    """A table and a match."""
    streams = Streams()
    places = {"table": streams.table(ann=100), "match": match("m")}
    streams.take(places["match"], in_match.OpenMatch(match="m", settings=ruleset()))
    return streams, places


@pytest.mark.parametrize("kind", DELAYS)
@pytest.mark.parametrize("seconds", [0, 1, 60, MOST_SECONDS])
def test_h12_1_a_delay_is_set(kind: str, seconds: int) -> None:
    streams, places = house()
    asked, told, _ = DELAYS[kind]
    assert streams.look(places[kind]).delay_seconds == 0
    for times in (1, 2):
        fact: Event = told(seconds=seconds)
        assert streams.take(places[kind], asked(seconds=seconds)) == (fact,)
        state = streams.look(places[kind])
        assert (state.delay_seconds, state.delays) == (seconds, times)


@pytest.mark.parametrize("kind", DELAYS)
@pytest.mark.parametrize("seconds", [-1, MOST_SECONDS + 1, 1 << 62])
def test_h12_1_no_delay_is_below_zero_or_above_an_hour(kind: str, seconds: int) -> None:
    streams, places = house()
    asked, _, code = DELAYS[kind]
    assert streams.refused(places[kind], asked(seconds=seconds)) == code


def test_h12_1_only_the_house_and_operators_set_it() -> None:
    for command in (
        at_table.DelaySpectators(seconds=1),
        in_match.DelayMatchSpectators(seconds=1),
    ):
        may = {origin for origin in Origin if house_may(command, origin)}
        assert may == {Origin.OPERATOR, Origin.HOUSE}


def test_h12_1_what_is_not_there_or_over_has_none() -> None:
    streams, places = house()
    command: Command = at_table.DelaySpectators(seconds=1)
    assert streams.refused(Address(places["table"].kind, "none"), command) == "no_such_table"
    of = in_match.DelayMatchSpectators(seconds=1)
    assert streams.refused(match("none"), of) == "no_such_match"
    streams.take(places["match"], of)
    streams.take(places["match"], in_match.AbandonMatch(reason="x"))
    assert streams.refused(places["match"], of) == "match_over"
    over = streams.look(places["match"])
    assert isinstance(over, Over)
    assert (over.delay_seconds, over.delays) == (1, 1)


# ---- H12.2: each event is late by the delay under which it was recorded, and after all before it

NEVER = Span(0, 0.0, 0)
"""No delay was ever set before the first one."""


@pytest.mark.parametrize(
    ("spans", "now", "late"),
    [
        # As long as none was set, and when it is set to nothing, all is seen at once.
        ((NEVER,), 1_000.0, AT_ONCE),
        ((NEVER, Span(10, 100.0, 0)), 100.0, AT_ONCE),
        # What was recorded before the first delay is seen; what comes from then on is late.
        ((NEVER, Span(10, 100.0, 60)), 100.0, Late(60, 9, NOW, None)),
        ((NEVER, Span(10, 100.0, 60)), 5_000.0, Late(60, 9, NOW, None)),
        # Lowered at 200 from 60 to 5: what was recorded under the 60 still takes 60 …
        (
            (NEVER, Span(10, 100.0, 60), Span(20, 200.0, 5)),
            259.0,
            Late(60, 9, 19, 260.0),
        ),
        # … and then all that came since, but for the last 5 seconds.
        (
            (NEVER, Span(10, 100.0, 60), Span(20, 200.0, 5)),
            260.0,
            Late(5, 19, NOW, None),
        ),
        # Taken away: nothing that was hidden is seen any sooner.
        ((NEVER, Span(10, 100.0, 60), Span(20, 200.0, 0)), 259.0, Late(60, 9, 19, 260.0)),
        ((NEVER, Span(10, 100.0, 60), Span(20, 200.0, 0)), 260.0, AT_ONCE),
        # Raised from 5 to 60: what is nearly due is still seen after 5, what comes then after 60.
        ((NEVER, Span(10, 100.0, 5), Span(20, 200.0, 60)), 204.0, Late(5, 9, 19, 205.0)),
        ((NEVER, Span(10, 100.0, 5), Span(20, 200.0, 60)), 205.0, Late(60, 19, NOW, None)),
        # Off and on again in a moment: what is hidden stays so.
        (
            (NEVER, Span(10, 100.0, 60), Span(20, 200.0, 0), Span(21, 201.0, 60)),
            259.0,
            Late(60, 9, 19, 260.0),
        ),
        (
            (NEVER, Span(10, 100.0, 60), Span(20, 200.0, 0), Span(21, 201.0, 60)),
            260.0,
            Late(60, 20, NOW, None),
        ),
    ],
)
def test_h12_2_an_event_is_late_by_the_delay_under_which_it_was_recorded(
    spans: tuple[Span, ...], now: float, late: Late
) -> None:
    assert late_at(spans, now) == late
