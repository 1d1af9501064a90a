"""What a round of 四支刀 came to, as the object that `replay run --json` prints."""

from collections.abc import Iterable

from domain.kernel.seats import Seat, seats_of
from domain.paipu.standing import Json, unopened, waits
from domain.sizhidao import events
from domain.sizhidao.events import Event
from domain.sizhidao.state import Settled, State, Unopened, Voided
from domain.sizhidao.waiting import waiting


def summary_of(state: State, facts: Iterable[Event], *, last_action: int) -> Json:
    """Return status and summary of a round in `state`, reached by `facts`.

    `last_action` is the index of the last action in the record; a voided round names it.
    """
    match state:
        case Settled():
            told = _Telling()
            for fact in facts:
                told.tell(fact)
            return {"status": "settled", "stages": told.stages, **told.settlement}
        case Voided():
            returned = dict(state.round.committed)
            return {"status": "voided", "action": last_action, "returned": returned}
        case Unopened():
            return unopened()
        case _:
            return waits(*waiting(state))


class _Telling:
    """Gathers the stages of a round from its facts."""

    def __init__(self) -> None:
        self.stages: list[Json] = []
        self.bets: dict[Seat, int] = {}
        self.results: list[Json] = []
        self.bought: list[Seat] = []
        self.settlement: Json = {}

    def tell(self, fact: Event) -> None:
        match fact:
            case events.RoundOpened():
                self._open(0, fact.head, seats_of(len(fact.players)))
            case events.PlayoffOpened():
                self._open(fact.stage, fact.head, fact.contestants)
            case events.BetMade() | events.Called() | events.Raised() | events.WentAllIn():
                self.bets[fact.seat] += fact.points
            case events.UncalledReturned():
                self.stages[-1]["returned"] = {fact.seat: fact.points}
                self.bets[fact.seat] -= fact.points
            case events.PotsFormed():
                self._pots(fact)
            case events.HandsShown():
                self._hands(fact)
            case events.PotAwarded() | events.PotTied():
                self._result(fact)
            case events.BuyInOffered():
                self._offer(fact)
            case events.BoughtIn():
                self._bought(fact)
            case events.RoundSettled():
                self._settle(fact)
            case _:  # antes, cards, checks, folds, declines and rake parts are not told
                pass

    def _open(self, stage: int, head: Seat, players: tuple[Seat, ...]) -> None:
        self.bets = dict.fromkeys(players, 0)
        self.results = []
        self.stages.append(
            {
                "stage": stage,
                "head": head,
                "players": list(players),
                "bets": self.bets,
                "pots": [],
                "results": self.results,
            },
        )

    def _pots(self, fact: events.PotsFormed) -> None:
        self.stages[-1]["pots"] = [
            {"pot": pot.pot, "amount": pot.points, "eligible": list(pot.eligible)}
            for pot in fact.pots
        ]

    def _hands(self, fact: events.HandsShown) -> None:
        self.stages[-1]["splits"] = {
            hand.seat: {"front": list(hand.front), "back": list(hand.back)} for hand in fact.hands
        }

    def _result(self, fact: events.PotAwarded | events.PotTied) -> None:
        result: Json = {"pot": fact.pot, "unbeaten": list(fact.unbeaten)}
        if isinstance(fact, events.PotAwarded):
            result["awarded"] = dict(fact.awards)
        self.results.append(result)

    def _offer(self, fact: events.BuyInOffered) -> None:
        self.bought = []
        self.stages[-1]["buy_in"] = {
            "price": fact.price,
            "offered": list(fact.offered),
            "bought": self.bought,
        }

    def _bought(self, fact: events.BoughtIn) -> None:
        self.bought.append(fact.seat)
        self.bought.sort(key=lambda seat: int(seat[1:]))  # lists of seats run p1 upward

    def _settle(self, fact: events.RoundSettled) -> None:
        self.settlement = {
            "committed": dict(fact.committed),
            "returned": dict(fact.returned),
            "received": dict(fact.received),
            "rake": dict(fact.rake),
            "net": dict(fact.net),
            "next_head": fact.next_head,
        }
