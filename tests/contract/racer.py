"""A process that races others: `python -m tests.contract.racer URL NUMBER WRITES same|own`.

Prints one line per append: the version it got, and whether it had been written before.
"""

import sys
from datetime import UTC, datetime

from domain.log.errors import ConflictError
from domain.log.store import Log, open_log
from tests.log.given import asked, bet, write
from tests.support.keys import KEYS


def run(log: Log, prefix: str, writes: int) -> None:
    for number in range(writes):
        while True:
            version = len(log.read("round/1"))
            try:
                receipt = log.append(
                    [write("round/1", version, bet(number))], asked(f"{prefix}{number}")
                )
            except ConflictError:
                continue
            sys.stdout.write(f"{receipt.version} {receipt.repeated}\n")
            sys.stdout.flush()
            break


if __name__ == "__main__":
    url, name, count, kind = sys.argv[1:]
    with open_log(url, now=lambda: datetime.now(UTC), keys=KEYS) as opened:
        run(opened, "" if kind == "same" else f"{name}/", int(count))
