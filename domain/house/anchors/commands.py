"""What may be asked of a table's or match's anchors. The tag is the stored name."""

from domain.kernel.decider import Command as KernelCommand


class DepositAnchor(KernelCommand, frozen=True, kw_only=True, tag="fair.DepositAnchor.1"):
    """H6.2: `anchor`, in hex, is what the player's next cut will be checked by."""

    player: str
    anchor: str


class MoveAnchor(KernelCommand, frozen=True, kw_only=True, tag="fair.MoveAnchor.1"):
    """H6.3: a value was revealed and is the next anchor. Follows from the cut.

    `was` is the anchor that it was checked by.
    """

    player: str
    was: str
    anchor: str


class DropAnchor(KernelCommand, frozen=True, kw_only=True, tag="fair.DropAnchor.1"):
    """H6.4: a player missed a cut. Follows from that. `was` is the anchor that it had then."""

    player: str
    was: str


class NameAnchors(KernelCommand, frozen=True, kw_only=True, tag="fair.NameAnchors.1"):
    """H6.1: the deck of a stage names the anchors as they are now. Follows from the commitment."""

    round: str
    stage: int


Command = DepositAnchor | MoveAnchor | DropAnchor | NameAnchors
