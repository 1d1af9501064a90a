"""What is read from a view that is built anew is not answered in part."""

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from api.service import room
from projections.rounds.table import ROUNDS
from projections.rounds.writer import RoundsWriter
from projections.store.engine import open_views
from tests.leaks.evening import TABLE, Evening
from tests.leaks.inside import Inside, inside, until
from tests.leaks.test_guessing import BET, DEAL

LISTS = ("/rounds", "/me/rounds", f"/tables/{TABLE}/rounds")


def failing(*_: object) -> None:
    message = "not yet"
    raise RuntimeError(message)


@pytest.mark.parametrize("lag", ["1", "10000"])
def test_a_view_that_is_built_anew_is_not_told_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lag: str
) -> None:
    """It is as a migration leaves it that cannot take its rows over (revision 0010)."""
    address, views = f"sqlite:///{tmp_path}/log.db", f"sqlite:///{tmp_path}/views.db"
    with inside(tmp_path, address) as service:
        evening = Evening(service, 1)
        evening.open()
        evening.say(evening.start(), *DEAL, *BET)
        service.projected()
        whole = [asked(service, evening, at) for at in LISTS]
        assert [(status, len(told["rounds"])) for status, told in whole] == [(200, 1)] * 3
    with open_views(views) as rows, rows.writing() as connection:
        connection.execute(sa.text("DELETE FROM projections WHERE name = 'rounds'"))
        connection.execute(sa.delete(ROUNDS))
    monkeypatch.setenv(room.READY_LAG_SETTING, lag)
    monkeypatch.setattr(room, "SHOWN_SECONDS", 0.01)
    fold = RoundsWriter.fold
    monkeypatch.setattr(RoundsWriter, "fold", failing)
    with inside(tmp_path, address) as service:
        for at in LISTS:
            status, told = asked(service, evening, at)
            assert (status, told.get("code")) == (503, "not_projected")
        monkeypatch.setattr(RoundsWriter, "fold", fold)
        until(lambda: asked(service, evening, LISTS[0])[0] == 200)
        service.projected()
        for at, (_, told) in zip(LISTS, whole, strict=True):  # the house has signed its log since
            assert asked(service, evening, at)[1]["rounds"] == told["rounds"]


def asked(service: Inside, evening: Evening, at: str) -> tuple[int, Any]:
    """Return what a list answers: staff see all rounds, a player the own ones."""
    bearer = evening.tokens["ann"] if at.startswith("/me") else evening.office
    told = service.fetch("GET", f"/v1{at}", bearer)
    return told.status, json.loads(told.body)
