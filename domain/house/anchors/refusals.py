"""Why an anchor is not taken, in the order in which it is checked."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class BadAnchor(Refusal, frozen=True, kw_only=True):
    """An anchor is 32 bytes, written as 64 hex digits in small letters."""

    code: ClassVar[str] = "bad_anchor"
    rule: ClassVar[str] = "H6.2"
    text: ClassVar[str] = "an anchor is 64 hex digits, in small letters"


class AnchorUsed(Refusal, frozen=True, kw_only=True):
    """The player has this anchor, or missed a cut with it, or its value is known already."""

    code: ClassVar[str] = "anchor_used"
    rule: ClassVar[str] = "H6.2"
    text: ClassVar[str] = "this anchor was deposited before; make another"
