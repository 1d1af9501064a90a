"""What is known around a round when it is proven: acknowledgements, homes, and what lies beside."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from domain.house.deck.events import DeckCommitted
from domain.kernel.decider import name_of
from domain.kernel.text import text
from domain.log.envelope import Stored
from domain.log.erasing import erasure_of
from domain.log.errors import LogError
from domain.log.store import Log
from domain.log.streams import clock_stream, deck_stream
from replay.checks import SEALED
from replay.decks.anchors import Anchor, AnchorsAt
from replay.linked import Fact
from replay.receipts import Ends, LookUp


class Memory(NamedTuple):
    """What is remembered of commands: given ones, and how far streams were acknowledged.

    `ends` is asked how far streams were acknowledged in the log, `sealed` why cards of a stream are
    sealed, `fact` for an event of the round's table or match, `anchor` for what its players had as
    anchors there, `decked` for the position behind which every round of a table or match has decks
    (H6.1), None if there is none; without the one or the other these are not asked.
    """

    accepted: LookUp
    ends: Callable[[], Ends]
    fact: Fact | None
    sealed: Callable[[str], str] = lambda _: SEALED
    anchor: Anchor | None = None
    decked: Callable[[], int | None] | None = None


class Beside(NamedTuple):
    """The rows of a round's clock and of its decks, read with those of the round or after them."""

    clock: Sequence[Stored] = ()
    deck: Sequence[Stored] = ()


NOTHING: Final = Beside()


def rows_beside(log: Log, round_id: str) -> Beside:
    """Read the streams that lie beside a round's own."""
    streams = clock_stream(round_id), deck_stream(round_id)
    return Beside(*map(log.read_stored, streams))


def memory_of(log: Log, ends: Callable[[], Ends], anchor: Anchor | None = None) -> Memory:
    """Return what a log remembers, looked up as it is asked for."""
    anchor = anchor or AnchorsAt(log)
    return Memory(
        log.accepted, ends, log.fact, partial(why_sealed, log), anchor, partial(decked_since, log)
    )


def decked_since(log: Log) -> int | None:
    """Return where the log first has a deck, None if it has none: older rounds need none (H6.1)."""
    first = next(log.opened(name_of(DeckCommitted), at_once=1), None)
    rows = [] if first is None else log.read_stored(first)
    return rows[0].position if rows else None


def why_sealed(log: Log, stream: str) -> str:
    """Return why cards of a round are sealed: its keys were erased, or are not here."""
    try:
        erasure = erasure_of(log, stream)
    except LogError:  # it is damaged itself, and this is about the round
        erasure = None
    if erasure is None:
        return SEALED
    envelope = erasure.recorded.envelope
    when = envelope.recorded_at.isoformat(timespec="seconds")
    return text(
        "cards were erased on {when} by {actor}: {reason}",
        when=when,
        actor=envelope.actor,
        reason=erasure.event.reason,
    )
