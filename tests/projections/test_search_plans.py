"""No search reads all rounds: in either database its plan begins at an index that chooses."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
import sqlalchemy as sa

from domain.games.status import Status
from projections.cases.query import Disputed, list_disputes
from projections.cases.view import DisputeStatus
from projections.rounds.line import Outcome
from projections.rounds.search import Page, Wanted, search
from projections.rounds.table import ROUNDS as TABLE
from projections.store.tables import POSITIONS
from tests.projections.conftest import Store, opened

ROUNDS: Final = 20_000
MANY: Final = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) "
TIME: Final = "'2026-01-01T00:00:' || substr('0000000' || i, -7)"
TIME_ON_A_SERVER: Final = "'2026-01-01T00:00:' || lpad(i::text, 7, '0')"
FILLED: Final = (
    """INSERT INTO rounds (generation, round, game, "table", rules, status, stages, pot_total,
           started_at, version, opened_position)
       {many} SELECT 1, 'r' || i, 'sizhidao', 't' || (i % 50), 1,
           CASE WHEN i % 1000 = 0 THEN 'open' ELSE 'complete' END, 1, i, {time}, 1, i FROM n""",
    """INSERT INTO round_seats (generation, round, seat, player, stack, net, started_at,
           opened_position)
       {many} SELECT 1, 'r' || i, 'p1', 'n' || (i % 500), 100, i % 7, {time}, i FROM n""",
    """INSERT INTO disputes (generation, dispute, round, "by", status, due_ms, opened_at, version)
       {many} SELECT 1, 'd' || i, 'r' || i, 'player/n' || (i % 500),
           CASE WHEN i % 400 = 0 THEN 'open' ELSE 'closed' END, i, {time}, 1 FROM n""",
)
BY_POT: Final = "rounds_by_pot"
"""For a page that goes on, SQLite takes the index of the order, which begins at its place."""
BY_INDEX: Final = [
    (Wanted(), "rounds_by_start"),
    (Wanted(player="n7"), "round_seats_by_player"),
    (Wanted(player="n7", result=Outcome.WON, net_least=1), "round_seats_by_player"),
    (Wanted(player="n7", since="2026-01-01T00:00:0010000"), "round_seats_by_player"),
    (Wanted(winner="n7"), "round_seats_by_player"),
    (Wanted(table="t7"), "rounds_by_table"),
    (Wanted(table="t7", since="2026-01-01T00:00:0010000"), "rounds_by_table"),
    (Wanted(match="m"), "rounds_by_match"),
    (Wanted(game="shengji"), "rounds_by_game"),
    (Wanted(status=Status.OPEN), "rounds_by_status"),
    (Wanted(status=Status.INTERRUPTED), "rounds_by_status"),
    (Wanted(status=Status.VOIDED), "rounds_by_status"),
    (Wanted(since="2026-01-01T00:00:0019990"), "rounds_by_start"),
    (Wanted(until="2026-01-01T00:00:0000050"), "rounds_by_start"),
    (Wanted(pot_least=ROUNDS - 5), BY_POT),
    (Wanted(disputed=True), "disputes_by_status"),
    (Wanted(player="n0", disputed=True, disputed_by="player/n0"), "disputes_by_"),
]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def filled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """Views with many rounds, of which most filters find few."""
    with opened(request.param, tmp_path_factory.mktemp("filled")) as store:
        with store.views.writing() as connection:
            for name in ("rounds", "cases"):
                place = {"name": name, "generation": 1, "position": ROUNDS, "live": 1}
                connection.execute(sa.insert(POSITIONS), place)
            in_file = connection.dialect.name == "sqlite"
            time = TIME if in_file else TIME_ON_A_SERVER
            for statement in FILLED:
                connection.execute(sa.text(statement.format(time=time, many=MANY.format(ROUNDS))))
            if not in_file:
                connection.exec_driver_sql("ANALYZE")
        yield store


def plan_of(connection: sa.Connection, asked: Any) -> str:  # noqa: ANN401 -- what asks
    """Return how the database goes about the statements that something executes."""
    told: list[str] = []
    words = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"

    def explain(_: object, cursor: Any, statement: str, given: Any, *__: object) -> None:  # noqa: ANN401 -- the driver's
        cursor.execute(f"{words} {statement}", given)
        told.extend(str(row[-1]) for row in cursor.fetchall())

    sa.event.listen(connection, "before_cursor_execute", explain)
    try:
        asked(connection)
    finally:
        sa.event.remove(connection, "before_cursor_execute", explain)
    assert told
    return "\n".join(told)


def reads_all(plan: str) -> list[str]:
    """Return the lines of a plan that read a whole table of rounds, seats or disputes."""
    whole = ("Seq Scan on r", "Seq Scan on d", "SCAN rounds", "SCAN round_seats", "SCAN disputes")
    of_live = "(generation=?)"  # all that readers see, though by an index
    in_order = "SEARCH rounds USING INDEX rounds_by_start"  # no further than to the page's end
    return [
        line
        for line in plan.splitlines()
        if any(one in line for one in whole) or (line.endswith(of_live) and in_order not in line)
    ]


@pytest.mark.parametrize(("wanted", "index"), BY_INDEX)
@pytest.mark.parametrize("oldest", [False, True])
def test_a_search_begins_at_an_index(
    filled: Store,
    wanted: Wanted,
    index: str,
    oldest: bool,
) -> None:
    with filled.views.reading() as connection:
        for after in (None, ROUNDS // 2):
            page = Page(after=after, oldest=oldest)
            plan = plan_of(connection, lambda it, page=page: search(it, wanted, page))
            assert index in plan or (index == BY_POT and after is not None), plan
            assert reads_all(plan) == [], plan


def test_a_page_of_all_rounds_is_not_sorted(filled: Store) -> None:
    """However many rounds there are, a page reads no more of them than it shows."""
    with filled.views.reading() as connection:
        for wanted in (Wanted(), Wanted(player="n7"), Wanted(table="t7"), Wanted(game="sizhidao")):
            page = Page(after=ROUNDS // 2)
            plan = plan_of(connection, lambda it, one=wanted, page=page: search(it, one, page))
            if filled.address.startswith("sqlite"):
                assert "TEMP B-TREE" not in plan, plan
            else:
                assert "Sort" not in plan.replace("Incremental Sort", ""), plan


@pytest.mark.parametrize(
    "wanted",
    [
        Disputed(round="r7"),
        Disputed(by="player/n7"),
        Disputed(status=DisputeStatus.OPEN),
        Disputed(undecided_since=5),
    ],
)
def test_disputes_are_listed_by_an_index(filled: Store, wanted: Disputed) -> None:
    with filled.views.reading() as connection:
        for after in ("", "d5"):
            plan = plan_of(connection, lambda it, one=after: list_disputes(it, wanted, after=one))
            assert "disputes_by_" in plan, plan
            assert reads_all(plan) == [], plan


def test_a_plan_that_reads_everything_is_found(filled: Store) -> None:
    with filled.views.reading() as connection:
        rows = TABLE.c
        everything = sa.select(sa.func.max(rows.version)).where(rows.generation == 1)
        assert reads_all(plan_of(connection, lambda it: it.execute(everything)))
