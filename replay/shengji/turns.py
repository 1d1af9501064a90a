"""The turns of a round of 比牌升級, told by its facts alone: counting, asking no rule."""

from typing import Final

from domain.shengji import events
from domain.shengji.events import Event
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import SEATS

_PARTS_DEALT: Final = 5
"""Four hands and the kitty (S1.1)."""


def seconds_in(turn: str, settings: Ruleset) -> int | None:
    """Return how long a seat has for a turn by the settings, None if it asks none (S1)."""
    match turn.partition(".")[0]:
        case "play":
            return settings.play_seconds
        case "contest":
            return settings.contest_seconds
        case "trump":
            return settings.trump_seconds
        case "return":
            return settings.return_seconds
        case "bury":
            return settings.bury_seconds
        case _:
            return None


class Turns:
    """Where a round has come to: the turn that is `open`, as `domain.shengji.turns` names it."""

    def __init__(self) -> None:
        self.open: str | None = None
        self._awaited = 0
        self._first = False
        self._said = 0
        self._played = 0

    def heed(self, fact: Event) -> None:
        """Go on by a fact."""
        match fact:
            case events.CardsLed() | events.CardsFollowed():
                self._play(fact)
            case events.RoundOpened():
                self._awaited, self._first = _PARTS_DEALT, fact.dealer is None
                self.open = "deal"
            case events.CardsDealt() | events.KittyDealt():
                self._awaited -= 1
                if not self._awaited:
                    self.open = "faceup" if self._first else "contest.0"
            case events.CardTurnedUp():
                self.open = "contest.0"
            case events.CardsShown() | events.ContestPassed():
                self._said += 1
                self.open = f"contest.{self._said}"
            case events.ContestWon():
                self.open = "trump"
            case events.TrumpCalled():
                self.open = "return"
            case events.KittyTaken():
                self.open = "bury"
            case events.KittyBuried():
                self.open = "play.0.0"
            case events.RoundSettled() | events.RoundVoided():
                self.open = None
            case _:
                pass

    def _play(self, fact: events.CardsLed | events.CardsFollowed) -> None:
        self._played = 1 if isinstance(fact, events.CardsLed) else self._played + 1
        trick, place = divmod(fact.trick * len(SEATS) + self._played, len(SEATS))
        self.open = f"play.{trick}.{place}"
