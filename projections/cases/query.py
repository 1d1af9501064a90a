"""Asking for disputes and adjustments, in the order of their ids, which is that of time."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from projections.cases.table import ADJUSTMENTS, DISPUTES
from projections.cases.view import AdjustmentStatus, DisputeStatus
from projections.cases.writer import NAME
from projections.store.tables import live

Found = sa.Row[Any]


class Disputed(msgspec.Struct, frozen=True, kw_only=True):
    """Which disputes; None stands for all. `by` has a role and a name.

    `undecided_since` is Unix time in milliseconds: those that had to be decided before (H9.1).
    """

    round: str | None = None
    by: str | None = None
    status: DisputeStatus | None = None
    undecided_since: int | None = None


def list_disputes(
    connection: sa.Connection, wanted: Disputed, *, after: str = "", limit: int = 100
) -> Sequence[Found]:
    """Return disputes, the oldest first; go on `after` the id of the last one."""
    chosen: list[sa.ColumnElement[bool]] = [
        DISPUTES.c[name] == value
        for name in ("round", "by", "status")
        if (value := getattr(wanted, name)) is not None
    ]
    if wanted.undecided_since is not None:
        chosen.append(DISPUTES.c.status == DisputeStatus.OPEN)
        chosen.append(DISPUTES.c.due_ms < wanted.undecided_since)
    return _page(connection, DISPUTES.c.dispute, chosen, after, limit)


def list_adjustments(
    connection: sa.Connection,
    *,
    status: AdjustmentStatus | None = None,
    after: str = "",
    limit: int = 100,
) -> Sequence[Found]:
    """Return adjustments, likewise."""
    chosen = [] if status is None else [ADJUSTMENTS.c.status == status]
    return _page(connection, ADJUSTMENTS.c.adjustment, chosen, after, limit)


def _page(
    connection: sa.Connection,
    name: sa.Column[str],
    chosen: Sequence[sa.ColumnElement[bool]],
    after: str,
    limit: int,
) -> Sequence[Found]:
    """Return some rows in the order of their names, which an index alone chooses."""
    shown = name.table.c.generation == live(NAME)
    names = sa.select(name).where(shown, *chosen).order_by(name).limit(limit)
    if after:
        names = names.where(name > after)
    rows = sa.select(name.table).where(shown, name.in_(names)).order_by(name)
    return connection.execute(rows).all()
