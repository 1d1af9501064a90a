"""What happens in one stage, in plain lists and dicts."""

from dataclasses import dataclass, field

from tests.oracle import hands
from tests.oracle.purses import Purse

Points = dict[str, int]


@dataclass
class Stage:
    number: int
    head: str
    players: list[str]
    live: list[str] = field(default_factory=list)
    bets: Points = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    all_in: bool = False
    dealt: dict[str, list[str]] = field(default_factory=dict)
    plan: dict[str, list[str]] = field(default_factory=dict)  # what a maker of records will deal
    splits: dict[str, hands.Split] = field(default_factory=dict)
    returned: Points = field(default_factory=dict)
    pots: list[Purse] = field(default_factory=list)
    results: list[tuple[list[str], Points]] = field(default_factory=list)
    price: int = 0
    offered: list[str] = field(default_factory=list)
    bought: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.live = list(self.players)
        self.bets = dict.fromkeys(self.players, 0)

    @property
    def highest(self) -> int:
        return max(self.bets.values())

    def must_split(self, seat: str) -> bool:
        return seat in self.live and seat not in self.splits

    def back_strength(self, seat: str) -> int:
        return hands.strength(self.splits[seat][1], self.dealt[seat])

    def unbeaten(self, pot: Purse) -> list[str]:
        """The eligible seats that no eligible seat beats, p1 upward (rules Z6.2, Z6.3)."""
        eligible = [seat for seat in self.players if seat in pot.open_to]
        if len(eligible) == 1:
            return eligible
        return [
            seat for seat in eligible if not any(self._beats(other, seat) for other in eligible)
        ]

    def _beats(self, one: str, other: str) -> bool:
        return hands.beats(self.splits[one], self.dealt[one], self.splits[other], self.dealt[other])

    def account(self) -> dict[str, object]:
        """This stage as an entry of `stages` in the summary (paipu.md)."""
        told: dict[str, object] = {
            "stage": self.number,
            "head": self.head,
            "players": self.players,
            "bets": self.bets,
            "pots": [
                {
                    "pot": f"P{place}",
                    "amount": pot.amount,
                    "eligible": [seat for seat in self.players if seat in pot.open_to],
                }
                for place, pot in enumerate(self.pots, start=1)
            ],
            "results": [
                {"pot": f"P{place}", "unbeaten": unbeaten}
                | ({"awarded": awarded} if awarded else {})
                for place, (unbeaten, awarded) in enumerate(self.results, start=1)
            ],
        }
        if self.returned:
            told["returned"] = self.returned
        if self.splits:
            told["splits"] = {
                seat: {"front": front, "back": back} for seat, (front, back) in self.splits.items()
            }
        if not all(awarded for _, awarded in self.results):
            told["buy_in"] = {
                "price": self.price,
                "offered": self.offered,
                "bought": [seat for seat in self.offered if seat in self.bought],
            }
        return told
