"""Examining rows with the keys that are here, as far as these can be used."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.text import text, text_of
from domain.log.codec import Codec
from domain.log.envelope import Stored
from domain.log.errors import DataKeyError
from domain.log.examine import Examined, examine


class Examination(NamedTuple):
    """Rows that were examined, with which keys, and why those were not all."""

    examined: Examined
    codec: Codec
    trouble: str | None


def examined(rows: Sequence[Stored], codec: Codec) -> Examination:
    """Examine rows, without any keys if one of theirs cannot be used."""
    try:
        return Examination(examine(rows, codec), codec, None)
    except DataKeyError as error:
        without = codec.with_keys(None)
        return Examination(
            examine(rows, without), without, text("cards are sealed: {error}", error=text_of(error))
        )
