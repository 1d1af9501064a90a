"""Views of an earlier version are brought up to date with all their rows, and followed further."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa
from alembic import command

from domain.log.address import is_postgres
from projections.catalogue import PROJECTIONS
from projections.compare import Verdict, compare
from projections.migrating import configured
from projections.migrations.server import server_transaction
from projections.store.address import views_beside
from projections.store.engine import open_views
from projections.store.errors import ViewsMissingError
from projections.store.revision import REVISIONS
from projections.store.tables import METADATA, POSITIONS
from projections.store.upgrade import SCRIPTS, migrate_views
from projections.totals import faults_of
from tests.projections.conftest import Store
from tests.projections.match_room import MatchRoom
from tests.projections.room import TABLES, Room
from tests.projections.rows import all_rows, catch_up
from tests.support.logs import TIED
from tests.support.logs import store as play

OLD = ("pots", "rounds", "chips", "rake")
KEPT = ("pots", "chips", "rake")
RESULTS = """
INSERT INTO results (generation, round, seat, position, ended_at, started_at, game, rules, housed,
    status, stages, player)
SELECT 1, :round, seat, :position, '', '', '', 1, 1, '', 1, player FROM round_seats
WHERE round = :round"""


@contextmanager
def owning(store: Store) -> Iterator[sa.Connection]:
    """A transaction of whoever may change tables."""
    if is_postgres(store.address):
        with server_transaction(store.address) as (connection, _):
            yield connection
    else:
        with store.views.writing() as connection:
            yield connection


def take_back(store: Store, revision: str) -> None:
    """Bring the tables to the form of an earlier version, and forget what it did not know."""
    with owning(store) as connection:
        command.downgrade(configured(SCRIPTS, connection), revision)
        known = ", ".join(f"'{name}'" for name in OLD)
        connection.execute(sa.text(f"DELETE FROM projections WHERE name NOT IN ({known})"))  # noqa: S608 -- constants


@pytest.fixture
def older(store: Store) -> Store:
    """Views with an evening of 四支刀, as the version before matches kept them.

    That version knew no interruptions, so there are none in its log.
    """
    room = Room(store.log)
    room.open()
    for name in TABLES:
        room.play(room.start(name))
    room.withdraw("ann", 7)
    play(store.log, "alone", TIED, table="oak")
    room.play(room.start("oak"), steps=3)
    catch_up(store.log, store.views)
    return store


def test_every_row_is_kept_and_the_new_tables_are_filled(older: Store) -> None:
    """But those of rounds, which did not say where they ended: they are made of the log again."""
    before = all_rows(older.views)
    assert before["chips"]["journal_days"] != []
    take_back(older, "0004")
    with pytest.raises(ViewsMissingError, match="paipu migrate"):
        open_views(views_beside(older.address))
    migrate_views(views_beside(older.address))
    migrate_views(views_beside(older.address))
    with open_views(views_beside(older.address)) as views:
        kept = all_rows(views)
        assert not any(kept.pop("rounds").values())
        assert {name: kept[name] for name in KEPT} == {name: before[name] for name in KEPT}
        catch_up(older.log, views)
        assert all_rows(views) == before
        room = MatchRoom(older.log)
        room.open("tea")
        room.play(room.start("tea"))
        catch_up(older.log, views)
        assert list(faults_of(views, older.log)) == []
        streams = {name: older.log.read(name) for name in older.log.streams()}
        found = compare(views, older.log, streams)
        assert {one.verdict for each in found.values() for one in each} == {Verdict.EQUAL}
        assert {name: views.place(name).position for name in PROJECTIONS} == dict.fromkeys(
            PROJECTIONS, older.log.last_position()
        )


def test_the_tables_are_those_of_new_views(older: Store) -> None:
    made = tables_of(older)
    take_back(older, "0004")
    migrate_views(views_beside(older.address))
    assert tables_of(older) == made
    with older.views.reading() as connection:
        at = connection.execute(sa.text("SELECT version_num FROM views_version")).scalar_one()
    assert at == REVISIONS[-1]


def tables_of(store: Store) -> dict[str, object]:
    """Columns, keys and indexes of every table; in a file also how the tables were made."""
    with store.views.reading() as connection:
        found = sa.inspect(connection)
        told: dict[str, object] = {}
        for name in METADATA.tables:
            columns = {
                column["name"]: (str(column["type"]), column["nullable"])
                for column in found.get_columns(name)
            }
            indexes = {one["name"]: one["column_names"] for one in found.get_indexes(name)}
            told[name] = (columns, found.get_pk_constraint(name)["constrained_columns"], indexes)
        if connection.dialect.name == "sqlite":
            made = sa.text("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")
            for name, statement in connection.execute(made):
                told[f"made of {name}"] = "STRICT" in statement and "WITHOUT ROWID" in statement
        return told


def test_taken_back_the_rounds_of_matches_are_left_out(older: Store) -> None:
    before = rounds_of(older)
    room = MatchRoom(older.log)
    room.open("tea")
    room.play(room.start("tea"), steps=20)
    catch_up(older.log, older.views)
    assert len(rounds_of(older)) == len(before) + 1
    take_back(older, "0004")
    assert rounds_of(older) == before


def rounds_of(store: Store) -> list[tuple[str, int]]:
    """Rounds and their versions, in tables of whichever form."""
    query = sa.text("SELECT round, version FROM rounds ORDER BY round")
    with store.views.reading() as connection:
        return [(name, version) for name, version in connection.execute(query)]


@pytest.mark.parametrize("known", [True, False], ids=["all known", "one missing"])
def test_what_results_knew_of_rounds_is_taken_over(older: Store, *, known: bool) -> None:
    before = all_rows(older.views)
    with older.views.reading() as connection:
        ended = sa.text("SELECT round, ended_position AS position FROM rounds WHERE ended_at > ''")
        ends = [dict(row) for row in connection.execute(ended).mappings()]
    with owning(older) as connection:
        command.downgrade(configured(SCRIPTS, connection), "0009")
    with older.views.writing() as connection:
        connection.execute(sa.text(RESULTS), ends if known else ends[1:])
        place = {"name": "results", "generation": 1, "position": 1, "live": 1}
        connection.execute(sa.insert(POSITIONS), place)
    migrate_views(views_beside(older.address))
    assert (all_rows(older.views)["rounds"] == before["rounds"]) is known
    assert (older.views.place("rounds").position > 0) is known
    catch_up(older.log, older.views)
    assert all_rows(older.views) == before
    assert list(faults_of(older.views, older.log)) == []
