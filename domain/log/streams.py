"""The names of streams."""

from typing import Final

ROUNDS: Final = "round/"
"""What the streams of rounds begin with."""
TABLES: Final = "table/"
"""What the streams of tables begin with."""
MATCHES: Final = "match/"
"""What the streams of matches begin with."""
CLOCKS: Final = "clock/"
"""What the streams of rounds' clocks begin with."""


def round_stream(round_id: str) -> str:
    """Return the stream that holds a round."""
    return ROUNDS + round_id


def clock_stream(round_id: str) -> str:
    """Return the stream that holds the deadlines of a round."""
    return CLOCKS + round_id
