"""Why a reference cannot be used."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from domain.house.reference.events import Direction
from domain.kernel.refusal import Refusal


class ReferenceTaken(Refusal, frozen=True, kw_only=True):
    """A deposit or withdrawal, of whichever player, has used the reference."""

    code: ClassVar[str] = "reference_used"
    rule: ClassVar[str] = "H2.2"
    text: ClassVar[str] = "another {direction} has used this reference"
    worded: ClassVar[Mapping[str, Collection[str]]] = {"direction": tuple(Direction)}
    direction: Direction
