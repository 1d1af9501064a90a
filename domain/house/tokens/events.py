"""What can happen to tokens. Stream: `tokens/house`."""

from domain.kernel.decider import Event as KernelEvent


class TokensRevoked(KernelEvent, frozen=True, kw_only=True, tag="house.TokensRevoked.1"):
    """Primary: tokens of a person in a role made up to a moment count no more (H13.2)."""

    name: str
    role: str
    until: int
    reason: str


Event = TokensRevoked
