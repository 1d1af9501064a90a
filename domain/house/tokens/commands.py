"""What may be asked about tokens. The tag is the stored name (`domain.kernel.decider`)."""

from domain.kernel.decider import Command as KernelCommand


class RevokeTokens(KernelCommand, frozen=True, kw_only=True, tag="house.RevokeTokens.1"):
    """H13.2: take back all tokens of a person in a role that were made up to a moment.

    `until` is Unix time in whole seconds, as tokens have it.
    """

    name: str
    role: str
    until: int
    reason: str


Command = RevokeTokens
