"""Why tokens are not taken back, in the order in which it is checked."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class BadTokenOwner(Refusal, frozen=True, kw_only=True):
    """No token is made for such a name, or in such a role."""

    code: ClassVar[str] = "bad_token_owner"
    rule: ClassVar[str] = "H13.2"
    text: ClassVar[str] = "tokens are those of a name of 1 to {most} characters, in a role"
    most: int


class BadRevocationReason(Refusal, frozen=True, kw_only=True):
    """A reason that is none: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_revocation_reason"
    rule: ClassVar[str] = "H13.2"
    text: ClassVar[str] = "a reason is 1 to {most} printable characters"
    most: int


class RevokedAlready(Refusal, frozen=True, kw_only=True):
    """They were taken back before, up to this moment or a later one."""

    code: ClassVar[str] = "revoked_already"
    rule: ClassVar[str] = "H13.2"
    text: ClassVar[str] = "tokens made up to {until} count no more already"
    until: int
