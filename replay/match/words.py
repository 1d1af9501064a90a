"""Facts of a match in words, each with the rule it follows from."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.house.match import events
from domain.kernel.decider import Event
from domain.kernel.text import Text, text, word
from replay.text import printable


def said(fact: Event) -> str:
    """Return a fact of a match in words, with its rule."""
    words, rule = _WORDS[type(fact)]
    return text("{said} ({rule})", said=words(fact), rule=rule)


def _of_player(words: Text) -> Callable[[Any], str]:
    return lambda fact: words.of(player=printable(fact.player), seat=fact.seat)


_WORDS: Final[Mapping[type[Event], tuple[Callable[[Any], str], str]]] = {
    events.MatchOpened: (lambda _: text("the match is opened"), "M1"),
    events.MatchSpectatorsDelayed: (
        lambda fact: text("spectators are {seconds} seconds late", seconds=fact.seconds),
        "H12.1",
    ),
    events.PlayerJoined: (_of_player(text("{player} sits down at {seat}")), "M2"),
    events.PlayerReady: (_of_player(text("{player} at {seat} is ready")), "M3"),
    events.PlayerQuit: (_of_player(text("{player} leaves {seat} before the first round")), "M3"),
    events.PlayerAway: (_of_player(text("{player} leaves {seat} to the clock")), "M5"),
    events.PlayerBack: (_of_player(text("{player} is back at {seat}")), "M5"),
    events.MatchRoundStarted: (
        lambda fact: text(
            "round {number} begins: {round}", number=fact.number, round=printable(fact.round)
        ),
        "M4",
    ),
    events.MatchRoundEnded: (
        lambda fact: text(
            "round {round} is {ending}", round=printable(fact.round), ending=word(fact.ending)
        ),
        "M6",
    ),
    events.MatchWon: (lambda fact: text("side {side} wins the match", side=fact.side), "M7"),
    events.MatchAbandoned: (
        lambda fact: text("the match is abandoned: {reason}", reason=printable(fact.reason)),
        "M8",
    ),
    events.MatchSeatDisabled: (_of_player(text("{player} at {seat} is disabled")), "M9"),
    events.MatchSeatEnabled: (_of_player(text("{player} at {seat} is enabled again")), "M9"),
}
