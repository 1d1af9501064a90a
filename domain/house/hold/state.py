"""The hold on a round. Values only: the rules are in `decide`."""

from collections.abc import Mapping

import msgspec


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The open disputes about a round, each with who opened it, and whether its keys are gone."""

    disputes: Mapping[str, str]
    erased: bool = False
