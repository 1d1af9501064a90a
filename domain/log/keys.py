"""Data keys: one for each stream and audience, random, kept wrapped in a table of their own.

A stream's keys are made with its first event and never again, so that keys that were erased stay
erased. Nothing here shows a key in a text, and no error tells more than names.
"""

import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from time import monotonic
from typing import Final, NamedTuple, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.log.errors import DamagedDataKeyError, NotAtHandError, UnknownMasterKeyError
from domain.log.framing import framed_text
from domain.log.masters import KEY_SIZE, NONCE_SIZE, Chance, MasterKeys

HOUSE: Final = "house"
"""The audience whose key only the house ever holds."""
MOST_STREAMS: Final = 256
"""Streams whose opened keys are kept at hand."""
PAGE: Final = 500
"""Keys read, and wrapped anew, in one go."""

_WRAP_TAG: Final = b"paipu.datakey.1\0"
_INPUT_KEY_TAG: Final = b"paipu.inputkey.1\0"


class DataKey:
    """The key of one stream and audience: seals, opens, and marks what was asked."""

    __slots__ = ("_cipher", "_key")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._cipher = AESGCM(key)

    def __repr__(self) -> str:
        """Return nothing of the key."""
        return "DataKey(…)"

    def seal(self, nonce: bytes, plain: bytes, context: bytes) -> bytes:
        """Return the nonce, never used before with this key, and the ciphertext with its tag."""
        return nonce + self._cipher.encrypt(nonce, plain, context)

    def open(self, box: bytes, context: bytes) -> bytes | None:
        """Return what was sealed, or None if it was not sealed so, with this key."""
        try:
            return self._cipher.decrypt(box[:NONCE_SIZE], box[NONCE_SIZE:], context)
        except (InvalidTag, ValueError):
            return None

    def mark(self, content: bytes) -> bytes:
        """Return 32 bytes that nobody without the key can make or test: HMAC-SHA256."""
        key = hmac.digest(self._key, _INPUT_KEY_TAG, "sha256")
        return hmac.digest(key, content, "sha256")

    def handed_out(self) -> bytes:
        """Return the key itself, 32 bytes, for the audience that it belongs to."""
        return self._key


class WrappedKey(NamedTuple):
    """A row of the key table: whose data key, under which master key, since when (RFC 3339)."""

    stream: str
    audience: str
    master: str
    wrapped: bytes
    made_at: str


class KeyTable(Protocol):
    """The wrapped data keys of a log in its database. Failures are `LogUnavailableError`."""

    def of(self, stream: str) -> list[WrappedKey]:
        """Return the keys of a stream, in any order."""

    def page(self, after: tuple[str, str], limit: int) -> list[WrappedKey]:
        """Return keys by stream and audience, those after one of them."""

    def add(self, keys: Sequence[WrappedKey]) -> None:
        """Add those keys, durably, whose stream and audience have none; leave the others alone."""

    def exchange(self, changes: Sequence[tuple[WrappedKey, WrappedKey]]) -> int:
        """Put new wrappings in the place of old ones that are still there; return how many."""

    def erase(self, stream: str) -> int:
        """Remove the keys of a stream for good, durably; return how many there were."""


class Keys(Protocol):
    """Whatever has data keys, all of them or a viewer's own."""

    def of(self, stream: str, audience: str) -> DataKey | None:
        """Return a data key, None if it is not here."""


class HeldKeys:
    """Data keys that were handed out, by stream and audience: what a viewer has, and no more."""

    def __init__(self, keys: Mapping[tuple[str, str], bytes]) -> None:
        self._keys = {owner: DataKey(key) for owner, key in keys.items()}

    def __repr__(self) -> str:
        """Return whose keys they are."""
        return f"HeldKeys({', '.join(f'{stream} {audience}' for stream, audience in self._keys)})"

    def of(self, stream: str, audience: str) -> DataKey | None:
        """See `Keys.of`."""
        return self._keys.get((stream, audience))


