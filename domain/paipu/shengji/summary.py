"""What a round of 比牌升級 came to, as the object that `replay run --json` prints."""

from collections.abc import Iterable
from typing import Any

from domain.paipu.standing import Json, unopened, waits
from domain.shengji import events
from domain.shengji.events import Event
from domain.shengji.state import Settled, State, Unopened, Voided
from domain.shengji.waiting import waiting


def summary_of(state: State, facts: Iterable[Event], *, last_action: int) -> Json:
    """Return status and summary of a round in `state`, reached by `facts`.

    `last_action` is the index of the last action in the record; a voided round names it.
    """
    match state:
        case Settled():
            told = _Telling()
            for fact in facts:
                told.tell(fact)
            return {"status": "settled", **told.summary}
        case Voided():
            return {"status": "voided", "action": last_action}
        case Unopened():
            return unopened()
        case _:
            return waits(*waiting(state))


class _Telling:
    """Gathers the summary of a settled round from its facts."""

    def __init__(self) -> None:
        self.contest: Json = {}
        self.shown: dict[str, list[str]] = {}
        self.returns: Json = {}
        self.tricks: list[dict[str, Any]] = []
        self.aces: list[Json] = []
        self.summary: Json = {
            "contest": self.contest,
            "returns": self.returns,
            "tricks": self.tricks,
            "ace_captures": self.aces,
        }

    def tell(self, fact: Event) -> None:
        match fact:
            case events.RoundOpened():
                self.summary["level"] = fact.level
                self.contest["starter"] = fact.dealer
            case events.CardTurnedUp():
                self.contest["starter"] = fact.seat
            case events.CardsShown():
                self.shown.setdefault(fact.seat, []).extend(fact.cards)
            case events.ContestWon():
                self._won(fact)
            case events.TrumpCalled():
                self.summary["trump"] = fact.suit
            case events.CardsReturned():
                self.returns[fact.to] = list(fact.cards)
            case events.KittyBuried():
                self.summary["buried"] = list(fact.cards)
            case _:
                self._tell_play(fact)

    def _tell_play(self, fact: Event) -> None:
        match fact:
            case events.CardsLed():
                self._led(fact)
            case events.CardsFollowed():
                self.tricks[-1]["plays"][fact.seat] = list(fact.cards)
            case events.TrickWon():
                self.tricks[-1] |= {"winner": fact.seat, "points": fact.points}
            case events.AceCaptured():
                self.aces.append({"trick": fact.trick, "from": fact.owner, "by": fact.seat})
            case events.KittyShown():
                self.summary["kitty_points"] = fact.points
                self.summary["kitty_multiplier"] = fact.multiplier
            case events.RoundSettled():
                self._settle(fact)
            case _:  # cards dealt and taken, captured piles, changes of level and score
                pass

    def _won(self, fact: events.ContestWon) -> None:
        self.summary["dealer"] = fact.dealer
        self.contest |= {"shown": self.shown, "winner": fact.seat, "points": fact.points}

    def _led(self, fact: events.CardsLed) -> None:
        trick: Json = {
            "leader": fact.seat,
            "pattern": fact.pattern.value,
            "plays": {fact.seat: list(fact.cards)},
        }
        if fact.attempted:
            trick["failed_throw"] = list(fact.attempted)
        self.tricks.append(trick)

    def _settle(self, fact: events.RoundSettled) -> None:
        self.summary |= {
            "attack_points": fact.attack_points,
            "winners": fact.winners.value,
            "levels": {side.value: level for side, level in fact.levels.items()},
            "scores": dict(fact.scores),
            "next_dealer": fact.next_dealer,
            "match_winner": fact.match_winner and fact.match_winner.value,
        }
