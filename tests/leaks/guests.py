"""Guests of a service in a process of its own, who play the rounds that its house starts."""

from collections.abc import Mapping
from random import Random
from time import monotonic, sleep
from typing import Any

from tests.support.service import PATIENCE, Guest

LIKED = ("check", "call", "split", "buy")
"""What is said where it can be; else it is all-in, or no."""


def play(
    guests: Mapping[str, Guest], chance: Random, table: str = "oak", office: Guest | None = None
) -> str:
    """Play the round that the house starts, or an operator, to its end; return its id."""
    deadline = monotonic() + PATIENCE
    while (round_id := _started(guests, table)) is None:
        assert monotonic() < deadline
        if office is None:
            sleep(0.01)
        else:
            office.ask(f"/tables/{table}/rounds")
    someone = next(iter(guests.values()))
    while someone.see(f"/rounds/{round_id}")["status"] == "open":
        assert monotonic() < deadline
        for guest in guests.values():
            _say(guest, round_id, chance)
    return round_id


def _started(guests: Mapping[str, Guest], table: str) -> str | None:
    """Return the round that runs; bring all stacks up to the entry while none does."""
    someone = next(iter(guests.values()))
    seen = someone.see(f"/tables/{table}")
    running: str | None = seen["running"]
    if running is None:
        for seat in seen["seats"]:
            if seat["stack"] < (entry := seen["settings"]["entry"]):
                more = {"points": entry - seat["stack"]}
                guests[seat["player"]].ask(f"/tables/{table}/top-up", more)
    return running


def _say(guest: Guest, round_id: str, chance: Random) -> None:
    asked = guest.see(f"/rounds/{round_id}/legal")
    words: list[dict[str, Any]] = asked["legal"]
    liked = [one for one in words if one["verb"] in LIKED]
    others = [one for one in words if one["verb"] in {"allin", "decline"}]
    if not (liked or others):
        return
    word = chance.choice(liked or others)
    rest = {}
    if word["verb"] == "split":
        rest = dict(zip(("front", "back"), chance.choice(word["splits"]), strict=True))
    guest.act(round_id, asked["turn"], word["verb"], **rest)
