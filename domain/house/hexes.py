"""Bytes as they stand in commands and facts: hex digits in small letters."""

import re
from typing import Final

_HEX: Final = re.compile(r"[0-9a-f]{64}")


def is_hex(text: str) -> bool:
    """Say whether a text writes 32 bytes."""
    return _HEX.fullmatch(text) is not None
