"""Counts what summaries reach, so that a set of random records can be shown to reach everything."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import cast

from tests.oracle.counting import Json, counted


def coverage(summaries: Iterable[Json]) -> Counter[str]:
    """How often each status, code, phase and branch of the rules occurs."""
    return counted(summaries, _settled)


def _settled(summary: Json) -> list[str]:
    stages = cast("list[Json]", summary["stages"])
    told = [f"stages {len(stages)}"]
    told += ["raked"] * any(cast("dict[str, int]", summary["rake"]).values())
    told += ["head not p1"] * (summary["next_head"] != "p1")
    for stage in stages:
        told += _stage(stage)
    for before, after in pairwise(stages):
        told += _carried(before, after)
    return told


def _stage(stage: Json) -> list[str]:
    pots = cast("list[Json]", stage["pots"])
    results = cast("list[Json]", stage["results"])
    told = [f"pots {len(pots)}", *(f"{name} in stage" for name in stage)]
    widths = [len(cast("list[str]", pot["eligible"])) for pot in pots]
    told += ["pots of equal width"] * (len(set(widths)) < len(widths))
    told += ["only pots of one seat, shown"] * (max(widths) == 1 and "splits" in stage)
    for result in results:
        told += _result(result)
    told += ["some pots closed, some open"] * (len({"awarded" in r for r in results}) == 2)
    if buy_in := cast("dict[str, list[str]]", stage.get("buy_in", {})):
        told.append(f"bought {len(buy_in['bought'])} of {len(buy_in['offered'])}")
    return told


def _result(result: Json) -> list[str]:
    unbeaten = cast("list[str]", result["unbeaten"])
    awarded = cast("dict[str, int]", result.get("awarded", {}))
    told = [f"{'awarded' if awarded else 'tied'} {len(unbeaten)}"]
    told += ["shared with odd points"] * (len(set(awarded.values())) > 1)
    told += ["share of nothing"] * (0 in awarded.values())
    return told


def _carried(before: Json, after: Json) -> list[str]:
    """What became of the pots that stayed open: re-opened or merged by folds, or carried on."""
    bought = set(cast("dict[str, list[str]]", before["buy_in"])["bought"])
    live = {
        seat
        for pot in cast("list[Json]", after["pots"])
        for seat in cast("list[str]", pot["eligible"])
    }
    told = ["buyer folded" for seat in bought if seat not in live]
    kept = [
        (set(cast("list[str]", result["unbeaten"])) | bought) & live
        for result in cast("list[Json]", before["results"])
        if "awarded" not in result
    ]
    told += ["pot re-opened to all"] * (set() in kept and len(live) > 1)
    told += ["pot re-opened to the last"] * (set() in kept and len(live) == 1)
    told += ["carried pots merged"] * any(a == b for i, a in enumerate(kept) for b in kept[:i])
    told += ["several pots carried"] * (len({frozenset(seats) for seats in kept}) > 1)
    return told
