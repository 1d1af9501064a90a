"""Playing rounds over HTTP: waiting for what the house does by itself, and doing what is legal."""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from tests.support.service import PATIENCE, Guest

T = TypeVar("T")
LIKED = ("split", "call", "check", "bet", "decline")


def awaited(look: Callable[[], T | None]) -> T:
    """Return what can be seen once it can be seen."""
    deadline = time.monotonic() + PATIENCE
    while (seen := look()) is None:
        assert time.monotonic() < deadline, "what was waited for has not come about"
        time.sleep(0.01)
    return seen


def round_at(guest: Guest, table: str) -> str:
    """Return the round that the house has started at a table, once it is dealt."""

    def dealt() -> str | None:
        running = guest.see(f"/tables/{table}")["running"]
        if running is None or guest.see(f"/rounds/{running}")["phase"] == "deal":
            return None
        return str(running)

    return awaited(dealt)


def round_of(guest: Guest, match: str) -> str:
    """Return the round that the house has started in a match, once it waits for a seat."""

    def dealt() -> str | None:
        running = guest.see(f"/matches/{match}")["running"]
        if running is None or guest.see(f"/rounds/{running}")["phase"] in {"deal", "faceup"}:
            return None
        return str(running)

    return awaited(dealt)


def choice(legal: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a quiet one of the legal actions, ready to be sent."""
    by_verb = {one["verb"]: one for one in legal}
    verb = next(verb for verb in LIKED if verb in by_verb)
    if verb == "split":
        front, back = by_verb[verb]["splits"][0]
        return {"verb": verb, "front": front, "back": back}
    return {"verb": verb, **({"points": by_verb[verb]["least"]} if verb == "bet" else {})}


def play_out(guests: Iterable[Guest], round_id: str) -> None:
    """Play a round to its end, quietly."""
    seated = list(guests)
    deadline = time.monotonic() + PATIENCE
    while seated[0].see(f"/rounds/{round_id}")["status"] == "open":
        assert time.monotonic() < deadline, "the round does not end"
        for guest in seated:
            may = guest.see(f"/rounds/{round_id}/legal")
            if may["legal"]:
                answer = guest.act(round_id, may["turn"], **choice(may["legal"]))
                assert answer.status_code == 200, answer.text
