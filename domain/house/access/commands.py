"""What may be asked of the access to a round's cards. The tag is the stored name."""

from domain.house.access.events import Purpose
from domain.kernel.decider import Command as KernelCommand


class GrantReveal(KernelCommand, frozen=True, kw_only=True, tag="house.GrantReveal.1"):
    """H9.7: let somebody of the house see all cards of the round until `until_ms`.

    `viewer` is the person's name; `minutes` is what was asked for, where that says until when.
    Times are Unix time in milliseconds, in all of this stream.
    """

    round: str
    viewer: str
    role: str
    reason: str
    until_ms: int
    minutes: int | None = None


class LookAtCards(KernelCommand, frozen=True, kw_only=True, tag="house.LookAtCards.1"):
    """H9.8: look under a grant, at the time `at_ms`. The house asks it before it shows a card."""

    round: str
    viewer: str
    role: str
    purpose: Purpose
    at_ms: int


class RevealCards(KernelCommand, frozen=True, kw_only=True, tag="house.RevealCards.1"):
    """H9.7, H9.8: a grant for one look, and that look."""

    round: str
    viewer: str
    role: str
    reason: str
    purpose: Purpose
    at_ms: int


Command = GrantReveal | LookAtCards | RevealCards
