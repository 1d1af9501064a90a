"""Whether anything has happened is a matter of the period, not of what is left at its end."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from api.reports.ask import Choice
from api.reports.period import Wanted
from domain.flow.address import wallet
from domain.house.wallet import commands as of_wallet
from domain.log.store import open_log
from projections.store.address import views_beside
from projections.store.engine import open_views
from tests.projections.room import Room
from tests.projections.rows import catch_up
from tests.reports.conftest import House
from tests.reports.recount import Recount
from tests.reports.world import LARGE, LARGE_WAGER
from tests.support.tables import migrate, migrate_views

DAYS: Final = ("2026-03-01", "2026-03-02", "2026-03-03")
"""On the first one pays in and out, on the second a test account pays in, on the third nobody."""


@pytest.fixture
def emptied(tmp_path: Path) -> Iterator[House]:
    """A house whose real accounts hold nothing any more."""
    address = f"sqlite:///{tmp_path}/log.db"
    migrate(address)
    migrate_views(views_beside(address))
    clock = [datetime.fromisoformat(DAYS[0]).replace(tzinfo=UTC)]
    with (
        open_log(address, now=lambda: clock[0]) as log,
        open_views(views_beside(address)) as views,
    ):
        room = Room(log)
        for player, test in (("ann", False), ("bot", True)):
            room.ask(wallet(player), of_wallet.CreatePlayer(player=player, test=test))
        room.deposit("ann", 10)
        room.withdraw("ann", 10)
        clock[0] = datetime.fromisoformat(DAYS[1]).replace(tzinfo=UTC)
        room.deposit("bot", 10)
        catch_up(log, views)
        yield House(address, log, views, Recount([], LARGE, LARGE_WAGER))


@pytest.mark.parametrize(
    ("accounts", "active"),
    [
        ("real", [True, False, False]),
        ("test", [False, True, False]),
        ("all", [True, True, False]),
    ],
)
def test_what_comes_to_nothing_has_happened(
    emptied: House, accounts: str, active: list[bool]
) -> None:
    def told(day: str) -> Any:  # noqa: ANN401 -- any JSON
        return emptied.report("liability", Choice(Wanted(day=day), accounts=accounts))

    assert [told(day)["activity"] for day in DAYS] == active
    assert told(DAYS[0])["totals"] == {"points": 0}
    assert [told(day)["note"] for day in DAYS] == [None if one else "no activity" for one in active]
