"""What can be recorded of a day. Stream: `incidents/<day>`, such as `incidents/2026-11-30`, UTC.

Times are Unix time in milliseconds, by the clock of the process that records.
"""

import msgspec

from domain.kernel.decider import Event as KernelEvent


class Counted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """How often something was met."""

    what: str
    count: int


class ServiceBegan(KernelEvent, frozen=True, kw_only=True, tag="house.ServiceBegan.1"):
    """Primary: a process takes requests from now on (H16.1).

    `heard_ms` is when any process was heard of last, None if none ever was: if none runs beside
    this one, the house was away since then, or since as much later as signs are apart.
    """

    process: str
    version: str
    heard_ms: int | None


class ServiceSeen(KernelEvent, frozen=True, kw_only=True, tag="house.ServiceSeen.1"):
    """Primary: a process still serves; nothing else was recorded here for a while (H16.1)."""

    process: str


class ServiceEnded(KernelEvent, frozen=True, kw_only=True, tag="house.ServiceEnded.1"):
    """Primary: a process has ended in order. One that was killed records nothing (H16.1)."""

    process: str


class LoginsFailed(KernelEvent, frozen=True, kw_only=True, tag="house.LoginsFailed.1"):
    """Primary: a process could not tell from what was shown who asks (H16.2).

    `codes` are those of the problems, `addresses` digests of where it came from (H16.3); of what
    is too much to be told apart, each has how much there was, as `other`.
    """

    process: str
    since_ms: int
    until_ms: int
    codes: tuple[Counted, ...]
    addresses: tuple[Counted, ...]


class ErrorsCounted(KernelEvent, frozen=True, kw_only=True, tag="house.ErrorsCounted.1"):
    """Primary: a process could not do what it was to do (H16.2)."""

    process: str
    since_ms: int
    until_ms: int
    codes: tuple[Counted, ...]


class LogAway(KernelEvent, frozen=True, kw_only=True, tag="house.LogAway.1"):
    """Primary: a process could not read the log, and can again (H16.2)."""

    process: str
    since_ms: int
    until_ms: int


Event = ServiceBegan | ServiceSeen | ServiceEnded | LoginsFailed | ErrorsCounted | LogAway
