"""Ids of rounds: text, unique, in the order of time."""

import secrets
import uuid
from datetime import datetime
from typing import Final

_RANDOM_BITS: Final = 74
_VERSION: Final = 7 << 76
_VARIANT: Final = 2 << 62
_LOW_BITS: Final = 62


def round_id(now: datetime) -> str:
    """Return a new id, a UUID of version 7 (RFC 9562, 5.7): milliseconds, then chance."""
    milliseconds = int(now.timestamp() * 1000)
    chance = secrets.randbits(_RANDOM_BITS)
    high, low = divmod(chance, 1 << _LOW_BITS)
    return str(uuid.UUID(int=milliseconds << 80 | _VERSION | high << 64 | _VARIANT | low))
