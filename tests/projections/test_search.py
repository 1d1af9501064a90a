"""A search finds what its filters mean by the events, in order, page by page, in either store."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.status import Status
from domain.log.store import open_log
from projections.rounds.line import Outcome
from projections.rounds.query import Found
from projections.rounds.search import Page, Wanted, search
from projections.store.engine import Views
from tests.projections.conftest import Store, opened
from tests.projections.room import Room
from tests.projections.rows import catch_up
from tests.projections.searched import BY, Line, is_wanted, lines, play, unsteady
from tests.support.keys import KEYS

PLAYERS = ("ann", "bob", "eve", "gus", "kim", "moe", "nobody")
WINNERS = ("cyd", "eve", "kim")
TIMES = [f"2026-03-04T05:{minute:02}:07.891011Z" for minute in range(6, 60, 6)]
POINTS = (-500, -60, -1, 0, 1, 10, 60, 100, 400)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def searched(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Store, list[Line]]]:
    with opened(request.param, tmp_path_factory.mktemp("searched")) as store:
        with open_log(store.address, now=unsteady(), keys=KEYS) as log:
            play(log)
        catch_up(store.log, store.views)
        yield store, lines(store.log)


def some(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.one_of(st.none(), st.none(), st.none(), values)


WANTED = st.builds(
    Wanted,
    player=some(st.sampled_from(PLAYERS)),
    result=some(st.sampled_from(Outcome)),
    net_least=some(st.sampled_from(POINTS)),
    net_most=some(st.sampled_from(POINTS)),
    winner=some(st.sampled_from(PLAYERS)),
    pot_least=some(st.sampled_from(POINTS[3:])),
    pot_most=some(st.sampled_from(POINTS[3:])),
    game=some(st.sampled_from(("sizhidao", "shengji"))),
    table=some(st.sampled_from(("oak", "elm", "nowhere"))),
    match=some(st.sampled_from(("tea", "none"))),
    status=some(st.sampled_from(Status)),
    since=some(st.sampled_from(TIMES)),
    until=some(st.sampled_from(TIMES)),
    disputed=some(st.booleans()),
    disputed_by=some(st.sampled_from((*BY, "player/bob"))),
)


def pages(views: Views, wanted: Wanted, *, oldest: bool, limit: int) -> Iterator[list[Found]]:
    after = None
    while True:
        with views.reading() as connection:
            page = search(connection, wanted, Page(after=after, oldest=oldest, limit=limit))
        assert page is not None
        assert len(page) <= limit
        yield list(page)
        if len(page) < limit:
            return
        after = page[-1].opened_position


def expected(all_lines: list[Line], wanted: Wanted, *, oldest: bool) -> list[str]:
    found = [one for one in all_lines if is_wanted(one, wanted)]
    return [one.round for one in sorted(found, key=lambda one: one.place, reverse=not oldest)]


@settings(max_examples=120, deadline=None)
@given(wanted=WANTED, oldest=st.booleans(), limit=st.integers(1, 9))
def test_a_search_is_a_filter_over_the_events(
    searched: tuple[Store, list[Line]], wanted: Wanted, oldest: bool, limit: int
) -> None:
    store, known = searched
    rows = [row for page in pages(store.views, wanted, oldest=oldest, limit=limit) for row in page]
    assert [row.round for row in rows] == expected(known, wanted, oldest=oldest)
    by_round = {one.round: one for one in known}
    for row in rows:
        line = by_round[row.round]
        assert (row.status, row.pot_total) == (line.status, line.pot_total)
        if wanted.player is not None:
            assert (row.net, row.outcome) == line.came_to[wanted.player]


def test_every_filter_tells_rounds_apart(searched: tuple[Store, list[Line]]) -> None:
    """Each of them finds some rounds, and leaves some out."""
    _, known = searched
    chosen = [
        *(Wanted(player=name) for name in PLAYERS[:6]),
        *(Wanted(player=name, result=Outcome.WON) for name in WINNERS),
        *(Wanted(player="ann", winner=name) for name in WINNERS[:1]),
        *(Wanted(winner=name) for name in WINNERS),
        *(Wanted(status=status) for status in Status),
        *(Wanted(result=result) for result in (Outcome.WON, Outcome.LOST)),
        *(Wanted(net_least=60), Wanted(net_most=-60), Wanted(pot_least=100), Wanted(pot_most=60)),
        *(Wanted(game="shengji"), Wanted(table="oak"), Wanted(match="tea")),
        *(Wanted(since=TIMES[4]), Wanted(until=TIMES[4])),
        *(Wanted(disputed=True), Wanted(disputed=False)),
        *(Wanted(disputed=True, disputed_by=by) for by in BY),
    ]
    for wanted in chosen:
        assert 0 < len(expected(known, wanted, oldest=True)) < len(known), wanted
    places = [one.place for one in known]
    assert len({time for time, _ in places}) < len(places), "no two rounds share a time"
    assert sorted(places) != sorted(places, key=lambda place: place[1]), "time never goes back"


def test_pages_stay_right_while_rounds_are_added(store: Store) -> None:
    with open_log(store.address, now=unsteady(), keys=KEYS) as log:
        room = Room(log)
        room.open()
        for _ in range(6):
            room.play(room.start("oak"))
        catch_up(store.log, store.views)
        for oldest in (False, True):
            before = expected(lines(store.log), Wanted(table="oak"), oldest=oldest)
            told = []
            for page in pages(store.views, Wanted(table="oak"), oldest=oldest, limit=2):
                told += [row.round for row in page]
                if len(told) < 8:
                    room.play(room.start("oak"))
                    catch_up(store.log, store.views)
            assert [one for one in told if one in before] == before
            assert len(told) == len(set(told))


def test_no_page_goes_on_after_what_is_no_round(searched: tuple[Store, list[Line]]) -> None:
    store, known = searched
    opened_at = {one.place[1] for one in known}
    other = next(position for position in range(1, 99) if position not in opened_at)
    with store.views.reading() as connection:
        for position in (0, other, 2**62):
            assert search(connection, Wanted(), Page(after=position)) is None
