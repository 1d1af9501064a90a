"""Why an audit is not recorded, in the order in which it is checked."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class BadAuditor(Refusal, frozen=True, kw_only=True):
    """An auditor has a name: one line of printable text, without a stroke."""

    code: ClassVar[str] = "bad_auditor"
    rule: ClassVar[str] = "H6.7"
    text: ClassVar[str] = "an auditor has a name of 1 to 100 printable characters, no stroke"


class BadSeed(Refusal, frozen=True, kw_only=True):
    """A seed is 32 bytes, written as 64 hex digits in small letters."""

    code: ClassVar[str] = "bad_seed"
    rule: ClassVar[str] = "H6.7"
    text: ClassVar[str] = "a seed is 64 hex digits, in small letters"
