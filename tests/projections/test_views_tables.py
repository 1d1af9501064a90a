"""The tables of views: where they are, how they are made, what is said when they are not there."""

import re
import stat
from pathlib import Path
from threading import Thread

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from domain.log.store import open_log
from projections.catalogue import PROJECTIONS
from projections.chips.entry import Kind
from projections.migrations.upgrade import migrate
from projections.rebuild import rebuild
from projections.store.address import database_url, views_beside
from projections.store.engine import open_views
from projections.store.errors import (
    NewerViewsError,
    ViewsAddressError,
    ViewsError,
    ViewsMissingError,
    ViewsUnavailableError,
)
from projections.store.revision import REVISIONS, VERSION_TABLE
from projections.store.tables import METADATA
from projections.store.upgrade import migrate_views
from tests.arch.source import ROOT
from tests.projections.conftest import Store
from tests.projections.room import room_with_all
from tests.projections.rows import catch_up
from tests.support.keys import KEYS
from tests.support.logs import ticking
from tests.support.postgres import new_database, shared_server

PAGE = ROOT / "docs" / "projections.md"


def test_views_lie_beside_their_log() -> None:
    assert views_beside("sqlite:///var/log.db") == "sqlite:///var/log.views.db"
    assert views_beside("sqlite:////srv/paipu") == "sqlite:////srv/paipu.views"
    assert views_beside("postgresql://u:p@h/d") == "postgresql://u:p@h/d"


def test_an_address_is_a_file_or_a_server() -> None:
    assert database_url("sqlite:////srv/v.db").database == "/srv/v.db"
    assert database_url("postgresql://u@h/d").drivername == "postgresql+psycopg"
    for address in ("memory:", "sqlite:///", "mysql://h/d", "", "postgresql://h:x/d"):
        with pytest.raises(ViewsAddressError):
            database_url(address)


def test_the_migration_makes_the_tables_that_are_written_to(store: Store) -> None:
    assert PROJECTIONS  # imported, so that every table is declared
    with store.views.reading() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
        )
        named = {table.name for table in METADATA.tables.values()}
        told = compare_metadata(context, METADATA)
        # The log's own tables are in the same database on a server, and no concern of the views.
        assert [one for one in told if not str(one[0]).startswith("remove_")] == []
        for name in named:
            keys = sa.inspect(connection).get_pk_constraint(name)["constrained_columns"]
            assert keys == [column.name for column in METADATA.tables[name].primary_key]


def test_making_them_twice_and_at_once_changes_nothing(store: Store) -> None:
    threads = [Thread(target=migrate_views, args=(views_beside(store.address),)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.views.reading() as connection:
        rows = connection.exec_driver_sql("SELECT version_num FROM views_version").all()
    assert [tuple(row) for row in rows] == [(REVISIONS[-1],)]


def test_a_new_file_is_its_owners_only(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "v.db"
    migrate_views(f"sqlite:///{path}")
    with open_views(f"sqlite:///{path}") as views, views.writing() as connection:
        connection.exec_driver_sql("DELETE FROM projections")
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_views_that_are_not_there_say_so(tmp_path: Path) -> None:
    with pytest.raises(ViewsMissingError, match="paipu migrate"):
        open_views(f"sqlite:///{tmp_path}/none.db")
    (tmp_path / "empty.db").touch()
    with pytest.raises(ViewsMissingError, match="paipu migrate"):
        open_views(f"sqlite:///{tmp_path}/empty.db")
    assert not (tmp_path / "none.db").exists()


def test_views_of_a_newer_program_are_left_alone(store: Store) -> None:
    with store.views.writing() as connection:
        connection.exec_driver_sql("UPDATE views_version SET version_num = '9999'")
    with pytest.raises(NewerViewsError):
        open_views(views_beside(store.address))
    with pytest.raises(NewerViewsError):
        migrate_views(views_beside(store.address))


def test_whoever_serves_may_project_and_not_change_tables() -> None:
    server = shared_server()
    with new_database(migrated=False) as address:
        migrate(address)
        migrate_views(address)
        database = address.rpartition("/")[2]
        server.execute(f"CREATE ROLE server_of_{database} LOGIN PASSWORD 'x'")
        server.execute(f"GRANT {database}_service TO server_of_{database}")
        served = server.url(database, f"server_of_{database}", "x")
        with (
            open_log(served, now=ticking(), keys=KEYS) as log,
            open_views(served) as views,
        ):
            room_with_all(log, rounds=1)
            catch_up(log, views)
            rebuild(PROJECTIONS["chips"], log, views)
            assert views.place("chips").position == log.last_position() > 0
            with pytest.raises(ViewsUnavailableError), views.writing() as connection:
                connection.exec_driver_sql("DROP TABLE journal")


def test_every_failure_is_documented() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| [a-z]", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    codes = {error.code for error in ViewsError.__subclasses__()}
    assert codes <= set(rows)
    assert len(codes) == len(ViewsError.__subclasses__()) > 5


def test_every_entry_and_table_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for named in (*Kind, *PROJECTIONS, *METADATA.tables):
        assert f"`{named}`" in page, named
