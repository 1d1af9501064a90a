"""Signing keys: they stand in a file that only its owner may read.

Each line is the log's name, a space, and 32 random bytes in Base64; empty lines and lines that
begin with `#` say nothing. Every line bears the same name, which is the log's for good. The first
key is the newest; while another stands below it, both sign (docs/checkpoints.md).
"""

import secrets
from hashlib import sha256
from pathlib import Path

from domain.kernel.text import text
from domain.log.checkpoints.notes import ED25519, KEY_SIZE, Signer, SigningKey, decoded, is_name
from domain.log.errors import BadKeysError, KeysMissingError, SigningKeysMissingError
from domain.log.masters import content_of, line_of, place


def read_signer(path: Path) -> Signer:
    """Return what signs with the keys in a file.

    Raises `SigningKeysMissingError` when there is none, `KeysExposedError` when others than its
    owner may use it, `BadKeysError` when it is no key file. No error tells what stands in it.
    """
    return Signer(signing_keys_in(path))


def signing_keys_in(path: Path, kind: int = ED25519) -> list[SigningKey]:
    """Return the keys in a file, in its order, to sign in a way. Raises as `read_signer`."""
    keys: list[SigningKey] = []
    for number, line in enumerate(_content(path).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, seed = line.rpartition(" ")
        if not is_name(name) or len(decoded(seed)) != KEY_SIZE:
            message = text(
                "line {number} of the key file {path} is no name and 32 bytes in Base64",
                number=number,
                path=path,
            )
            raise BadKeysError(message)
        key = SigningKey(name, decoded(seed), kind)
        if any(key.verifier == one.verifier or name != one.verifier.name for one in keys):
            message = text(
                "line {number} of the key file {path} gives a key again or another name",
                number=number,
                path=path,
            )
            raise BadKeysError(message)
        keys.append(key)
    if not keys:
        message = text("there is no key in the key file {path}", path=path)
        raise BadKeysError(message)
    return keys


def make_signing_keys(path: Path, name: str | None = None) -> None:
    """Make a file with one new key unless there is one, as `make_key_file` does.

    Without a name the key makes one up. Raises `BadKeysError` when it cannot be made.
    """
    if not path.exists():
        seed = secrets.token_bytes(KEY_SIZE)
        place(path, line_of(name or f"dev-{sha256(seed).hexdigest()[:8]}", seed))


def development_signing_path(log: Path) -> Path:
    """Return where a development house has its signing keys: beside its log."""
    return log.with_name(f"{log.name}.signing")


def _content(path: Path) -> str:
    try:
        return content_of(path)
    except KeysMissingError:
        message = text("there is no key file {path}", path=path)
    raise SigningKeysMissingError(message)
