"""Signed notes, as C2SP's signed-note specifies them: a text, and who signed it.

    text, which ends in a newline
    (an empty line)
    — NAME BASE64(key id, 4 bytes ‖ signature)

A key's id is the beginning of SHA-256(name ‖ 0x0A ‖ kind ‖ public key). A witness's signature
(`cosignature/v1`) stands after the time at which it was made, and covers that time, too.
"""

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.kernel.text import text
from domain.log.errors import BadNoteError

ED25519: Final = 1
"""The kind of a key that signs the text."""
COSIGNATURE: Final = 4
"""The kind of a witness's key, which signs time and text."""
KEY_SIZE: Final = 32
"""Bytes of a public key, and of the seed of a private one."""
MOST_BYTES: Final = 1 << 18
"""A longer note is refused unread."""
MOST_SIGNATURES: Final = 100

_ID_SIZE: Final = 4
_SIGNATURE_SIZE: Final = 64
_TIME_SIZE: Final = 8
_MARK: Final = "— "
_HEX_DIGITS: Final = 8


class Signature(NamedTuple):
    """A line below a note: the key's name and id, and what it signed with."""

    name: str
    key_id: bytes
    content: bytes

    @property
    def line(self) -> str:
        """The line, with its newline."""
        return f"{_MARK}{self.name} {base64(self.key_id + self.content)}\n"


class Note(NamedTuple):
    """A text and its signatures, read but not verified."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        """Return the note as it is published."""
        return f"{self.text}\n{''.join(one.line for one in self.signatures)}"


class VerifierKey(NamedTuple):
    """What checks a signature: a name, the kind of signature, and a public key of 32 bytes."""

    name: str
    kind: int
    public: bytes

    @property
    def key_id(self) -> bytes:
        """The four bytes by which a signature names its key."""
        content = self.name.encode() + b"\n" + bytes((self.kind,)) + self.public
        return sha256(content).digest()[:_ID_SIZE]

    def __str__(self) -> str:
        """Return it as text: name, id in hex and key in Base64, between plus signs."""
        return f"{self.name}+{self.key_id.hex()}+{base64(bytes((self.kind,)) + self.public)}"

    def made(self, signature: Signature) -> bool:
        """Say whether a signature claims to be of this key."""
        return signature.name == self.name and signature.key_id == self.key_id

    def has_signed(self, text: str, signature: Signature) -> bool:
        """Say whether a signature that claims to be of this key is good for a text."""
        content, signed = signature.content, text.encode()
        if self.kind == COSIGNATURE:
            signed = _cosigned(signed, int.from_bytes(content[:_TIME_SIZE]))
            content = content[_TIME_SIZE:]
        if len(content) != _SIGNATURE_SIZE:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(content, signed)
        except InvalidSignature:
            return False
        return True


class SigningKey:
    """A name and a private key. Nothing it shows of itself is the key."""

    __slots__ = ("_key_id", "_private", "_verifier")

    def __init__(self, name: str, seed: bytes, kind: int = ED25519) -> None:
        _require_name(name)
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        public = self._private.public_key().public_bytes_raw()
        self._verifier = VerifierKey(name, kind, public)
        self._key_id = self._verifier.key_id

    @property
    def verifier(self) -> VerifierKey:
        """What checks its signatures."""
        return self._verifier

    def __repr__(self) -> str:
        """Return what everybody may know of it."""
        return f"SigningKey({self._verifier})"

    def sign(self, text: str) -> Signature:
        """Return the signature over a text. The same text gives the same bytes."""
        assert self._verifier.kind == ED25519, "a witness's key signs nothing without a time"
        return self._signature(self._private.sign(text.encode()))

    def cosign(self, text: str, seconds: int) -> Signature:
        """Return a witness's signature over a text at a time, in seconds since 1970 (UTC)."""
        assert self._verifier.kind == COSIGNATURE, "only a witness's key signs with a time"
        signed = self._private.sign(_cosigned(text.encode(), seconds))
        return self._signature(seconds.to_bytes(_TIME_SIZE) + signed)

    def _signature(self, content: bytes) -> Signature:
        return Signature(self._verifier.name, self._key_id, content)


