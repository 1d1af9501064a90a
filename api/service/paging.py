"""Pages of a list: what stands on one, and after what the next one goes on."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from api.service.room import Room
from domain.flow.address import Kind

T = TypeVar("T")
P = TypeVar("P", int, str)


class Names(NamedTuple):
    """Names on a page, and the last of them if there are more."""

    names: Sequence[str]
    next: str | None


def page_of(
    found: Sequence[T], limit: int, place: Callable[[T], P]
) -> tuple[Sequence[T], P | None]:
    """Return what stands on a page, and the place of its last one if there are more.

    `found` holds one more than the limit, if there is one.
    """
    more = place(found[limit - 1]) if len(found) > limit else None
    return found[:limit], more


def names_of(room: Room, kind: Kind, after: str, limit: int) -> Names:
    """Return the names of all tables or matches after a name, in their order."""
    prefix = f"{kind}/"
    streams = room.log.streams(prefix, after=f"{prefix}{after}" if after else "")
    found = [name.removeprefix(prefix) for name in islice(streams, limit + 1)]
    return Names(*page_of(found, limit, str))
