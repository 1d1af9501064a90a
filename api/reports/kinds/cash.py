"""Deposits and withdrawals, and how they stand to what a payment provider says (H2.2)."""

from collections.abc import Iterator, Sequence
from typing import Final

from api.reports.form import (
    PLAYER,
    Check,
    Line,
    Report,
    Told,
    one_of,
    points,
    standing,
    texts,
    time,
)
from api.reports.office import Fact, fact_of, query_of
from api.reports.source import Reference, Source
from domain.house.reference.events import Direction
from domain.house.wallet.events import PointsDeposited, PointsWithdrawn
from domain.kernel.text import joined, text, word
from projections.office.table import OFFICE
from projections.span import Span

PAID: Final = (PointsDeposited, PointsWithdrawn)
MATCHED: Final = "matched"
FINDINGS: Final = (MATCHED, "amount_differs", "only_here", "only_there", "twice_there")
DIRECTION: Final = one_of("direction", *Direction)
CASH: Final = (
    time("at"),
    *texts(PLAYER),
    DIRECTION,
    *texts("reference"),
    *points("deposited", "withdrawn"),
    *texts("reason", "actor"),
)
RECONCILED: Final = (
    one_of("finding", *FINDINGS),
    DIRECTION,
    *texts("reference", PLAYER),
    time("at"),
    *points("here", "there"),
    *standing("difference"),
)


def cash(source: Source) -> Told:
    """Return a line a deposit or withdrawal."""
    query = source.filtered(query_of(source.span, PAID), OFFICE, PLAYER)
    lines = (_paid(source, fact_of(row)) for row in source.rows(query))
    return Told(CASH, lines)


def _paid(source: Source, one: Fact) -> Line:
    amounts = (one.points, None) if one.kind == "PointsDeposited" else (None, one.points)
    told = (one.told["reference"], *amounts, one.told["reason"], one.actor)
    return Line((one.at, one.player, _direction(one), *told), test=one.player in source.tests)


def _direction(one: Fact) -> str:
    return (Direction.DEPOSIT if one.kind == "PointsDeposited" else Direction.WITHDRAWAL).value


def reconciliation(source: Source) -> Told:
    """Return a line for each payment that is here or there: what becomes of both together.

    What is there is looked for among all payments, since a provider's day may end at another hour;
    what is only here was paid within the period.
    """
    found: dict[str, int] = {}

    def lines() -> Iterator[Line]:
        for line in _compared(source):
            finding = str(line.cells[0])
            if not line.test:  # no provider knows of those
                found[finding] = found.get(finding, 0) + 1
            yield line

    def checks() -> Sequence[Check]:
        each = (
            text("{count} {finding}", count=count, finding=word(finding))
            for finding, count in sorted(found.items())
        )
        name, told = text("what is here is there, and the same"), joined(text(", "), each)
        good = not found.keys() - {MATCHED}
        return (Check(name, good, told or text("nothing is there")),)

    return Told(RECONCILED, lines(), checks)


def _compared(source: Source) -> Iterator[Line]:
    here = {_key(one): one for one in _all(source, Span(source.position))}
    seen: set[tuple[str, str]] = set()
    against = source.asked.against
    for there in against.references if against else ():
        key = (there.direction, there.reference)
        one = here.get(key)
        if key in seen:
            yield _line(source, "twice_there", one, there)
        elif one is None:
            yield _line(source, "only_there", None, there)
        else:
            same = one.points == there.points
            yield _line(source, MATCHED if same else "amount_differs", one, there)
        seen.add(key)
    for one in _all(source, source.span):
        if _key(one) not in seen:
            yield _line(source, "only_here", one, None)


def _all(source: Source, span: Span) -> Iterator[Fact]:
    return map(fact_of, source.rows(query_of(span, PAID)))


def _key(one: Fact) -> tuple[str, str]:
    return _direction(one), one.told["reference"]


def _line(source: Source, finding: str, one: Fact | None, there: Reference | None) -> Line:
    direction, reference = (there.direction, there.reference) if there else ("", "")
    if one is not None:
        direction, reference = _key(one)
    mine = None if one is None or finding == "twice_there" else one.points
    theirs = None if there is None else there.points
    cells = (
        *(finding, direction, reference, one and one.player, one and one.at),
        *(mine, theirs, (mine or 0) - (theirs or 0)),
    )
    return Line(cells, test=one is not None and one.player in source.tests)


CASH_REPORT: Final = Report("cash", text("Deposits and withdrawals"), cash, filters=(PLAYER,))
RECONCILIATION: Final = Report(
    "reconciliation",
    text("Deposits and withdrawals against a payment provider"),
    reconciliation,
)
