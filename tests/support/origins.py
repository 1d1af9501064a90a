"""Who makes a decision, as a rule: for tests that ask every kind of command."""

from collections.abc import Mapping
from typing import Final

from domain.games.games import asked_of
from domain.house.origins import usual_origin
from domain.kernel.decider import Command, Origin
from domain.shengji import origins as of_shengji
from domain.sizhidao import origins as of_sizhidao

_OTHERS: Final[Mapping[type[Command], frozenset[Origin]]] = dict(
    [*of_sizhidao.OTHERS.items(), *of_shengji.OTHERS.items()]
)


def origin_of(command: Command) -> Origin:
    """The player where that is possible, else whoever it must be."""
    if asked_of(command) is None:
        return usual_origin(command)
    origins = _OTHERS.get(type(command), frozenset({Origin.PLAYER}))
    return Origin.PLAYER if Origin.PLAYER in origins else min(origins)
