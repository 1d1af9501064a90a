"""What can happen to the self-check. Stream: `selfcheck/house`. Digests are in hex."""

from domain.kernel.decider import Event as KernelEvent


class SelfChecked(KernelEvent, frozen=True, kw_only=True, tag="house.SelfChecked.1"):
    """Primary: the program and its log were checked (H11.1).

    The first one of a version says which digest that version has from now on.
    """

    version: str
    digest: str
    faults: tuple[str, ...]


class IntegrityAlarm(KernelEvent, frozen=True, kw_only=True, tag="house.IntegrityAlarm.1"):
    """Derived: the digest is not the one that this version had, or the log has faults (H11.2)."""

    version: str
    expected: str
    digest: str
    faults: tuple[str, ...]


class AlarmAcknowledged(KernelEvent, frozen=True, kw_only=True, tag="house.AlarmAcknowledged.1"):
    """Primary: an operator has seen to the alarm (H11.3): its digest is the expected one now."""

    version: str
    digest: str
    reason: str


Event = SelfChecked | IntegrityAlarm | AlarmAcknowledged
