"""The self-check as a value: what is expected, and which alarm is on. The rules are in `decide`."""

from collections.abc import Mapping

import msgspec

from domain.house.selfcheck.events import IntegrityAlarm


class Checks(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The digest that every version of the program has, and the alarm until it is acknowledged."""

    expected: Mapping[str, str]
    alarm: IntegrityAlarm | None


State = Checks
