"""A bundle looked at as a log: its streams, what it remembers of commands, its viewer's keys."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from domain.kernel.seats import Seat, seats_of
from domain.kernel.text import text
from domain.log import accepted
from domain.log.accepted import CommandAccepted, Damaged, Remembered
from domain.log.codec import CODEC, Codec
from domain.log.envelope import Recorded, Stored
from domain.log.examine import examine
from domain.log.keys import HOUSE, HeldKeys
from domain.log.store import Asked
from domain.log.streams import clock_stream, deck_stream, round_stream
from replay.bundle.form import PUBLIC, Bundle, Row, Stream
from replay.errors import BadBundleError
from replay.memory import Memory
from replay.receipts import Ends
from replay.words import EVERYTHING, Viewer

MOSTSEATS: Final = 7
"""Seats of the larger of both games."""
SEATS: Final = frozenset(seats_of(MOSTSEATS))


class Held:
    """What a bundle holds. Raises `BadBundleError` for streams or keys that do not belong there."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self.viewer = _viewer(bundle.viewer)
        self.round_stream = round_stream(bundle.round)
        self.deck_stream = deck_stream(bundle.round)
        self.clock_stream = clock_stream(bundle.round)
        self.own = (self.round_stream, self.deck_stream, self.clock_stream)
        self._streams = {one.stream: one for one in bundle.streams}
        self._require_streams()
        self._require_keys()
        keys = {(key.stream, key.audience): key.key for key in bundle.keys}
        self.codec: Codec = CODEC.with_keys(HeldKeys(keys))

    def _require_streams(self) -> None:
        names = [one.stream for one in self.bundle.streams]
        own = [name for name in names if name in self.own]
        others = names[len(own) :]
        if (
            len(self._streams) != len(names)
            or names[0] != self.round_stream
            or own != [name for name in self.own if name in self._streams]
            or not all(name.startswith(accepted.STREAMS) for name in others)
        ):
            message = text("its streams are not those of one round, in their order")
            raise BadBundleError(message)

    def _require_keys(self) -> None:
        """Refuse keys that its viewer may not have, before anything is opened with them."""
        owners = [(key.stream, key.audience) for key in self.bundle.keys]
        allowed = all(self._may_hold(*owner) for owner in owners)
        if not allowed or owners != sorted(set(owners)):
            message = text("it holds keys that its viewer may not have, or not in their order")
            raise BadBundleError(message)

    def _may_hold(self, stream: str, audience: str) -> bool:
        if self.viewer == EVERYTHING:
            house = audience == HOUSE and stream in {self.round_stream, self.deck_stream}
            return house or (audience in SEATS and stream == self.round_stream)
        return audience == self.viewer and stream == self.round_stream

    def rows(self, stream: str) -> list[Stored]:
        """Return the rows of a stream, none if the bundle has no such stream."""
        found = self._streams.get(stream)
        return [] if found is None else [_stored(stream, row) for row in found.rows]

    @cached_property
    def acknowledgements(self) -> tuple[Remembered | Damaged, ...]:
        """What the bundle remembers of commands; one that cannot be read is damaged."""
        return tuple(map(_remembered, self.bundle.streams[self.owned :]))

    @property
    def owned(self) -> int:
        """How many streams are the round's, its decks' and its clock's; they come first."""
        return sum(name in self._streams for name in self.own)

    def memory(self, why_sealed: str) -> Memory:
        """Return it as what is remembered of commands; nothing is known of table or match."""
        return Memory(self._accepted, lambda: self.ends, None, lambda _: why_sealed)

    def _accepted(self, asked: Sequence[Asked]) -> Mapping[Asked, Remembered]:
        streams = {accepted.stream_of(*one): one for one in asked}
        return {
            streams[one.recorded.stream]: one
            for one in self.remembered()
            if one.recorded.stream in streams
        }

    def remembered(self) -> Iterator[Remembered]:
        """Yield the acknowledgements that can be read."""
        return (one for one in self.acknowledgements if isinstance(one, Remembered))

    @cached_property
    def ends(self) -> Ends:
        """How far streams were acknowledged, by the bundle."""
        last: dict[str, int] = {}
        for one in self.remembered():
            for result in one.event.results:
                last[result.stream] = max(result.last, last.get(result.stream, 0))
        damaged = (one.position for one in self.acknowledgements if isinstance(one, Damaged))
        return Ends(last, tuple(damaged))

    def examined(self, stream: str, codec: Codec = CODEC) -> tuple[Recorded, ...]:
        """Return the sound beginning of a stream, without any keys unless the codec has some."""
        return examine(self.rows(stream), codec).recorded


def _viewer(word: str) -> Viewer:
    if word == PUBLIC:
        return None
    if word == EVERYTHING:
        return EVERYTHING
    if word in SEATS:
        return Seat(word)
    message = text("its viewer is none")
    raise BadBundleError(message)


def _stored(stream: str, row: Row) -> Stored:
    state = row.previous + row.hash + row.body
    return Stored(stream, row.version, row.position, row.name, state)


def _remembered(stream: Stream) -> Remembered | Damaged:
    recorded, fault = examine([_stored(stream.stream, row) for row in stream.rows])
    if fault is None and len(recorded) == 1:
        event = recorded[0].event
        if isinstance(event, CommandAccepted):
            return Remembered(recorded[0], event)
    return Damaged(stream.rows[0].position)
