"""What a round is worth, as the table of rule S8.2 has it."""

from typing import NamedTuple

SIDE = {"p1": "A", "p2": "B", "p3": "A", "p4": "B"}
OTHER = {"A": "B", "B": "A"}
# attackers' points from … to, levels of the dealer's side, of the attackers, score of the winners
TABLE = [
    (0, 0, 4, 0, 8),
    (1, 159, 1, 0, 2),
    (160, 239, 0, 0, 1),
    (240, 319, 0, 1, 2),
    (320, 399, 0, 2, 4),
    (400, 1000, 0, 3, 6),
]


class Result(NamedTuple):
    held: bool
    levels: dict[str, str]
    scores: dict[str, int]
    match_winner: str | None


def result_of(
    ladder: str, levels: dict[str, str], dealer: str, points: int, captures: list[tuple[str, str]]
) -> Result:
    """Levels and scores after a round; `captures` are (owner, captor) of each ♠A (rules S7, S8)."""
    keeping = SIDE[dealer]
    row = next(row for row in TABLE if row[0] <= points <= row[1])
    held = row[1] < 160
    gained = {keeping: row[2], OTHER[keeping]: row[3]}
    scores = {seat: row[4] if (side == keeping) == held else -row[4] for seat, side in SIDE.items()}
    for owner, captor in captures:
        gained[SIDE[owner]] -= 1
        scores[owner] -= 5
        scores[captor] += 5
    new = {side: _moved(ladder, levels[side], gained[side]) for side in "AB"}
    won = held and levels[keeping] == ladder[-1] and gained[keeping] >= 1
    if won:
        scores = {
            seat: score + (10 if SIDE[seat] == keeping else -10) for seat, score in scores.items()
        }
    return Result(held, new, scores, keeping if won else None)


def _moved(ladder: str, level: str, steps: int) -> str:
    """The level after all steps together; the ladder ends at both ends (rule S8.3)."""
    return ladder[min(max(ladder.index(level) + steps, 0), len(ladder) - 1)]
