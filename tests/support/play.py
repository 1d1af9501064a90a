"""Playing a record written down in a test: `play("p1 bet 50", …)` runs it on the product's rules.

Cards are dealt with `deals(…)`, repeated words said with `each(…)`. What comes back is the summary
that `replay run --json` prints, with short ways to read it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NotRequired, TypedDict, cast

from domain.paipu.read import read_document
from domain.paipu.run import run

Points = dict[str, int]
Value = str | int | bool | float

# Each of these beats every later one, front and back.
LADDER = (
    "As Ad Ks Kd",
    "Qs Qd Js Jd",
    "Ts Td 9s 9d",
    "8s 8d 7s 7d",
    "6s 6d 5s 5d",
    "4s 4d 3s 3d",
    "2s 2d 2c Ah",
)
# None of these beats another: the backs fall (A, K, Q, J pairs), the fronts rise (1, 7, 8½, 9½).
LEVEL = ("As Ad 9c 2h", "Ks Kd 8s 9d", "Qs Qd 8h Jc", "Js Jd 9h Kc")
# Front 5, back 9: the last three of LEVEL beat it, the first does not.
WEAK = "2s 3d 4c 5h"


class PotSummary(TypedDict):
    pot: str
    amount: int
    eligible: list[str]


class ResultSummary(TypedDict):
    pot: str
    unbeaten: list[str]
    awarded: NotRequired[Points]


class BuyInSummary(TypedDict):
    price: int
    offered: list[str]
    bought: list[str]


class StageSummary(TypedDict):
    stage: int
    head: str
    players: list[str]
    returned: NotRequired[Points]
    bets: Points
    pots: list[PotSummary]
    splits: NotRequired[dict[str, dict[str, list[str]]]]
    results: list[ResultSummary]
    buy_in: NotRequired[BuyInSummary]


@dataclass(frozen=True)
class Played:
    """A record that was run: its summary and the number of its actions."""

    summary: dict[str, object]
    length: int

    @property
    def status(self) -> str:
        return cast("str", self.summary["status"])

    @property
    def refused(self) -> str:
        """The code with which the record's last action was refused."""
        error = cast("dict[str, object]", self.summary.get("error", self.summary))
        assert error.get("action") == self.length - 1, self.summary
        return cast("str", error["code"])

    @property
    def waiting(self) -> tuple[str, str]:
        """Phase and seats that must act, such as ("betting", "p2")."""
        waiting = cast("dict[str, object]", self.summary.get("waiting", self.summary))
        assert "phase" in waiting, self.summary
        return cast("str", waiting["phase"]), " ".join(cast("list[str]", waiting["seats"]))

    @property
    def next_head(self) -> str:
        assert self.status == "settled", self.summary
        return cast("str", self.summary["next_head"])

    def points(self, name: str) -> tuple[int, ...]:
        """The points of p1, p2, … under committed, returned, received, rake or net."""
        assert name in self.summary, self.summary
        return tuple(cast("Points", self.summary[name]).values())

    def stage(self, number: int) -> StageSummary:
        assert self.status == "settled", self.summary
        return cast("list[StageSummary]", self.summary["stages"])[number]

    def pots(self, number: int) -> list[tuple[int, str]]:
        """The pots of a stage, P1 first, as (points, eligible seats)."""
        pots = self.stage(number)["pots"]
        assert [pot["pot"] for pot in pots] == [f"P{place + 1}" for place in range(len(pots))]
        return [(pot["amount"], " ".join(pot["eligible"])) for pot in pots]

    def unbeaten(self, number: int) -> list[str]:
        """The unbeaten seats of each pot of a stage, P1 first."""
        return [" ".join(result["unbeaten"]) for result in self.stage(number)["results"]]

    def awarded(self, number: int) -> list[Points | None]:
        """What each pot of a stage paid, P1 first; None for a pot that stayed open."""
        return [result.get("awarded") for result in self.stage(number)["results"]]

    def split(self, number: int, seat: str) -> str:
        """How `seat` split its hand, as "front | back"."""
        piles = self.stage(number).get("splits", {})[seat]
        return f"{' '.join(piles['front'])} | {' '.join(piles['back'])}"


def deals(*hands: str, to: str = "") -> list[str]:
    """Deals one hand to each seat of `to`, or to p1, p2 and so on."""
    seats = to.split() or [f"p{number}" for number in range(1, len(hands) + 1)]
    return [f"deal {seat} {hand}" for seat, hand in zip(seats, hands, strict=True)]


def each(seats: str, words: str) -> list[str]:
    """The same words said by each seat in turn."""
    return [f"{seat} {words}" for seat in seats.split()]


def play(
    *actions: str | Iterable[str],
    seats: int = 3,
    stacks: tuple[int, ...] | None = None,
    head: str = "p1",
    settings: Mapping[str, Value] | None = None,
) -> Played:
    """Runs a record. Seats have the stacks given, else the default; lists of actions are laid flat.

    Raises `UnreadableRecordError` for a record that does not keep to the format.
    """
    flat = [text for part in actions for text in ([part] if isinstance(part, str) else part)]
    text = written(flat, stacks or (None,) * seats, head, settings or {})
    return Played(run(read_document(text)).summary, len(flat))


def written(
    actions: list[str], stacks: tuple[int | None, ...], head: str, settings: Mapping[str, Value]
) -> str:
    """The record as TOML text; JSON's strings, numbers and flags are TOML's too."""
    lines = ["paipu = 1", 'game = "sizhidao"', "rules = 1", f"head = {json.dumps(head)}"]
    lines += [f"actions = {json.dumps(actions)}", "[settings]"]
    lines += [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    for number, stack in enumerate(stacks, start=1):
        lines += ["[[seats]]", f'player = "player {number}"']
        lines += [] if stack is None else [f"stack = {stack}"]
    return "\n".join(lines)
