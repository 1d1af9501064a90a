"""What is asked and remembered of checkpoints. Stream: `checkpoints/log`."""

from typing import Final

from domain.kernel.decider import Command as KernelCommand
from domain.kernel.decider import Event as KernelEvent

STREAM: Final = "checkpoints/log"
"""The stream of the log's checkpoints, which are events of the log as well."""


class SignTree(KernelCommand, frozen=True, kw_only=True, tag="log.SignTree.1"):
    """Sign how many events the log has, and their root."""


class SigningKeyChanged(KernelEvent, frozen=True, kw_only=True, tag="log.SigningKeyChanged.1"):
    """Primary: from here on these keys sign, all of them. As verifier keys; the first is newest."""

    keys: tuple[str, ...]


class TreeSigned(KernelEvent, frozen=True, kw_only=True, tag="log.TreeSigned.1"):
    """Primary: the first `size` events, up to and with `position`, were signed with this root.

    `root` is hex; `note` is the checkpoint as it is published.
    """

    size: int
    root: str
    position: int
    note: str


Command = SignTree
Event = TreeSigned | SigningKeyChanged
