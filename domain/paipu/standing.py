"""What a summary says of a round of either game that still waits for somebody."""

from collections.abc import Iterable

Json = dict[str, object]


def waits(phase: str, seats: Iterable[str]) -> Json:
    """Return the status of a round that waits for these seats in a phase."""
    return {"status": "waiting", "waiting": {"phase": phase, "seats": list(seats)}}


def unopened() -> Json:
    """Return the status of a round of which nothing has happened yet."""
    return waits("deal", ())
