"""A round that is interrupted is told so in every list, until it is resumed or over (H8)."""

import pytest
import sqlalchemy as sa

from domain.flow.address import clock
from domain.games.status import Status
from domain.house.clock.commands import ResumeClock, StopClock
from projections.catalogue import PROJECTIONS
from projections.matches import query as matches
from projections.rebuild import rebuild
from projections.rounds import query as rounds
from projections.rounds.search import Wanted, search
from replay.checks import VIEWS, Check, Verdict
from replay.proof import Proof, prove
from replay.views import with_views
from tests.projections.conftest import Store
from tests.projections.match_room import MatchRoom
from tests.projections.room import Room
from tests.projections.rows import all_rows, catch_up

STOP = StopClock(reason="a flood")
RESUME = ResumeClock(reason="dry again")


@pytest.fixture
def running(store: Store) -> tuple[Room, str]:
    """A room with a round that runs."""
    room = Room(store.log)
    room.open()
    round_id = room.start("oak")
    room.play(round_id, steps=3)
    return room, round_id


def statuses(store: Store, round_id: str) -> list[str]:
    """How every list has a round at the table `oak`, all of it projected."""
    catch_up(store.log, store.views)
    with store.views.reading() as connection:
        found = rounds.find_round(connection, round_id)
        assert found is not None
        return [
            str(found.round.status),
            *(one.status for one in search(connection, Wanted(table="oak")) or ()),
            *(one.status for one in search(connection, Wanted(player="ann")) or ()),
        ]


def test_every_list_says_so_as_long_as_it_is(store: Store, running: tuple[Room, str]) -> None:
    room, about = running
    assert statuses(store, about) == ["open"] * 3
    room.ask(clock(about), STOP)
    assert statuses(store, about) == ["interrupted"] * 3
    with store.views.reading() as connection:
        interrupted, still = Wanted(status=Status.INTERRUPTED), Wanted(status=Status.OPEN)
        assert len(search(connection, interrupted) or ()) == 1
        assert search(connection, still) == []
    room.ask(clock(about), RESUME)
    assert statuses(store, about) == ["open"] * 3
    room.ask(clock(about), STOP)
    room.seatings[about].void()
    assert statuses(store, about) == ["voided"] * 3


def test_a_round_of_a_match_is_told_so_in_the_match(store: Store) -> None:
    room = MatchRoom(store.log)
    room.open("tea")
    about = room.start("tea")
    room.play(about, steps=20)
    room.ask(clock(about), STOP)
    catch_up(store.log, store.views)
    with store.views.reading() as connection:
        (found,) = matches.rounds_of_match(connection, "tea")
        assert (found.round, found.status) == (about, "interrupted")
        (found,) = search(connection, Wanted(match="tea")) or ()
        assert found.status == "interrupted"


def test_rebuilt_rows_are_the_live_ones(store: Store, running: tuple[Room, str]) -> None:
    room, about = running
    room.ask(clock(about), STOP)
    catch_up(store.log, store.views)
    room.ask(clock(about), RESUME)
    room.ask(clock(about), STOP)
    catch_up(store.log, store.views)
    live = all_rows(store.views)
    (row,) = live["rounds"]["interruptions"]
    assert about in row
    rebuild(PROJECTIONS["rounds"], store.log, store.views, batch=2)
    assert all_rows(store.views) == live
    assert set(statuses(store, about)) == {"interrupted"}


def on_views(store: Store, proof: Proof) -> Check:
    checks = with_views(proof, store.log, store.views).checks
    return next(one for one in checks if one.name == VIEWS)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE interruptions SET interrupted = 0", "interrupted is 0, and its events make it 1"),
        ("DELETE FROM interruptions", "the row is missing"),
    ],
)
def test_a_changed_row_is_found_by_the_proof_of_the_round(
    store: Store, running: tuple[Room, str], statement: str, told: str
) -> None:
    room, about = running
    room.ask(clock(about), STOP)
    catch_up(store.log, store.views)
    proof = prove(store.log, about)
    assert proof is not None
    assert proof.status == "interrupted"
    check = on_views(store, proof)
    assert check.verdict is Verdict.OK
    with store.views.writing() as connection:
        connection.execute(sa.text(statement))
    check = on_views(store, proof)
    assert (check.verdict, told in check.detail) == (Verdict.DIFFERENCE, True), check.detail
