"""The views of 升級 after every fact, against the state of the rules after the same fact."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.flow.address import match
from domain.games.games import SHENGJI
from domain.house.match.state import Open, Over
from domain.kernel.decider import Event
from domain.log.address import MEMORY
from domain.log.envelope import Recorded
from domain.log.store import Log, open_log
from domain.shengji import events
from domain.shengji.sides import SIDE_OF
from domain.shengji.state import CallingTrump, Contesting, Playing, Returning, Settled
from projections.contests import view as contests
from projections.levels import view as levels
from projections.matches import view as matches
from projections.scores import view as scores
from projections.tricks import view as tricks
from tests.projections.match_room import MatchRoom
from tests.support.keys import KEYS
from tests.support.logs import ticking

SEEDS = (2, 5, 8)
ALL_POINTS = 400


@pytest.fixture(scope="module")
def logs() -> Iterator[list[Log]]:
    """Whole matches, one in each log."""
    opened = [open_log(MEMORY, now=ticking(), keys=KEYS) for _ in SEEDS]
    for log, seed in zip(opened, SEEDS, strict=True):
        room = MatchRoom(log, seed)
        room.open("cup")
        room.to_the_end("cup")
    yield opened
    for log in opened:
        log.close()


def rounds(logs: list[Log]) -> Iterator[list[Event]]:
    """The facts of every round of every match."""
    for log in logs:
        for stream in log.streams("round/"):
            yield [one.event for one in log.read(stream)]


def test_the_running_trick_is_that_of_the_rules_after_every_fact(logs: list[Log]) -> None:
    checked = 0
    for facts in rounds(logs):
        state, view = SHENGJI.decider.initial, tricks.EMPTY
        for fact in facts:
            state, view = SHENGJI.decider.evolve(state, fact), tricks.project(view, fact)
            newest = view.newest
            if not isinstance(state, Playing) or newest is None:
                continue
            if state.plays:
                laid = [(play.seat, play.cards) for play in state.plays]
                assert [(play.seat, play.cards) for play in newest.plays] == laid
                assert (newest.trick, newest.pattern) == (state.trick, state.pattern)
                assert newest.winner is None
            else:
                assert newest.winner == state.turn
                kitty = (newest.kitty_points or 0) * (newest.kitty_multiplier or 0)
                assert (newest.attack_points or 0) + kitty == state.attack_points
            checked += 1
    assert checked > 2_000


def test_the_contest_is_that_of_the_rules_after_every_fact(logs: list[Log]) -> None:
    checked = 0
    for facts in rounds(logs):
        state, view = SHENGJI.decider.initial, contests.EMPTY
        for fact in facts:
            state, view = SHENGJI.decider.evolve(state, fact), contests.project(view, fact)
            if isinstance(state, Contesting):
                assert view.starter == state.starter
                assert view.winner is None
                checked += 1
            if isinstance(state, CallingTrump | Returning):
                assert (view.winner, view.points) == (state.contest.winner, state.contest.points)
                assert view.dealer == state.round.dealer
                checked += 1
            if isinstance(state, Returning):
                owed = sum(state.owed.values())
                all_owed = sum(
                    len(cards)
                    for seat, cards in state.contest.shown.items()
                    if seat != state.contest.winner
                )
                assert view.returned == all_owed - owed
                assert view.trump == state.trump
    assert checked > 150


def test_the_ledgers_are_what_the_rules_settled(logs: list[Log]) -> None:
    checked = 0
    for facts in rounds(logs):
        opened = facts[0]
        assert isinstance(opened, events.RoundOpened)
        state, level_view, score_view = SHENGJI.decider.initial, levels.EMPTY, scores.EMPTY
        moved = dict(opened.levels)
        scored = dict.fromkeys(SIDE_OF, 0)
        for fact in facts:
            state = SHENGJI.decider.evolve(state, fact)
            level_view = levels.project(level_view, fact)
            score_view = scores.project(score_view, fact)
            change = levels.change_of(level_view, fact)
            if change is not None:
                assert change.before == moved[change.side]
                moved[change.side] = change.after
            lines = scores.lines_of(score_view, fact)
            assert sum(line.score for line in lines) == 0
            for line in lines:
                scored[line.seat] += line.score
        assert isinstance(state, Settled)
        assert moved == dict(state.levels)
        assert scored == dict(state.scores)
        checked += 1
    assert checked > 15


def test_all_points_are_in_tricks_and_kitty(logs: list[Log]) -> None:
    for facts in rounds(logs):
        view, counted = tricks.EMPTY, 0
        for fact in facts:
            view = tricks.project(view, fact)
            if isinstance(fact, events.TrickWon):
                assert view.newest is not None
                counted += view.newest.points or 0
        assert view.newest is not None
        assert counted + (view.newest.kitty_points or 0) == ALL_POINTS


def test_a_match_stands_as_its_own_stream_says_after_every_fact(logs: list[Log]) -> None:
    checked = 0
    for log in logs:
        at = match("cup")
        state: Any = at.decider.initial
        view: matches.MatchView | None = None
        for one in log.read("match/cup"):
            state, view = at.decider.evolve(state, one.event), matches.project(view, one)
            assert isinstance(state, Open | Over)
            assert view is not None
            stands(state, view, one)
            checked += 1
        assert isinstance(state, Over)
        assert view is not None
        assert (view.status, view.winner) == ("won", state.winner)
    assert checked > 60


def stands(state: Open | Over, view: matches.MatchView, fact: Recorded) -> None:
    """Compare a view with the state."""
    assert (view.levels, view.dealer) == (state.levels, state.dealer), fact
    assert view.rounds == state.rounds
    assert view.running == (state.running if isinstance(state, Open) else None)
    assert {s: one.score for s, one in view.seats.items()} == state.totals
    seated = {s: one.player for s, one in view.seats.items() if one.player is not None}
    assert seated == {s: one.player for s, one in state.seats.items()}
