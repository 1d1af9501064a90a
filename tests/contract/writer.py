"""A process with threads that write: `python -m tests.contract.writer URL NUMBER THREADS WRITES`.

Each thread appends to a stream of its own.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from domain.log.store import Log, open_log
from tests.log.given import asked, bet, write


def run(log: Log, name: str, writes: int) -> None:
    for version in range(writes):
        log.append([write(f"round/{name}", version, bet(version))], asked(f"{name}/{version}"))


if __name__ == "__main__":
    url, number, threads, count = sys.argv[1:]
    with (
        open_log(url, now=lambda: datetime.now(UTC)) as opened,
        ThreadPoolExecutor(int(threads)) as pool,
    ):
        names = [f"{number}-{thread}" for thread in range(int(threads))]
        list(pool.map(lambda name: run(opened, name, int(count)), names))
