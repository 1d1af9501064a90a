"""An action of a record: a command to a round, and who gave it."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from domain.kernel.decider import Origin

MARKS: Final = {"@clock": Origin.CLOCK, "@operator": Origin.OPERATOR}
"""What stands behind an action that was made for a seat, and by whom."""

VOID: Final = ("void", "@operator")
"""The words that end a round without result."""


class Action(NamedTuple):
    """A command and who gave it."""

    command: Any
    origin: Origin


def words_of(text: str) -> list[str]:
    """Return the words of an action's text, however many spaces stand between them."""
    return [word for word in text.split(" ") if word]


def unmarked(words: list[str]) -> tuple[list[str], Origin | None]:
    """Return words without the mark of who gave the action, and who it was if there is one."""
    mark = MARKS.get(words[-1]) if words else None
    return (words if mark is None else words[:-1]), mark


def told(action: Action, tell: Callable[[Any], str | None]) -> str | None:
    """Return an action's words and mark, by what tells a command's words.

    None stays None, and a void has its mark among its words.
    """
    words = tell(action.command)
    if words is None or words == " ".join(VOID):
        return words
    return _marked(words, action.origin)


def _marked(words: str, origin: Origin) -> str:
    """Return the words of an action with the mark of who gave it."""
    mark = next((word for word, marks in MARKS.items() if marks is origin), None)
    return words if mark is None else f"{words} {mark}"
