"""What can happen to the switches. Stream: `switches/house`.

`scope` is `everything`, or `game/`, `table/`, `match/` or `player/` and a name (H7.1).
"""

from domain.kernel.decider import Event as KernelEvent


class Disabled(KernelEvent, frozen=True, kw_only=True, tag="house.Disabled.1"):
    """Primary: an operator switched something off (H7.1). Of a player it is derived (H1.2)."""

    scope: str
    reason: str


class Enabled(KernelEvent, frozen=True, kw_only=True, tag="house.Enabled.1"):
    """Primary: an operator switched something on again (H7.1). Of a player it is derived (H1.2)."""

    scope: str
    reason: str


Event = Disabled | Enabled
