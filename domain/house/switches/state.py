"""The switches as a value: what is off, and why. The rules are in `decide`."""

from collections.abc import Mapping

import msgspec


class Switches(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is switched off, by its scope, each with the reason. What is not here is on."""

    off: Mapping[str, str]


State = Switches
