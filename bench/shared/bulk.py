"""Many rounds in a log, fast: some are played, and the others say the same under other ids.

A copy is decided by nobody: its events are encoded, sealed, chained and acknowledged as the log
does, with keys of its own, and so are those of its clock. Its deck, which is bound to the id, and
what its table or match has of it are not copied, so proving a copy takes less than a played round.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

import msgspec

from domain.kernel.decider import Command, Event
from domain.log import chain
from domain.log.adapter.opening import open_table
from domain.log.decision import CommandInfo, Draft, Write
from domain.log.envelope import Recorded, Stored
from domain.log.keys import KeyRing
from domain.log.masters import MasterKeys
from domain.log.store import Clock, Log
from domain.log.streams import ROUNDS, clock_stream, round_stream
from domain.log.table import Drafted

AT_ONCE: Final = 50
"""Rounds that are written in one transaction."""

T = TypeVar("T", Command, Event)
Decision = dict[str, list[Recorded]]
"""What one command wrote, by streams."""


class Copies:
    """Writes copies of the rounds of a log into that log; `now` is when they are recorded."""

    def __init__(self, log: Log, address: str, masters: MasterKeys, now: Clock) -> None:
        self._now = now
        self._table = open_table(address, read_only=False)
        self._keys = KeyRing(masters, self._table.keys, now)
        self._codec = log.codec.with_keys(self._keys)
        ids = [stream.removeprefix(ROUNDS) for stream in log.streams(ROUNDS)]
        self._models = [(one, _decisions(log, one)) for one in ids]

    def write(self, ids: Iterator[str], count: int) -> None:
        """Write so many copies, the models in turn."""
        models = (self._models[number % len(self._models)] for number in range(count))
        while batch := [*islice(zip(models, ids, strict=False), AT_ONCE)]:
            copies = (row for (old, model), new in batch for row in self._copied(model, old, new))
            self._table.insert(Drafted(list(copies)))
        self._table.close()

    def _copied(self, model: Sequence[Decision], old: str, new: str) -> Iterator[Stored]:
        heads: dict[str, bytes] = {}
        versions: dict[str, int] = {}
        for decision in model:
            envelope = next(iter(decision.values()))[0].envelope
            assert envelope.command is not None
            info = CommandInfo(
                actor=envelope.actor,
                origin=envelope.origin,
                command_id=envelope.command_id.replace(old, new),
                target=next(iter(decision)).replace(old, new),
                command=_named(envelope.command, old, new),
            )
            writes = []
            for named, recorded in decision.items():
                stream = named.replace(old, new)
                events = tuple(_named(one.event, old, new) for one in recorded)
                version, command = versions.get(stream, 0), recorded[0].envelope.command
                if not version:
                    self._keys.make(stream, self._codec.audiences(events))
                write = Write(
                    stream=stream,
                    expected_version=version,
                    events=events,
                    command=None if command is None else _named(command, old, new),
                )
                writes.append(write)
                versions[stream] = version + len(events)
            draft = Draft(self._now(), info, writes)
            draft.chain(self._codec, [heads.get(one.stream, chain.ORIGIN) for one in writes])
            heads.update((one.stream, bytes.fromhex(one.hash)) for one in draft.results)
            yield from draft.rows


def _decisions(log: Log, round_id: str) -> list[Decision]:
    """Return what was decided of a round and its clock, in the order of the log."""
    streams = round_stream(round_id), clock_stream(round_id)
    every = (recorded for stream in streams for recorded in log.read(stream))
    found: dict[str, Decision] = {}
    for one in sorted(every, key=lambda one: one.position or 0):
        decision = found.setdefault(one.envelope.command_id, {})
        decision.setdefault(one.stream, []).append(one)
    return [*found.values()]


def _named(said: T, old: str, new: str) -> T:
    """Return the same event or command, about another round if it names one."""
    return msgspec.structs.replace(said, round=new) if getattr(said, "round", None) == old else said
