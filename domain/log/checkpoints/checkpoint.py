"""What a log signs: how many events it has and their root (C2SP tlog-checkpoint), and receipts.

ORIGIN                        paipu.receipt/1
SIZE, in decimal digits       ORIGIN
ROOT, in Base64               STREAM
                              VERSION, in decimal digits
                              HASH, in Base64
"""

import re
from typing import Final, NamedTuple

from domain.kernel.text import text
from domain.log.checkpoints.notes import Signer, base64, decoded
from domain.log.decision import Receipt
from domain.log.errors import BadNoteError

RECEIPT: Final = "paipu.receipt/1"
"""The first line of a receipt."""
HASH_SIZE: Final = 32
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,18}")


class Checkpoint(NamedTuple):
    """A log's name, how many events it had, and the root (32 bytes) over them."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{base64(self.root)}\n"


class SignedReceipt(NamedTuple):
    """What a log has acknowledged: that a stream's version had a hash (32 bytes)."""

    origin: str
    stream: str
    version: int
    hash: bytes

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{RECEIPT}\n{self.origin}\n{self.stream}\n{self.version}\n{base64(self.hash)}\n"


def receipt_note(signer: Signer, receipt: Receipt) -> str:
    """Return a receipt as it is signed. A receipt given again is the same to the byte."""
    own = bytes.fromhex(receipt.hash)
    return signer.signed(SignedReceipt(signer.origin, receipt.stream, receipt.version, own).text)


def read_checkpoint(signed: str) -> Checkpoint:
    """Return the checkpoint that a note's text is. Raises `BadNoteError`.

    Lines after the third say nothing here, but they are signed, too.
    """
    *lines, end = signed.split("\n")
    match lines:
        case [_, size, root, *_] if not end and all(lines):
            if _NUMBER.fullmatch(size) and len(decoded(root)) == HASH_SIZE:
                return Checkpoint(lines[0], int(size), decoded(root))
    message = text("a checkpoint is an origin, a size and a root")
    raise BadNoteError(message)


def read_receipt(signed: str) -> SignedReceipt:
    """Return the receipt that a note's text is. Raises `BadNoteError`."""
    *lines, end = signed.split("\n")
    match lines:
        case [head, origin, stream, version, own] if not end and all(lines) and head == RECEIPT:
            if _NUMBER.fullmatch(version) and len(decoded(own)) == HASH_SIZE:
                return SignedReceipt(origin, stream, int(version), decoded(own))
    message = text("a receipt is an origin, a stream, a version and a hash")
    raise BadNoteError(message)
