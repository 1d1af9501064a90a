"""The contest 比牌 as a script (rules S3.1 to S3.5)."""

from collections.abc import Generator

from tests.oracle.shengji.order import contest_points_of
from tests.oracle.shengji.returns import holds, without
from tests.oracle.shengji.words import SEATS
from tests.oracle.words import Action, Refused

Question = tuple[str, list[str]]
Script = Generator[Question, Action, None]


def after(seat: str, steps: int) -> str:
    """The seat so many steps counter-clockwise."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


class Contest:
    def __init__(self, starter: str, level: str, hands: dict[str, list[str]]) -> None:
        self.starter, self.level, self.hands = starter, level, hands
        self.shown: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.pile: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.out: list[str] = []
        self.champion = ""
        self.duels = 0

    def total(self, seat: str) -> int:
        return contest_points_of(self.pile[seat], self.level)

    def play(self) -> Script:
        yield from self._open()
        while challenger := self.challenger():
            self.duels += 1
            yield from self._duel(challenger)
        self.hands[self.champion] += self.pile[self.champion]

    def _open(self) -> Script:
        """The first to show is champion; three passes leave the fourth (rule S3.2)."""
        for steps in (0, 2, 1):
            seat = after(self.starter, steps)
            action = yield ("contest", [seat])
            if action.verb == "show":
                self._show(seat, action.cards, 0)
                self.champion = seat
                return
            self.out.append(seat)
        self.champion = after(self.starter, 3)

    def challenger(self) -> str:
        """The champion's next seat, else the other opponent, else nobody (rule S3.3)."""
        opponents = [after(self.champion, 1), after(self.champion, 3)]
        return next((seat for seat in opponents if seat not in self.out), "")

    def _duel(self, challenger: str) -> Script:
        """Challenger and champion lift in turns until one passes (rules S3.3, S3.4)."""
        lifting, other = challenger, self.champion
        while (action := (yield ("contest", [lifting]))).verb == "show":
            self._show(lifting, action.cards, self.total(other))
            lifting, other = other, lifting
        self.out.append(lifting)
        self.pile[other] += self.pile[lifting]
        self.pile[lifting] = []
        self.champion = other

    def _show(self, seat: str, cards: list[str], above: int) -> None:
        if any(contest_points_of([card], self.level) == 0 for card in cards):
            raise Refused("not_bi_cards")
        if not holds(self.hands[seat], cards):
            raise Refused("not_your_cards")
        if self.total(seat) + contest_points_of(cards, self.level) <= above:
            raise Refused("not_above")
        self.hands[seat] = without(self.hands[seat], cards)
        self.shown[seat] += cards
        self.pile[seat] += cards
