"""Receipts that are held outside, compared with the events that they acknowledge."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from domain.kernel.text import text
from domain.log.checkpoints.checkpoint import SignedReceipt
from domain.log.store import Log
from replay.text import printable
from replay.tree.held import Held
from replay.tree.lines import Differing
from replay.tree.places import Place

_VERSIONS: Final = 2**63


def compare_receipts(log: Log, held: Sequence[Held]) -> Iterator[Differing]:
    """Yield the first receipt of each stream that differs, in the order of streams."""
    by_stream = sorted((_key(one), one) for one in held if isinstance(one.says, SignedReceipt))
    for stream, receipts in groupby(by_stream, key=lambda one: one[0][0]):
        sound = 0
        for (_, version), one in receipts:
            assert isinstance(one.says, SignedReceipt)
            leaf = None
            if stream.isprintable() and version < _VERSIONS:
                leaf = log.leaves.leaf(stream, version)
            if leaf is not None and leaf.hash == one.says.hash:
                sound = version
                continue
            where = Place(stream=stream, version=version, position=leaf and leaf.position)
            reason = _reason(stream, sound, version, missing=leaf is None)
            yield Differing(what=one.told, reason=reason, file=one.file, where=where)
            break


def _key(held: Held) -> tuple[str, int]:
    says = held.says
    assert isinstance(says, SignedReceipt)
    return says.stream, says.version


def _reason(stream: str, sound: int, version: int, *, missing: bool) -> str:
    """The hash of an event covers all before it, so that an earlier one may be the wrong one."""
    reason = text("it was acknowledged, and is missing") if missing else text("it has another hash")
    if sound + 1 == version:
        return reason
    return text(
        "{reason}, and the first wrong one is behind event {sound} of {stream}",
        reason=reason,
        sound=sound,
        stream=printable(stream),
    )
