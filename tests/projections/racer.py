"""A process that projects two projections batch by batch: `python -m tests.projections.racer`."""

import sys
from datetime import UTC, datetime

from domain.log.store import open_log
from projections.catalogue import PROJECTIONS
from projections.runner import Runner
from projections.store.address import views_beside
from projections.store.engine import open_views
from projections.store.errors import LostRaceError


def main() -> None:
    address, batch = sys.argv[1], int(sys.argv[2])
    with (
        open_log(address, now=lambda: datetime.now(UTC), read_only=True) as log,
        open_views(views_beside(address)) as views,
    ):
        runners = [
            Runner(PROJECTIONS[name], log, views, batch=batch) for name in ("chips", "rounds")
        ]
        print("ready", flush=True)  # noqa: T201 -- what the test waits for
        going = True
        while going:
            going = False
            for runner in runners:
                try:
                    going = runner.step() is not None or going
                except LostRaceError:
                    going = True


if __name__ == "__main__":
    main()
