"""What may be asked of the self-check. The tag is the stored name (`domain.kernel.decider`)."""

from domain.kernel.decider import Command as KernelCommand


class RecordSelfCheck(KernelCommand, frozen=True, kw_only=True, tag="house.RecordSelfCheck.1"):
    """H11.1: record what a check of the running program and its log came to.

    `version` is the program's, `digest` its integrity digest in hex, and `faults` say what of the
    log did not hold, an item each.
    """

    version: str
    digest: str
    faults: tuple[str, ...]


class AcknowledgeAlarm(KernelCommand, frozen=True, kw_only=True, tag="house.AcknowledgeAlarm.1"):
    """H11.3: an operator accepts the digest that raised the alarm, or has seen to its faults."""

    digest: str
    reason: str


Command = RecordSelfCheck | AcknowledgeAlarm
