"""Why a session is not opened or ended, in the order in which it is checked."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class SessionExists(Refusal, frozen=True, kw_only=True):
    """There was a session of this id before."""

    code: ClassVar[str] = "session_exists"
    rule: ClassVar[str] = "H13.3"
    text: ClassVar[str] = "there was such a session before"


class NoSuchSession(Refusal, frozen=True, kw_only=True):
    """There is no session of this id, or it has ended."""

    code: ClassVar[str] = "no_such_session"
    rule: ClassVar[str] = "H13.3"
    text: ClassVar[str] = "there is no such session, or no more"
