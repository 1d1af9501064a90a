"""Names, references and reasons: short lines of text that can be told and stored everywhere."""

from typing import Final

LONGEST: Final = 100
"""Characters in a label: a stream's name is made of one, and a column holds it."""
PROSE: Final = 2_000
"""Characters in a text that somebody writes: a claim, a note, a decision."""


def is_name(text: str) -> bool:
    """Say whether a text can name a player, a table or a round: a label without a stroke.

    Names stand in names of streams and accounts, whose parts a stroke divides.
    """
    return is_label(text) and "/" not in text


def is_label(text: str) -> bool:
    """Say whether a text is 1 to `LONGEST` printable characters, not blank at either end."""
    return 0 < len(text) <= LONGEST and text.isprintable() and text == text.strip()


def is_prose(text: str) -> bool:
    """Say whether a text is 1 to `PROSE` printable characters in lines, not blank at either end."""
    lines = text.split("\n")
    return 0 < len(text) <= PROSE and all(map(str.isprintable, lines)) and text == text.strip()
