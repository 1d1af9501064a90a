"""The tree of RFC 9162: published vectors, and the RFC's own recursion beside it."""

from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.fairness import tree

# The leaves, roots and proofs that the reference implementations of Certificate Transparency share.
LEAVES = tuple(
    map(
        bytes.fromhex,
        (
            "",
            "00",
            "10",
            "2021",
            "3031",
            "40414243",
            "5051525354555657",
            "606162636465666768696a6b6c6d6e6f",
        ),
    )
)
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
A = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
B = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
C = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
D = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
E = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
F = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
G = "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f"
PATHS = {
    (0, 1): (),
    (0, 8): (A, B, C),
    (5, 8): (D, E, ROOTS[4]),
    (2, 3): (ROOTS[2],),
    (1, 5): (ROOTS[1], B, D),
}
CONSISTENCY = {
    (1, 1): (),
    (1, 8): (A, B, C),
    (6, 8): (F, E, ROOTS[4]),
    (2, 5): (B, D),
    (6, 7): (F, G, ROOTS[4]),
}
HASHES = tuple(map(tree.leaf_hash, LEAVES))
SIZES = st.integers(1, 70)


def hashes(size: int) -> list[bytes]:
    return [tree.leaf_hash(bytes((number,))) for number in range(size)]


def in_hex(path: Sequence[bytes]) -> tuple[str, ...]:
    return tuple(one.hex() for one in path)


@pytest.mark.parametrize("size", range(9))
def test_the_published_roots(size: int) -> None:
    assert tree.root_of(HASHES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size"), PATHS)
def test_the_published_paths(index: int, size: int) -> None:
    path = tree.path_of(index, HASHES[:size])

    assert in_hex(path) == PATHS[index, size]
    root = tree.root_by(path, index, size, HASHES[index])
    assert root is not None
    assert root.hex() == ROOTS[size]


@pytest.mark.parametrize(("old", "new"), CONSISTENCY)
def test_the_published_proofs_of_consistency(old: int, new: int) -> None:
    path = tree.consistency_of(old, HASHES[:new])

    assert in_hex(path) == CONSISTENCY[old, new]
    assert tree.is_consistent(old, bytes.fromhex(ROOTS[old]), new, bytes.fromhex(ROOTS[new]), path)


# ---- the recursion of RFC 9162, 2.1.1, 2.1.3.1 and 2.1.4.1, over the leaves' contents


def below(size: int) -> int:
    power = 1
    while power * 2 < size:
        power *= 2
    return power


def mth(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    k = below(len(leaves))
    return sha256(b"\x01" + mth(leaves[:k]) + mth(leaves[k:])).digest()


def rfc_path(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    k = below(len(leaves))
    if m < k:
        return [*rfc_path(m, leaves[:k]), mth(leaves[k:])]
    return [*rfc_path(m - k, leaves[k:]), mth(leaves[:k])]


def subproof(m: int, leaves: Sequence[bytes], *, known: bool) -> list[bytes]:
    if m == len(leaves):
        return [] if known else [mth(leaves)]
    k = below(len(leaves))
    if m <= k:
        return [*subproof(m, leaves[:k], known=known), mth(leaves[k:])]
    return [*subproof(m - k, leaves[k:], known=False), mth(leaves[:k])]


@pytest.mark.parametrize("size", range(1, 20))
def test_all_is_as_the_rfc_recurses(size: int) -> None:
    contents = [bytes((number,)) for number in range(size)]
    leaves = hashes(size)

    assert tree.root_of(leaves) == mth(contents)
    for index in range(size):
        assert list(tree.path_of(index, leaves)) == rfc_path(index, contents)
    for old in range(1, size + 1):
        assert list(tree.consistency_of(old, leaves)) == subproof(old, contents, known=True)


# ---- what is proven, and what is not


@given(SIZES, st.data())
def test_a_path_leads_to_the_root_from_its_own_leaf_only(size: int, data: st.DataObject) -> None:
    leaves = hashes(size)
    index = data.draw(st.integers(0, size - 1))
    other = data.draw(st.integers(0, size - 1).filter(lambda one: one != index or size == 1))
    path = tree.path_of(index, leaves)

    assert tree.root_by(path, index, size, leaves[index]) == tree.root_of(leaves)
    if other != index:
        assert tree.root_by(path, index, size, leaves[other]) != tree.root_of(leaves)
        assert tree.root_by(path, other, size, leaves[index]) != tree.root_of(leaves)
    assert tree.root_by((*path, leaves[0]), index, size, leaves[index]) is None
    assert tree.root_by(path[1:], index, size, leaves[index]) is None or not path
    assert tree.root_by(path, size, size, leaves[index]) is None
    assert tree.root_by(path, -1, size, leaves[index]) is None


@given(SIZES, st.data())
def test_a_longer_tree_is_consistent_and_a_changed_one_is_not(
    size: int, data: st.DataObject
) -> None:
    leaves = hashes(size)
    old = data.draw(st.integers(1, size))
    changed = data.draw(st.integers(0, old - 1))
    forked = [*leaves[:changed], tree.leaf_hash(b"another"), *leaves[changed + 1 :]]
    root, before = tree.root_of(leaves), tree.root_of(leaves[:old])
    path = tree.consistency_of(old, leaves)

    assert tree.is_consistent(old, before, size, root, path)
    assert not tree.is_consistent(old, tree.root_of(forked[:old]), size, root, path)
    assert not tree.is_consistent(
        old, before, size, tree.root_of(forked), tree.consistency_of(old, forked)
    )
    assert not tree.is_consistent(old, before, size, root, (*path, before))
    if path:
        assert not tree.is_consistent(old, before, size, root, path[:-1])
        assert not tree.is_consistent(old, before, size, root, path[1:])
    assert not tree.is_consistent(size + 1, before, size, root, path)


def test_every_tree_extends_the_empty_one() -> None:
    root = tree.root_of(HASHES)

    assert tree.consistency_of(0, HASHES) == ()
    assert tree.is_consistent(0, tree.EMPTY, 8, root, ())
    assert not tree.is_consistent(0, root, 8, root, ())
    assert not tree.is_consistent(0, tree.EMPTY, 8, root, (root,))
    assert not tree.is_consistent(-1, tree.EMPTY, 8, root, ())


def test_a_node_is_never_taken_for_a_leaf() -> None:
    left, right = HASHES[:2]

    assert tree.node_hash(left, right) != tree.leaf_hash(left + right)
