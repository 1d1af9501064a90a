"""Who is known by a token or a session, and for how long."""

import time
from typing import Final, NamedTuple

from api.roles import Caller

LEEWAY_SECONDS: Final = 10
"""How far clocks of several machines may be apart."""


class Known(NamedTuple):
    """Who asks, from when (`issued`) until when that is so, Unix time in whole seconds.

    Of a browser's session `session` is the id, and `seen` when its cookie was made; of a token of
    a program they are empty. `proven` says when whoever asks has logged in, `key` by which key the
    token was proven, or that by which the session was opened.
    """

    who: Caller
    until: int
    issued: int
    proven: int
    session: str = ""
    seen: int = 0
    key: str = ""

    @property
    def seconds(self) -> float:
        """For how many seconds it is good from now on."""
        return max(self.until + LEEWAY_SECONDS - time.time(), 0)
