"""Facts read from the rows of the log as they are stored, to count reports again by other code.

It knows no view, no projection, no report, nor how the house decides: only what each stored fact
says, as docs/events.md has it. Amounts are points, times moments of UTC.
"""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

Row = dict[str, Any]


class Fact(NamedTuple):
    position: int
    stream: str
    at: datetime
    actor: str
    type: str
    event: Row
    command: Row

    @property
    def about(self) -> str:
        return self.stream.partition("/")[2]


class Time(NamedTuple):
    """A period of a zone; None is no bound."""

    since: datetime | None
    until: datetime | None
    zone: str = "UTC"

    def has(self, at: datetime) -> bool:
        return (self.since is None or at >= self.since) and self.before(at)

    def before(self, at: datetime) -> bool:
        return self.until is None or at < self.until


def stamp(at: datetime | None) -> str | None:
    return None if at is None else at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def fact_of(stream: str, position: int, topic: str, state: bytes) -> Fact:
    body = json.loads(state[64:])
    envelope, event = body["envelope"], body["event"]
    return Fact(
        position=position,
        stream=stream,
        at=datetime.fromisoformat(envelope["recorded_at"]),
        actor=envelope["actor"],
        type=topic,
        event=event,
        command=envelope.get("command") or {},
    )


class Counted:
    """All facts of a log, and the seats of its rounds."""

    def __init__(self, facts: list[Fact], large: int, large_wager: int) -> None:
        self.facts = facts
        self.large = large
        self.large_wager = large_wager
        self.tests = {
            one.event["player"] for one in self.of("house.PlayerCreated.1") if one.event["test"]
        }
        self.housed = {
            one.event["round"]
            for one in self.of("house.RoundStarted.1", "house.MatchRoundStarted.1")
        }
        self.opened = {
            one.about: one for one in self.of("sizhidao.RoundOpened.1", "shengji.RoundOpened.1")
        }
        self.seats = list(self._seats())

    def of(self, *types: str) -> Iterator[Fact]:
        return (one for one in self.facts if one.type in types)

    def _seats(self) -> Iterator[Row]:
        stages: Counter[str] = Counter()
        for one in self.facts:
            if one.type == "sizhidao.PlayoffOpened.1":
                stages[one.about] += 1
            game, _, kind = one.type.partition(".")
            if kind in {"RoundSettled.1", "RoundVoided.1"}:
                yield from self._of_round(one, game, kind, 1 + stages[one.about])

    def _of_round(self, end: Fact, game: str, kind: str, stages: int) -> Iterator[Row]:
        opening = self.opened[end.about]
        for number, player in enumerate(opening.event["players"], 1):
            seat = f"p{number}"
            row = {
                "round": end.about,
                "seat": seat,
                "at": end.at,
                "position": end.position,
                "game": game,
                "rules": opening.event["rules"],
                "table": opening.event.get("table"),
                "match": opening.event.get("match"),
                "status": "complete" if kind == "RoundSettled.1" else "voided",
                "stages": stages,
                "housed": end.about in self.housed,
                "player": player if game == "shengji" else player["player"],
                "points": game == "sizhidao",
                **dict.fromkeys(("committed", "returned", "received", "rake", "net", "stack"), 0),
            }
            if game == "sizhidao":
                row["stack"] = player["stack"]
                row["committed"] = row["returned"] = end.event["returned"][seat]
                if kind == "RoundSettled.1":
                    for name in ("committed", "returned", "received", "rake", "net"):
                        row[name] = end.event[name][seat]
            yield row
