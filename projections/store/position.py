"""How far a projection has read the log: read, moved by compare-and-set, swapped.

A batch ends at a position of its own. With "is the position lower than mine?" two runners with
different batches would both write what their batches share; so a runner names the position it
started from, and whoever comes second changes no row and knows it.
"""

from typing import NamedTuple

import sqlalchemy as sa

from domain.kernel.text import text
from projections.store.errors import LostRaceError
from projections.store.tables import POSITIONS


class Place(NamedTuple):
    """A generation of a projection's rows, and the last position of the log that is in them."""

    generation: int
    position: int


FIRST = Place(generation=1, position=0)
"""Where a projection begins that nobody has run yet."""

_NAME = sa.bindparam("of", type_=sa.Text)
_LIVE = sa.select(POSITIONS.c.generation, POSITIONS.c.position).where(
    POSITIONS.c.name == _NAME, POSITIONS.c.live == 1
)
_ALL = sa.select(POSITIONS.c.generation, POSITIONS.c.position, POSITIONS.c.live).where(
    POSITIONS.c.name == _NAME
)
_ADVANCE = (
    sa.update(POSITIONS)
    .where(
        POSITIONS.c.name == _NAME,
        POSITIONS.c.generation == sa.bindparam("mine"),
        POSITIONS.c.position == sa.bindparam("before"),
    )
    .values(position=sa.bindparam("after"))
)


def live_place(connection: sa.Connection, name: str) -> Place:
    """Return where the rows that readers see have come to."""
    row = connection.execute(_LIVE, {"of": name}).first()
    return FIRST if row is None else Place(*row)


def advance(connection: sa.Connection, name: str, place: Place, position: int) -> None:
    """Move a generation from `place` to a position, before its rows are written.

    Raises `LostRaceError` if it is no longer at `place`: the transaction must be given up.
    """
    if place == FIRST and _begin(connection, name, place._replace(position=position)):
        return
    values = {
        "of": name,
        "mine": place.generation,
        "before": place.position,
        "after": position,
    }
    if connection.execute(_ADVANCE, values).rowcount != 1:
        message = text("{name} has been moved on by somebody else", name=name)
        raise LostRaceError(message)


def _begin(connection: sa.Connection, name: str, place: Place) -> bool:
    """Make the first row of a projection; say False if there is a live one already."""
    if connection.execute(_LIVE, {"of": name}).first() is not None:
        return False
    return _insert(connection, name, place, live=1)


def begin_beside(connection: sa.Connection, name: str) -> tuple[Place, list[int]]:
    """Begin a generation beside the live one; return it, and those that were given up for it."""
    rows = connection.execute(_ALL, {"of": name}).all()
    given_up = [generation for generation, _, is_live in rows if not is_live]
    place = Place(max((row.generation for row in rows), default=FIRST.generation) + 1, 0)
    _delete(connection, name, given_up)
    if not _insert(connection, name, place, live=0):
        message = text("{name} is being rebuilt by somebody else", name=name)
        raise LostRaceError(message)
    return place, given_up


def swap(connection: sa.Connection, name: str, place: Place) -> Place | None:
    """Show readers the generation at `place` from now on; return the one shown until now.

    None if the live one has meanwhile come further: catch up and try again. The first statement
    locks the live row, so that no runner moves it any more. Raises `LostRaceError`.
    """
    of = sa.and_(POSITIONS.c.name == name, POSITIONS.c.live == 1)
    connection.execute(sa.update(POSITIONS).where(of).values(live=1))
    shown = live_place(connection, name)
    if shown.position > place.position:
        return None
    _delete(connection, name, [shown.generation])
    mine = sa.and_(
        POSITIONS.c.name == name,
        POSITIONS.c.generation == place.generation,
        POSITIONS.c.position == place.position,
    )
    if connection.execute(sa.update(POSITIONS).where(mine).values(live=1)).rowcount != 1:
        message = text("{name} is being rebuilt by somebody else", name=name)
        raise LostRaceError(message)
    return shown


def _insert(connection: sa.Connection, name: str, place: Place, *, live: int) -> bool:
    row = {"name": name, "generation": place.generation, "position": place.position, "live": live}
    try:
        with connection.begin_nested():
            connection.execute(sa.insert(POSITIONS), row)
    except sa.exc.IntegrityError:
        return False
    return True


def _delete(connection: sa.Connection, name: str, generations: list[int]) -> None:
    connection.execute(
        sa.delete(POSITIONS).where(
            POSITIONS.c.name == name, POSITIONS.c.generation.in_(generations)
        )
    )
