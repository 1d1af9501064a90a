"""Counts what summaries of either game reach; what a settled round reaches, its game says."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import cast

Json = dict[str, object]


def counted(summaries: Iterable[Json], settled: Callable[[Json], Iterable[str]]) -> Counter[str]:
    """How often each status, code and phase occurs, and all that settled rounds reach."""
    seen: Counter[str] = Counter()
    for summary in summaries:
        seen[f"status {summary['status']}"] += 1
        if summary["status"] == "illegal":
            seen[f"code {cast('Json', summary['error'])['code']}"] += 1
        elif summary["status"] == "waiting":
            seen[f"phase {cast('Json', summary['waiting'])['phase']}"] += 1
        elif summary["status"] == "settled":
            seen.update(settled(summary))
    return seen
