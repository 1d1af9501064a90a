"""Who makes a decision, as a rule: for tests that ask every kind of command."""

from domain.kernel.decider import Command, Origin
from domain.sizhidao.origins import OTHERS


def origin_of(command: Command) -> Origin:
    """The player where that is possible, else whoever it must be."""
    allowed = {kind: origins for kind, origins in OTHERS.items() if type(command) is kind}
    (origins,) = allowed.values() or ({Origin.PLAYER},)
    return Origin.PLAYER if Origin.PLAYER in origins else min(origins)
