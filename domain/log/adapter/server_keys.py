"""The table of wrapped data keys on a PostgreSQL server, each change one statement."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.log.keys import WrappedKey

Run = Callable[..., list[tuple[Any, ...]]]
"""Runs a statement with its values, in a transaction of its own, and returns its rows."""

_KEYS: Final = "SELECT stream, audience, master, wrapped, made_at FROM data_keys"
_OF: Final = f"{_KEYS} WHERE stream = %b"
_PAGE: Final = f"{_KEYS} WHERE (stream, audience) > (%b, %b) ORDER BY stream, audience LIMIT %b"
_ADD: Final = (
    "INSERT INTO data_keys (stream, audience, master, wrapped, made_at) SELECT * FROM"
    " unnest(%b::text[], %b::text[], %b::text[], %b::bytea[], %b::text[])"
    " ON CONFLICT DO NOTHING RETURNING 1"
)
_EXCHANGE: Final = (
    "UPDATE data_keys AS key SET master = change.new_master, wrapped = change.new_wrapped FROM"
    " unnest(%b::text[], %b::text[], %b::text[], %b::bytea[], %b::text[], %b::bytea[])"
    " AS change (stream, audience, master, wrapped, new_master, new_wrapped)"
    " WHERE key.stream = change.stream AND key.audience = change.audience"
    " AND key.master = change.master AND key.wrapped = change.wrapped RETURNING 1"
)
_ERASE: Final = "DELETE FROM data_keys WHERE stream = %b RETURNING 1"


class ServerKeys:
    """See `KeyTable`. What was erased lies in the server's files until they are vacuumed."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def of(self, stream: str) -> list[WrappedKey]:
        """See `KeyTable.of`."""
        return list(map(WrappedKey._make, self._run(_OF, stream)))

    def page(self, after: tuple[str, str], limit: int) -> list[WrappedKey]:
        """See `KeyTable.page`."""
        return list(map(WrappedKey._make, self._run(_PAGE, *after, limit)))

    def add(self, keys: Sequence[WrappedKey]) -> None:
        """See `KeyTable.add`."""
        self._run(_ADD, *map(list, zip(*keys, strict=True)))

    def exchange(self, changes: Sequence[tuple[WrappedKey, WrappedKey]]) -> int:
        """See `KeyTable.exchange`."""
        rows = [(*old[:4], new.master, new.wrapped) for old, new in changes]
        return len(self._run(_EXCHANGE, *map(list, zip(*rows, strict=True))))

    def erase(self, stream: str) -> int:
        """See `KeyTable.erase`."""
        return len(self._run(_ERASE, stream))
