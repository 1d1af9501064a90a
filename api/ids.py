"""Ids of rounds: text, unique, in the order of time."""

import uuid
from datetime import datetime
from secrets import token_bytes
from typing import Final

from domain.log.masters import Chance

_RANDOM_BYTES: Final = 10
_RANDOM_BITS: Final = 74
_VERSION: Final = 7 << 76
_VARIANT: Final = 2 << 62
_LOW_BITS: Final = 62


def round_id(now: datetime, chance: Chance = token_bytes) -> str:
    """Return a new id, a UUID of version 7 (RFC 9562, 5.7): milliseconds, then chance."""
    milliseconds = int(now.timestamp() * 1000)
    drawn = int.from_bytes(chance(_RANDOM_BYTES)) % (1 << _RANDOM_BITS)
    high, low = divmod(drawn, 1 << _LOW_BITS)
    return str(uuid.UUID(int=milliseconds << 80 | _VERSION | high << 64 | _VARIANT | low))
