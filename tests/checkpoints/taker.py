"""A process that takes checkpoints: `python -m tests.checkpoints.taker URL COUNT take|die|write`.

It writes a round before each, and prints the size of each that it took. `die` kills it where a
crash would hurt most: the tiles are stored, and the event is not.
"""

import os
import signal
import sys
from datetime import UTC, datetime

from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.grown import grow
from domain.log.store import Log, open_log
from tests.checkpoints.given import SIGNER, bets
from tests.support.keys import KEYS


def run(log: Log, count: int, how: str) -> None:
    checkpoints = Checkpoints(log, SIGNER)
    for number in range(count):
        bets(log, f"round/{os.getpid()}-{number}", 40)
        if how == "die":
            grow(log.leaves)
            os.kill(os.getpid(), signal.SIGKILL)
        signed = checkpoints.take()
        sys.stdout.write(f"{0 if signed is None else signed.size}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    url, times, what = sys.argv[1:]
    with open_log(url, now=lambda: datetime.now(UTC), keys=KEYS) as opened:
        run(opened, int(times), what)
