"""The Merkle tree of RFC 9162, section 2.1, over leaf hashes that are at hand.

A tree over n leaves has at its left the largest perfect tree that is smaller. So every tree over
the first leaves of a longer one is made of the same perfect trees, which is what lets one root
prove that it extends another.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Final

Path = tuple[bytes, ...]
"""Hashes that lead from a leaf, or from a smaller tree, to a root; the nearest to it comes last."""

EMPTY: Final = sha256(b"").digest()
"""The root of no leaves."""

_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"


def leaf_hash(content: bytes) -> bytes:
    """Return the hash of a leaf's content, which can never be taken for that of two subtrees."""
    return sha256(_LEAF + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash over two subtrees."""
    return sha256(_NODE + left + right).digest()


def split_of(size: int) -> int:
    """Return how many of 2 or more leaves are at the left: the largest power of 2 below `size`."""
    return 1 << (size - 1).bit_length() - 1


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root over leaf hashes, in their order."""
    if not leaves:
        return EMPTY
    level = list(leaves)
    while len(level) > 1:
        odd = level[-1:] if len(level) % 2 else []
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [node_hash(left, right) for left, right in pairs] + odd
    return level[0]


def path_of(index: int, leaves: Sequence[bytes]) -> Path:
    """Return the path from the leaf at an index, from 0, to the root over all leaves."""
    assert 0 <= index < len(leaves), "a path begins at a leaf"
    if len(leaves) == 1:
        return ()
    split = split_of(len(leaves))
    if index < split:
        return (*path_of(index, leaves[:split]), root_of(leaves[split:]))
    return (*path_of(index - split, leaves[split:]), root_of(leaves[:split]))


def root_by(path: Sequence[bytes], index: int, size: int, leaf: bytes) -> bytes | None:
    """Return the root that a path leads to from a leaf hash at an index, of so many leaves.

    None if no path from there has this length.
    """
    if not 0 <= index < size:
        return None
    sides = list(_sides(index, size))
    if len(sides) != len(path):
        return None
    for is_right, other in zip(sides, path, strict=True):
        leaf = node_hash(other, leaf) if is_right else node_hash(leaf, other)
    return leaf


def _sides(index: int, size: int) -> Iterable[bool]:
    """Yield from the leaf upwards whether what is known so far is at the right of its node."""
    last = size - 1
    while last:
        if index % 2:
            yield True
        elif index < last:
            yield False
        index, last = index // 2, last // 2


def consistency_of(old_size: int, leaves: Sequence[bytes]) -> Path:
    """Return the path that proves of the tree over all leaves that it extends one over the first.

    Empty for an old tree without leaves, or with all of them.
    """
    assert 0 <= old_size <= len(leaves), "the old tree is over the first leaves"
    if old_size == 0:
        return ()
    return _consistency(old_size, leaves, is_whole=True)


def _consistency(old_size: int, leaves: Sequence[bytes], *, is_whole: bool) -> Path:
    """`is_whole`: the old tree is the one whose root the reader has, so it need not be told."""
    if old_size == len(leaves):
        return () if is_whole else (root_of(leaves),)
    split = split_of(len(leaves))
    if old_size <= split:
        inside = _consistency(old_size, leaves[:split], is_whole=is_whole)
        return (*inside, root_of(leaves[split:]))
    inside = _consistency(old_size - split, leaves[split:], is_whole=False)
    return (*inside, root_of(leaves[:split]))


def is_consistent(
    old_size: int, old_root: bytes, new_size: int, new_root: bytes, path: Sequence[bytes]
) -> bool:
    """Say whether a path proves that the new tree holds the old one's leaves first, unchanged."""
    if not 0 <= old_size <= new_size:
        return False
    if old_size == 0:
        return not path and old_root == EMPTY
    if old_size == new_size:
        return not path and old_root == new_root
    # The perfect tree that ends the old one is where the path begins; it is not told where it is
    # the whole of the old tree, since its root is known.
    level = sum(1 for _ in takewhile(lambda bit: bit, _bits(old_size - 1)))
    known = old_root if old_size == 1 << level else None
    steps = list(path)
    if known is None:
        if not steps:
            return False
        known = steps.pop(0)
    return _leads(old_size - 1 >> level, new_size - 1 >> level, known, steps) == (
        old_root,
        new_root,
    )


def _bits(number: int) -> Iterable[bool]:
    while number:
        yield number % 2 == 1
        number //= 2


def _leads(
    index: int, last: int, known: bytes, path: Sequence[bytes]
) -> tuple[bytes, bytes] | None:
    """Return the old and the new root that a path leads to; None if it has another length."""
    old, new = known, known
    sides = list(_sides(index, last + 1))
    if len(sides) != len(path):
        return None
    for is_right, other in zip(sides, path, strict=True):
        if is_right:
            old = node_hash(other, old)
            new = node_hash(other, new)
        else:
            new = node_hash(new, other)
    return old, new
