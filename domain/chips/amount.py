"""Amounts of points as words."""

from typing import Final

MOST: Final = 2**63 - 1
"""No stack, cap or amount is above this: what a record and a database column can hold."""

NO_AMOUNT: Final = 0
"""What a malformed amount reads as. No rule accepts it, so it is refused as `bad_amount`."""


def read_amount(word: str) -> int:
    """Return the points that `word` names in ASCII digits (leading zeros allowed).

    Signs, separators, other scripts' digits and letters read as `NO_AMOUNT`. A number beyond `MOST`
    reads as one above it: no cap admits that, and a hostile million of digits costs nothing.
    """
    if not (word.isascii() and word.isdigit()):
        return NO_AMOUNT
    digits = word.lstrip("0")
    if len(digits) > len(str(MOST)):
        return MOST + 1
    return min(int(digits or "0"), MOST + 1)
