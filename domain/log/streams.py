"""The names of streams."""

from typing import Final

ROUNDS: Final = "round/"
"""What the streams of rounds begin with."""
TABLES: Final = "table/"
"""What the streams of tables begin with."""
MATCHES: Final = "match/"
"""What the streams of matches begin with."""
HOLDS: Final = "hold/"
"""What the streams of holds on rounds begin with."""
CLOCKS: Final = "clock/"
"""What the streams of rounds' clocks begin with."""
DISPUTES: Final = "dispute/"
"""What the streams of disputes begin with."""
ADJUSTMENTS: Final = "adjustment/"
"""What the streams of adjustments begin with."""
ANCHORS: Final = "anchors/"
"""What the streams of the anchors at tables and in matches begin with."""
DECKS: Final = "deck/"
"""What the streams of rounds' decks begin with."""


def round_stream(round_id: str) -> str:
    """Return the stream that holds a round."""
    return ROUNDS + round_id


def clock_stream(round_id: str) -> str:
    """Return the stream that holds the deadlines of a round."""
    return CLOCKS + round_id


def deck_stream(round_id: str) -> str:
    """Return the stream that holds the decks of a round."""
    return DECKS + round_id
