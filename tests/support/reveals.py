"""What a test says who sees all cards of a round on the command line, and why."""

from typing import Final

REVEAL: Final = ("--as", "olga", "--reason", "a test looks")
