"""What is asked and remembered when the keys of a stream are erased."""

from typing import Final

from domain.kernel.decider import Command as KernelCommand
from domain.kernel.decider import Event as KernelEvent

STREAMS: Final = "erased/"
"""What the stream that remembers an erasure begins with; the erased stream's name follows."""


class EraseKeys(KernelCommand, frozen=True, kw_only=True, tag="log.EraseKeys.1"):
    """Erase the data keys of a stream that is over, for good."""

    stream: str
    reason: str


class KeysErased(KernelEvent, frozen=True, kw_only=True, tag="log.KeysErased.1"):
    """Primary: the data keys of a stream were erased; nobody can open its sealed parts any more."""

    stream: str
    reason: str


Command = EraseKeys
Event = KeysErased
"""`domain.log.erasing` does it."""
