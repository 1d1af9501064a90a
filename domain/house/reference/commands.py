"""What may be asked of an external reference."""

from domain.house.reference.events import Direction
from domain.kernel.decider import Command as KernelCommand


class UseReference(KernelCommand, frozen=True, kw_only=True, tag="house.UseReference.1"):
    """H2.2: use a reference for a movement of `points`. Follows from a deposit or withdrawal."""

    direction: Direction
    reference: str
    player: str
    points: int


Command = UseReference
