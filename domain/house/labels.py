"""Names, references and reasons: short lines of text that can be told and stored everywhere."""

from typing import Final

LONGEST: Final = 100
"""Characters in a label: a stream's name is made of one, and a column holds it."""


def is_name(text: str) -> bool:
    """Say whether a text can name a player, a table or a round: a label without a stroke.

    Names stand in names of streams and accounts, whose parts a stroke divides.
    """
    return is_label(text) and "/" not in text


def is_label(text: str) -> bool:
    """Say whether a text is 1 to `LONGEST` printable characters, not blank at either end."""
    return 0 < len(text) <= LONGEST and text.isprintable() and text == text.strip()
