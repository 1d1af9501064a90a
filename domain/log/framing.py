"""Length-prefixed fields: what is hashed can be cut apart in one way only."""

from functools import lru_cache
from struct import Struct
from typing import Final

_U32: Final = Struct(">I").pack


def framed(content: bytes) -> bytes:
    """Return the length of `content` as unsigned 32-bit big-endian, then `content`."""
    return _U32(len(content)) + content


@lru_cache(maxsize=1024)
def framed_text(text: str) -> bytes:
    """Frame a text in UTF-8. Stray surrogates, which no honest row holds, are no error."""
    return framed(text.encode("utf-8", "surrogatepass"))
