"""Houses in which evenings have passed, on each kind of database."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final, NamedTuple

import pytest

from api.reports.ask import Choice, asked_of
from api.reports.catalogue import report_named
from api.reports.writing import Order, write_report
from api.serving import WAGER_SETTING, WIN_SETTING
from domain.log.adapter.opening import open_table
from domain.log.store import Log, open_log
from projections.store.address import views_beside
from projections.store.engine import Views, open_views
from replay.messages.say import Say, english
from tests.projections.rows import catch_up
from tests.reports.recount import Recount
from tests.reports.stored import fact_of
from tests.reports.world import LARGE, LARGE_WAGER, Watch, lived

NOW: Final = datetime(2027, 2, 3, 4, 5, 6, tzinfo=UTC)
"""When reports are made, after all evenings."""


class House(NamedTuple):
    """A log in which evenings have passed, its views, and what is counted again of it."""

    address: str
    log: Log
    views: Views
    recount: Recount

    def told(
        self,
        name: str,
        choice: Choice,
        form: str = "json",
        say: Say = english,
        *,
        position: int | None = None,
    ) -> bytes:
        """Return a report as it is written, as of a position or the end."""
        report, out = report_named(name), BytesIO()
        position = position or self.log.last_position()
        order = Order(report, asked_of(report, choice, NOW), position)
        write_report(self.views, order, form, out, say)
        return out.getvalue()

    def report(self, name: str, choice: Choice) -> Any:  # noqa: ANN401 -- any JSON
        """Return a report as JSON."""
        return json.loads(self.told(name, choice))


@pytest.fixture(scope="session")
def threshold() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(WIN_SETTING, str(LARGE))
        patch.setenv(WAGER_SETTING, str(LARGE_WAGER))
        yield


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, threshold: None) -> Iterator[House]:
    """A house in files in which all evenings have passed, for tests that change nothing."""
    assert threshold is None
    with lived("sqlite", tmp_path_factory.mktemp("house")) as address:
        yield from opened(address)


@pytest.fixture(scope="session")
def on_server(tmp_path_factory: pytest.TempPathFactory, threshold: None) -> Iterator[House]:
    """The same on a server."""
    assert threshold is None
    with lived("postgres", tmp_path_factory.mktemp("served")) as address:
        yield from opened(address)


def opened(address: str) -> Iterator[House]:
    """Open a house, its views caught up, and count it again from the rows as they are stored."""
    table = open_table(address, read_only=True)
    rows = table.read.span(0, table.read.last_position())
    table.close()
    facts = [fact_of(row.stream, row.position or 0, row.topic, row.state) for row in rows]
    with (
        open_log(address, now=Watch(), read_only=True) as log,
        open_views(views_beside(address)) as views,
    ):
        catch_up(log, views)
        yield House(address, log, views, Recount(facts, LARGE, LARGE_WAGER))
