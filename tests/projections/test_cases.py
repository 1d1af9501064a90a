"""Disputes and adjustments have rows that say how they stand, and are listed from them."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
import sqlalchemy as sa

from api.office.reading import adjustments, disputes
from projections.cases.query import Disputed, list_adjustments, list_disputes
from projections.cases.table import ADJUSTMENTS, DISPUTES
from projections.cases.view import AdjustmentStatus, DisputeStatus
from projections.compare import Verdict, compare
from projections.moments import moment
from projections.store.tables import Row
from tests.projections.conftest import Store, opened
from tests.projections.room import Room
from tests.projections.rows import catch_up
from tests.projections.searched import dispute_about

NOW = 5


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def office(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """Views of a house with disputes and adjustments in every state."""
    with opened(request.param, tmp_path_factory.mktemp("office")) as store:
        room = Room(store.log)
        room.open()
        for about in (room.start("oak"), room.start("elm")):
            room.play(about)
        for number, (about, by) in enumerate(
            [("oak-1", "player/ann"), ("oak-1", "operator/o"), ("elm-2", "player/eve")]
        ):
            dispute_about(room, about, f"d-{number}", by, steps=number + 1)
        room.adjust("ann", 11)
        room.adjust("bob", -3)
        catch_up(store.log, store.views)
        yield store


def test_every_list_is_what_the_streams_say(office: Store) -> None:
    known = list(disputes(office.log))
    with office.views.reading() as connection:
        for wanted in (
            Disputed(),
            *(Disputed(status=status) for status in DisputeStatus),
            *(Disputed(round=about) for about in ("oak-1", "elm-2", "none")),
            *(Disputed(by=by) for by in ("player/ann", "operator/o", "player/bob")),
            Disputed(undecided_since=NOW),
            Disputed(undecided_since=1),
            Disputed(round="oak-1", by="player/ann", status=DisputeStatus.OPEN),
        ):
            late = wanted.undecided_since
            expected = [
                (one.state.dispute, one.state.round, one.state.by, one.status, one.state.verdict)
                for one in known
                if wanted.round in (None, one.state.round)
                and wanted.by in (None, one.state.by)
                and wanted.status in (None, one.status)
                and (late is None or one.overdue(late))
            ]
            found = list_disputes(connection, wanted)
            told = [(row.dispute, row.round, row.by, row.status, row.verdict) for row in found]
            assert told == expected, wanted
            rest = list_disputes(connection, wanted, after="d-0", limit=1)
            assert list(rest) == [row for row in found if row.dispute > "d-0"][:1]
        every = list_disputes(connection, Disputed())
    assert [row.status for row in every] == ["open", "decided", "closed"]
    assert [row.opened_at for row in every] == [moment(one.opened_at) for one in known]
    for sooner, later in pairwise(("opened_at", "decided_at", "closed_at")):
        assert getattr(every[2], sooner) < getattr(every[2], later)


def test_adjustments_are_listed_with_who_decided_them(office: Store) -> None:
    known = [one.state for one in adjustments(office.log)]
    with office.views.reading() as connection:
        found = list_adjustments(connection)
        told = [(row.adjustment, row.by, row.player, row.points, row.reason) for row in found]
        assert told == [
            (one.adjustment, one.by, one.player, one.points, one.reason) for one in known
        ]
        assert {(row.status, row.decided_by) for row in found} == {("approved", "supervisor/s")}
        assert list_adjustments(connection, status=AdjustmentStatus.PROPOSED) == []
        (last,) = list_adjustments(connection, after=found[0].adjustment)
        assert last == found[1]


@pytest.mark.parametrize(
    ("table", "stream", "change"),
    [
        (DISPUTES, "dispute/d-0", {"status": "closed"}),
        (DISPUTES, "dispute/d-1", {"by": "player/bob"}),
        (ADJUSTMENTS, None, {"points": 12}),
    ],
)
def test_a_changed_row_is_found(
    office: Store, table: sa.Table, stream: str | None, change: Row
) -> None:
    name = stream or f"adjustment/{next(adjustments(office.log)).state.adjustment}"
    key = next(one for one in table.primary_key if one.name != "generation")
    row = sa.update(table).where(key == name.partition("/")[2])
    facts = {name: office.log.read(name)}

    def verdicts() -> set[Verdict]:
        found = compare(office.views, office.log, facts)[name]
        return {one.verdict for one in found if one.projection == "cases"}

    assert verdicts() == {Verdict.EQUAL}
    with office.views.writing() as connection:
        before = connection.execute(
            sa.select(*(table.c[one] for one in change)).where(key == name.partition("/")[2])
        ).one()
        connection.execute(row.values(change))
    assert verdicts() == {Verdict.DIFFERENT}
    with office.views.writing() as connection:
        connection.execute(row.values(dict(zip(change, before, strict=True))))
    assert verdicts() == {Verdict.EQUAL}
