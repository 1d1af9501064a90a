"""What may be asked of the switches. The tag is the stored name (`domain.kernel.decider`).

A player is switched off at the wallet (H1.2): then these follow from that.
"""

from domain.kernel.decider import Command as KernelCommand


class Disable(KernelCommand, frozen=True, kw_only=True, tag="house.Disable.1"):
    """H7.1: an operator switches something off; `scope` as `domain.house.switches.scopes` says."""

    scope: str
    reason: str


class Enable(KernelCommand, frozen=True, kw_only=True, tag="house.Enable.1"):
    """H7.1: an operator switches something on again."""

    scope: str
    reason: str


Command = Disable | Enable