class Signer:
    """The keys with which a log signs, which all bear its name: the origin of its checkpoints.

    While a key is being exchanged there are two of them, and both sign everything.
    """

    __slots__ = ("_keys", "origin")

    def __init__(self, keys: Iterable[SigningKey]) -> None:
        self._keys = tuple(keys)
        self.origin = self._keys[0].verifier.name
        assert {key.name for key in self.verifiers} == {self.origin}, "a log has one name"

    @property
    def verifiers(self) -> tuple[VerifierKey, ...]:
        """What checks its signatures, one for each key, in the order of the key file."""
        return tuple(key.verifier for key in self._keys)

    def signed(self, text: str) -> str:
        """Return the note of a text, signed by every key. The same text gives the same bytes."""
        return str(Note(text, tuple(key.sign(text) for key in self._keys)))


class Verified(NamedTuple):
    """A note of which at least one signature is good: the text, and who signed it."""

    text: str
    keys: tuple[VerifierKey, ...]


def read_key(content: str) -> VerifierKey:
    """Return the verifier key that a text is. Raises `BadNoteError`."""
    name, _, rest = content.partition("+")
    key_id, _, content = rest.partition("+")
    kind_and_key = decoded(content)
    _require_name(name)
    key = VerifierKey(name, next(iter(kind_and_key), 0), kind_and_key[1:])
    if (
        key.kind not in (ED25519, COSIGNATURE)
        or len(key.public) != KEY_SIZE
        or (len(key_id), key_id.lower()) != (_HEX_DIGITS, key.key_id.hex())
    ):
        message = text("this is no verifier key for Ed25519, or its id is another key's")
        raise BadNoteError(message)
    return key


def read_note(note: str) -> Note:
    """Return text and signatures of a note; nothing is verified. Raises `BadNoteError`."""
    if len(note.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        message = text("a note is not as long as this")
        raise BadNoteError(message)
    if any(sign < " " and sign != "\n" for sign in note) or not _is_unicode(note):
        message = text("a note has no control characters")
        raise BadNoteError(message)
    content, blank, below = note.rpartition("\n\n")
    lines = below.split("\n")
    if not blank or lines.pop() or not 0 < len(lines) <= MOST_SIGNATURES:
        message = text("a note is a text, an empty line, and lines of signatures")
        raise BadNoteError(message)
    return Note(f"{content}\n", tuple(map(_signature, lines)))


def verified(note: str, keys: Iterable[VerifierKey]) -> Verified:
    """Return what a note says, if one of these keys has signed it.

    Signatures of other keys say nothing. Raises `BadNoteError` for a note that none has signed, or
    of which a signature by one of them is false.
    """
    content, signatures = read_note(note)
    good: list[VerifierKey] = []
    for key in keys:
        for one in filter(key.made, signatures):
            if not key.has_signed(content, one):
                message = text("the signature of {name} is not that of this text", name=key.name)
                raise BadNoteError(message)
            good.append(key)
    if not good:
        message = text("no key that is trusted here has signed this note")
        raise BadNoteError(message)
    return Verified(content, tuple(dict.fromkeys(good)))


def is_name(name: str) -> bool:
    """Say whether keys can bear a name: it has no space and no plus sign."""
    return bool(name) and name.isprintable() and "+" not in name and name.split() == [name]


def decoded(content: str) -> bytes:
    """Return what Base64 says in its one way of saying it, nothing for what is none."""
    try:
        found = b64decode(content, validate=True)
    except (Base64Error, ValueError):
        return b""
    return found if base64(found) == content else b""


def base64(content: bytes) -> str:
    """Return bytes in Base64, as they stand in notes."""
    return b64encode(content).decode("ascii")


def _require_name(name: str) -> None:
    if not is_name(name):
        message = text("a key's name is printable, without spaces and plus signs")
        raise BadNoteError(message)


def _signature(line: str) -> Signature:
    name, _, content = line.removeprefix(_MARK).partition(" ")
    signed = decoded(content)
    if not line.startswith(_MARK) or not is_name(name) or len(signed) <= _ID_SIZE:
        message = text("a signature is a dash, a name, and bytes in Base64")
        raise BadNoteError(message)
    return Signature(name, signed[:_ID_SIZE], signed[_ID_SIZE:])


def _cosigned(text: bytes, seconds: int) -> bytes:
    return b"cosignature/v1\ntime %d\n%b" % (seconds, text)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
