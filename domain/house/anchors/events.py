"""What can happen to the anchors of a table or match. Stream: `anchors/table/<id>` or of a match.

An anchor is 32 bytes in hex, and everybody may see it.
"""

from domain.kernel.decider import Event as KernelEvent


class AnchorDeposited(KernelEvent, frozen=True, kw_only=True, tag="fair.AnchorDeposited.1"):
    """Primary: a player deposited an anchor in the place of any other (H6.2)."""

    player: str
    anchor: str


class AnchorMoved(KernelEvent, frozen=True, kw_only=True, tag="fair.AnchorMoved.1"):
    """Derived: the value that a player revealed is its anchor now (H6.3)."""

    player: str
    anchor: str


class AnchorDropped(KernelEvent, frozen=True, kw_only=True, tag="fair.AnchorDropped.1"):
    """Derived: a player missed a cut, so its anchor is worth nothing any more (H6.4)."""

    player: str
    anchor: str


class AnchorsNamed(KernelEvent, frozen=True, kw_only=True, tag="fair.AnchorsNamed.1"):
    """Derived: the deck of a stage names the anchors as they are here (H6.1).

    It changes none of them. Written with the deck, it keeps a deposit from coming in between.
    """

    round: str
    stage: int


OfPlayer = AnchorDeposited | AnchorMoved | AnchorDropped
Event = OfPlayer | AnchorsNamed
