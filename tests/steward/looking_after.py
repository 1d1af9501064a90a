"""A process that looks after a house in real time: `python -m tests.steward.looking_after URL`.

It ends when its standard input does.
"""

import sys
import time
from datetime import UTC, datetime
from secrets import token_bytes

from api.house import House
from api.steward.holder import holder_of
from api.steward.steward import Steward
from domain.log.store import open_log
from tests.support.keys import KEYS


def now_ms() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    url = sys.argv[1]
    with open_log(url, now=lambda: datetime.now(UTC), keys=KEYS) as log:
        steward = Steward(
            log, House(log, now_ms, token_bytes), now_ms, holder_of(url), pause_seconds=0.2
        )
        steward.start()
        sys.stdin.read()
        steward.stop()
