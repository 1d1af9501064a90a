"""Pots as bags of chips: each bag remembers who put every point in, in which stage and as what."""

from collections import Counter
from dataclasses import dataclass, field

Chip = tuple[str, int, str]  # seat, stage, and "ante", "bet" or "buy"


@dataclass
class Purse:
    open_to: set[str]
    chips: Counter[Chip] = field(default_factory=Counter)

    @property
    def amount(self) -> int:
        return self.chips.total()

    def own_bets(self, seat: str, stage: int) -> int:
        """What `seat` bet in `stage` inside this pot; an ante is a bet of stage 0 (rule Z9.1)."""
        return self.chips[seat, stage, "bet"] + self.chips[seat, stage, "ante"]


def uncalled(bets: dict[str, int]) -> dict[str, int]:
    """What goes back because nobody matched it, {seat: points} with at most one seat (Z4.1)."""
    *_, second, first = sorted(bets.values())
    if first == second:
        return {}
    return {seat: first - second for seat, points in bets.items() if points == first}


def layers(bets: dict[str, int], live: list[str], stage: int) -> list[Purse]:
    """This stage's bets, sliced one point high: who reaches a slice may win it (rule Z4.2)."""
    found: list[Purse] = []
    for height in range(1, max(bets.values()) + 1):
        open_to = {seat for seat in live if bets[seat] >= height}
        if not found or found[-1].open_to != open_to:
            found.append(Purse(open_to))
        found[-1].chips.update(
            (seat, stage, "bet") for seat, points in bets.items() if points >= height
        )
    return found


def formed(purses: list[Purse], live: list[str]) -> list[Purse]:
    """The pots after folds: re-opened when nobody is left, merged when equal, widest first."""
    merged: list[Purse] = []
    for purse in purses:
        open_to = {seat for seat in live if seat in purse.open_to} or set(live)
        twin = next((other for other in merged if other.open_to == open_to), None)
        if twin is None:
            merged.append(Purse(open_to, Counter(purse.chips)))
        else:
            twin.chips.update(purse.chips)
    return sorted(merged, key=lambda purse: -len(purse.open_to))


def shares(amount: int, winners: list[str]) -> dict[str, int]:
    """`amount` dealt out to `winners`, who stand in the order of the odd points (rule Z7.7)."""
    return {
        seat: amount // len(winners) + (place < amount % len(winners))
        for place, seat in enumerate(winners)
    }
