"""What can happen to the audits of decks. Stream: `audit/decks`."""

from enum import StrEnum

import msgspec

from domain.kernel.decider import Event as KernelEvent


class Finding(StrEnum):
    """What an auditor found out about the decks of one round."""

    SOUND = "sound"
    """Every deck is a whole pack under its root, and it was dealt as it was cut."""
    DIFFERENT = "different"
    """Something is otherwise."""
    UNCHECKED = "unchecked"
    """Keys that are needed are erased, and nothing else is wrong."""


class Audited(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A round of the sample: how many decks it has, what was found, and where it is wrong."""

    round: str
    decks: int
    finding: Finding
    reason: str | None


class DecksAudited(KernelEvent, frozen=True, kw_only=True, tag="fair.DecksAudited.1"):
    """Primary: an auditor made whole decks of a random sample of rounds again (H6.7).

    `seed`, 32 bytes in hex, drew the sample of the `among` rounds with decks that the log had, in
    their order, up to its `position`; `drawn` says that it was chance which gave the seed, and not
    the auditor. `repeated` counts the rounds of them all that share a secret with an earlier one.
    """

    auditor: str
    seed: str
    drawn: bool
    among: int
    position: int
    rounds: tuple[Audited, ...]
    repeated: int


Event = DecksAudited
