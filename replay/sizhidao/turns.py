"""The turns of a round of 四支刀, told by its facts alone: counting, asking no rule."""

from domain.sizhidao import events
from domain.sizhidao.events import Event
from domain.sizhidao.ruleset import Ruleset


def seconds_in(turn: str, settings: Ruleset) -> int | None:
    """Return how long seats have for a turn by the settings, None if it asks none (Z1)."""
    match turn.split(".")[1:]:
        case ["betting", _]:
            return settings.act_seconds
        case ["splitting"]:
            return settings.split_seconds
        case ["buy_in"]:
            return settings.buy_in_seconds
        case _:
            return None


class Turns:
    """Where a round has come to: the turn that is `open`, as `domain.sizhidao.turns` names it."""

    def __init__(self) -> None:
        self.open: str | None = None
        self._stage = 0
        self._awaited = 0
        self._said = 0

    def heed(self, fact: Event) -> None:
        """Go on by a fact."""
        if isinstance(fact, events.Betting):
            self._said += 1
            self.open = f"{self._stage}.betting.{self._said}"
            return
        match fact:
            case events.RoundOpened():
                self._deal(0, len(fact.players))
            case events.PlayoffOpened():
                self._deal(fact.stage, len(fact.contestants))
            case events.CardsDealt():
                self._awaited -= 1
                if not self._awaited:
                    self.open = f"{self._stage}.betting.0"
            case events.PotsFormed():
                self.open = f"{self._stage}.splitting"
            case events.BuyInOffered():
                self.open = f"{self._stage}.buy_in"
            case events.RoundSettled() | events.RoundVoided():
                self.open = None
            case _:
                pass

    def _deal(self, stage: int, hands: int) -> None:
        self._stage, self._awaited, self._said = stage, hands, 0
        self.open = f"{stage}.deal"
