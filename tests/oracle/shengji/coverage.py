"""Counts what summaries reach, so that a set of random records can be shown to reach everything."""

from collections import Counter
from collections.abc import Iterable
from typing import cast

from tests.oracle.counting import Json, counted
from tests.oracle.shengji.order import TRUMP, suits_of
from tests.oracle.shengji.patterns import contained, greatest, key, patterns
from tests.oracle.shengji.scores import SIDE, TABLE

Plays = dict[str, list[str]]


def coverage(summaries: Iterable[Json]) -> Counter[str]:
    """How often each status, code, phase, row and branch of the rules occurs."""
    return counted(summaries, _settled)


def _settled(summary: Json) -> list[str]:
    points = cast("int", summary["attack_points"])
    row = next(row[:2] for row in TABLE if row[0] <= points <= row[1])
    told = [f"row {row[0]}", f"multiplier {summary['kitty_multiplier']}"]
    told += [f"match {summary['match_winner']}", f"captures {_few(summary['ace_captures'])}"]
    told += ["held the last level, no match"] * _missed(summary)
    told += _contest(cast("Json", summary["contest"]), cast("str", summary["dealer"]))
    told += [f"returns {len(cast('Plays', summary['returns']))}"]
    trump, level = cast("str", summary["trump"]), cast("str", summary["level"])
    for trick in cast("list[Json]", summary["tricks"]):
        told += _trick(trick, trump, level)
    return told


def _few(told: object) -> str:
    return str(min(3, len(cast("list[object]", told))))


def _missed(summary: Json) -> bool:
    """The dealer's side held on the last level, but lost as much as it gained (rule S8.4)."""
    last = cast("str", summary["level"]) in "JK"
    return last and summary["winners"] == "dealer" and not summary["match_winner"]


def _contest(contest: Json, dealer: str) -> list[str]:
    shown = cast("Plays", contest["shown"])
    told = [f"shown by {len(shown)}", f"starter won {contest['starter'] == contest['winner']}"]
    return [*told, f"dealer won {contest['winner'] == dealer}"]


def _trick(trick: Json, trump: str, level: str) -> list[str]:
    plays, leader = cast("Plays", trick["plays"]), cast("str", trick["leader"])
    lead, pattern = plays[leader], cast("str", trick["pattern"])
    told = [f"led {pattern}"]
    told += ["led a run of bombs"] * (pattern == "bomb" and len(lead) > 4)
    told += ["led a long tractor"] * (pattern == "tractor" and len(lead) > 4)
    if "failed_throw" in trick:
        told.append(f"failed throw of {_two(cast('list[str]', trick['failed_throw']))}")
    if pattern == "throw":
        told.append(f"kept throw of {_two(lead)}")
    winner = cast("str", trick["winner"])
    if winner == leader:
        return told
    told.append("partner won" if SIDE[winner] == SIDE[leader] else "opponent won")
    suit = suits_of(trump, level)
    ruffed = suit[plays[winner][0]] == TRUMP != suit[lead[0]]
    return told + _won(lead, plays[winner], pattern, trump, level, ruffed=ruffed)


def _two(cards: list[str]) -> str:
    return "two" if len(cards) == 2 else "many"


def _won(
    lead: list[str], cards: list[str], pattern: str, trump: str, level: str, *, ruffed: bool
) -> list[str]:
    how = "ruff" if ruffed else "beat"
    if pattern != "throw":
        kind = patterns(trump, level)[key(cards)].kind
        return [f"{how} {pattern} by {kind}"]
    asked = greatest(lead, trump, level)
    bombs = [p for p in contained(cards, trump, level, asked.size) if p.kind == "bomb"]
    kind = "bomb" if bombs and asked.kind != "single" else asked.kind
    return [f"{how} throw of {asked.kind} by {kind}"]
