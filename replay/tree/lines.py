"""What comparing the tree came to, for the report and in words."""

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.kernel.text import text
from replay.checks import Verdict
from replay.text import printable
from replay.tree.places import Place, Stretch

MOST_TOLD: Final = 100
"""Differences told in words and in the report."""


class Differing(msgspec.Struct, frozen=True, kw_only=True):
    """Something that differs from what is stored, or from what is held in a file.

    `where` is the first wrong place, or where it must be, None if there is nothing to say.
    """

    what: str
    reason: str
    file: str | None = None
    where: Place | Stretch | None = None

    @property
    def told(self) -> str:
        """The difference in words."""
        what, reason = self.what, self.reason
        if self.where is None:
            return text("{what}: {reason}", what=what, reason=reason)
        where = self.where.told
        return text("{what}: {reason}: {where}", what=what, reason=reason, where=where)


class TreeLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="tree"):
    """The tree over the first `size` events, whose root is `root` (hex), and what it was held to.

    `checkpoints` of the log's own and `held_checkpoints` and `held_receipts` from outside were
    compared; `signed_by` are the keys that signed what is held. `first_wrong` is the first wrong
    place as far as it can be told.
    """

    size: int
    root: str
    verdict: Verdict
    checkpoints: int
    held_checkpoints: int
    held_receipts: int
    signed_by: tuple[str, ...]
    differing: tuple[Differing, ...]
    first_wrong: Place | Stretch | None


def told(line: TreeLine) -> Iterator[str]:
    """Yield the sums in words; differences are told apart."""
    inside = [one for one in line.differing if one.file is None]
    yield text(
        "tree and checkpoints: {state}, size {size}, {checkpoints} checkpoints",
        state=_state(bool(inside)),
        size=line.size,
        checkpoints=line.checkpoints,
    )
    if line.held_checkpoints or line.held_receipts:
        signers = " ".join(map(printable, line.signed_by))
        yield text(
            "held outside: {state}, {checkpoints} checkpoints, {receipts} receipts{by}",
            state=_state(len(inside) < len(line.differing)),
            checkpoints=line.held_checkpoints,
            receipts=line.held_receipts,
            by=text(", signed by {signers}", signers=signers) if signers else "",
        )


def _state(differs: bool) -> str:  # noqa: FBT001 -- read with its only argument
    return text("DIFFERENCE") if differs else text("ok")
