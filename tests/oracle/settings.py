"""The settings of a parsed record with their defaults filled in (rules Z1)."""

from dataclasses import dataclass
from typing import cast

Document = dict[str, object]


@dataclass
class Rules:
    """Only the settings that change what a record says; the others have no bearing on it."""

    ante: int = 50
    cap: int = 15000
    min_raise: int = 0
    after_all_in: str = "all_in_only"
    allow_check: bool = False
    max_playoffs: int = 0
    buy_in_rounding: str = "up"
    rake_bp: int = 500
    rake_basis: str = "net"


def rules_of(document: Document) -> Rules:
    given = cast("dict[str, object]", document.get("settings", {}))
    rules = Rules()
    for name, value in given.items():
        if hasattr(rules, name):
            setattr(rules, name, value)
    if "min_raise" not in given:
        rules.min_raise = rules.ante
    return rules


def limits_of(document: Document, cap: int) -> dict[str, int]:
    """The most each seat can put in, {"p1": points, …}: its stack or the cap."""
    seats = cast("list[dict[str, object]]", document["seats"])
    return {
        f"p{number}": min(cap, cast("int", seat.get("stack", cap)))
        for number, seat in enumerate(seats, start=1)
    }


def actions_of(document: Document) -> list[str]:
    return cast("list[str]", document["actions"])


def head_of(document: Document) -> str:
    return cast("str", document["head"])
