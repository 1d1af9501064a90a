"""Master keys: they wrap the data keys, and stand in a file that only its owner may read.

Each line of the file is a key's id, a space, and 32 random bytes in Base64; empty lines and lines
that begin with `#` say nothing. The first key wraps, all unwrap (`docs/sealing.md`).
"""

import os
import re
import secrets
import stat
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.kernel.text import reason_of, text
from domain.log.errors import BadKeysError, KeysExposedError, KeysMissingError
from domain.log.files import put

KEY_SIZE: Final = 32
"""Bytes of every key, master keys and data keys alike: AES-256."""
NONCE_SIZE: Final = 12
"""Bytes of the random nonce before every ciphertext."""
MOST_BYTES: Final = 1 << 16
"""A key file above this is refused unread."""

Chance = Callable[[int], bytes]
"""Gives so many random bytes, never the same again."""

_LINE: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,63}) ([A-Za-z0-9+/]{43}=)")
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class MasterKeys:
    """Master keys by their ids, the first of which wraps. Nothing it shows of itself is a key."""

    __slots__ = ("_chance", "_ciphers", "first")

    def __init__(self, keys: Mapping[str, bytes], chance: Chance = secrets.token_bytes) -> None:
        self._chance = chance
        self._ciphers = {name: AESGCM(key) for name, key in keys.items()}
        if not self._ciphers:
            message = text("there is no key among the master keys")
            raise BadKeysError(message)
        self.first = next(iter(self._ciphers))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all keys, that of the wrapping one first."""
        return tuple(self._ciphers)

    def __repr__(self) -> str:
        """Return the ids."""
        return f"MasterKeys({', '.join(self.ids)})"

    def wrap(self, key: bytes, context: bytes) -> bytes:
        """Return a data key encrypted under the first master key, bound to its context."""
        nonce = self._chance(NONCE_SIZE)
        return nonce + self._ciphers[self.first].encrypt(nonce, key, context)

    def unwrap(self, master: str, wrapped: bytes, context: bytes) -> bytes | None:
        """Return a data key, or None if `wrapped` does not open in this context.

        Raises `KeyError` for a master key that is not here.
        """
        cipher = self._ciphers[master]
        try:
            return cipher.decrypt(wrapped[:NONCE_SIZE], wrapped[NONCE_SIZE:], context)
        except (InvalidTag, ValueError):
            return None


def read_keys(path: Path) -> MasterKeys:
    """Return the master keys in a file. Raises what `keys_in` raises."""
    return MasterKeys(keys_in(path))


def keys_in(path: Path) -> dict[str, bytes]:
    """Return the keys in a file by their ids, in its order.

    Raises `KeysMissingError` when there is none, `KeysExposedError` when others than its owner may
    read or write it, `BadKeysError` when it is no key file. No error tells what stands in it.
    """
    keys: dict[str, bytes] = {}
    for number, line in enumerate(content_of(path).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if found is None or found[1] in keys:
            wrong = (
                text("line {number} of the key file {path} is no id and 32 bytes in Base64")
                if found is None
                else text("line {number} of the key file {path} gives an id again")
            )
            message = wrong.of(number=number, path=path)
            raise BadKeysError(message)
        keys[found[1]] = b64decode(found[2])
    if not keys:
        message = text("there is no key in the key file {path}", path=path)
        raise BadKeysError(message)
    return keys


def content_of(path: Path) -> str:
    """Return what stands in a key file. Raises as `keys_in` does."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
                message = text("{path} is no key file", path=path)
                raise BadKeysError(message)
            if status.st_mode & _OTHERS:
                message = text(
                    "others than its owner may use the key file {path}; chmod 600 mends that",
                    path=path,
                )
                raise KeysExposedError(message)
            return file.read(MOST_BYTES).decode("ascii")
    except FileNotFoundError:
        message = text("there is no key file {path}", path=path)
        raise KeysMissingError(message) from None
    except (OSError, ValueError):  # whose text might quote a byte
        message = text("the key file {path} cannot be read", path=path)
        raise BadKeysError(message) from None


def line_of(name: str, key: bytes) -> str:
    """Return the line of a key in a key file."""
    return f"{name} {b64encode(key).decode('ascii')}\n"


def new_keys() -> MasterKeys:
    """Return one new master key, which is kept nowhere: what it wraps is gone with the process."""
    return MasterKeys({"memory": secrets.token_bytes(KEY_SIZE)})


def make_development_keys(path: Path) -> MasterKeys:
    """Make a file with one new master key unless there is one, and return the keys in it.

    Raises what `make_key_file` raises.
    """
    return MasterKeys(make_key_file(path))


def make_key_file(path: Path) -> dict[str, bytes]:
    """Make a file with one new key unless there is one, and return the keys in it by their ids.

    The file appears whole, for its owner alone; of several that make it at once, one wins and the
    others read it. Raises `BadKeysError` when it cannot be made, and what `keys_in` raises.
    """
    if not path.exists():
        key = secrets.token_bytes(KEY_SIZE)
        place(path, line_of(f"dev-{sha256(key).hexdigest()[:8]}", key))
    return keys_in(path)


def development_keys_path(log: Path) -> Path:
    """Return where a development house has its key file: beside its log."""
    return log.with_name(f"{log.name}.keys")


def place(path: Path, content: str) -> None:
    """Put a whole file in its place, if that is free: a reader never sees half a key.

    It is its owner's alone. Raises `BadKeysError` when it cannot be made.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            put(path, content.encode("ascii"))
    except OSError as error:
        message = text(
            "the key file {path} cannot be made: {reason}", path=path, reason=reason_of(error)
        )
        raise BadKeysError(message) from None
