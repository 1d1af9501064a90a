"""The oracles by the name of their game."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tests.oracle import coverage, records, sizhidao
from tests.oracle.counting import Json
from tests.oracle.shengji import coverage as shengji_coverage
from tests.oracle.shengji import record as shengji
from tests.oracle.shengji import records as shengji_records


class Oracle(NamedTuple):
    """The second reading of a game: its random records, its summaries, and what these reach."""

    record_of: Callable[[int], Json]
    text_of: Callable[[Json], str]
    summary_of: Callable[[Json], Json]
    coverage: Callable[[Iterable[Json]], Counter[str]]


ORACLES = {
    "sizhidao": Oracle(records.record_of, records.text_of, sizhidao.summary_of, coverage.coverage),
    "shengji": Oracle(
        shengji_records.record_of,
        shengji_records.text_of,
        shengji.summary_of,
        shengji_coverage.coverage,
    ),
}
