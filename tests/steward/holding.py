"""A process that holds a log as long as it lives: `python -m tests.steward.holding URL`.

It says `held` on a line of its own as soon as it does.
"""

import sys
import time

from api.steward.holder import holder_of

if __name__ == "__main__":
    holder = holder_of(sys.argv[1])
    while not holder.hold():
        time.sleep(0.05)
    print("held", flush=True)  # noqa: T201 -- whoever started it waits for this line
    sys.stdin.read()
