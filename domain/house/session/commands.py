"""What may be asked of a session. The tag is the stored name (`domain.kernel.decider`)."""

from domain.kernel.decider import Command as KernelCommand


class OpenSession(KernelCommand, frozen=True, kw_only=True, tag="house.OpenSession.1"):
    """H13.3: somebody logs in at a browser; `until` is its end, Unix time in seconds."""

    name: str
    role: str
    until: int


class EndSession(KernelCommand, frozen=True, kw_only=True, tag="house.EndSession.1"):
    """H13.3: somebody logs out."""


Command = OpenSession | EndSession
