"""Sharing whole points so that not one is lost."""

from collections.abc import Sequence


def share_equally(points: int, parts: int) -> tuple[int, ...]:
    """Share `points` into `parts`; the odd points go one by one to the first parts (Z7.7)."""
    each, odd = divmod(points, parts)
    return tuple(each + 1 if part < odd else each for part in range(parts))


def share_by_weight(points: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Share `points` in proportion to `weights` by largest remainder, of equals the first (Z9.5).

    The weights must have a positive sum unless `points` is 0. The parts add up to `points`.
    """
    if points == 0:
        return (0,) * len(weights)
    whole = sum(weights)
    parts = [points * weight // whole for weight in weights]
    remainders = [points * weight % whole for weight in weights]
    # sorted() keeps the order of equals, so the first of equal remainders is served first.
    by_remainder = sorted(range(len(weights)), key=lambda part: -remainders[part])
    for part in by_remainder[: points - sum(parts)]:
        parts[part] += 1
    return tuple(parts)
