"""The service: the house over HTTP and WebSocket, for clients that know nothing of its inside.

A process that serves searches for garbage seldom, from here on: what its own modules make while
they are imported would else be searched so often that it took a fifth of the start.
"""

import gc
from typing import Final

COLLECTED: Final = (50_000, 20, 100)
"""How many new objects there are before those of each age are searched for garbage."""

gc.set_threshold(*COLLECTED)
