"""Why a command of `replay` cannot answer: a stable code and a sentence, exit code 2."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec

from domain.kernel.text import Text, text_of
from domain.log.errors import LogError
from projections.store.errors import ViewsError
from replay.messages.say import saying
from replay.settings import known_language
from replay.text import short

PROVEN: Final = 0
DIFFERENT: Final = 1
UNREADABLE: Final = 2
UNCHECKED: Final = 2

P = ParamSpec("P")


class CannotAnswerError(Exception):
    """What was asked for cannot be answered; `code` is stable and snake_case."""

    code = "cannot_answer"

    def __init__(self, said: Text) -> None:
        super().__init__(said)


class NoSuchRoundError(CannotAnswerError):
    """The log holds nothing of the round, and no command to it was acknowledged."""

    code = "no_such_round"


class NoSuchMatchError(CannotAnswerError):
    """The log holds nothing of the match, and no command to it was acknowledged."""

    code = "no_such_match"


class NoSuchSeatError(CannotAnswerError):
    """The round has no such seat."""

    code = "no_such_seat"


class NoSuchEventError(CannotAnswerError):
    """The round has no event of this number."""

    code = "no_such_event"


class NoSuchPageError(CannotAnswerError):
    """No page of a list ends at this position."""

    code = "no_such_page"


class NotProvenError(CannotAnswerError):
    """The round is not proven, so that no record is made of it."""

    code = "not_proven"


class CardsSealedError(CannotAnswerError):
    """Cards of the round are sealed and their keys are not here, so that no record is made."""

    code = "cards_sealed"


class StillRunningError(CannotAnswerError):
    """The round is still running, and its record would show hidden cards."""

    code = "still_running"


class RevealRefusedError(CannotAnswerError):
    """All cards were asked for, but not by a named person with a reason: nothing is shown."""

    code = "reveal_refused"


class BadBundleError(CannotAnswerError):
    """What should be a bundle is none, or holds what its viewer may not have."""

    code = "bad_bundle"


class CardsInClearError(CannotAnswerError):
    """Cards of the round are stored in clear, so that its bytes show more than a viewer may see."""

    code = "cards_in_clear"


class CannotWriteError(CannotAnswerError):
    """The file cannot be written."""

    code = "cannot_write"


class ClusterMissingError(CannotAnswerError):
    """Dask is not installed here."""

    code = "cluster_missing"


class ClusterUnusableError(CannotAnswerError):
    """The scheduler cannot be reached, has no worker, or its workers are without this program."""

    code = "cluster_unusable"


class ClusterDiffersError(CannotAnswerError):
    """A worker has another version of this program, so that it would judge by other rules."""

    code = "cluster_differs"


def saying_why(command: Callable[P, int]) -> Callable[P, int]:
    """Make a command print why it cannot answer, in one line with the code, and return 2.

    It does so in the language of the command's argument `say`, else in the one that is set.
    """

    @wraps(command)
    def said(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return command(*args, **kwargs)
        except (CannotAnswerError, LogError, ViewsError) as error:
            say = kwargs.get("say")
            said = say if callable(say) else saying(known_language())
            told = short(said(text_of(error)))
            print(f"replay: {told} ({error.code})", file=sys.stderr)
            return UNREADABLE

    return said
