"""What a process asks to have recorded of a day: each leads to the fact with the same fields."""

from domain.house.incidents.events import Counted
from domain.kernel.decider import Command as KernelCommand


class RecordBegin(KernelCommand, frozen=True, kw_only=True, tag="house.RecordBegin.1"):
    """H16.1: record that a process takes requests from now on. See `ServiceBegan`."""

    process: str
    version: str
    heard_ms: int | None


class RecordSign(KernelCommand, frozen=True, kw_only=True, tag="house.RecordSign.1"):
    """H16.1: record that a process still serves."""

    process: str


class RecordEnd(KernelCommand, frozen=True, kw_only=True, tag="house.RecordEnd.1"):
    """H16.1: record that a process ends in order."""

    process: str


class RecordLogins(KernelCommand, frozen=True, kw_only=True, tag="house.RecordLogins.1"):
    """H16.2: record which attempts to log in failed. See `LoginsFailed`."""

    process: str
    since_ms: int
    until_ms: int
    codes: tuple[Counted, ...]
    addresses: tuple[Counted, ...]


class RecordErrors(KernelCommand, frozen=True, kw_only=True, tag="house.RecordErrors.1"):
    """H16.2: record what could not be done, by its code."""

    process: str
    since_ms: int
    until_ms: int
    codes: tuple[Counted, ...]


class RecordAway(KernelCommand, frozen=True, kw_only=True, tag="house.RecordAway.1"):
    """H16.2: record for how long the log could not be read."""

    process: str
    since_ms: int
    until_ms: int


Command = RecordBegin | RecordSign | RecordEnd | RecordLogins | RecordErrors | RecordAway
