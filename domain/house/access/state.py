"""The access to a round's cards. Values only: the rules are in `decide`."""

from collections.abc import Mapping

import msgspec


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Until when each may look, in ms of Unix time, by role and name as in `auditor/ann`."""

    until_ms: Mapping[str, int]
