"""A runner that begins in the middle of a long log reads no stream over and over."""

from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

import pytest

from api.sample.house import Sample
from domain.log.store import open_log
from projections.catalogue import projection_named
from projections.chips.query import balances, trial_balance
from projections.rebuild import rebuild
from projections.runner import Runner
from projections.store.engine import open_views
from tests.projections.watching import reads_counted
from tests.support.keys import KEYS
from tests.support.tables import migrate, migrate_views


@pytest.mark.parametrize("name", ["pots", "rounds", "chips", "rake"])
def test_a_restarted_runner_folds_no_stream_over_and_over(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, address = f"sqlite:///{tmp_path}/log.db", f"sqlite:///{tmp_path}/views.db"
    migrate(url)
    migrate_views(address)
    numbers = count()
    projection = projection_named(name)
    with (
        open_log(url, now=partial(datetime.now, UTC), keys=KEYS) as log,
        open_views(address) as views,
    ):
        sample = Sample(log, lambda: f"r{next(numbers)}", Random(3))
        list(sample.play(60))
        Runner(projection, log, views).catch_up()
        list(sample.play(12))

        with reads_counted(monkeypatch) as reads:
            restarted = Runner(projection, log, views)
            restarted.catch_up()

        assert restarted.position == log.last_position()
        assert max(reads.values(), default=0) <= 4, reads
        with views.reading() as connection:
            live = balances(connection)
            assert name != "chips" or (live and trial_balance(connection) == 0)
        rebuild(projection, log, views)
        with views.reading() as connection:
            assert balances(connection) == live
