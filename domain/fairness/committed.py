"""A deck that the house is bound to before it knows how it will be cut (docs/fairness.md).

One secret makes the decks of a round: of each stage the order of the cards, and for every card a
salt, without which nobody can try out which card a leaf hides. The root over all leaves is
published, and binds the house to every card at its index.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import Struct
from typing import Final, NamedTuple, TypeVar

from domain.cards.card import Card
from domain.fairness.shuffle import shuffled
from domain.fairness.tree import Path, leaf_hash, path_of, root_by, root_of

SECRET_SIZE: Final = 32
"""Bytes of a round's secret, and of everything that is made of it."""

_STAGE_TAG: Final = b"paipu.stage.1\0"
_SHUFFLE_TAG: Final = b"paipu.shuffle.1\0"
_SALT_TAG: Final = b"paipu.salt.1\0"
_CARD_TAG: Final = b"paipu.card.1\0"
_U32: Final = Struct(">I").pack

Thing = TypeVar("Thing")


class Where(NamedTuple):
    """Which deck is meant: that of a stage of a round; 比牌升級 has stage 0 only."""

    round: str
    stage: int

    @property
    def bytes(self) -> bytes:
        """The same in 36 bytes, which stand in every leaf and in the cut."""
        return sha256(self.round.encode()).digest() + _U32(self.stage)


@dataclass(frozen=True, slots=True)
class Opening:
    """What opens one leaf: the card at an index of the deck, its salt, the path to the root."""

    index: int
    card: Card
    salt: bytes
    path: Path


class Committed(NamedTuple):
    """A deck in the order in which the house is bound to it, the salts and the leaves over it."""

    where: Where
    cards: tuple[Card, ...]
    salts: tuple[bytes, ...]
    leaves: tuple[bytes, ...]

    @property
    def root(self) -> bytes:
        """What is published."""
        return root_of(self.leaves)

    def opening(self, index: int) -> Opening:
        """Return what proves which card lies at an index."""
        path = path_of(index, self.leaves)
        return Opening(index, self.cards[index], self.salts[index], path)


def cards_of(stage: int, pack: Sequence[Thing], secret: bytes) -> tuple[Thing, ...]:
    """Return the deck that a round's secret makes for a stage, of a pack in its fixed order."""
    return shuffled(pack, hmac.digest(_of_stage(stage, secret), _SHUFFLE_TAG, "sha256"))


def committed(where: Where, pack: Sequence[Card], secret: bytes) -> Committed:
    """Return the same with all that binds the house to it."""
    cards, of_stage = cards_of(where.stage, pack, secret), _of_stage(where.stage, secret)
    salts = tuple(
        hmac.digest(of_stage, _SALT_TAG + _U32(index), "sha256") for index in range(len(cards))
    )
    leaves = tuple(
        leaf_of(where, index, card, salt)
        for index, (card, salt) in enumerate(zip(cards, salts, strict=True))
    )
    return Committed(where, cards, salts, leaves)


def _of_stage(stage: int, secret: bytes) -> bytes:
    assert len(secret) == SECRET_SIZE, "a secret has 32 bytes"
    return hmac.digest(secret, _STAGE_TAG + _U32(stage), "sha256")


def leaf_of(where: Where, index: int, card: Card, salt: bytes) -> bytes:
    """Return the leaf that binds the house to a card at an index."""
    return leaf_hash(_CARD_TAG + where.bytes + _U32(index) + card.encode() + salt)


def opens(where: Where, size: int, root: bytes, opening: Opening) -> bool:
    """Say whether an opening shows what the deck of so many cards under this root has there."""
    leaf = leaf_of(where, opening.index, opening.card, opening.salt)
    return root_by(opening.path, opening.index, size, leaf) == root
