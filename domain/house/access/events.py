"""What can happen to the access to a round's cards. Stream: `access/<round>`.

A stream of its own, so that looking at a round never stands among its facts, and so that a round
that is over stays as it ended.
"""

from enum import StrEnum

from domain.kernel.decider import Event as KernelEvent


class Purpose(StrEnum):
    """What all cards were shown as: an account, a record, a bundle, an answer of the service."""

    ROUND = "round"
    EXPORT = "export"
    BUNDLE = "bundle"
    SERVICE = "service"


class RevealGranted(KernelEvent, frozen=True, kw_only=True, tag="house.RevealGranted.1"):
    """Primary: `viewer`, acting as `role`, may see all cards of the round until then (H9.7).

    `until_ms` is Unix time in milliseconds (UTC).
    """

    round: str
    viewer: str
    role: str
    reason: str
    until_ms: int


class CardsRevealed(KernelEvent, frozen=True, kw_only=True, tag="house.CardsRevealed.1"):
    """Primary: all cards of the round were shown to `viewer`, as the grant allows (H9.8).

    It is in the log before the first card is shown.
    """

    round: str
    viewer: str
    role: str
    purpose: Purpose


Event = RevealGranted | CardsRevealed
