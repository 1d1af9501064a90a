"""What is handed over to who follows is neither passed over nor lost, whenever it comes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from eventsourcing.persistence import ConnectionPoolClosedError

from api.service.feed import Feed
from api.service.late import Lane
from api.service.subscription import TRY_AGAIN, Ear
from api.service.told import PAGE, Places, page_after
from domain.flow.address import table
from domain.log.store import Log, open_log
from tests.support.keys import KEYS
from tests.support.logs import SHORT, new_log, store, ticking, url

PLACE = table("oak")
EAR = Ear(PLACE, None, None, spectates=False, dealt_in=False)
LONG_AFTER = 1e12
"""Unix time by which all of the log is old enough."""


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with new_log(tmp_path / "log.db") as log:
        yield log


def test_a_heartbeat_does_not_pass_over_what_is_not_taken_yet(log: Log) -> None:
    store(log, "one", SHORT, table=PLACE.id)
    feed = Feed(log)
    feed.begin()
    following = feed.subscribe(EAR)
    begin = log.last_position()
    assert following.reached == begin
    store(log, "two", SHORT, table=PLACE.id)
    feed.step()
    due = [one.position for one in page_after(log, begin)]
    assert feed.spread > begin
    assert following.reached == (due[0] or 0) - 1
    assert [one.position for one in following.take()] == due
    assert following.reached == feed.spread == log.last_position()


def test_who_is_cut_off_is_not_told_that_it_was_told_all(log: Log) -> None:
    feed = Feed(log)
    feed.begin()
    following = feed.subscribe(EAR)
    store(log, "one", SHORT, table=PLACE.id)
    feed.step()
    following.end(TRY_AGAIN)
    assert (following.reached, following.take()) == (0, [])
    assert feed.spread == log.last_position() > 0


def test_who_is_late_loses_nothing_when_the_log_cannot_be_read(log: Log, tmp_path: Path) -> None:
    store(log, "one", SHORT, table=PLACE.id)
    begin = log.last_position() - 3
    due = [one.position for one in page_after(log, begin)]
    lane = Lane(1, begin)
    with open_log(url(tmp_path / "log.db"), now=ticking(), keys=KEYS) as closed:
        pass
    with pytest.raises(ConnectionPoolClosedError):
        lane.due(log, Places(closed), LONG_AFTER)
    assert 1 <= len(due) < PAGE
    assert [one.position for one in lane.due(log, Places(log), LONG_AFTER)] == due
