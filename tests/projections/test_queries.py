"""What can be asked of pots, rounds and rake, against the facts themselves."""

from collections import Counter

import pytest

from domain.games.games import SIZHIDAO
from domain.paipu.read import read_document
from domain.paipu.run import run
from domain.sizhidao import events
from domain.sizhidao.state import Betting
from projections.moments import moment
from projections.pots import query as pots
from projections.pots.view import EMPTY, PotsView, project
from projections.rake import query as rake
from projections.rounds import query as rounds
from tests.oracle.records import record_of, text_of
from tests.projections.conftest import Store
from tests.projections.rows import catch_up


@pytest.fixture(scope="module")
def seen(evening: Store) -> Store:
    catch_up(evening.log, evening.views)
    return evening


def test_the_pots_after_every_version_are_those_of_the_view(seen: Store) -> None:
    checked = 0
    with seen.views.reading() as connection:
        for stream in seen.log.streams("round/"):
            round_id, view = stream.removeprefix("round/"), EMPTY
            for recorded in seen.log.read(stream):
                view = project(view, recorded.event)
                found = pots.pots_after(connection, round_id, recorded.version)
                assert found is not None
                assert found.pots == view
                assert found.version <= recorded.version
                checked += 1
            now = pots.pots_after(connection, round_id)
            assert now is not None
            assert now.pots == view
            course = list(pots.course_of_pots(connection, round_id))
            assert [one.version for one in course] == sorted({one.version for one in course})
            assert course[-1] == now
        assert pots.pots_after(connection, "never") is None
    assert checked > 150


def test_provisional_layers_hold_the_bets_and_become_the_pots() -> None:
    betting = 0
    for seed in range(200):
        state, view = SIZHIDAO.decider.initial, EMPTY
        for step in run(read_document(text_of(record_of(seed)))).steps:
            for fact in step.facts:
                before = view
                state, view = SIZHIDAO.decider.evolve(state, fact), project(view, fact)
                layers = view.layers()
                assert all(layer.provisional and not layer.pot for layer in layers)
                assert sum(layer.points for layer in layers) == sum(view.in_front.values())
                assert not any(pot.provisional for pot in view.pots)
                if isinstance(state, Betting):
                    betting += bool(layers)
                if isinstance(fact, events.PotsFormed):
                    assert total(before) == sum(pot.points for pot in fact.pots)
    assert betting > 500


def total(view: PotsView) -> int:
    return sum(pot.points for pot in (*view.pots, *view.layers()))


def test_a_round_is_found_with_the_figures_of_its_settlement(seen: Store) -> None:
    checked = 0
    with seen.views.reading() as connection:
        for stream in seen.log.streams("round/"):
            recorded = seen.log.read(stream)
            found = rounds.find_round(connection, stream.removeprefix("round/"))
            assert found is not None
            end = recorded[-1].event
            if not isinstance(end, events.RoundSettled):
                assert found.round.status != "complete"
                continue
            assert found.round.status == "complete"
            assert found.round.ended_at > found.round.started_at
            assert found.round.pot_total == sum(end.received.values())
            assert found.round.next_head == end.next_head
            stages = [one for one in recorded if isinstance(one.event, events.PlayoffOpened)]
            assert found.round.stages == 1 + len(stages)
            for line in found.seats:
                seat = line.seat
                assert (line.committed, line.returned, line.received, line.rake, line.net) == (
                    end.committed[seat],
                    end.returned[seat],
                    end.received[seat],
                    end.rake[seat],
                    end.net[seat],
                )
            checked += 1
        assert rounds.find_round(connection, "never") is None
    assert checked > 5


def test_rake_adds_up_by_player_round_pot_and_table(seen: Store) -> None:
    taken: Counter[str] = Counter()
    times: list[str] = []
    for one in seen.log.after(0, 1_000_000):
        if isinstance(one.event, events.RakeTaken):
            taken[one.stream.removeprefix("round/")] += one.event.points
            times.append(moment(one.envelope.recorded_at))
    middle = times[len(times) // 2]
    with seen.views.reading() as connection:
        assert dict(map(tuple, rake.rake_by(connection, "round"))) == dict(taken)
        for by in ("player", "pot", "table"):
            assert sum(row.points for row in rake.rake_by(connection, by)) == taken.total()
        round_id, points = taken.most_common(1)[0]
        one_round = rake.rake_by(connection, "player", rake.Wanted(round=round_id))
        assert sum(row.points for row in one_round) == points
        early, late = rake.Wanted(until=middle), rake.Wanted(since=middle)
        halves = [rake.rake_by(connection, "round", half) for half in (early, late)]
        assert sum(row.points for half in halves for row in half) == taken.total()
        assert all(halves)
