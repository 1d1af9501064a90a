"""Facts of a match in words, each with the rule it follows from."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.house.match import events
from domain.kernel.decider import Event
from replay.text import printable


def said(fact: Event) -> str:
    """Return a fact of a match in words, with its rule."""
    words, rule = _WORDS[type(fact)]
    return f"{words(fact)} ({rule})"


def _of_player(words: str) -> Callable[[Any], str]:
    return lambda fact: words.format(player=printable(fact.player), seat=fact.seat)


_WORDS: Final[Mapping[type[Event], tuple[Callable[[Any], str], str]]] = {
    events.MatchOpened: (lambda _: "the match is opened", "M1"),
    events.PlayerJoined: (_of_player("{player} sits down at {seat}"), "M2"),
    events.PlayerReady: (_of_player("{player} at {seat} is ready"), "M3"),
    events.PlayerQuit: (_of_player("{player} leaves {seat} before the first round"), "M3"),
    events.PlayerAway: (_of_player("{player} leaves {seat} to the clock"), "M5"),
    events.PlayerBack: (_of_player("{player} is back at {seat}"), "M5"),
    events.MatchRoundStarted: (
        lambda fact: f"round {fact.number} begins: {printable(fact.round)}",
        "M4",
    ),
    events.MatchRoundEnded: (
        lambda fact: f"round {printable(fact.round)} is {fact.ending}",
        "M6",
    ),
    events.MatchWon: (lambda fact: f"side {fact.side} wins the match", "M7"),
    events.MatchAbandoned: (
        lambda fact: f"the match is abandoned: {printable(fact.reason)}",
        "M8",
    ),
    events.MatchSeatDisabled: (_of_player("{player} at {seat} is disabled"), "M9"),
    events.MatchSeatEnabled: (_of_player("{player} at {seat} is enabled again"), "M9"),
}
