"""A process that projects beside others: `python -m tests.server.projector URL BATCH`.

It begins when it is told to, and goes on until everything is projected. It prints how many batches
it wrote, and how many it lost to somebody else.
"""

import json
import sys
from datetime import UTC, datetime

from domain.log.store import open_log
from projections.catalogue import PROJECTIONS
from projections.runner import Runner
from projections.store.engine import open_views
from projections.store.errors import LostRaceError


def main(url: str, batch: str) -> None:
    with (
        open_log(url, now=lambda: datetime.now(UTC), read_only=True) as log,
        open_views(url) as views,
    ):
        runners = [Runner(one, log, views, batch=int(batch)) for one in PROJECTIONS.values()]
        print("ready", flush=True)  # noqa: T201 -- what the test waits for
        sys.stdin.readline()
        written = lost = 0
        while runners:
            for runner in tuple(runners):
                try:
                    if runner.step() is None:
                        runners.remove(runner)
                    written += 1
                except LostRaceError:
                    lost += 1
    print(json.dumps({"written": written, "lost": lost}))  # noqa: T201 -- what the test reads


if __name__ == "__main__":
    main(*sys.argv[1:])
