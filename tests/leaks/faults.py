"""Faults of the service that can be put into either game, and the ways out at which they show."""

from typing import Any, Final

import pytest

from api.service import facts
from api.service.routes import audit
from domain.games.rounds import seen_by
from domain.shengji.visibility import EVERYTHING

Patch = pytest.MonkeyPatch
VIEW: Final = ("GET", "/v1/rounds/{round}")
HISTORY: Final = ("GET", "/v1/rounds/{round}/history")
LEGAL: Final = ("GET", "/v1/rounds/{round}/legal")
REPLAY: Final = ("GET", "/v1/rounds/{round}/replay")


def open_to_officers(patch: Patch, _: object) -> None:
    """Who has no seat sees all."""
    patch.setattr(facts, "seen_by", lambda viewer, told: seen_by(viewer or EVERYTHING, told))


def open_at_the_end(patch: Patch, evening: Any) -> None:  # noqa: ANN401 -- of either game
    """All is open once a round is over, that which was folded or voided too."""

    def seen(viewer: str | None, told: Any) -> Any:  # noqa: ANN401 -- any fact
        over = evening.turn(evening.all_rounds[-1]) is None
        return seen_by(EVERYTHING if over else viewer, told)

    patch.setattr(facts, "seen_by", seen)


def a_reveal(patch: Patch, _: object) -> None:
    """The replay shows all."""
    patch.setattr(audit, "_viewer", lambda *_: EVERYTHING)
