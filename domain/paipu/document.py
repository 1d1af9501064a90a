"""A record as values: what was read, and what is written."""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.kernel.text import Text
from domain.shengji.commands import OpenRound as OpenShengji
from domain.sizhidao.commands import OpenRound as OpenSizhidao

FORMAT: Final = 1
"""The version of the record format, `paipu = 1`."""

Opening = OpenSizhidao | OpenShengji
"""The command that opens a record's round."""


class UnreadableRecordError(ValueError):
    """The text is no record: nothing of it was run. What it is made with says what and where."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """One round's record: how it was opened, and its actions in order, one string each.

    `kept` holds the optional tables `meta` and `fairness`, which carry no rule.
    """

    game: str
    opening: Opening
    actions: tuple[str, ...]
    kept: Mapping[str, object]
