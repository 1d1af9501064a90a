"""Asking for the pots of a round."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from projections.pots.table import POTS
from projections.pots.view import PotsView
from projections.pots.writer import NAME
from projections.store.tables import live

_SHOWN = POTS.c.generation == live(NAME)
_decode = msgspec.json.Decoder(PotsView).decode


class PotsAfter(NamedTuple):
    """The pots after a version of a round's stream."""

    version: int
    pots: PotsView


def pots_after(
    connection: sa.Connection, round_id: str, version: int | None = None
) -> PotsAfter | None:
    """Return the pots after a version, or as they are now; None for a round not seen yet.

    The version in the answer is that of the last fact up to there that moved points.
    """
    query = sa.select(POTS.c.version, POTS.c.view).where(_SHOWN, POTS.c.round == round_id)
    if version is not None:
        query = query.where(POTS.c.version <= version)
    row = connection.execute(query.order_by(POTS.c.version.desc()).limit(1)).first()
    return None if row is None else PotsAfter(row.version, _decode(row.view))


def course_of_pots(connection: sa.Connection, round_id: str) -> Iterator[PotsAfter]:
    """Yield the pots of a round after each fact that changed them, in order."""
    query = sa.select(POTS.c.version, POTS.c.view).where(_SHOWN, POTS.c.round == round_id)
    for row in connection.execute(query.order_by(POTS.c.version)):
        yield PotsAfter(row.version, _decode(row.view))
