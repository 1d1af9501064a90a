"""Commands of `paipu` that answer in a language: `--lang`, else the one that is set."""

import argparse
import sys
from collections.abc import Callable
from typing import Final

from domain.kernel.text import text_of
from domain.log.errors import LogError
from projections.store.errors import ViewsError
from replay.errors import CannotAnswerError
from replay.messages.language import Language
from replay.messages.say import Say, saying
from replay.settings import add_language_option
from replay.text import short

FAILED: Final = 2
IMPOSSIBLE: Final = (CannotAnswerError, LogError, ViewsError)
"""What a command raises that cannot do what it is asked to."""

Speaks = Callable[[argparse.Namespace, Say], int]
"""A command that says its texts in a language."""


def add_speaking(command: argparse.ArgumentParser, speaks: Speaks) -> None:
    """Make a parser that of a command which speaks, and give it the option that says how."""
    add_language_option(command)

    def run(chosen: argparse.Namespace) -> int:
        say = saying(Language(chosen.lang))
        try:
            return speaks(chosen, say)
        except IMPOSSIBLE as error:
            return impossible(error, say)

    command.set_defaults(command=run)


def impossible(error: CannotAnswerError | LogError | ViewsError, say: Say) -> int:
    """Print why a command cannot be done, in one line with the code; return its exit code."""
    print(f"paipu: {short(say(text_of(error)))} ({error.code})", file=sys.stderr)
    return FAILED