class KeyRing:
    """The data keys of a log, unwrapped as they are asked for. Safe to share between threads."""

    def __init__(
        self,
        masters: MasterKeys,
        table: KeyTable,
        now: Callable[[], datetime],
        chance: Chance = secrets.token_bytes,
    ) -> None:
        self._masters = masters
        self._chance = chance
        self._table = table
        self._now = now
        self._held: dict[str, dict[str, DataKey | WrappedKey]] = {}
        self._looked: dict[str, float] = {}
        """When the table was last asked for what is held, by a clock that only goes on."""

    def __repr__(self) -> str:
        """Return which master keys it has."""
        return f"KeyRing({self._masters!r})"

    def of(self, stream: str, audience: str) -> DataKey | None:
        """Return a data key, None if it was never made or has been erased.

        Raises `UnknownMasterKeyError` or `DamagedDataKeyError` for one that cannot be unwrapped.
        """
        held = self._held.get(stream)
        if held is None or audience not in held:
            held = self._load(stream)
        key = held.get(audience)
        if isinstance(key, WrappedKey):
            key = held[audience] = self._unwrapped(key)
        return key

    def holds(self, stream: str, audience: str) -> bool:
        """Say whether a key is at hand."""
        return audience in self._held.get(stream, ())

    def _load(self, stream: str) -> dict[str, DataKey | WrappedKey]:
        found: dict[str, DataKey | WrappedKey] = {
            key.audience: key for key in self._table.of(stream)
        }
        if found:
            if len(self._held) >= MOST_STREAMS:
                self._held, self._looked = {}, {}
            self._held[stream], self._looked[stream] = found, monotonic()
        return found

    def opens(self, wrapped: WrappedKey) -> bool:
        """Say whether a row of the table opens with the master keys that are here."""
        with suppress(UnknownMasterKeyError, DamagedDataKeyError):
            self._unwrapped(wrapped)
            return True
        return False

    def _unwrapped(self, wrapped: WrappedKey) -> DataKey:
        stream, audience, master, content, _ = wrapped
        if master not in self._masters.ids:
            raise UnknownMasterKeyError(stream, master)
        key = self._masters.unwrap(master, content, _context(wrapped))
        if key is None or len(key) != KEY_SIZE:
            raise DamagedDataKeyError(stream, audience, master)
        return DataKey(key)

    def _wrapped(self, stream: str, audience: str, key: bytes, made_at: str) -> WrappedKey:
        bare = WrappedKey(stream, audience, self._masters.first, b"", made_at)
        return bare._replace(wrapped=self._masters.wrap(key, _context(bare)))

    def make(self, stream: str, audiences: Iterable[str]) -> None:
        """Make the keys of a stream that has no event yet. Those that are there are left."""
        made_at = self._now().astimezone(UTC).isoformat(timespec="seconds")
        self._table.add(
            [
                self._wrapped(stream, audience, self._chance(KEY_SIZE), made_at)
                for audience in sorted(audiences)
            ],
        )
        self._held.pop(stream, None)

    def only(self, stream: str, audience: str) -> HeldKeys:
        """Return what a viewer is handed out: the key of one audience of one stream, if any."""
        key = self.of(stream, audience)
        return HeldKeys({} if key is None else {(stream, audience): key.handed_out()})

    def rewrap(self) -> int:
        """Wrap anew, under the first master key, every data key that another one wraps.

        Returns how many there were. Interrupted, it may be done again; what is open meanwhile goes
        on. Once it has returned 0, the other master keys are not needed any more.
        """
        count = 0
        for page in pages(self._table):
            changes = [
                (old, self._wrapped(old.stream, old.audience, key.handed_out(), old.made_at))
                for old in page
                if old.master != self._masters.first
                for key in (self._unwrapped(old),)
            ]
            count += self._table.exchange(changes) if changes else 0
        return count

    def refresh(self, stream: str, seconds: float) -> None:
        """Forget what is held of a stream whose keys are not in the table any more.

        Another process may have erased them; what was unwrapped before opens nothing then. The
        table is not asked again for what it was asked for in the last `seconds`.
        """
        if stream not in self._held:
            return
        now = monotonic()
        if now - self._looked.get(stream, -seconds) >= seconds:
            self._looked[stream] = now
            if not self._table.of(stream):
                self.forget(stream)

    def forget(self, stream: str) -> None:
        """Forget what is held of a stream."""
        self._held.pop(stream, None)
        self._looked.pop(stream, None)


class KeysAtHand:
    """The keys of a ring, for somebody who must not wait until they are read."""

    def __init__(self, ring: KeyRing) -> None:
        self._ring = ring

    def of(self, stream: str, audience: str) -> DataKey | None:
        """See `Keys.of`. Raises `NotAtHandError` for one that would have to be read."""
        if not self._ring.holds(stream, audience):
            raise NotAtHandError
        return self._ring.of(stream, audience)


def pages(table: KeyTable, after: tuple[str, str] = ("", "")) -> Iterator[list[WrappedKey]]:
    """Yield all keys by stream and audience, those after one of them, a page at a time."""
    while page := table.page(after, PAGE):
        yield page
        after = page[-1].stream, page[-1].audience


def refresh(ring: KeyRing | None, streams: Iterable[str], seconds: float = 0) -> None:
    """Have a ring, if there is one, look before reading whether keys that it holds were erased."""
    if ring is not None:
        for stream in streams:
            ring.refresh(stream, seconds)


def _context(wrapped: WrappedKey) -> bytes:
    """Return what a wrapped key is bound to, so that it opens in no other row."""
    names = (wrapped.master, wrapped.stream, wrapped.audience)
    return _WRAP_TAG + b"".join(map(framed_text, names))
