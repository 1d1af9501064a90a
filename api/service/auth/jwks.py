"""The public keys of a provider outside: a JWK set (RFC 7517) from a file or a URL, kept fresh."""

import json
import logging
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, Literal, NamedTuple

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from domain.kernel.text import reason_of, text
from domain.log.errors import LogError

MOST_BYTES: Final = 256 * 1024
MOST_KEYS: Final = 64
LONGEST_KID: Final = 256
LEAST_RSA_BITS: Final = 2048
FETCH_SECONDS: Final = 5.0
REST_SECONDS: Final = 10.0
"""Between two looks at the source at least, whatever unknown keys tokens name."""
ALGORITHMS: Final[Mapping[tuple[object, object], str]] = {
    ("RSA", None): "RS256",
    ("EC", "P-256"): "ES256",
    ("OKP", "Ed25519"): "EdDSA",
}
"""The one algorithm that each kind of key is for; none of them has a secret that we know."""
JwksHealth = Literal["absent", "current", "failing"]
_logger: Final = logging.getLogger("paipu.tokens")


class BadJwksError(LogError):
    """There are no usable keys of the provider where the setting says."""

    code = "bad_jwks"


class PublicKey(NamedTuple):
    """A key of the provider, the algorithm that it is for, and what it is known by: its hash."""

    key: Any
    algorithm: str
    mark: str


def keys_of(content: str | bytes) -> dict[str, PublicKey]:
    """Return the usable keys of a JWK set by their ids. Raises `BadJwksError` if there are none.

    Left out are secret and private keys, weak ones, those for something else than signing, and
    those without an id or with one that another key has: nobody could tell which is meant.
    """
    try:
        listed = json.loads(content)["keys"]
    except (ValueError, TypeError, KeyError, RecursionError):
        message = text("the JWK set is none")
        raise BadJwksError(message) from None
    if not isinstance(listed, list) or len(listed) > MOST_KEYS:
        message = text("a JWK set lists at most {most} keys", most=MOST_KEYS)
        raise BadJwksError(message)
    named = [one.get("kid") for one in listed if isinstance(one, dict)]
    found = {
        one["kid"]: key
        for one in listed
        if isinstance(one, dict) and named.count(one.get("kid")) == 1 and (key := _usable(one))
    }
    if not found:
        message = text("the JWK set has no key that tokens can be read with")
        raise BadJwksError(message)
    return found


def _usable(told: Mapping[str, Any]) -> PublicKey | None:
    kid, kind = told.get("kid"), told.get("kty")
    if not isinstance(kid, str) or not 0 < len(kid) <= LONGEST_KID or not isinstance(kind, str):
        return None
    curve = told.get("crv") if kind != "RSA" else None
    algorithm = ALGORITHMS.get((kind, curve)) if curve is None or isinstance(curve, str) else None
    operations = told.get("key_ops", ["verify"])
    if (
        algorithm is None
        or "d" in told
        or told.get("use", "sig") != "sig"
        or told.get("alg", algorithm) != algorithm
        or not (isinstance(operations, list) and "verify" in operations)
    ):
        return None
    try:
        key = jwt.PyJWK(dict(told), algorithm).key
    except (jwt.PyJWTError, ValueError, TypeError, KeyError):
        return None
    weak = isinstance(key, RSAPublicKey) and key.key_size < LEAST_RSA_BITS
    if weak:
        return None
    content = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return PublicKey(key, algorithm, sha256(content).hexdigest())


class Jwks:
    """The keys of a provider, looked at anew every `seconds`, and when a token names another one.

    A source that cannot be read leaves the last keys as they are. A key that is no longer listed
    is no longer good: `changed` is called, so that whoever follows by a token of it is cut off.
    """

    def __init__(self, source: str, seconds: float, *, rest: float = REST_SECONDS) -> None:
        self._source = source
        self._seconds = seconds
        self._rest = min(rest, seconds)
        self._keys: dict[str, PublicKey] = {}
        self.marks: frozenset[str] = frozenset()
        """Of the keys that are listed."""
        self._read_at = 0.0
        self._failing = False
        self._wanted = Event()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="jwks", daemon=True)
        self.changed: Callable[[], None] = lambda: None

    @property
    def is_url(self) -> bool:
        """Whether the keys are fetched."""
        return self._source.startswith(("https://", "http://"))

    @property
    def health(self) -> JwksHealth:
        """How it does, in a word."""
        return "failing" if self._failing else "current"

    def require(self) -> None:
        """Raise `BadJwksError` for a file without usable keys."""
        if not self.is_url:
            keys_of(_read(self._source))

    def start(self) -> None:
        """Read the keys, and go on looking at them. Raises `BadJwksError` of a file."""
        try:
            self._look()
        except BadJwksError:
            if not self.is_url:
                raise
            self._fail()  # a provider may be away for a moment; our own tokens go on
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()
        self._wanted.set()

    def key(self, kid: str) -> PublicKey | None:
        """Return a key by its id; one that is unknown is looked for soon, and not waited for."""
        found = self._keys.get(kid)
        if found is None:
            self._wanted.set()
        return found

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wanted.wait(self._seconds)
            # However many unknown keys are named, the source is not asked more often than this.
            self._stop.wait(self._read_at + self._rest - time.monotonic())
            self._wanted.clear()
            if not self._stop.is_set():
                self._try()

    def _try(self) -> None:
        try:
            self._look()
        except BadJwksError:
            self._fail()

    def _fail(self) -> None:
        if not self._failing:  # once, each time that it begins
            _logger.warning("the keys of the provider cannot be read; those read last stay good")
        self._failing = True

    def _look(self) -> None:
        self._read_at = time.monotonic()
        keys = keys_of(_fetched(self._source) if self.is_url else _read(self._source))
        if self._failing:
            _logger.warning("the keys of the provider can be read again")
        self._failing = False
        marks = frozenset(key.mark for key in keys.values())
        before, self._keys, self.marks = self.marks, keys, marks
        if marks != before:
            _logger.warning("the provider has %s keys now", len(keys))
            self.changed()


def _read(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        message = text("the JWK set cannot be read: {reason}", reason=reason_of(error))
        raise BadJwksError(message) from None
    return _bounded(content)


def _fetched(url: str) -> bytes:
    """Return what a URL has, without following it elsewhere."""
    import httpx  # noqa: PLC0415 -- it takes long to import, and most houses have no provider

    content, late = b"", time.monotonic() + 2 * FETCH_SECONDS
    try:
        with httpx.stream("GET", url, timeout=FETCH_SECONDS, follow_redirects=False) as answer:
            if answer.status_code != httpx.codes.OK:
                message = text("the JWK set is answered with {status}", status=answer.status_code)
                raise BadJwksError(message)
            for piece in answer.iter_bytes():
                content = _bounded(content + piece)
                if time.monotonic() > late:
                    message = text("the JWK set comes too slowly")
                    raise BadJwksError(message)
    except httpx.HTTPError:
        message = text("the JWK set cannot be fetched")
        raise BadJwksError(message) from None
    return content


def _bounded(content: bytes) -> bytes:
    if len(content) > MOST_BYTES:
        message = text("a JWK set has at most {most} bytes", most=MOST_BYTES)
        raise BadJwksError(message)
    return content
