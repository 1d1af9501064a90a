"""The hold on a log on a PostgreSQL server: an advisory lock of a session of its own."""

from contextlib import suppress
from hashlib import sha256
from typing import Any, Final

import psycopg

from domain.log.adapter.server import Timeouts, conninfo

KEY: Final = int.from_bytes(sha256(b"paipu.steward.1").digest()[:8], signed=True)
"""The lock's number, its own in each database."""
PATIENCE_SECONDS: Final = 2
"""How long the server may be silent to either side before the hold counts as lost."""

# So the server notices too, and frees the lock, when the holder's machine is gone without a word.
_KEEPALIVES: Final = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "tcp_keepalives_idle": 1,
        "tcp_keepalives_interval": 1,
        "tcp_keepalives_count": 3,
        "tcp_user_timeout": PATIENCE_SECONDS * 1000,
        "idle_session_timeout": 0,
    }.items()
)


class ServerHolder:
    """Holds as long as its connection does. A lost one is made anew when it is asked again."""

    def __init__(self, url: str) -> None:
        info = conninfo(url, timeouts=Timeouts(statement=PATIENCE_SECONDS, lock=PATIENCE_SECONDS))
        given: dict[str, Any] = dict(psycopg.conninfo.conninfo_to_dict(info))
        given |= {
            "application_name": "paipu steward",
            "options": f"{given.get('options', '')} {_KEEPALIVES}",
            "tcp_user_timeout": PATIENCE_SECONDS * 1000,
        }
        self._info = psycopg.conninfo.make_conninfo(**given)
        self._connection: psycopg.Connection | None = None
        self._held = False

    def hold(self) -> bool:
        """See `Holder.hold`. A server that is away has no holder."""
        try:
            if self._connection is None:
                self._connection = psycopg.connect(self._info, autocommit=True)
            if self._held:
                self._connection.execute("SELECT 1")
            else:
                self._held = self._taken(self._connection)
        except psycopg.Error:
            self.release()
        return self._held

    def _taken(self, connection: psycopg.Connection) -> bool:
        row = connection.execute("SELECT pg_try_advisory_lock(%s)", (KEY,)).fetchone()
        return row is not None and bool(row[0])

    def release(self) -> None:
        """See `Holder.release`."""
        self._held = False
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()
