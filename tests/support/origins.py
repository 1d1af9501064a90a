"""Who makes a decision, as a rule: for tests that ask every kind of command."""

from domain.house.origins import usual_origin
from domain.kernel.decider import Command, Origin
from domain.sizhidao.commands import is_command
from domain.sizhidao.origins import OTHERS


def origin_of(command: Command) -> Origin:
    """The player where that is possible, else whoever it must be."""
    if not is_command(command):
        return usual_origin(command)
    origins = OTHERS.get(type(command), frozenset({Origin.PLAYER}))
    return Origin.PLAYER if Origin.PLAYER in origins else min(origins)
