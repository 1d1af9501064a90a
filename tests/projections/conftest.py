"""A log with its views, on each kind of database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.log.store import Log, open_log
from projections.store.address import views_beside
from projections.store.engine import Views, open_views
from tests.projections.match_room import evening_of_matches
from tests.projections.room import room_with_all
from tests.projections.rows import catch_up, start_again
from tests.support.keys import KEYS
from tests.support.logs import ticking
from tests.support.postgres import new_database
from tests.support.tables import migrate, migrate_views


class Store(NamedTuple):
    """A log and its views, open, and the address of the log."""

    log: Log
    views: Views
    address: str


@contextmanager
def opened(kind: str, folder: Path) -> Iterator[Store]:
    with (
        _address(kind, folder) as address,
        open_log(address, now=ticking(), keys=KEYS) as log,
        open_views(views_beside(address)) as views,
    ):
        yield Store(log, views, address)


@contextmanager
def _address(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        address = f"sqlite:///{folder}/log.db"
        migrate(address)
        migrate_views(views_beside(address))
        yield address
        return
    with new_database(views=True) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty log."""
    with opened(request.param, tmp_path) as both:
        yield both


@pytest.fixture
def room(store: Store) -> Store:
    """A log with an evening in it."""
    room_with_all(store.log)
    return store


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def one_room(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    with opened(request.param, tmp_path_factory.mktemp("room")) as both:
        room_with_all(both.log)
        yield both


@pytest.fixture
def projected(one_room: Store) -> Store:
    """The same, fully projected, for tests that change rows and not the log."""
    return projected_anew(one_room)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The same in a file, for tests that change nothing."""
    with opened("sqlite", tmp_path_factory.mktemp("evening")) as both:
        room_with_all(both.log)
        yield both


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def played_matches(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """A log with matches in it, played once: no test may go on with it."""
    with opened(request.param, tmp_path_factory.mktemp("matches")) as both:
        evening_of_matches(both.log)
        yield both


@pytest.fixture(scope="module")
def matches(played_matches: Store) -> Store:
    """The same, fully projected, for tests that change nothing."""
    return projected_anew(played_matches)


@pytest.fixture
def matched(played_matches: Store) -> Store:
    """The same, projected anew, for tests that change rows."""
    return projected_anew(played_matches)


def projected_anew(store: Store) -> Store:
    start_again(store.views)
    catch_up(store.log, store.views)
    return store
