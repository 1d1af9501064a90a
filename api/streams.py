"""The states of streams, kept between commands, so that a long stream is not read for each."""

from collections import OrderedDict
from threading import Lock
from typing import Any, Final, NamedTuple

from domain.flow.address import Address
from domain.kernel.text import text
from domain.log.errors import DataKeyGoneError, KeysMissingError, NotAtHandError
from domain.log.keys import HOUSE
from domain.log.store import Log

KEPT: Final = 4096
"""Streams kept in memory; of more, the least lately used are read again."""


class Loaded(NamedTuple):
    """A stream's version, 0 before its first event, and the state it is in there."""

    version: int
    state: Any


class Streams:
    """States of streams, safe to share between threads.

    What is kept may be behind the log when another process writes to it. Whoever decides by it
    finds out: writing conflicts, and then, as after a refusal, `fresh` states are asked for.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept: OrderedDict[Address, Loaded] = OrderedDict()
        self._lock = Lock()

    def load(self, address: Address, *, fresh: bool = False) -> Loaded:
        """Return a stream as it is kept, or as it stands in the log. Raises the log's errors."""
        with self._lock:
            kept = None if fresh else self._kept.get(address)
        return self._read(address) if kept is None else kept

    def kept(self, address: Address) -> Loaded:
        """Return a stream as it is kept. Raises `NotAtHandError` if it is not."""
        with self._lock:
            kept = self._kept.get(address)
        if kept is None:
            raise NotAtHandError
        return kept

    def current(self, address: Address) -> Loaded:
        """Return a stream as it stands in the log, read only if it is not kept as such."""
        with self._lock:
            kept = self._kept.get(address)
        if kept is not None and kept.version == self._log.last_version(address.stream):
            return kept
        return self._read(address)

    def keep(self, address: Address, loaded: Loaded) -> None:
        """Keep what a stream has come to, unless it is known to have gone further."""
        with self._lock:
            kept = self._kept.get(address)
            if kept is None or kept.version < loaded.version:
                self._kept[address] = loaded
            self._kept.move_to_end(address)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def sealed(self, address: Address) -> Loaded:
        """Return a stream as it stands in the log to whoever has no key; it is not kept."""
        recorded = self._log.read(address.stream, sealed=True)
        return Loaded(len(recorded), address.decider.fold(one.event for one in recorded))

    def opening(self, address: Address) -> Loaded:
        """Return the state that a stream's first event leads to, whatever became of the rest.

        So who was dealt into a round is known also of one that was tampered with, or cannot be
        opened any more; it is not kept.
        """
        first, decider = self._log.fact(address.stream, 1), address.decider
        facts = () if first is None else (first.event,)
        return Loaded(self._log.last_version(address.stream), decider.fold(facts))

    def _read(self, address: Address) -> Loaded:
        recorded = self._log.read(address.stream)
        if any(one.closed for one in recorded):
            if self._log.keys is None:
                raise KeysMissingError(text("cards of this round are sealed"))
            raise DataKeyGoneError(address.stream, HOUSE)
        state = address.decider.fold(one.event for one in recorded)
        loaded = Loaded(len(recorded), state)
        self.keep(address, loaded)
        return loaded
