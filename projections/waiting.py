"""Waiting for rows that a runner of another process writes."""

import time
from typing import Final

from projections.store.engine import Views

LOOK_SECONDS: Final = 0.005
"""Between two looks. Where the runner is in this process, `Follower.wait` needs none."""


def wait_for(views: Views, name: str, position: int, timeout: float) -> bool:
    """Return True once a projection shows a position of the log, False after `timeout` seconds."""
    deadline = time.monotonic() + timeout
    while views.place(name).position < position:
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(LOOK_SECONDS, left))
    return True
