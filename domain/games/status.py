"""How a round stands, in one word, wherever a round is told or listed."""

from enum import StrEnum


class Status(StrEnum):
    """A round runs, was played to its end, was voided (Z9.4, S8.5), or is interrupted (H8)."""

    OPEN = "open"
    COMPLETE = "complete"
    VOIDED = "voided"
    INTERRUPTED = "interrupted"
