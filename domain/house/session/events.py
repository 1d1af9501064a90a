"""What can happen to a session. Stream: `session/<id>`; the id alone opens nothing."""

from domain.kernel.decider import Event as KernelEvent


class SessionOpened(KernelEvent, frozen=True, kw_only=True, tag="house.SessionOpened.1"):
    """Primary: somebody logged in at a browser (H13.3)."""

    name: str
    role: str
    until: int


class SessionEnded(KernelEvent, frozen=True, kw_only=True, tag="house.SessionEnded.1"):
    """Primary: somebody logged out (H13.3). One that merely idles or runs out ends untold."""


Event = SessionOpened | SessionEnded
